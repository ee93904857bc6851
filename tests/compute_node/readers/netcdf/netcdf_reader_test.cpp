#include "compute_node/datasets/dataset.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/netcdf/netcdf_reader.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// lon 3 x lat 2 (descending), packed in shorts: u = 0.5 + 0.01 n, one node filled; v = 0.
void write_packed(const std::filesystem::path& path)
{
    Writer file{path};
    file.dimension("time", 2);
    write_axis(file, "lat", "degrees_north", {50, 40});
    write_axis(file, "lon", "degrees_east", {0, 1, 2});
    const int u = file.variable("a", NC_SHORT, {"time", "lat", "lon"});
    file.text(u, "standard_name", "eastward_sea_water_velocity");
    file.text(u, "units", "m s-1");
    file.number(u, "scale_factor", NC_DOUBLE, 0.01);
    file.number(u, "add_offset", NC_DOUBLE, 0.5);
    file.number(u, "_FillValue", NC_SHORT, -999);
    const int v = file.variable("b", NC_FLOAT, {"time", "lat", "lon"});
    file.text(v, "standard_name", "northward_sea_water_velocity");
    file.number(v, "missing_value", NC_FLOAT, 1e20);
    file.values(u, {0, 10, 20, 30, 40, -999, 7, 7, 7, 7, 7, 7});
    file.values(v, {0, 0, 0, 1e20, 0, 0, 9, 9, 9, 9, 9, 9});
}

}  // namespace

TEST_CASE("NetCDF: scale, offset, fill and missing values, a descending latitude and the first time step",
          "[netcdf]")
{
    const TemporaryFolder folder;
    write_packed(folder / "packed.nc");
    const Dataset dataset = open_file(folder / "packed.nc");
    const DatasetInfo& info = dataset.info();
    CHECK(info.kind == GridKind::Rectilinear);
    REQUIRE(info.dims == std::vector<glm::uvec3>{{3, 2, 1}});
    CHECK(info.bounds.lo == glm::dvec3{0, 40, 0});
    CHECK(info.bounds.hi == glm::dvec3{2, 50, 0});
    CHECK(info.position_units == "degrees");
    CHECK(info.time_steps == 2);
    CHECK(info.arrays.front().invalid_nodes == 2);
    CHECK(info.arrays.front().units == "m s-1");
    CHECK(std::any_of(info.remarks.begin(), info.remarks.end(),
                      [](const auto& r) { return contains(r, "first of 2 time"); }));
    const auto field = dataset.field({"", "a"});
    CHECK(field->info().scalar_min == Approx(0.5F));
    CHECK(field->info().scalar_max == Approx(0.9F));
    CHECK_FALSE(field->sample({1.5F, 45.0F, 0.0F}));  // the cell of the filled node
}

TEST_CASE("NetCDF: a classic file that is cut anywhere is refused", "[netcdf]")
{
    const TemporaryFolder folder;
    write_packed(folder / "packed.nc");
    const auto bytes = std::filesystem::file_size(folder / "packed.nc");
    // Up to the padding of its last value.
    for (const auto left : {bytes - 4, bytes - 8, bytes / 2, std::uintmax_t{200}}) {
        std::filesystem::resize_file(folder / "packed.nc", left);
        CHECK(contains(error_of([&] { (void)open_file(folder / "packed.nc"); }), "packed.nc"));
    }
}

TEST_CASE("NetCDF: dimensions in any order give the same field", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "turned.nc"};
        write_axis(file, "x", "m", {0, 1, 2});
        write_axis(file, "z", "m", {0, 5});
        write_axis(file, "y", "m", {0, 1});
        for (const char* name : {"u", "v", "w"}) file.variable(name, NC_FLOAT, {"x", "z", "y"});
        std::vector<double> u, v, w;
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 2; ++k)
                for (int j = 0; j < 2; ++j) {
                    u.push_back(i);
                    v.push_back(j);
                    w.push_back(k);
                }
        file.values(3, u);
        file.values(4, v);
        file.values(5, w);
    }
    const auto field = open_file(folder / "turned.nc").field();
    const auto sample = field->sample({1.5F, 0.25F, 2.5F});
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(1.5F));
    CHECK(sample->velocity.y == Approx(0.25F));
    CHECK(sample->velocity.z == Approx(0.5F));
}

