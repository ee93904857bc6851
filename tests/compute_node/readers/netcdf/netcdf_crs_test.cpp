// The reference systems of NetCDF files, from the parameters of their grid mappings.
#include <proj.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>

#include "compute_node/readers/netcdf/netcdf_file.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/compute_node/readers/process/reader_folder.h"
#include "tests/compute_node/rotating_earth.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

using Attributes = std::function<void(Writer&, int mapping)>;

struct DestroyProj {
    void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
    void operator()(PJ* object) const { proj_destroy(object); }
};

/// Where PROJ puts a longitude and a latitude in a system in WKT.
glm::dvec2 placed(const std::string& wkt, double longitude, double latitude)
{
    const std::unique_ptr<PJ_CONTEXT, DestroyProj> context(proj_context_create());
    const std::unique_ptr<PJ, DestroyProj> plain(
        proj_create_crs_to_crs(context.get(), "EPSG:4326", wkt.c_str(), nullptr));
    REQUIRE(plain);
    const std::unique_ptr<PJ, DestroyProj> way(proj_normalize_for_visualization(context.get(), plain.get()));
    const PJ_COORD at = proj_trans(way.get(), PJ_FWD, proj_coord(longitude, latitude, 0.0, HUGE_VAL));
    return {at.xy.x, at.xy.y};
}

void write_mapped(const std::filesystem::path& path, const std::string& name, const Attributes& attributes,
                  const std::string& units)
{
    Writer file{path};
    const bool degrees = units.starts_with("degree");
    for (const char* axis : {"y", "x"}) {
        file.dimension(axis, 3);
        const int variable = file.variable(axis, NC_DOUBLE, {axis});
        const std::string word = axis == std::string("x") ? "longitude" : "latitude";
        file.text(variable, "standard_name",
                  degrees ? "grid_" + word : std::string("projection_") + axis + "_coordinate");
        file.text(variable, "units", units);
        file.values(variable, {0.0, 1.0, 2.0});
    }
    const int mapping = file.variable("crs", NC_INT, {});
    file.text(mapping, "grid_mapping_name", name);
    attributes(file, mapping);
    for (const char* component : {"u", "v"}) {
        const int variable = file.variable(component, NC_FLOAT, {"y", "x"});
        file.text(variable, "units", "m s-1");
        file.text(variable, "grid_mapping", "crs");
        file.values(variable, std::vector<double>(9, 1.0));
    }
}

DatasetInfo info_of(const std::string& name, const Attributes& attributes, const std::string& units = "m")
{
    const TemporaryFolder folder;
    write_mapped(folder / "f.nc", name, attributes, units);
    return open_file(folder / "f.nc").info();
}

/// Of Snyder's examples.
void put_clarke_1866(Writer& file, int mapping)
{
    file.number(mapping, "semi_major_axis", NC_DOUBLE, 6'378'206.4);
    file.number(mapping, "semi_minor_axis", NC_DOUBLE, 6'356'583.8);
}

void put(Writer& file, int mapping, std::initializer_list<std::pair<const char*, double>> numbers)
{
    for (const auto& [name, value] : numbers) file.number(mapping, name, NC_DOUBLE, value);
}

void check_place(const DatasetInfo& info, glm::dvec2 longitude_latitude, glm::dvec2 place)
{
    const glm::dvec2 found = placed(info.crs_wkt, longitude_latitude.x, longitude_latitude.y);
    CAPTURE(info.crs_wkt, found.x, found.y);
    CHECK(glm::distance(found, place) < 0.2);
}

}  // namespace

// Snyder, "Map Projections: A Working Manual", USGS Professional Paper 1395, 1987, appendix A, numerical
// examples: pages 296, 292, 269, 333, 266 and 315.
TEST_CASE("NetCDF: the system of a Lambert cone is that of its parameters", "[netcdf]")
{
    check_place(
        info_of("lambert_conformal_conic",
                [](Writer& file, int mapping) {
                    put_clarke_1866(file, mapping);
                    file.numbers(mapping, "standard_parallel", {33.0, 45.0});
                    put(file, mapping,
                        {{"longitude_of_central_meridian", -96.0}, {"latitude_of_projection_origin", 23.0}});
                }),
        {-75.0, 35.0}, {1'894'410.9, 1'564'649.5});
}

TEST_CASE("NetCDF: the system of an Albers cone is that of its parameters, moved by false ones", "[netcdf]")
{
    check_place(info_of("albers_conical_equal_area",
                        [](Writer& file, int mapping) {
                            put_clarke_1866(file, mapping);
                            file.numbers(mapping, "standard_parallel", {29.5, 45.5});
                            put(file, mapping,
                                {{"longitude_of_central_meridian", -96.0},
                                 {"latitude_of_projection_origin", 23.0},
                                 {"false_easting", 1000.0},
                                 {"false_northing", -2000.0}});
                        }),
                {-75.0, 35.0}, {1'886'472.7, 1'533'925.0});
}

