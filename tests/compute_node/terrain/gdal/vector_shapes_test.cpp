#include "compute_node/terrain/gdal/vector_shapes.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/temporary_folder.h"

#include <cpl_conv.h>
#include <ogr_api.h>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

std::string collection_of(const std::string& geometry, const std::string& properties = "{}")
{
    return R"({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": )" + properties +
           R"(, "geometry": )" + geometry + "}]}";
}

std::string point(const std::string& name)
{
    return collection_of(R"({"type": "Point", "coordinates": [7, 46]})", R"({"name": ")" + name + "\"}");
}

/// The reference system in WKT.
std::string wkt_of(const std::string& name)
{
    prepare_gdal();
    OGRSpatialReferenceH crs = crs_of(name);
    char* text = nullptr;
    OSRExportToWkt(crs, &text);
    std::string wkt{text};
    CPLFree(text);
    OSRDestroySpatialReference(crs);
    return wkt;
}

/// A shapefile without a reference system. Returns the path.
std::string write_unplaced_point(const std::string& path, double x, double y)
{
    prepare_gdal();
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName("ESRI Shapefile"), path.c_str(), 0, 0, 0, GDT_Unknown, nullptr);
    OGRLayerH layer = GDALDatasetCreateLayer(dataset, "a", nullptr, wkbPoint, nullptr);
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
    OGRGeometryH point = OGR_G_CreateGeometry(wkbPoint);
    OGR_G_SetPoint_2D(point, 0, x, y);
    OGR_F_SetGeometryDirectly(feature, point);
    if (OGR_L_CreateFeature(layer, feature) != OGRERR_NONE) throw std::runtime_error("cannot write " + path);
    OGR_F_Destroy(feature);
    GDALClose(dataset);
    return path;
}

/// A listening port of this machine, which counts connections.
class Door {
public:
    Door()
    {
        REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&address_), size_) == 0);
        REQUIRE(listen(socket_, 1) == 0);
        REQUIRE(getsockname(socket_, reinterpret_cast<sockaddr*>(&address_), &size_) == 0);
    }
    ~Door() { close(socket_); }
    Door(const Door&) = delete;
    Door& operator=(const Door&) = delete;

    [[nodiscard]] std::string url() const
    {
        return "http://127.0.0.1:" + std::to_string(ntohs(address_.sin_port)) + "/crs";
    }
    /// Whether a connection was made.
    [[nodiscard]] bool was_knocked_at() const
    {
        const int visitor = accept(socket_, nullptr, nullptr);
        if (visitor >= 0) close(visitor);
        return visitor >= 0;
    }

private:
    int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    sockaddr_in address_{
        .sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    socklen_t size_ = sizeof(address_);
};

}  // namespace

TEST_CASE("read_shapes: lines, rings of areas and places with names", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("a.geojson", R"({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"NAME": "Piz"}, "geometry": {"type": "Point", "coordinates": [1, 2, 9]}},
        {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[0, 0], [3, 4]]}},
        {"type": "Feature", "properties": {}, "geometry": null},
        {"type": "Feature", "properties": {"label": null}, "geometry": {"type": "GeometryCollection", "geometries": [
            {"type": "MultiPoint", "coordinates": [[5, 5], [6, 6]]},
            {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 0]], [[2, 1], [3, 1], [3, 2], [2, 1]]]}]}}]})");
    const VectorShapes shapes = read_shapes(file, {});
    REQUIRE(shapes.places.size() == 3);
    CHECK(shapes.places[0].at == glm::dvec2{1, 2});
    CHECK(shapes.places[0].name == "Piz");
    CHECK(shapes.places[2].at == glm::dvec2{6, 6});
    CHECK(shapes.places[2].name.empty());
    REQUIRE(shapes.lines.size() == 3);
    CHECK(shapes.lines[0] == std::vector<glm::dvec2>{{0, 0}, {3, 4}});
    CHECK(shapes.lines[1].size() == 4);
    CHECK(shapes.lines[2].front() == shapes.lines[2].back());
}

