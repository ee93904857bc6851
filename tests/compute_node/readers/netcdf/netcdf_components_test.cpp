// Vectors with components along a dimension of the variable.
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/netcdf/netcdf_components.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// `variable` over z, y, x of 2 x 2 x 3 and components along "c" at a place among these; component c of node
/// n is n + 100 c, x fastest among the nodes.
std::string write_vector(const TemporaryFolder& folder, const std::string& variable,
                         std::vector<std::string> dimensions, std::size_t components)
{
    std::string path = folder.file("vector.nc");
    Writer file{path};
    write_axis(file, "z", "m", {0, 1});
    write_axis(file, "y", "m", {0, 1});
    write_axis(file, "x", "m", {0, 1, 2});
    file.dimension("c", components);
    const int id = file.variable(variable, NC_DOUBLE, dimensions);
    file.text(id, "units", "m/s");
    std::vector<double> values;
    const bool is_last = dimensions.back() == "c";
    for (std::size_t i = 0; i < 12 * components; ++i) {
        const std::size_t node = is_last ? i / components : i % 12, c = is_last ? i % components : i / 12;
        values.push_back(static_cast<double>(node + 100 * c));
    }
    file.values(id, values);
    return path;
}

int components_of(const std::string& name, std::vector<NetcdfDimension> dimensions)
{
    return dimension_of_components({.name = name, .numeric = true, .dimensions = std::move(dimensions)}, {});
}

}  // namespace

TEST_CASE("NetCDF: components along the last or the first dimension are one vector", "[netcdf]")
{
    const TemporaryFolder folder;
    for (const bool is_last : {true, false}) {
        const std::vector<std::string> dimensions = is_last ? std::vector<std::string>{"z", "y", "x", "c"}
                                                            : std::vector<std::string>{"c", "z", "y", "x"};
        const Dataset dataset = open_file(write_vector(folder, "velocity", dimensions, 3));
        CHECK(dataset.info().default_vector == "velocity");
        CHECK(dataset.info().dims == std::vector{glm::uvec3{3, 2, 2}});
        CHECK(dataset.field()->sample({2, 1, 0})->velocity == glm::vec3{5, 105, 205});
        CHECK(dataset.field()->sample({0, 0, 1})->velocity == glm::vec3{6, 106, 206});
        CHECK(std::ranges::count(
                  dataset.info().remarks,
                  "'velocity' has its components along a dimension: x, y and z in this order.") == 1);
    }
}

TEST_CASE("NetCDF: of two components there is none along z, and a vector may be asked for", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = write_vector(folder, "wind10", {"z", "y", "x", "c"}, 2);
    const Dataset dataset = open_dataset({path}, path, {}, "wind10");
    CHECK(dataset.field()->sample({1, 1, 1})->velocity == glm::vec3{10, 110, 0});
    CHECK(dataset.info().arrays.size() == 1);  // its components are its parts, not arrays beside it
}

TEST_CASE("NetCDF: limits of cells, members, levels and corners are no components", "[netcdf]")
{
    const NetcdfDimension y{0, "y", 9}, x{1, "x", 9};
    CHECK(components_of("velocity", {y, x, {2, "d", 3}}) == 2);
    CHECK(components_of("anything", {{2, "component", 2}, y, x}) == 0);
    CHECK(components_of("uvmet10", {{2, "u_v", 2}, y, x}) == 0);  // wrf-python
    CHECK(components_of("anything", {{2, "u_vertices", 2}, y, x}) == -1);
    CHECK(components_of("anything", {y, x, {2, "d", 3}}) == -1);
    CHECK(components_of("lon_bnds", {x, {2, "bnds", 2}}) == -1);
    CHECK(components_of("velocity", {{2, "member", 3}, y, x}) == -1);
    CHECK(components_of("velocity", {{2, "depth", 2}, y, x}) == -1);
    CHECK(components_of("velocity", {{2, "z", 3}, y, x}) == -1);
    CHECK(components_of("u", {{2, "node", 3}, {3, "nele", 2}}) == -1);
    CHECK(components_of("nv", {{2, "three", 3}, x}) == -1);
    CHECK(components_of("hvel", {x, y, {2, "two", 2}}) == 2);
    CHECK(components_of("velocity", {y, x, {2, "d", 4}}) == -1);
}

