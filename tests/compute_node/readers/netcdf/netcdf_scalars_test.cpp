// NetCDF files that have no velocity.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// Values 0, 1, 2 ... in the file's order.
std::vector<double> counted(std::size_t n, double first = 0.0)
{
    std::vector<double> values(n);
    std::iota(values.begin(), values.end(), first);
    return values;
}

/// Nothing where there is none.
std::optional<float> scalar_at(const Field& field, glm::dvec3 place)
{
    const auto sample = field.sample(field.info().relative(place));
    return sample ? std::optional{sample->scalar} : std::nullopt;
}

/// Two depths of 2 x 3 nodes over the Earth: bounds of cells, salt on the surface, temperature in space.
void write_ocean(const std::filesystem::path& path)
{
    Writer file{path};
    write_axis(file, "depth", "m", {0, 10});
    write_axis(file, "lat", "degrees_north", {50, 51});
    write_axis(file, "lon", "degrees_east", {0, 1, 2});
    const int area = file.variable("cell_x", NC_FLOAT, {"lat", "lon"});
    file.values(area, counted(6));
    const int salt = file.variable("salt", NC_FLOAT, {"lat", "lon"});
    file.text(salt, "coordinates", "cell_x");
    file.values(salt, counted(6, 30.0));
    const int temperature = file.variable("temp", NC_FLOAT, {"depth", "lat", "lon"});
    file.text(temperature, "units", "degC");
    file.values(temperature, counted(12));
}

}  // namespace

TEST_CASE("NetCDF: without a velocity the first variable in a plane or in space is read", "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    write_ocean(folder / "a.nc");
    const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
    CHECK(dataset.info().default_vector.empty());
    CHECK(dataset.info().default_scalar == "salt");  // not a coordinate of it
    CHECK(dataset.info().position_units == "degrees");
    CHECK(scalar_at(*dataset.field({"", "salt"}), {1.5, 50.5, 0.0}) == 33.0F);
    CHECK(contains(dataset.info().remarks.front(), "There is no velocity"));
}

TEST_CASE("NetCDF: without a velocity a field in time comes before a steady one of the same plane",
          "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "time", "hours since 2000-01-01", {1, 2, 3});
        write_axis(file, "lat", "degrees_north", {50, 51});
        write_axis(file, "lon", "degrees_east", {0, 1});
        file.values(file.variable("h", NC_FLOAT, {"lat", "lon"}), {7, 7, 7, 7});
        file.values(file.variable("zeta", NC_FLOAT, {"time", "lat", "lon"}), counted(12));
    }
    const TimeSeries series = open_series({(folder / "a.nc").string()});
    CHECK(series.info().default_scalar == "zeta");
    CHECK(series.times().size() == 3);
    CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
        return contains(remark, "Left out, for it has other dimensions or coordinates than 'zeta': 'h'");
    }));
    const TimeSeries steady = open_series({(folder / "a.nc").string()}, {}, "h");
    CHECK(scalar_at(*steady.field({"", "h"}), {0.5, 50.5, 0.0}) == 7.0F);
}

TEST_CASE("NetCDF: without a velocity the variable that is asked for decides on the grid",
          "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    write_ocean(folder / "a.nc");
    const TimeSeries series = open_series({(folder / "a.nc").string()}, {}, "temp");
    REQUIRE(series.info().default_scalar == "temp");
    CHECK(series.info().dims.front().z == 2);
    CHECK(scalar_at(*series.field({"", "temp"}), {1.0, 51.0, 10.0}) == 10.0F);
}

TEST_CASE("NetCDF: scalars follow their times", "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "time", "seconds since 1970-01-01", {100, 140});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 1});
        const int heat = file.variable("heat", NC_FLOAT, {"time", "y", "x"});
        file.values(heat, {0, 0, 0, 0, 4, 4, 4, 4});
    }
    const TimeSeries series = open_series({(folder / "a.nc").string()});
    CHECK(series.times() == std::vector<double>{0.0, 40.0});
    const auto field = series.field({});
    CHECK(field->nodes()[0].w == 0.0F);
    CHECK(field->all_nodes()[1][0].w == 4.0F);
}

