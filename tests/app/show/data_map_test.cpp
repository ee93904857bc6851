#include "app/show/data_map.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "model/geometry/geocentric.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

/// About 8.5 E, 46.5 N, as N46E008 is in UTM.
model::TerrainDescription utm_terrain(double half_metres)
{
    model::TerrainDescription terrain;
    terrain.crs = "WGS 84 / UTM zone 32N";
    terrain.crs_wkt = "EPSG:32632";
    terrain.origin = {461'000.0, 5'150'000.0};
    terrain.metres_per_unit = {1.0, 1.0};
    terrain.bounds = {{-half_metres, -half_metres}, {half_metres, half_metres}};
    return terrain;
}

model::TerrainDescription geographic_terrain()
{
    model::TerrainDescription terrain;
    terrain.crs = "WGS 84";
    terrain.crs_wkt = "EPSG:4326";
    terrain.geographic = true;
    terrain.origin = {8.5, 46.5};
    terrain.metres_per_unit = {76'762.0, 111'161.0};
    terrain.bounds = {{-38'381.0, -55'580.0}, {38'381.0, 55'580.0}};
    return terrain;
}

model::DatasetInfo wind()
{
    model::DatasetInfo dataset;
    dataset.geographic = true;
    dataset.length_units = "degrees";
    dataset.z_units = "m";
    dataset.z_positive = "up";
    dataset.bounds = {{7.0, 45.0, 0.0}, {10.0, 48.0, 9000.0}};
    return dataset;
}

Area area_of(const model::TerrainDescription& terrain)
{
    return {{terrain.bounds.min[0], terrain.bounds.min[1]}, {terrain.bounds.max[0], terrain.bounds.max[1]}};
}

std::shared_ptr<const DataMap> map_over(const model::TerrainDescription& terrain,
                                        const model::DatasetInfo& dataset, double tolerance)
{
    return DataMap::make(dataset, EarthFrame::over(terrain), area_of(terrain), tolerance);
}

/// What shaders/scene_place.glsl does.
glm::dvec3 drawn_by_shader(const render::Placement& placement, glm::dvec3 own)
{
    if (!placement.map) return glm::dvec3(placement.offset) + glm::dvec3(placement.scale) * own;
    const render::PlaceMap& map = *placement.map;
    const glm::dvec2 at = (glm::dvec2(own) - map.first) / map.step;
    const auto i = static_cast<std::size_t>(at.x), j = static_cast<std::size_t>(at.y);
    const auto node = [&](std::size_t column, std::size_t row) {
        const auto& one = map.nodes[row * static_cast<std::size_t>(map.columns) + column];
        return glm::dvec3(one.place, one.height);
    };
    const glm::dvec2 part = at - glm::floor(at);
    const glm::dvec3 blended = glm::mix(glm::mix(node(i, j), node(i + 1, j), part.x),
                                        glm::mix(node(i, j + 1), node(i + 1, j + 1), part.x), part.y);
    return blended + glm::dvec3(0.0, 0.0, map.height_scale * own.z);
}

}  // namespace