TEST_CASE("NetCDF: of many scalars only the one asked for is read, and none for a derived one", "[netcdf]")
{
    const TemporaryFolder folder;
    for (const bool has_vorticity : {false, true}) {
        {
            Writer file{folder / "a.nc"};
            for (const char* axis : {"y", "x"}) write_axis(file, axis, "m", {0, 1});
            for (const char* name : {"u", "v", "salt", has_vorticity ? "vorticity" : "heat"})
                file.values(file.variable(name, NC_FLOAT, {"y", "x"}), std::vector(4, 1.0));
        }
        const auto scalars = [&](const char* only) {
            std::vector<std::string> names;
            for (const NodeValues& array : read_netcdf({folder / "a.nc"}, 100, 0, only).arrays)
                if (array.components == 1) names.push_back(array.name);
            return names;
        };
        CHECK(scalars("salt") == std::vector<std::string>{"salt"});
        CHECK(scalars("speed").empty());
        CHECK(scalars("q-criterion").empty());
        CHECK(scalars("vorticity") == std::vector<std::string>(has_vorticity ? 1 : 0, "vorticity"));
        CHECK(scalars("unknown").size() == 4);
    }
}

TEST_CASE("NetCDF: an upward velocity counts negative along a depth axis", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "deep.nc"};
        write_axis(file, "x", "km", {0, 1});
        write_axis(file, "y", "km", {0, 1});
        write_axis(file, "depth", "m", {0, 10});
        const int positive = 2;
        file.text(positive, "positive", "down");
        for (const char* name : {"u", "v", "w"})
            file.values(file.variable(name, NC_FLOAT, {"depth", "y", "x"}), std::vector(8, 1.0));
    }
    const Dataset dataset = open_file(folder / "deep.nc");
    CHECK(dataset.info().bounds.hi == glm::dvec3{1000, 1000, 10});  // kilometres became metres
    CHECK(dataset.info().position_units == "m");
    const auto sample = dataset.field()->sample({500, 500, 5});
    REQUIRE(sample);
    CHECK(sample->velocity == glm::vec3{1, 1, -1});
}

TEST_CASE("NetCDF: along pressures the rate of pressure moves particles, and no velocity in m/s", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool is_rate = GENERATE(true, false);
    {
        Writer file{folder / "levels.nc"};
        write_axis(file, "x", "m", {0, 1});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "plev", "hPa", {1000, 500});
        file.text(2, "standard_name", "air_pressure");
        file.text(2, "positive", "down");
        for (const char* name : {"ua", "va", "wa"})
            file.values(file.variable(name, NC_FLOAT, {"plev", "y", "x"}), std::vector(8, 2.0));
        file.text(5, "units", is_rate ? "Pa s-1" : "m s-1");
    }
    const Dataset dataset = open_file(folder / "levels.nc");
    CHECK(dataset.info().bounds.lo.z == 500.0);
    const auto sample = dataset.field()->sample({0.5F, 0.5F, 700.0F});
    REQUIRE(sample);
    CHECK(sample->velocity.z == Approx(is_rate ? 0.02F : 0.0F));
    const std::string remark = is_rate ? "pressure in hPa" : "'wa' (m s-1) is no velocity along z";
    CHECK(std::any_of(dataset.info().remarks.begin(), dataset.info().remarks.end(),
                      [&](const auto& r) { return contains(r, remark); }));
}