TEST_CASE("NetCDF: on rotated and curvilinear grids scalars need no direction", "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        file.dimension("eta_rho", 2);
        file.dimension("xi_rho", 2);
        for (const auto& [name, units] :
             {std::pair{"lon_rho", "degrees_east"}, std::pair{"lat_rho", "degrees_north"}}) {
            const int id = file.variable(name, NC_DOUBLE, {"eta_rho", "xi_rho"});
            file.text(id, "units", units);
            file.values(id, std::string{name} == "lon_rho" ? std::vector<double>{0, 1, 0.5, 1.5}
                                                           : std::vector<double>{10, 10, 11, 11});
        }
        const int zeta = file.variable("zeta", NC_FLOAT, {"eta_rho", "xi_rho"});
        file.text(zeta, "coordinates", "lon_rho lat_rho");
        file.values(zeta, {1, 2, 3, 4});
    }
    const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
    CHECK(dataset.info().default_scalar == "zeta");
    CHECK(scalar_at(*dataset.field(), {0.75, 10.5, 0.0}).value_or(0.0F) == Approx(2.5F).margin(0.01));
}

TEST_CASE("NetCDF: a velocity that is asked for and is not there is an error, whatever scalars there are",
          "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    write_ocean(folder / "a.nc");
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.nc"}, "a.nc", {}, "u,v"); }),
                   "has no velocity 'u,v'"));
}

TEST_CASE("NetCDF: trajectories, sweeps of a radar and values at single places are named as what they are",
          "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    const auto refusal = [&](const std::string& feature, const std::string& extra) {
        {
            Writer file{folder / "a.nc"};
            file.dimension("place", 3);
            if (!feature.empty()) file.text(NC_GLOBAL, "featureType", feature);
            file.text(file.variable("lon", NC_DOUBLE, {"place"}), "units", "degrees_east");
            file.text(file.variable("lat", NC_DOUBLE, {"place"}), "units", "degrees_north");
            file.variable(extra, NC_FLOAT, {"place"});
        }
        return error_of([&] { (void)open_dataset({folder / "a.nc"}, "a.nc"); });
    };
    CHECK(
        contains(refusal("trajectory", "salt"), "it holds trajectories; expected a field on a grid or mesh"));
    CHECK(contains(refusal("timeSeries", "salt"), "it holds series of times at single places"));
    CHECK(contains(refusal("", "sweep_start_ray_index"), "it holds sweeps of a radar or lidar (CF/Radial)"));
    CHECK(contains(refusal("", "salt"), "its values lie at places along 'place' that no cells join"));
}

TEST_CASE("NetCDF: values that are gathered, and places between tie points, are named as such", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto refusal = [&](bool is_gathered) {
        {
            Writer file{folder / "a.nc"};
            for (const char* name : {"y", "x", "sea"}) file.dimension(name, 2);
            file.text(file.variable("sea", NC_INT, {"sea"}), "compress", "y x");
            for (const char* name : {"u", "v"}) {
                const int variable = file.variable(name, NC_FLOAT,
                                                   is_gathered ? std::vector<std::string>{"sea"}
                                                               : std::vector<std::string>{"y", "x"});
                file.text(variable, "units", "m/s");
                if (!is_gathered) file.text(variable, "coordinate_interpolation", "lat: lon: bl");
            }
        }
        return error_of([&] { (void)open_dataset({folder / "a.nc"}, "a.nc"); });
    };
    CHECK(contains(refusal(true), "along 'sea' are gathered ('compress = y x', CF section 8.2)"));
    CHECK_THAT(refusal(false),
               Catch::Matchers::Contains(
                   "'u' has places between tie points (coordinate_interpolation = 'lat: lon: bl'"));
}

namespace {

/// A C grid of 3 x 3 cells of 10 m with axes of their own for the faces, as Meso-NH has it: u and v 1 m/s,
/// `heat` on centres named unlike the faces' axes, `corner` on the cells' corners.
void write_c_grid(const std::filesystem::path& path)
{
    Writer file{path};
    const std::vector<double> centres{0, 10, 20}, faces{-5, 5, 15};
    for (const auto& [name, values] : {std::pair{"ni", centres},
                                       {"nj", centres},
                                       {"ni_v", centres},
                                       {"nj_u", centres},
                                       {"ni_u", faces},
                                       {"nj_v", faces}}) {
        write_axis(file, name, "m", values);
    }
    for (const char* axis : {"ni", "ni_u", "ni_v"}) file.text(file.find(axis), "axis", "X");
    for (const char* axis : {"nj", "nj_u", "nj_v"}) file.text(file.find(axis), "axis", "Y");
    file.values(file.variable("u", NC_FLOAT, {"nj_u", "ni_u"}), std::vector<double>(9, 1.0));
    file.values(file.variable("v", NC_FLOAT, {"nj_v", "ni_v"}), std::vector<double>(9, 1.0));
    file.values(file.variable("heat", NC_FLOAT, {"nj", "ni"}), counted(9));
    file.values(file.variable("corner", NC_FLOAT, {"nj_v", "ni_u"}), counted(9));
}

bool has_remark(const DatasetInfo& info, const std::string& part)
{
    return std::ranges::any_of(info.remarks,
                               [&](const std::string& remark) { return contains(remark, part); });
}

}  // namespace