TEST_CASE("read_shapes: longitudes and latitudes become the terrain's coordinates", "[terrain]")
{
    const TemporaryFolder folder;
    // On the central meridian of zone 32; the northing is that of the meridian arc, 0.9996 times 4,984,944 m.
    const std::string file = folder.write(
        "a.geojson", collection_of(R"({"type": "LineString", "coordinates": [[9, 45], [9, 0]]})"));
    PostFrame frame;
    frame.crs = wkt_of("EPSG:32632");
    const VectorShapes shapes = read_shapes(file, frame);
    REQUIRE(shapes.lines.size() == 1);
    CHECK(shapes.lines[0][0].x == Approx(500'000).margin(1e-3));
    CHECK(shapes.lines[0][0].y == Approx(0.9996 * 4'984'944.378).margin(0.01));
    CHECK(shapes.lines[0][1].y == Approx(0).margin(1e-3));
    frame.crs_unit = 0.3048;  // coordinates of a system in feet are metres
    CHECK(read_shapes(file, frame).lines[0][0].x == Approx(0.3048 * 500'000));
}

TEST_CASE("read_shapes: numbers without a reference system are those of the terrain's own", "[terrain]")
{
    const TemporaryFolder folder;
    PostFrame frame;
    frame.crs = wkt_of("EPSG:2263");
    frame.crs_unit = 0.3048;
    const VectorShapes shapes = read_shapes(write_unplaced_point(folder.file("a.shp"), 1000, 2000), frame);
    REQUIRE(shapes.places.size() == 1);
    CHECK(shapes.places[0].at.x == Approx(304.8));
    CHECK(shapes.places[0].at.y == Approx(609.6));
}

TEST_CASE("read_shapes: a vertex that a projection does not know is NaN", "[terrain]")
{
    const TemporaryFolder folder;
    PostFrame frame;
    frame.crs = wkt_of("EPSG:3857");
    const VectorShapes shapes = read_shapes(
        folder.write("a.geojson",
                     collection_of(R"({"type": "LineString", "coordinates": [[1, 2], [1, 1e9]]})")),
        frame);
    REQUIRE(shapes.lines.size() == 1);
    CHECK(std::isfinite(shapes.lines[0][0].y));
    CHECK_FALSE(std::isfinite(shapes.lines[0][1].y));
}

TEST_CASE("read_shapes: names are one line of whole characters", "[terrain]")
{
    const TemporaryFolder folder;
    const auto name = [&](const std::string& json) {
        return read_shapes(folder.write("a.geojson", point(json)), {}).places.front().name;
    };
    CHECK(name("Gr\\u00fcn\\nsee") == "Gr\xc3\xbcn see");
    CHECK(name(std::string(63, 'a') + "\\u00fc") == std::string(63, 'a'));
    CHECK(name(std::string(62, 'a') + "\\u00fc") == std::string(62, 'a') + "\xc3\xbc");
}

TEST_CASE("read_shapes: more vertices than are allowed", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write(
        "a.geojson",
        collection_of(R"({"type": "MultiLineString", "coordinates": [[[0, 0], [1, 1]], [[0, 0], [1, 1]]]})"));
    VectorOptions options;
    options.max_vertices = 4;
    CHECK(read_shapes(file, {}, options).lines.size() == 2);
    options.max_vertices = 3;
    CHECK_THROWS_AS(read_shapes(file, {}, options), TooManyVertices);
    options.max_file_bytes = 100;
    CHECK(contains(error_of([&] { (void)read_shapes(file, {}, options); }), "max_overlay_file_bytes = 100"));
}

TEST_CASE("read_shapes: what is no file of shapes is one line that says so", "[terrain]")
{
    const TemporaryFolder folder;
    const auto error = [&](const std::string& file) {
        return error_of([&] { (void)read_shapes(file, {}); });
    };
    CHECK(contains(error(folder.write("a.txt", "nothing")), "expected points, lines or areas"));
    CHECK(contains(error(folder.write("b.geojson", R"({"type": "FeatureCollection", "features": [)")),
                   "b.geojson"));
    CHECK(contains(error(folder.file("none.geojson")), "none.geojson"));
    // VRTs name other files.
    CHECK(contains(
        error(folder.write("c.vrt", R"(<OGRVRTDataSource><OGRVRTLayer name="x"><SrcDataSource>/etc/passwd)"
                                    R"(</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>)")),
        "expected points, lines or areas"));
}

TEST_CASE("read_shapes: a client's file lies below the data folders, links resolved", "[terrain]")
{
    const TemporaryFolder folder;
    fs::create_directories(folder / "data");
    fs::create_directories(folder / "secret");
    (void)folder.write("data/a.geojson", point("a"));
    (void)folder.write("secret/b.geojson", point("b"));
    fs::create_symlink(folder / "secret/b.geojson", folder / "data/b.geojson");
    VectorOptions options;
    options.allowed_folders = {folder / "data"};
    const auto error = [&](const std::string& name) {
        return error_of([&] { (void)read_shapes(folder / name, {}, options); });
    };
    CHECK(error("data/a.geojson").empty());
    CHECK(contains(error("data/b.geojson"), "expected a file in the data folders"));
    CHECK(contains(error("secret/b.geojson"), "expected a file in the data folders"));
    CHECK(contains(error("data"), "expected a file in the data folders"));
}

TEST_CASE("read_shapes: nothing is fetched for a client, and what would have to be is an error", "[terrain]")
{
    const TemporaryFolder folder;
    const Door door;
    CPLSetConfigOption("GDAL_HTTP_TIMEOUT", "1");  // no answer comes
    VectorOptions options;
    options.allowed_folders = {folder.path()};
    for (const std::string crs : {R"({"type": "link", "properties": {"href": "URL"}})",
                                  R"({"type": "link", "properties": {"url": "URL"}})",
                                  R"({"type": "url", "properties": {"url": "URL"}})"}) {
        std::string file = point("a");
        file.insert(file.find('{') + 1, R"("crs": )" + crs + ", ");
        file.replace(file.find("URL"), 3, door.url());
        const std::string error =
            error_of([&] { (void)read_shapes(folder.write("a.geojson", file), {}, options); });
        INFO(crs << ": " << error);
        CHECK(contains(error, "a.geojson"));
        CHECK(contains(error, door.url() + "' would have to be fetched"));
        CHECK_FALSE(door.was_knocked_at());
    }
}