TEST_CASE("NetCDF: components may come in two files", "[netcdf]")
{
    const TemporaryFolder folder;
    for (const std::string name : {"vozocrtx", "vomecrty"}) {
        Writer file{folder / (name + ".nc")};
        write_axis(file, "y", "", {0, 1});
        write_axis(file, "x", "", {0, 1});
        file.values(file.variable(name, NC_FLOAT, {"y", "x"}),
                    std::vector(4, name == "vozocrtx" ? 1.0 : 2.0));
    }
    const Dataset dataset = open_dataset({folder / "vozocrtx.nc", folder / "vomecrty.nc"}, "both");
    const auto sample = dataset.field({.vector = {}, .scalar = "vomecrty"})->sample({0.5F, 0.5F, 0.0F});
    REQUIRE(sample);
    CHECK(sample->velocity == glm::vec3{1, 2, 0});
    CHECK(sample->scalar == 2.0F);
    CHECK(dataset.field({.vector = {}, .scalar = "vozocrtx"})->info().scalar_max == 1.0F);
}

TEST_CASE("NetCDF: what cannot be read says what it is and what is expected", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "curvilinear.nc"};
        file.dimension("eta_rho", 3);
        file.dimension("xi_rho", 3);
        for (const char* name : {"u", "v"})
            file.text(file.variable(name, NC_FLOAT, {"eta_rho", "xi_rho"}), "coordinates", "lon_rho lat_rho");
    }
    const std::string curvilinear = error_of([&] { (void)open_file(folder / "curvilinear.nc"); });
    CHECK(contains(curvilinear, "curvilinear.nc"));
    CHECK(contains(curvilinear, "curvilinear grid"));
    CHECK(contains(curvilinear, "lon_rho lat_rho"));
    CHECK(contains(curvilinear, "longitude and latitude on (eta_rho, xi_rho)"));
    {
        Writer file{folder / "scalar.nc"};
        write_axis(file, "x", "m", {0, 1});
    }
    CHECK(contains(error_of([&] { (void)open_file(folder / "scalar.nc"); }),
                   "no velocity, and no scalar on a plane or in space, found (files that go together are one "
                   "name: U.nc+V.nc"));
    {
        Writer file{folder / "staggered.nc"};
        write_axis(file, "x", "m", {0, 1});
        write_axis(file, "xc", "m", {0, 1, 2});
        write_axis(file, "y", "m", {0, 1});
        file.variable("u", NC_FLOAT, {"y", "xc"});
        file.variable("v", NC_FLOAT, {"y", "x"});
    }
    CHECK(contains(error_of([&] { (void)open_file(folder / "staggered.nc"); }), "different grids"));
    std::ofstream{folder / "garbage.nc"} << "this is no NetCDF file";
    CHECK(contains(error_of([&] { (void)open_file(folder / "garbage.nc"); }),
                   "not a NetCDF file but a file that begins with text"));
    std::ofstream{folder / "packed.nc"} << "\x1f\x8b\x08 packed";
    CHECK(contains(error_of([&] { (void)open_file(folder / "packed.nc"); }), "but a file packed by gzip"));
}

TEST_CASE("NetCDF: half of a NetCDF-4 file may be truncated", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "whole.nc", NC_NETCDF4 | NC_CLOBBER};
        write_axis(file, "x", "m", std::vector<double>(3000, 1.0));
    }
    std::filesystem::copy_file(folder / "whole.nc", folder / "half.nc");
    std::filesystem::resize_file(folder / "half.nc", std::filesystem::file_size(folder / "half.nc") / 2);
    CHECK(contains(error_of([&] { (void)open_file(folder / "half.nc"); }), "truncated"));
}