TEST_CASE("NetCDF: scalars at the centres of a C grid are offered by whatever axes, others are named",
          "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    write_c_grid(folder / "a.nc");
    const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
    CHECK(scalar_at(*dataset.field({"", "heat"}), {10.0, 20.0, 0.0}) == 7.0F);
    CHECK(has_remark(dataset.info(),
                     "Left out, for it has other dimensions or coordinates than the velocity: 'corner'."));
}

TEST_CASE("NetCDF: of many scalars elsewhere four are named and the others counted", "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "lat", "degrees_north", {50, 51});
        write_axis(file, "lon", "degrees_east", {0, 1});
        write_axis(file, "lon_t", "degrees_east", {0.5, 1.5});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"lat", "lon"}), counted(4));
        for (const char* name : {"a", "b", "c", "d", "e", "f"})
            file.values(file.variable(name, NC_FLOAT, {"lat", "lon_t"}), counted(4));
    }
    const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
    CHECK(has_remark(dataset.info(), "than the velocity: 'a', 'b', 'c', 'd' and 2 more."));
}

TEST_CASE("NetCDF: axes that differ by the rounding of binary32 are the same", "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "lat", "degrees_north", {50, 51});
        write_axis(file, "lon", "degrees_east", {0.1, 0.2, 0.3});
        file.dimension("lon_t", 3);
        const int rounded = file.variable("lon_t", NC_FLOAT, {"lon_t"});
        file.text(rounded, "units", "degrees_east");
        file.values(rounded, {0.1, 0.2, 0.3});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"lat", "lon"}), counted(6));
        file.values(file.variable("temp", NC_FLOAT, {"lat", "lon_t"}), counted(6));
    }
    const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
    CHECK(scalar_at(*dataset.field({"", "temp"}), {0.2, 51.0, 0.0}) == 4.0F);
}

TEST_CASE("NetCDF: a scalar at the centres of cells is brought to velocities at their corners",
          "[netcdf][scalars]")
{
    const TemporaryFolder folder;
    constexpr std::size_t rows = 5, columns = 6;
    {
        Writer file{folder / "pop.nc"};
        file.dimension("nlat", rows);
        file.dimension("nlon", columns);
        const auto places = [&](double beside, bool of_longitude) {
            std::vector<double> values;
            for (std::size_t j = 0; j < rows; ++j)
                for (std::size_t i = 0; i < columns; ++i)
                    values.push_back(of_longitude ? 300.0 + static_cast<double>(i) + beside
                                                  : 20.0 + static_cast<double>(j) + beside);
            return values;
        };
        const auto add = [&](const char* name, const char* units, const char* coordinates,
                             const std::vector<double>& values) {
            const int variable = file.variable(name, NC_DOUBLE, {"nlat", "nlon"});
            file.text(variable, "units", units);
            if (*coordinates != '\0') file.text(variable, "coordinates", coordinates);
            file.values(variable, values);
        };
        for (const auto& [name, beside] : {std::pair{"U", 0.0}, std::pair{"T", -0.5}}) {
            add(fmt::format("{}LONG", name).c_str(), "degrees_east", "", places(beside, true));
            add(fmt::format("{}LAT", name).c_str(), "degrees_north", "", places(beside, false));
        }
        for (const char* name : {"UVEL", "VVEL"})
            add(name, "m/s", "ULONG ULAT", std::vector<double>(rows * columns, 0.1));
        add("SST", "degC", "TLONG TLAT", places(-0.5, false));  // its own latitude
        add("SSU", "m", "ULONG ULAT", places(0.0, false));
    }
    const Dataset dataset = open_dataset({folder / "pop.nc"}, "pop.nc");
    const auto said = std::ranges::count_if(dataset.info().remarks, [](const std::string& remark) {
        return contains(remark, "'SST' lies half a cell from the velocity");
    });
    CHECK(said == 1);
    for (const char* name : {"SST", "SSU"}) {
        CAPTURE(name);
        const auto field = dataset.field({"", name});
        for (const double latitude : {20.5, 21.25, 23.0})
            CHECK(*scalar_at(*field, {302.5, latitude, 0.0}) == Approx(latitude).margin(5e-3));
    }
}
