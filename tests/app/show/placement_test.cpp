#include "app/show/placement.h"

#include "tests/catch.h"

#include <cmath>
#include <glm/geometric.hpp>

using namespace farfield;
using namespace farfield::app;

namespace {

glm::dvec3 placed(const SharedPlacement& placement, double longitude, double latitude, double height)
{
    REQUIRE(placement != nullptr);
    return placement->place_of(model::geocentric_of({longitude, latitude, height}));
}

bool is_near(glm::dvec3 a, glm::dvec3 b, double metres)
{
    return glm::length(a - b) < metres;
}

}  // namespace

TEST_CASE("placement_over: over a terrain in degrees by its own units", "[placement]")
{
    model::TerrainDescription terrain;
    terrain.geographic = true;
    terrain.origin = {8.0, 46.5};
    terrain.metres_per_unit = {76'700.0, 111'200.0};
    const auto placement = placement_over(terrain, {.datum = model::Vertical::Datum::Ellipsoid});
    CHECK(is_near(placed(placement, 8.5, 46.6, 700.0), {38'350.0, 11'120.0, 700.0}, 1e-3));
}

TEST_CASE("placement_over: over another one by a plane about its middle, if that is known", "[placement]")
{
    model::TerrainDescription terrain;
    CHECK(placement_over(terrain) == nullptr);
    terrain.longitude_latitude = {8.0, 46.5};
    // The northing of a kilometre is that of PROJ's +proj=aeqd.
    CHECK(is_near(placed(placement_over(terrain), 8.0, 46.6, 0.0), {0.0, 11'116.206, 0.0}, 0.01));
}

TEST_CASE("placement_over: a terrain's own reference system places what is over it", "[placement]")
{
    // PROJ 9.1.1 with egm96_15.gtx: 8 E, 46.5 N, 500 m above the ellipsoid.
    for (const char* system : {"EPSG:32632", "EPSG:32632+5773"}) {
        model::TerrainDescription terrain;
        terrain.crs_wkt = system;
        terrain.origin = {423'000.0, 5'150'000.0};
        terrain.metres_per_unit = {1.0, 1.0};
        CHECK(is_near(placed(placement_over(terrain), 8.0, 46.5, 500.0), {268.310, 89.104, 449.317}, 2e-3));
    }
}

TEST_CASE("placement_over: systems in other units are brought to metres", "[placement]")
{
    model::TerrainDescription terrain;
    terrain.crs_wkt = "EPSG:2230";  // California zone 6, US survey feet
    terrain.crs_unit = 1200.0 / 3937.0;
    terrain.metres_per_unit = {1.0, 1.0};
    const auto feet = placed(placement_over(terrain), -117.0, 33.0, 0.0);
    terrain.crs_wkt = "EPSG:26946";  // the same zone, metres
    terrain.crs_unit = 1.0;
    CHECK(is_near(feet, placed(placement_over(terrain), -117.0, 33.0, 0.0), 1e-3));
}

TEST_CASE("placement_over: says what heights count from", "[placement]")
{
    model::TerrainDescription terrain;
    terrain.crs = "UTM 32";
    terrain.crs_wkt = "EPSG:32632";
    terrain.metres_per_unit = {1.0, 1.0};
    CHECK(placement_over(terrain)->words == "UTM 32, heights taken to be above the geoid (EGM96)");
    terrain.crs_wkt = "EPSG:32632+5773";
    CHECK(placement_over(terrain)->words == "UTM 32, heights as it has them");
}

TEST_CASE("placement_over: a system that is none is passed over", "[placement]")
{
    model::TerrainDescription terrain;
    terrain.crs_wkt = "PROJCS[";
    CHECK(placement_over(terrain) == nullptr);
    terrain.longitude_latitude = {8.0, 46.5};
    CHECK(placement_over(terrain) != nullptr);
}

TEST_CASE("placement_in: positions in degrees are counted from the dataset's origin, the short way round",
          "[placement]")
{
    model::DatasetInfo dataset;
    dataset.length_units = "m";
    CHECK(placement_in(dataset) == nullptr);
    dataset.length_units = "degrees";
    dataset.origin = {179.0, -40.0, 0.0};
    dataset.bounds = {{178.0, -41.0, 0.0}, {182.0, -38.0, 100.0}};
    const glm::dvec3 place = placed(placement_in(dataset), -179.5, -39.0, 10.0);
    CHECK(is_near(place, {1.5, 1.0, 10.0}, 1e-6));
}

TEST_CASE("placement_in: beside a flow of all longitudes, entities are in its turn", "[placement]")
{
    model::DatasetInfo dataset;
    dataset.length_units = "degrees";
    dataset.bounds = {{0.0, -80.0, 0.0}, {360.0, 80.0, 100.0}};
    CHECK(is_near(placed(placement_in(dataset), -170.0, 10.0, 0.0), {190.0, 10.0, 0.0}, 1e-6));
    dataset.bounds = {{-180.0, -80.0, 0.0}, {180.0, 80.0, 100.0}};
    CHECK(is_near(placed(placement_in(dataset), -170.0, 10.0, 0.0), {-170.0, 10.0, 0.0}, 1e-6));
}

TEST_CASE("plane_about: says where it is", "[placement]")
{
    CHECK(plane_about({8.0, 46.5})->words == "a plane about 8.0000, 46.5000, heights above the ellipsoid");
}