TEST_CASE("NetCDF: one parallel of an Albers cone is both", "[netcdf]")
{
    const auto put_cone = [](Writer& file, int mapping) {
        put(file, mapping,
            {{"standard_parallel", 45.0},
             {"longitude_of_central_meridian", 10.0},
             {"latitude_of_projection_origin", 45.0}});
    };
    const DatasetInfo info = info_of("albers_conical_equal_area", put_cone);
    CHECK(glm::distance(placed(info.crs_wkt, 15.0, 50.0),
                        placed("+proj=aea +lat_1=45 +lat_2=45 +lon_0=10 +lat_0=45 +datum=WGS84 +type=crs",
                               15.0, 50.0)) < 1e-3);
}

TEST_CASE("NetCDF: a process that may open nothing but its data reads a file with a mapping", "[netcdf]")
{
    const ReaderFolder folder;
    const auto put_cone = [](Writer& file, int mapping) {
        file.numbers(mapping, "standard_parallel", {33.0, 45.0});
        put(file, mapping,
            {{"longitude_of_central_meridian", -96.0}, {"latitude_of_projection_origin", 23.0}});
    };
    write_mapped(folder / "cone.nc", "lambert_conformal_conic", put_cone, "m");
    const ReaderProcesses readers{folder.settings()};
    const DatasetInfo info = Dataset{"cone", readers.read(step_of({folder / "cone.nc"})).data}.info();
    CHECK_FALSE(info.crs_wkt.empty());
    CHECK(info.crs_wkt == open_file(folder / "cone.nc").info().crs_wkt);
}