TEST_CASE("NetCDF: dimensions of any name are x and y where longitudes lie over both", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("orca.nc");
    {
        Writer file{path};
        file.dimension("dim0", 2);
        file.dimension("dim1", 3);
        const int lon = file.variable("nav_lon", NC_DOUBLE, {"dim0", "dim1"});
        file.text(lon, "standard_name", "longitude");
        file.values(lon, {10, 11, 12, 10.5, 11.5, 12.5});
        const int lat = file.variable("nav_lat", NC_DOUBLE, {"dim0", "dim1"});
        file.text(lat, "standard_name", "latitude");
        file.values(lat, {50, 50.1, 50.2, 51, 51.1, 51.2});
        const int t = file.variable("votemper", NC_DOUBLE, {"dim0", "dim1"});
        file.text(t, "coordinates", "nav_lat nav_lon");
        file.values(t, {1, 2, 3, 4, 5, 6});
    }
    const Dataset dataset = open_file(path);
    CHECK(dataset.info().dims == std::vector{glm::uvec3{3, 2, 1}});
    CHECK(dataset.info().default_scalar == "votemper");
    CHECK(dataset.info().bounds.hi.x == Approx(12.5));
    CHECK(dataset.info().bounds.hi.y == Approx(51.2));
}

TEST_CASE("NetCDF: an axis may have another name than its dimension, and of two none is it", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto file_of = [&](const char* second_along) {
        const std::string path = folder.file(std::string(second_along) + ".nc");
        Writer file{path};
        file.dimension("rows", 2);
        file.dimension("columns", 3);
        const int lat = file.variable("latitude", NC_DOUBLE, {"rows"});
        file.text(lat, "units", "degrees_north");
        file.values(lat, {50, 51});
        const int lon = file.variable("longitude", NC_DOUBLE, {"columns"});
        file.text(lon, "units", "degrees_east");
        file.values(lon, {10, 11, 12});
        const int second = file.variable("corner", NC_DOUBLE, {second_along});
        file.text(second, "units", second_along == std::string("rows") ? "degrees_north" : "1");
        file.values(second, second_along == std::string("rows") ? std::vector{49.5, 50.5}
                                                                : std::vector{9.5, 10.5, 11.5});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_DOUBLE, {"rows", "columns"}), {1, 2, 3, 4, 5, 6});
        return path;
    };
    const Dataset dataset = open_file(file_of("columns"));
    CHECK(dataset.info().dims == std::vector{glm::uvec3{3, 2, 1}});
    CHECK(dataset.info().bounds.lo.x == Approx(10));
    CHECK(dataset.info().bounds.hi.y == Approx(51));
    const std::string error = error_of([&] { (void)open_file(file_of("rows")); });
    CHECK(contains(error, "does not say which of 'latitude' and 'corner' are the places of its nodes"));
}

TEST_CASE("NetCDF: pressures are levels where the dimension is called so, whatever their own name",
          "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("levels.nc");
    {
        Writer file{path};
        for (const auto& [name, length] : {std::pair{"level", 2}, {"lat", 2}, {"lon", 2}})
            file.dimension(name, length);
        file.values(file.variable("lat", NC_DOUBLE, {"lat"}), {50, 51});
        file.values(file.variable("lon", NC_DOUBLE, {"lon"}), {10, 11});
        const int levels = file.variable("plvl", NC_DOUBLE, {"level"});
        file.text(levels, "units", "mb");
        file.values(levels, {300, 500});
        for (const char* name : {"U", "V"})
            file.values(file.variable(name, NC_DOUBLE, {"level", "lat", "lon"}), {1, 2, 3, 4, 5, 6, 7, 8});
    }
    const Dataset dataset = open_file(path);
    CHECK(dataset.info().z_units == "mb");
    CHECK(dataset.info().bounds.lo.z == Approx(300));
    CHECK(dataset.info().bounds.hi.z == Approx(500));
}