TEST_CASE("DataMap: an entity and a position of a flow at one place are drawn at one place", "[earth]")
{
    for (const auto& terrain : {utm_terrain(40'000.0), geographic_terrain()}) {
        const auto frame = EarthFrame::over(terrain);
        REQUIRE(frame);
        const auto map = DataMap::make(wind(), frame, area_of(terrain), 0.5);
        REQUIRE(map);
        // EGM96 is 50.683 m above the ellipsoid there (PROJ 9.1.1, egm96_15.gtx).
        const auto entity = frame->entities({})->place_of(model::geocentric_of({8.0, 46.5, 2000.0 + 50.683}));
        CHECK(glm::distance(map->drawn({8.0, 46.5, 2000.0}), entity) < 0.01);
        CHECK(glm::distance(drawn_by_shader(map->placement(), {8.0, 46.5, 2000.0}), entity) < 0.5);
    }
}

TEST_CASE("DataMap: the lattice is as near to PROJ as asked, wherever one looks", "[earth]")
{
    std::mt19937 random(1);
    for (const double half_metres : {50'000.0, 400'000.0}) {
        const auto terrain = utm_terrain(half_metres);
        model::DatasetInfo dataset = wind();
        dataset.bounds = {{0.0, 40.0, 0.0}, {18.0, 52.0, 9000.0}};
        const auto map = map_over(terrain, dataset, 0.5);
        REQUIRE(map);
        REQUIRE(map->placement().map);
        CHECK(map->placement().map->columns >= 65);
        CHECK(map->placement().map->columns <= 1025);
        std::uniform_real_distribution<double> within(-half_metres, half_metres);
        for (int i = 0; i < 2000; ++i) {
            const auto own = map->own({within(random), within(random), 1500.0});
            REQUIRE(own);
            CHECK(glm::distance(drawn_by_shader(map->placement(), *own), map->drawn(*own)) < 0.6);
        }
    }
}

TEST_CASE("DataMap: in the same degrees on both sides two factors do", "[earth]")
{
    const auto map = map_over(geographic_terrain(), wind(), 0.5);
    REQUIRE(map);
    CHECK(map->placement().map == nullptr);
    CHECK(glm::distance(drawn_by_shader(map->placement(), {8.7, 46.1, 300.0}),
                        glm::dvec3(0.2 * 76'762.0, -0.4 * 111'161.0, 300.0)) < 0.1);
}

TEST_CASE("DataMap: what is drawn leads back to the position", "[earth]")
{
    model::DatasetInfo ocean = wind();
    ocean.z_positive = "down";
    ocean.bounds = {{360.0 + 7.0, 45.0, 0.0}, {360.0 + 10.0, 48.0, 4000.0}};
    const auto map = map_over(utm_terrain(40'000.0), ocean, 0.5);
    REQUIRE(map);
    const glm::dvec3 own(368.4, 46.6, 250.0), drawn = map->drawn(own);
    CHECK(drawn.z == Approx(-250.0).margin(0.01));
    const auto back = map->own(drawn);
    REQUIRE(back);
    CHECK(glm::distance(*back, own) < 1e-6);
}

namespace {

/// A terrain of all longitudes, from a west one on.
model::TerrainDescription globe_from(double west)
{
    model::TerrainDescription terrain = geographic_terrain();
    terrain.origin = {west + 180.0, 0.0};
    terrain.metres_per_unit = {111'319.5, 110'574.3};
    terrain.bounds = {{-180.0 * 111'319.5, -80.0 * 110'574.3}, {180.0 * 111'319.5, 80.0 * 110'574.3}};
    return terrain;
}

/// As the shader takes x into the lattice's turn.
glm::dvec3 drawn_in_turn(const render::Placement& placement, glm::dvec3 own)
{
    if (placement.map && placement.map->turn > 0.0) {
        const render::PlaceMap& map = *placement.map;
        const double middle = map.first.x + 0.5 * (map.columns - 1) * map.step.x;
        own.x -= map.turn * std::floor((own.x - middle) / map.turn + 0.5);
    }
    return drawn_by_shader(placement, own);
}

}  // namespace

TEST_CASE("DataMap: a flow in another turn of 360 degrees is drawn at its longitudes", "[earth]")
{
    struct Case {
        double ground_west, west, east;
    };
    for (const auto& [ground_west, west, east] :
         {Case{0.0, -180.0, 180.0}, Case{-180.0, 0.0, 360.0}, Case{0.0, -130.0, -60.0},
          Case{0.0, -30.0, 30.0}, Case{-180.0, 150.0, 210.0}, Case{-180.0, 520.0, 580.0}}) {
        model::DatasetInfo flow = wind();
        flow.bounds = {{west, -60.0, 0.0}, {east, 60.0, 0.0}};
        const auto ground = globe_from(ground_west);
        const auto map = map_over(ground, flow, 500.0);
        REQUIRE(map);
        for (double longitude = west + 0.5; longitude < east; longitude += 1.0) {
            // Degrees on both sides: the terrain's own formula, in its turn.
            const double middle = ground_west + 180.0;
            const double in_turn = longitude - 360.0 * std::round((longitude - middle) / 360.0);
            const glm::dvec2 right{(in_turn - middle) * 111'319.5, 40.0 * 110'574.3};
            CAPTURE(ground_west, west, longitude);
            CHECK(glm::distance(glm::dvec2(drawn_in_turn(map->placement(), {longitude, 40.0, 0.0})), right) <
                  500.0);
        }
    }
}

TEST_CASE("DataMap: a z that is no length has no height", "[earth]")
{
    model::DatasetInfo dataset = wind();
    dataset.z_units = "hPa";
    dataset.z_positive = "down";
    CHECK_FALSE(map_over(utm_terrain(40'000.0), dataset, 0.5)->has_heights());
    dataset.z_units = "m";
    CHECK(map_over(utm_terrain(40'000.0), dataset, 0.5)->has_heights());
    dataset.z_positive.clear();
    CHECK_FALSE(map_over(utm_terrain(40'000.0), dataset, 0.5)->has_heights());
}

TEST_CASE("DataMap: a dataset elsewhere has none", "[earth]")
{
    model::DatasetInfo dataset = wind();
    dataset.bounds = {{20.0, 45.0, 0.0}, {22.0, 48.0, 0.0}};
    CHECK(map_over(utm_terrain(40'000.0), dataset, 0.5) == nullptr);
}

TEST_CASE("DataMap: a projected dataset goes the same way", "[earth]")
{
    model::DatasetInfo dataset;
    dataset.crs_wkt = "EPSG:2056";  // Swiss LV95
    dataset.length_units = "m";
    dataset.z_positive = "up";
    dataset.bounds = {{2'600'000.0, 1'100'000.0, 0.0}, {2'750'000.0, 1'250'000.0, 4000.0}};
    const auto terrain = utm_terrain(40'000.0);
    const auto map = map_over(terrain, dataset, 0.5);
    REQUIRE(map);
    // cs2cs of PROJ 9.1.1, EPSG:2056 to EPSG:32632: 2690000, 1150000.
    const glm::dvec3 at = map->drawn({2'690'000.0, 1'150'000.0, 800.0});
    const auto back = map->own(at);
    REQUIRE(back);
    CHECK(glm::distance(*back, glm::dvec3(2'690'000.0, 1'150'000.0, 800.0)) < 0.01);
    CHECK(at.z == Approx(800.0).margin(0.01));
}

TEST_CASE("EarthFrame: the ellipsoid in place of the geoid moves entities by the geoid's height", "[earth]")
{
    const auto frame = EarthFrame::over(utm_terrain(40'000.0));
    const auto height = [&](const char* vertical) {
        const auto placement = frame->entities(*model::vertical_of(vertical));
        return placement->place_of(model::geocentric_of({8.0, 46.5, 500.0})).z;
    };
    // PROJ 9.1.1: EPSG:32632 500.000, with EPSG:5773 449.317.
    CHECK(height("ellipsoid") == Approx(500.0).margin(1e-3));
    CHECK(height("egm96") == Approx(449.317).margin(2e-3));
    CHECK(height("") == Approx(449.317).margin(2e-3));
    CHECK(height("offset:-48.5") == Approx(451.5).margin(1e-3));
}

TEST_CASE("EarthFrame: what is not said of heights is said to be taken", "[earth]")
{
    auto terrain = utm_terrain(40'000.0);
    const auto words = [&] { return EarthFrame::over(terrain)->entities({})->words; };
    CHECK(words() == "WGS 84 / UTM zone 32N, heights taken to be above the geoid (EGM96)");
    terrain.vertical = "geoid";
    CHECK(words() == "WGS 84 / UTM zone 32N, heights above the geoid (EGM96)");
    terrain.vertical = "ellipsoid";
    CHECK(words() == "WGS 84 / UTM zone 32N, heights above the ellipsoid");
}
