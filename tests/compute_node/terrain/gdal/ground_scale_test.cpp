#include "compute_node/terrain/gdal/ground_scale.h"
#include "compute_node/terrain/gdal/height_mosaic.h"
#include "compute_node/terrain/posed_view.h"
#include "compute_node/terrain/ray_list.h"
#include "compute_node/terrain/sight/sight.h"
#include "compute_node/terrain/terrain.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <numbers>

using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

constexpr double radians = std::numbers::pi / 180.0;

/// Metres of a degree of longitude and of latitude on WGS 84 (Snyder, "Map Projections: A Working Manual",
/// 1987, equations 4-20 and 4-21).
glm::dvec2 degree_at(double latitude)
{
    constexpr double a = 6'378'137.0, f = 1.0 / 298.257223563, e2 = f * (2.0 - f);
    const double s = std::sin(latitude * radians), w = 1.0 - e2 * s * s;
    return {a / std::sqrt(w) * std::cos(latitude * radians) * radians,
            a * (1.0 - e2) / std::pow(w, 1.5) * radians};
}

/// The y of a latitude in Web Mercator, which has a sphere's formulas, and the metres that a metre of the map
/// has on the ellipsoid there.
double web_mercator_y(double latitude)
{
    return 6'378'137.0 * std::log(std::tan((45.0 + latitude / 2.0) * radians));
}

glm::dvec2 web_mercator_metres(double latitude)
{
    const double of_degree = 6'378'137.0 * radians;
    return degree_at(latitude) / glm::dvec2{of_degree, of_degree / std::cos(latitude * radians)};
}

/// A level terrain about a place of its coordinates.
RasterFile level(const std::string& crs, glm::dvec2 middle, double spacing, int columns, int rows)
{
    return {.columns = columns,
            .rows = rows,
            .numbers = std::vector<double>(static_cast<std::size_t>(columns) * rows, 0.0),
            .crs = crs,
            .geotransform = {{middle.x - 0.5 * spacing * columns, spacing, 0, middle.y + 0.5 * spacing * rows,
                              0, -spacing}}};
}

Terrain terrain_of(const RasterFile& file)
{
    const TemporaryFolder folder;
    return load_terrain({write_raster(folder.file("dem.tif"), file)});
}

std::string notes_of(const Terrain& terrain)
{
    std::string all;
    for (const std::string& note : terrain.info.notes) all += note + "\n";
    return all;
}

Sighting sighting(const Terrain& terrain, glm::dvec2 from, glm::dvec2 to, double metres)
{
    const SightLines lines{terrain, {.curvature = earth_curvature(0.13)}};
    return lines.look({from, metres}, {to, metres}).sighting;
}

}  // namespace