TEST_CASE("NetCDF: without any coordinates nodes are numbered, in the order of the dimensions", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto open = [&](const std::vector<std::string>& dimensions) {
        {
            Writer file{folder / "bare.nc"};
            std::size_t nodes = 1;
            for (std::size_t d = 0; d < dimensions.size(); ++d) {
                file.dimension(dimensions[d], 4 - d);
                nodes *= 4 - d;
            }
            std::vector<double> values(nodes, 0.0);
            values[1] = 5.0;
            for (const char* name : {"u", "v"})
                file.values(file.variable(name, NC_FLOAT, dimensions), values);
        }
        return open_file(folder / "bare.nc");
    };
    const Dataset named = open({"y", "x"});
    CHECK(named.info().dims == std::vector{glm::uvec3{3, 4, 1}});
    CHECK(named.info().bounds.hi == glm::dvec3{2.0, 3.0, 0.0});
    CHECK(named.info().default_vector == "u,v");
    CHECK(std::ranges::any_of(named.info().remarks, [](const std::string& remark) {
        return contains(remark, "no coordinates: indices along 'x' (x) and 'y' (y) are used");
    }));
    const Dataset unnamed = open({"p", "q", "r"});
    CHECK(unnamed.info().dims == std::vector{glm::uvec3{2, 3, 4}});
    CHECK(unnamed.info().bounds.hi == glm::dvec3{1.0, 2.0, 3.0});
    CHECK(unnamed.data().arrays.front().values[3] == 5.0F);  // x is fastest
}

TEST_CASE("NetCDF: an ESMF mesh is named as what it is", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "mesh.nc"};
        file.dimension("nodeCount", 4);
        file.dimension("elementCount", 2);
        file.dimension("coordDim", 2);
        file.dimension("maxNodePElement", 3);
        file.text(file.variable("nodeCoords", NC_DOUBLE, {"nodeCount", "coordDim"}), "units", "degrees");
        file.variable("elementConn", NC_INT, {"elementCount", "maxNodePElement"});
    }
    CHECK(contains(error_of([&] { (void)open_file(folder / "mesh.nc"); }),
                   "it is an ESMF mesh, which is not read"));
}

TEST_CASE("NetCDF: a truncated file is refused", "[netcdf]")
{
    const TemporaryFolder folder;
    write_packed(folder / "packed.nc");
    std::filesystem::resize_file(folder / "packed.nc", 100);
    CHECK(contains(error_of([&] { (void)open_file(folder / "packed.nc"); }), "packed.nc"));
}

TEST_CASE("NetCDF: more nodes than allowed are refused by the limit's name", "[netcdf]")
{
    const TemporaryFolder folder;
    write_packed(folder / "packed.nc");
    DatasetLimits limits;
    limits.max_nodes = 5;
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "packed.nc"}, "p", limits); }),
                   "6 nodes exceed max_nodes = 5"));
}

namespace {

/// u = the index along longitude, v = 0.
Dataset open_longitudes(const TemporaryFolder& folder, const std::vector<double>& longitudes)
{
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "lat", "degrees_north", {-20, -10});
        write_axis(file, "lon", "degrees_east", longitudes);
        std::vector<double> u;
        for (int row = 0; row < 2; ++row)
            for (std::size_t i = 0; i < longitudes.size(); ++i) u.push_back(static_cast<double>(i));
        for (const char* name : {"u", "v"}) {
            const int id = file.variable(name, NC_FLOAT, {"lat", "lon"});
            file.text(id, "units", "m s-1");
            file.values(id, *name == 'u' ? u : std::vector(u.size(), 0.0));
        }
    }
    return open_file(folder / "a.nc");
}

}  // namespace

TEST_CASE("NetCDF: longitudes along an axis continue across the date line, either way", "[netcdf]")
{
    const TemporaryFolder folder;
    const Dataset eastward = open_longitudes(folder, {170, 175, 180, -175, -170});
    CHECK(eastward.info().bounds.lo.x == 170);
    CHECK(eastward.info().bounds.hi.x == 190);
    CHECK(eastward.field({"", "speed"})->sample({182.5F, -15.0F, 0.0F})->scalar == Approx(2.5).epsilon(0.01));
    const Dataset westward = open_longitudes(folder, {-170, -175, 180, 175, 170});
    CHECK(westward.info().bounds.lo.x == -190);
    CHECK(westward.field({"", "speed"})->sample({-182.5F, -15.0F, 0.0F})->scalar ==
          Approx(2.5).epsilon(0.01));
}

