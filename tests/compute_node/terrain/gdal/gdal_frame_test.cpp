#include "compute_node/terrain/gdal/crs.h"
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

TerrainInfo info_of(const RasterFile& file)
{
    const TemporaryFolder folder;
    return open_heights(write_raster(folder.file("dem.tif"), file))->info();
}

std::string frame_refusal(const RasterFile& file)
{
    return error_of([&] { (void)info_of(file); });
}

}  // namespace

TEST_CASE("Frame: a post is where its pixel's centre is", "[terrain]")
{
    const PostFrame frame = info_of({}).frame;
    CHECK(frame.coordinates_of({0, 0}) == glm::dvec2{500'005, 4'599'995});
    CHECK(frame.coordinates_of({2, 1}) == glm::dvec2{500'025, 4'599'985});
    CHECK(frame.post_at({500'015, 4'599'990}) == glm::dvec2{1, 0.5});
    CHECK(frame.post_metres() == glm::dvec2{10, -10});
    CHECK_FALSE(frame.geographic);
    CHECK(crs_name(frame.crs).code == "EPSG:32632");
    CHECK(crs_name(frame.crs).name == "WGS 84 / UTM zone 32N");
}

TEST_CASE("Frame: rows that go north are taken as they are", "[terrain]")
{
    const PostFrame frame = info_of({.geotransform = {{0, 10, 0, 0, 0, 20}}}).frame;
    CHECK(frame.origin == glm::dvec2{5, 10});
    CHECK(frame.spacing == glm::dvec2{10, 20});
}

TEST_CASE("Frame: a projection in feet gives coordinates in metres, and a note", "[terrain]")
{
    // New York Long Island, US survey feet.
    const TerrainInfo info =
        info_of({.crs = "EPSG:2263", .geotransform = {{1'000'000, 100, 0, 200'000, 0, -100}}});
    constexpr double foot = 1200.0 / 3937.0;
    CHECK(info.frame.crs_unit == Approx(foot));
    CHECK(info.frame.spacing.x == Approx(100 * foot));
    CHECK(info.frame.origin.x == Approx(1'000'050 * foot));
    CHECK(info.frame.origin.y == Approx(199'950 * foot));
    CHECK(info.frame.post_metres().y == Approx(-100 * foot));
    CHECK(has_note(info, "US survey foot of 0.3048006096 m; here they are metres"));
}

TEST_CASE("Frame: degrees are as many metres as WGS 84 has at the middle latitude", "[terrain]")
{
    // Three rows of a third of a degree from 45.5 N down: their posts' middle is at 45 N.
    const PostFrame frame = info_of({.rows = 3,
                                     .numbers = std::vector<double>(9, 1.0),
                                     .crs = "EPSG:4326",
                                     .geotransform = {{8, 1.0 / 3, 0, 45.5, 0, -1.0 / 3}}})
                                .frame;
    CHECK(frame.geographic);
    CHECK(frame.origin.y == Approx(45.5 - 1.0 / 6));
    // A degree at 45 N, by tables of WGS 84: 78,846.8 m of longitude and 111,131.8 m of latitude.
    CHECK(frame.metres.x == Approx(78'846.81).margin(0.05));
    CHECK(frame.metres.y == Approx(111'131.78).margin(0.05));
}

TEST_CASE("metres_of_degree: the equator, a pole, and another body", "[terrain]")
{
    CHECK(metres_of_degree(0).x == Approx(111'319.491).margin(0.001));  // a pi / 180
    CHECK(metres_of_degree(0).y == Approx(110'574.276).margin(0.001));
    CHECK(metres_of_degree(90).x == Approx(0.0).margin(1e-6));
    CHECK(metres_of_degree(-90).y == Approx(111'693.980).margin(0.001));
    const std::string moon = R"(GEOGCS["Moon",DATUM["Moon",SPHEROID["Moon",1737400,0]],)"
                             R"(PRIMEM["Reference_Meridian",0],UNIT["degree",0.0174532925199433]])";
    CHECK(metres_of_degree(0, ellipsoid_of(moon)).x == Approx(30'323.35).margin(0.01));
    CHECK(metres_of_degree(60, ellipsoid_of(moon)).x == Approx(15'161.68).margin(0.01));
    CHECK(metres_of_degree(60, ellipsoid_of(moon)).y == Approx(30'323.35).margin(0.01));
}

TEST_CASE("Frame: latitudes beyond the poles are refused", "[terrain]")
{
    CHECK(contains(frame_refusal({.crs = "EPSG:4326"}),
                   "expected latitudes from -90 to 90 degrees, found 4599985 to 4599995"));
}

TEST_CASE("Frame: without georeference coordinates are posts, and y grows north", "[terrain]")
{
    const TerrainInfo info = info_of({.crs = "", .geotransform = {}});
    CHECK(info.frame.crs.empty());
    CHECK(info.frame.coordinates_of({0, 0}) == glm::dvec2{0, 1});
    CHECK(info.frame.coordinates_of({2, 1}) == glm::dvec2{2, 0});
    CHECK(has_note(info, "no georeference: coordinates are posts"));
}

TEST_CASE("Frame: without a reference system coordinates are metres, and what looks like degrees is reported",
          "[terrain]")
{
    CHECK(has_note(info_of({.crs = ""}), "no reference system is named: coordinates are taken as metres"));
    CHECK_FALSE(has_note(info_of({.crs = ""}), "degrees"));
    CHECK(has_note(info_of({.crs = "", .geotransform = {{8, 0.001, 0, 46, 0, -0.001}}}),
                   "if they are degrees"));
}

TEST_CASE("Frame: a rotated or mirrored grid is refused with what to do", "[terrain]")
{
    for (const std::array<double, 6>& turned : {std::array<double, 6>{500'000, 9, 3, 4'600'000, 3, -9},
                                                std::array<double, 6>{500'000, 10, 3, 4'600'000, 0, -10},
                                                std::array<double, 6>{500'000, -10, 0, 4'600'000, 0, -10}}) {
        const std::string message = frame_refusal({.geotransform = turned});
        CHECK(contains(message, "rotated, sheared or mirrored"));
        CHECK(contains(message, "gdalwarp"));
    }
    CHECK(frame_refusal({.geotransform = {{500'000, 10, 1e-9, 4'600'000, 1e-9, -10}}}).empty());
}

TEST_CASE("Frame: posts that are no way apart, or odd ways, are refused as such", "[terrain]")
{
    const auto refusal_with = [](double dx, double dy) {
        return frame_refusal({.geotransform = {{500'000, dx, 0, 4'600'000, 0, dy}}});
    };
    CHECK(contains(refusal_with(10, std::nan("")), "expected finite numbers"));
    CHECK(contains(refusal_with(1e300, -1e300), "m apart, expected 1e-06 to 1e+07 m"));
    CHECK(contains(refusal_with(1e-300, -1e-300), "m apart"));
    CHECK(contains(refusal_with(10, -1e8), "10 x 1e+08 m apart"));
    CHECK(refusal_with(1e-6, -1e7).empty());
    // A GeoTIFF cannot say it.
    const TemporaryFolder folder;
    (void)write_raster(folder.file("dem.tif"));
    const std::string no_width = folder.write(
        "dem.vrt",
        "<VRTDataset rasterXSize=\"3\" rasterYSize=\"2\"><GeoTransform>0,0,0,0,0,-10</GeoTransform>"
        "<VRTRasterBand dataType=\"Float32\" band=\"1\"><SimpleSource><SourceFilename "
        "relativeToVRT=\"1\">dem.tif</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>");
    CHECK(contains(error_of([&] { (void)open_heights(no_width); }),
                   "expected finite numbers with posts that are some way apart"));
}

TEST_CASE("Frame: control points alone are refused with what to do", "[terrain]")
{
    std::array<char, 1> none{};
    std::vector<GDAL_GCP> points;
    for (const auto& [column, row] : {std::pair{0.0, 0.0}, {3.0, 0.0}, {0.0, 2.0}})
        points.push_back({none.data(), none.data(), column, row, 8 + column, 46 - row * column - row, 0.0});
    const std::string message =
        frame_refusal({.crs = "EPSG:4326", .geotransform = {}, .control_points = points});
    CHECK(contains(message, "3 control points tie it to the ground"));
    CHECK(contains(message, "gdalwarp"));
}

TEST_CASE("same_crs: a system is the same under any name", "[terrain]")
{
    const std::string utm32 = info_of({}).frame.crs, utm33 = info_of({.crs = "EPSG:32633"}).frame.crs;
    const std::string unnamed = info_of({.crs = "+proj=utm +zone=32 +datum=WGS84 +units=m"}).frame.crs;
    CHECK(same_crs(utm32, unnamed));
    CHECK_FALSE(same_crs(utm32, utm33));
    CHECK_FALSE(same_crs(utm32, ""));
    CHECK(same_crs("", ""));
    CHECK(crs_name("").name.empty());
}