TEST_CASE("Web Mercator: two eyes 2 m above the sea see each other as far as the horizon formula says",
          "[terrain]")
{
    const double y = web_mercator_y(60.0), east = web_mercator_metres(60.0).x;
    const Terrain sea = terrain_of(level("EPSG:3857", {1'125'000.0, y}, 50.0, 801, 9));
    const auto see_at = [&](double metres) {
        const glm::dvec2 from{1'108'000.0, y};
        return sighting(sea, from, from + glm::dvec2{metres / east, 0.0}, 2.0);
    };
    // Each sees sqrt(2 R h / (1 - k)) far: 5,412 m.
    const double together = 2.0 * std::sqrt(2.0 * 6'371'008.8 * 2.0 / (1.0 - 0.13));
    CHECK(together == Approx(10'824.0).margin(1.0));
    CHECK(see_at(8'000.0) == Sighting::Visible);
    CHECK(see_at(0.999 * together) == Sighting::Visible);
    CHECK(see_at(1.001 * together) == Sighting::Blocked);
    CHECK(notes_of(sea).find("a metre of the map is 0.50126 m east") != std::string::npos);
}

TEST_CASE("Web Mercator: a range and the height of what is above the ground are in the same metres",
          "[terrain]")
{
    const double y = web_mercator_y(60.0);
    const Terrain sea = terrain_of(level("EPSG:3857", {0.0, y}, 200.0, 201, 201));
    const glm::dvec2 metres = web_mercator_metres(60.0);
    for (const glm::dvec2 way : {glm::dvec2{1.0, 0.0}, glm::dvec2{0.0, 1.0}}) {
        const PlaceHit hit = cast_ray(sea, {{0.0, y, 100.0}, {way, -0.1}}, 0.0);
        REQUIRE(hit.end == RayEnd::Ground);
        CHECK(hit.range == Approx(std::hypot(1000.0, 100.0)).epsilon(1e-9));
        CHECK(glm::length((glm::dvec2{hit.place} - glm::dvec2{0.0, y}) * metres) ==
              Approx(1000.0).epsilon(1e-4));
    }
}

TEST_CASE("Degrees: a terrain that is tall has the metres of the row where a ray is", "[terrain]")
{
    const Terrain tall = terrain_of(level("EPSG:4326", {15.0, 65.0}, 1.0 / 6.0, 61, 61));
    for (const double latitude : {60.5, 65.0, 69.5}) {
        const PlaceHit hit = cast_ray(tall, {{10.5, latitude, 1000.0}, {1.0, 0.0, -0.02}}, 0.0);
        REQUIRE(hit.end == RayEnd::Ground);
        CHECK(hit.range == Approx(1000.0 * std::hypot(50.0, 1.0)).epsilon(1e-9));
        CHECK((hit.place.x - 10.5) * degree_at(latitude).x == Approx(50'000.0).epsilon(1e-9));
        const ViewRays view = view_rays(tall, {.eye = {10.5, latitude, 1000.0}}, {8, 8});
        CHECK(view.post_metres.x == Approx(degree_at(latitude).x / 6.0).epsilon(1e-9));
    }
    CHECK(notes_of(tall).find(
              "a degree of longitude is 55800 m long in the south and 38186.5 m in the north") !=
          std::string::npos);
}

TEST_CASE("Degrees: a long ray across the latitudes has the metres of the middle of its way", "[terrain]")
{
    const Terrain tall = terrain_of(level("EPSG:4326", {15.0, 65.0}, 1.0 / 6.0, 61, 61));
    const PlaceHit hit = cast_ray(tall, {{11.0, 62.0, 2000.0}, {1.0, 1.0, -0.02}}, 0.0);
    REQUIRE(hit.end == RayEnd::Ground);
    const glm::dvec2 way = glm::dvec2{hit.place} - glm::dvec2{11.0, 62.0};
    const glm::dvec2 metres = way * degree_at(62.0 + 0.5 * way.y);
    CHECK(metres.x == Approx(100'000.0).epsilon(1e-3));
    CHECK(metres.y == Approx(100'000.0).epsilon(1e-3));
}

TEST_CASE("Degrees: a line of sight bends by the metres of where it is", "[terrain]")
{
    const Terrain tall = terrain_of(level("EPSG:4326", {15.0, 65.0}, 1.0 / 6.0, 61, 61));
    const double together = 2.0 * std::sqrt(2.0 * 6'371'008.8 * 100.0 / (1.0 - 0.13));
    for (const double latitude : {60.5, 69.5}) {
        const glm::dvec2 from{11.0, latitude};
        const auto see_at = [&](double metres) {
            return sighting(tall, from, from + glm::dvec2{metres / degree_at(latitude).x, 0.0}, 100.0);
        };
        CHECK(see_at(0.999 * together) == Sighting::Visible);
        CHECK(see_at(1.001 * together) == Sighting::Blocked);
    }
}

TEST_CASE("Ground metres: maps that are true to half a percent are taken as they are", "[terrain]")
{
    for (const RasterFile& file :
         {level("EPSG:32632", {500'000.0, 6'655'000.0}, 25.0, 41, 41),
          level("EPSG:2056", {2.6e6, 1.2e6}, 25.0, 41, 41), level("EPSG:3395", {0.0, 0.0}, 25.0, 41, 41)}) {
        const Terrain terrain = terrain_of(file);
        CHECK(terrain.info.frame.metres == glm::dvec2{1.0});
        CHECK_FALSE(terrain.info.frame.metres_where);
        CHECK(terrain.info.frame.remarks.empty());
    }
    const Terrain narrow = terrain_of(level("EPSG:4326", {8.5, 46.5}, 0.001, 101, 101));
    CHECK_FALSE(narrow.info.frame.metres_where);
    CHECK(narrow.info.frame.remarks.empty());
}

TEST_CASE("Ground metres: conformal maps far from their true latitude have the scale of the textbook",
          "[terrain]")
{
    // Polar stereographic of a sphere-like ellipsoid, true at 71 S: k = (1 + sin 71) / (1 + sin latitude),
    // within the 0.3 % that the ellipsoid makes of it (Snyder, equation 21-7); at the pole 0.9728.
    const Terrain pole = terrain_of(level("EPSG:3031", {0.0, 0.0}, 1000.0, 33, 33));
    CHECK(pole.info.frame.metres.x == Approx(2.0 / (1.0 + std::sin(71.0 * radians))).epsilon(3e-3));
    CHECK(pole.info.frame.metres.y == Approx(pole.info.frame.metres.x).epsilon(1e-6));
    // Transverse Mercator 9 degrees of arc aside of its meridian, at the equator: k = 0.9996 cosh(x / k0 R).
    const double aside = 1'000'000.0;
    const Terrain far = terrain_of(level("EPSG:32632", {500'000.0 + aside, 0.0}, 100.0, 33, 33));
    CHECK(far.info.frame.metres.x ==
          Approx(1.0 / (0.9996 * std::cosh(aside / 0.9996 / 6'356'752.3))).epsilon(1e-3));
    // World Mercator, of the ellipsoid: k = 1 / cos 60 as sqrt(1 - e2 sin2) has it.
    const Terrain mercator = terrain_of(level("EPSG:3395", {0.0, 8'362'698.5}, 100.0, 33, 33));
    CHECK(mercator.info.frame.metres.x == Approx(degree_at(60.0).x / (6'378'137.0 * radians)).epsilon(1e-6));
    CHECK(mercator.info.frame.metres.y == Approx(mercator.info.frame.metres.x).epsilon(1e-6));
}

TEST_CASE("Ground metres: a map in feet has those of its feet", "[terrain]")
{
    // A transverse Mercator in US survey feet with a scale of 2 by its own words.
    const Terrain feet = terrain_of(
        level("+proj=tmerc +lat_0=40 +lon_0=-75 +k=2 +units=us-ft +datum=WGS84", {0.0, 0.0}, 100.0, 33, 33));
    CHECK(feet.info.frame.post_metres().x == Approx(100.0 * 1200.0 / 3937.0 / 2.0).epsilon(1e-6));
}

TEST_CASE("Ground metres: a map that does not keep angles has its metres along each axis, and a remark",
          "[terrain]")
{
    // Equidistant cylindrical, true at the equator: a metre east is cos 60 on the ground, one north is one.
    const Terrain plate =
        terrain_of(level("+proj=eqc +R=6371000", {0.0, 6'371'000.0 * 60.0 * radians}, 100.0, 33, 33));
    CHECK(plate.info.frame.metres.x == Approx(0.5).epsilon(1e-6));
    CHECK(plate.info.frame.metres.y == Approx(1.0).epsilon(1e-6));
    // Sinusoidal, 40 degrees aside: the meridians are askew.
    const Terrain askew =
        terrain_of(level("+proj=sinu +R=6371000", {3'000'000.0, 5'000'000.0}, 100.0, 33, 33));
    CHECK(notes_of(askew).find("does not keep angles") != std::string::npos);
}

TEST_CASE("Ground metres: of several files they are those of the whole", "[terrain]")
{
    const TemporaryFolder folder;
    const auto row_of = [&](const std::string& name, double latitude) {
        return write_raster(folder.file(name), level("EPSG:4326", {15.0, latitude}, 0.25, 21, 20));
    };
    const std::vector<std::filesystem::path> files{row_of("south.tif", 62.5), row_of("north.tif", 67.5)};
    const TerrainInfo info = open_terrain(files)->info();
    CHECK(info.frame.metres.x == Approx(degree_at(65.0).x).epsilon(1e-9));
    REQUIRE(info.frame.metres_where);
    CHECK(info.frame.metres_where({15.0, 61.0}).x == Approx(degree_at(61.0).x).epsilon(1e-9));
    CHECK(info.notes == info.frame.remarks);
}

TEST_CASE("Degrees: a place in another turn is the same place", "[terrain]")
{
    const Terrain pacific = terrain_of(level("EPSG:4326", {180.0, 10.0}, 0.5, 81, 21));
    const auto sees = [&](double from, double to) {
        return sighting(pacific, {from, 10.0}, {to, 10.0}, 100.0);
    };
    CHECK(sees(-170.0, -169.9) == Sighting::Visible);
    CHECK(sees(550.0, 190.1) == Sighting::Visible);
    CHECK(sees(-190.0, 170.1) == Sighting::Visible);
    CHECK(sees(150.0, 170.0) == Sighting::OffMap);
    // One that goes around keeps its last column.
    const Terrain globe = terrain_of(level("EPSG:4326", {0.0, 0.0}, 10.0, 37, 9));
    CHECK(globe.info.frame.post_at({180.0, 0.0}).x == 36.0);
    CHECK(globe.info.frame.post_at({-180.0, 0.0}).x == 0.0);
    CHECK(globe.info.frame.post_at({190.0, 0.0}).x == 1.0);
}

TEST_CASE("Degrees: heights up to a pole can be seen over", "[terrain]")
{
    const Terrain pole = terrain_of(level("EPSG:4326", {0.0, 87.5}, 0.25, 41, 21));
    const PlaceHit hit = cast_ray(pole, {{0.0, 90.0, 100.0}, {0.0, -1.0, -0.1}}, 0.0);
    REQUIRE(hit.end == RayEnd::Ground);
    CHECK((90.0 - hit.place.y) * degree_at(90.0).y == Approx(1000.0).epsilon(1e-3));
    CHECK(std::isfinite(hit.place.x));
}