TEST_CASE("NetCDF: two parts about the date line in one sorted axis are joined there, not around the globe",
          "[netcdf]")
{
    const TemporaryFolder folder;
    const Dataset joined = open_longitudes(folder, {-180, -175, 170, 175});
    CHECK(joined.info().bounds.lo.x == 170);
    CHECK(joined.info().bounds.hi.x == 185);
    const auto field = joined.field({"", "speed"});
    CHECK(field->sample({172.5F, -15.0F, 0.0F})->scalar == Approx(2.5).epsilon(0.01));
    CHECK(field->sample({182.5F, -15.0F, 0.0F})->scalar == Approx(0.5).epsilon(0.01));
    CHECK(std::ranges::any_of(joined.info().remarks, [](const std::string& remark) {
        return remark == "Longitudes continue across the date line, 170 to 185.";
    }));
}

namespace {

/// u = 1 and v = 0 along (record, k, y, x), of which each has an index variable 0, 1, 2 ... beside a variable
/// with the time, the depth, the latitude and the longitude, as xarray writes it.
void write_indexed(const std::filesystem::path& path, bool has_curvilinear_places)
{
    Writer file{path};
    for (const auto& [name, length] : {std::pair{"record", 2}, {"k", 2}, {"y", 3}, {"x", 3}}) {
        std::vector<double> numbers;
        for (int i = 0; i < length; ++i) numbers.push_back(i);
        write_axis(file, name, "", numbers);
    }
    const auto put = [&](const char* name, const std::vector<std::string>& along, const char* units,
                         const char* standard_name, const std::vector<double>& values) {
        const int id = file.variable(name, NC_DOUBLE, along);
        file.text(id, "units", units);
        file.text(id, "standard_name", standard_name);
        file.values(id, values);
    };
    put("t", {"record"}, "hours since 2020-02-01", "time", {0, 6});
    put("z", {"k"}, "m", "depth", {-5, -15});
    file.text(file.find("z"), "positive", "up");
    if (has_curvilinear_places) {
        put("lon", {"y", "x"}, "degrees_east", "longitude", {5, 6, 7, 5, 6, 7, 5, 6, 7});
        put("lat", {"y", "x"}, "degrees_north", "latitude", {40, 40, 40, 41, 41, 41, 42, 42, 42});
    } else {
        put("lon", {"x"}, "degrees_east", "longitude", {5, 6, 7});
        put("lat", {"y"}, "degrees_north", "latitude", {40, 41, 42});
    }
    for (const char* name : {"u", "v"}) {
        const int id = file.variable(name, NC_FLOAT, {"record", "k", "y", "x"});
        file.text(id, "units", "m/s");
        file.text(id, "coordinates", "t z lat lon");
        file.values(id, std::vector<double>(36, name[0] == 'u' ? 1.0 : 0.0));
    }
}

}  // namespace

TEST_CASE("NetCDF: variables that only number a dimension give way to its places and times", "[netcdf]")
{
    const bool are_curvilinear = GENERATE(false, true);
    const TemporaryFolder folder;
    write_indexed(folder / "a.nc", are_curvilinear);
    const TimeSeries series = open_series({(folder / "a.nc").string()});
    CHECK(series.info().bounds.lo.x == Approx(5));
    CHECK(series.info().bounds.hi.x == Approx(7));
    CHECK(series.info().bounds.hi.y == Approx(42));
    CHECK(series.info().bounds.lo.z == Approx(-15));
    CHECK(series.info().bounds.hi.z == Approx(-5));
    CHECK(series.info().position_units == "degrees");
    REQUIRE(series.times().size() == 2);
    CHECK(series.times()[1] - series.times()[0] == Approx(6 * 3600));
}