TEST_CASE("NetCDF: the system of a transverse Mercator plane is that of its parameters", "[netcdf]")
{
    check_place(info_of("transverse_mercator",
                        [](Writer& file, int mapping) {
                            put_clarke_1866(file, mapping);
                            put(file, mapping,
                                {{"scale_factor_at_central_meridian", 0.9996},
                                 {"longitude_of_central_meridian", -75.0},
                                 {"latitude_of_projection_origin", 0.0}});
                        }),
                {-73.5, 40.5}, {127'106.5, 4'484'124.4});
}

TEST_CASE("NetCDF: the system of an azimuthal plane of equal area is that of its parameters", "[netcdf]")
{
    check_place(info_of("lambert_azimuthal_equal_area",
                        [](Writer& file, int mapping) {
                            put_clarke_1866(file, mapping);
                            put(file, mapping,
                                {{"longitude_of_projection_origin", -100.0},
                                 {"latitude_of_projection_origin", 40.0}});
                        }),
                {-110.0, 30.0}, {-965'932.1, -1'056'814.9});
}

TEST_CASE("NetCDF: the system of a Mercator map is that of its parameters", "[netcdf]")
{
    check_place(info_of("mercator",
                        [](Writer& file, int mapping) {
                            put_clarke_1866(file, mapping);
                            put(file, mapping,
                                {{"longitude_of_projection_origin", -180.0},
                                 {"scale_factor_at_projection_origin", 1.0}});
                        }),
                {-75.0, 35.0}, {11'688'673.7, 4'139'145.6});
}

TEST_CASE("NetCDF: the system of a plane about a pole is that of its parameters", "[netcdf]")
{
    check_place(info_of("polar_stereographic",
                        [](Writer& file, int mapping) {
                            put(file, mapping,
                                {{"semi_major_axis", 6'378'388.0},
                                 {"inverse_flattening", 297.0},
                                 {"straight_vertical_longitude_from_pole", -100.0},
                                 {"latitude_of_projection_origin", -90.0},
                                 {"standard_parallel", -71.0}});
                        }),
                {150.0, -75.0}, {-1'540'033.6, -560'526.4});
}

TEST_CASE("NetCDF: the system of a grid with a pole of its own is that of its parameters", "[netcdf]")
{
    const DatasetInfo info = info_of(
        "rotated_latitude_longitude",
        [](Writer& file, int mapping) {
            put(file, mapping,
                {{"grid_north_pole_longitude", -160.0},
                 {"grid_north_pole_latitude", 40.0},
                 {"earth_radius", 6'371'229.0}});
        },
        "degrees");
    CHECK_FALSE(info.geographic);
    const glm::dvec3 up = direction_of(-160.0, 40.0), out = direction_of(20.0, 50.0);
    const glm::dmat3 axes{out, glm::cross(up, out), up};
    const glm::dvec2 of_grid = place_of(glm::transpose(axes) * direction_of(8.0, 46.5));
    const glm::dvec2 found = placed(info.crs_wkt, 8.0, 46.5);
    CAPTURE(info.crs_wkt);
    CHECK(glm::distance(found, of_grid) < 1e-6);
}

TEST_CASE("NetCDF: a mapping's own WKT holds, whatever its parameters", "[netcdf]")
{
    const auto info = info_of("transverse_mercator", [](Writer& file, int mapping) {
        file.text(mapping, "crs_wkt", "PROJCRS[\"own\"]");
        put(file, mapping,
            {{"scale_factor_at_central_meridian", 0.9996},
             {"longitude_of_central_meridian", -75.0},
             {"latitude_of_projection_origin", 0.0}});
    });
    CHECK(info.crs_wkt == "PROJCRS[\"own\"]");
}

TEST_CASE("NetCDF: the system of a mapping without parameters is that of its code", "[netcdf]")
{
    const auto info = info_of("Unknown projected", [](Writer& file, int mapping) {
        file.text(mapping, "EPSG_code", "EPSG:28992");
    });
    // Amersfoort, the origin of the Dutch grid, in WGS 84: Schreutelkamp and Strang van Hees,
    // "Benaderingsformules voor de transformatie tussen RD- en WGS84-kaartcoordinaten", Geodesia 43, 2001.
    const glm::dvec2 found = placed(info.crs_wkt, 5.38720621, 52.15517440);
    CHECK(glm::distance(found, {155'000.0, 463'000.0}) < 2.0);
}

TEST_CASE("NetCDF: a code that is not known is said", "[netcdf]")
{
    const auto info = info_of("Unknown projected", [](Writer& file, int mapping) {
        file.text(mapping, "EPSG_code", "EPSG:999999");
    });
    CHECK(info.crs_wkt.empty());
    CHECK(std::ranges::any_of(info.remarks, [](const std::string& remark) {
        return remark.find("EPSG:999999") != std::string::npos;
    }));
}

TEST_CASE("NetCDF: without a parameter, or a unit of length, there is no system", "[netcdf]")
{
    const auto put_cone = [](Writer& file, int mapping) {
        file.numbers(mapping, "standard_parallel", {33.0, 45.0});
        put(file, mapping, {{"longitude_of_central_meridian", -96.0}});
    };
    CHECK(info_of("lambert_conformal_conic", put_cone).crs_wkt.empty());
    const auto put_plane = [](Writer& file, int mapping) {
        put(file, mapping,
            {{"longitude_of_projection_origin", 10.0}, {"latitude_of_projection_origin", 50.0}});
    };
    CHECK_FALSE(info_of("stereographic", put_plane).crs_wkt.empty());
    CHECK(info_of("stereographic", put_plane, "rad").crs_wkt.empty());
    CHECK(info_of("of another world", put_plane).crs_wkt.empty());
}

TEST_CASE("NetCDF: nodes of a weather model are where its own longitudes and latitudes say", "[netcdf]")
{
    const char* set = std::getenv("FARFIELD_DATA_DIR");
    const std::filesystem::path path =
        (set != nullptr ? std::filesystem::path(set)
                        : std::filesystem::path(FARFIELD_SOURCE_DIR) / ".." / "shared" / "data") /
        "fields/atmos/AROME_MetCoOp_00_DEF_20160114_subset.nc";
    if (!std::filesystem::exists(path)) {
        WARN("skipped: there is no " << path);
        return;
    }
    const DatasetInfo info = open_file(path).info();
    const NetcdfFile file(path);
    const auto all = [&](const char* name) {
        const NetcdfVariable* variable = file.find(name);
        REQUIRE(variable != nullptr);
        std::vector<std::size_t> start, count;
        for (const auto& dimension : variable->dimensions) {
            start.push_back(0);
            count.push_back(dimension.length);
        }
        return file.exact_values(*variable, start, count);
    };
    const auto x = all("x"), y = all("y"), longitudes = all("longitude"), latitudes = all("latitude");
    for (const std::size_t row : {std::size_t{0}, y.size() / 2, y.size() - 1})
        for (const std::size_t column : {std::size_t{0}, x.size() - 1}) {
            const std::size_t node = row * x.size() + column;
            const glm::dvec2 found = placed(info.crs_wkt, longitudes[node], latitudes[node]);
            // The file's coordinates are binary32.
            CHECK(glm::distance(found, glm::dvec2(x[column], y[row])) < 5.0);
        }
}