TEST_CASE("NetCDF: numbers along a dimension are its places where nothing else tells them", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "y", "", {0, 1, 2});
        write_axis(file, "x", "", {3, 4, 5});
        for (const char* name : {"u", "v"}) {
            const int id = file.variable(name, NC_FLOAT, {"y", "x"});
            file.values(id, std::vector<double>(9, 1.0));
        }
    }
    const Dataset dataset = open_file(folder / "a.nc");
    CHECK(dataset.info().bounds.lo.x == 3);
    CHECK(dataset.info().bounds.hi.x == 5);
}

TEST_CASE("NetCDF: a coordinate out of order is reported by its place in the file", "[netcdf]")
{
    const TemporaryFolder folder;
    CHECK(contains(error_of([&] { (void)open_longitudes(folder, {10, 11, 9, 12}); }), "found 9 at 2"));
    CHECK(contains(error_of([&] { (void)open_longitudes(folder, {12, 11, 13, 10}); }), "found 13 at 2"));
}

TEST_CASE("NetCDF: of a file without a velocity the error says how it is opened with another", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "grid.nc"};
        write_axis(file, "lat", "degrees_north", {-20, -10});
    }
    CHECK(contains(error_of([&] { (void)open_file(folder / "grid.nc"); }), "HISTORY.nc+GRID.nc"));
}

namespace {

/// u and v on (lat, lon): u = -1 and v = sin(longitude). Longitudes from 20, columns of 10 degrees.
void write_longitudes(const std::filesystem::path& path, double span, bool is_westward)
{
    Writer file{path};
    std::vector<double> longitudes, latitudes{10, 0, -10}, u, v;
    for (double longitude = 20.0; longitude < 20.0 + span + 1.0; longitude += 10.0)
        longitudes.push_back(longitude);
    if (is_westward) std::reverse(longitudes.begin(), longitudes.end());
    for (std::size_t j = 0; j < latitudes.size(); ++j)
        for (const double longitude : longitudes) {
            u.push_back(-1.0);
            v.push_back(std::sin(longitude * std::numbers::pi / 180.0));
        }
    write_axis(file, "lat", "degrees-north", latitudes);
    write_axis(file, "lon", "degrees-east", longitudes);
    for (const auto& [name, values] : {std::pair{"u", u}, std::pair{"v", v}}) {
        const int variable = file.variable(name, NC_FLOAT, {"lat", "lon"});
        file.text(variable, "units", "meter/sec");
        file.values(variable, values);
    }
}

bool is_remarked(const Dataset& dataset, const std::string& words)
{
    return std::ranges::any_of(dataset.info().remarks,
                               [&](const auto& remark) { return contains(remark, words); });
}

}  // namespace

TEST_CASE("NetCDF: longitudes of more than a turn are cut to one, around the globe", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool is_westward = GENERATE(false, true);
    write_longitudes(folder / "long.nc", 400.0, is_westward);
    const Dataset dataset = open_file(folder / "long.nc");
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{37, 3, 1}});
    CHECK(dataset.info().bounds.hi.x - dataset.info().bounds.lo.x == 360.0);
    CHECK(is_remarked(dataset, "span 400 degrees, more than a turn: its first 36 of 41 columns"));
    CHECK(is_remarked(dataset, "Longitudes go around the globe"));
    CHECK(netcdf_shape({folder / "long.nc"}, "").dims.front().x == 37);
    // From any turn, westward over both ends of the file's longitudes.
    LineSettings settings;
    settings.step = 10'000.0;
    settings.max_steps = 100;
    for (const float longitude : {25.0F, 385.0F, 65.0F, 425.0F, -335.0F}) {
        const TracedLine line = trace_one(dataset.field(), settings, {longitude, 0.0F, 0.0F});
        CHECK(line.reason == Termination::StepLimit);
        CHECK(line.points.front().w ==
              Approx(std::hypot(1.0, std::sin(longitude * std::numbers::pi / 180.0))).epsilon(0.01));
    }
}

TEST_CASE("NetCDF: longitudes of a turn, closed or not, are taken whole", "[netcdf]")
{
    const TemporaryFolder folder;
    const double span = GENERATE(340.0, 350.0, 360.0);
    write_longitudes(folder / "turn.nc", span, false);
    const Dataset dataset = open_file(folder / "turn.nc");
    CHECK(dataset.info().dims.front().x == (span == 340.0 ? 35 : 37));
    CHECK_FALSE(is_remarked(dataset, "more than a turn"));
    CHECK(is_remarked(dataset, "around the globe") == (span > 340.0));
}

namespace {

struct PlacesAlong {
    std::string name, along, units, said;
    std::vector<double> values;
};

/// u, v on (nj, ni), dimensions without coordinate variables, and variables along each alone.
void write_along(const std::filesystem::path& path, const std::vector<PlacesAlong>& all)
{
    Writer file{path};
    file.dimension("nj", 2);
    file.dimension("ni", 3);
    for (const auto& [name, along, units, said, values] : all) {
        const int variable = file.variable(name, NC_FLOAT, {along});
        if (!units.empty()) file.text(variable, "units", units);
        if (!said.empty()) file.text(variable, "long_name", said);
        file.values(variable, values);
    }
    for (const char* name : {"u", "v"})
        file.values(file.variable(name, NC_FLOAT, {"nj", "ni"}), {0, 1, 2, 3, 4, 5});
}

const PlacesAlong south_north{"yh", "nj", "km", "south-north location of scalar grid points", {0, 2}};

}  // namespace

TEST_CASE("NetCDF: the only places along a dimension are its coordinates, by their words", "[netcdf]")
{
    const TemporaryFolder folder;
    const PlacesAlong west_east =
        GENERATE(PlacesAlong{"xh", "ni", "km", "west-east location of scalar grid points", {-1, 0, 2}},
                 PlacesAlong{"distance", "ni", "km", "x-coordinate", {-1, 0, 2}},
                 PlacesAlong{"xc", "ni", "km", "", {-1, 0, 2}},
                 PlacesAlong{"a", "ni", "km", "easting of elevation points", {-1, 0, 2}});
    const PlacesAlong size{"dx", "ni", "km", "grid spacing in x", {1, 2, 3}},
        other{"f", "ni", "1/s", "x", {1, 2, 3}};
    write_along(folder / "along.nc", {size, west_east, south_north, other});
    const Dataset dataset = open_file(folder / "along.nc");
    CHECK(dataset.info().bounds.lo == glm::dvec3{-1000, 0, 0});
    CHECK(dataset.info().bounds.hi == glm::dvec3{2000, 2000, 0});
    CHECK(dataset.info().position_units == "m");
    CHECK(dataset.field()->sample({1000.0F, 0.0F, 0.0F})->velocity.x == Approx(1.5));
    CHECK(is_remarked(dataset, "'" + west_east.name + "' was taken for the coordinates along 'ni'"));
    CHECK_FALSE(is_remarked(dataset, "There are no coordinates"));
}

TEST_CASE("NetCDF: where several places lie along a dimension, nodes are numbered and these named",
          "[netcdf]")
{
    const TemporaryFolder folder;
    write_along(folder / "along.nc", {{"xh", "ni", "km", "x of centres", {-1, 0, 2}},
                                      {"xm", "ni", "km", "x of means", {0, 1, 3}},
                                      south_north});
    const Dataset dataset = open_file(folder / "along.nc");
    CHECK(dataset.info().bounds.hi == glm::dvec3{2, 1, 0});
    CHECK(is_remarked(dataset, "Each of 'xh' and 'xm' may be the coordinates along 'ni': none was taken."));
    CHECK(is_remarked(dataset, "The nodes' places are not known, though there are 'xh', 'xm' and 'yh'"));
    CHECK_FALSE(is_remarked(dataset, "'yh' was"));
    CHECK_FALSE(is_remarked(dataset, "There are no coordinates"));
}
