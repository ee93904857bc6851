// How numbers lie in NetCDF files: what stands for none, unsigned bytes, groups, strings.
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/netcdf/netcdf_reader.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <array>
#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// u of six nodes, as given; v of the same type, of ones.
int write_u(Writer& file, nc_type type, const std::vector<double>& u)
{
    write_axis(file, "y", "m", {0, 1});
    write_axis(file, "x", "m", {0, 50, 100});
    const int variable = file.variable("u", type, {"y", "x"});
    file.values(variable, u);
    file.values(file.variable("v", type, {"y", "x"}), std::vector<double>(6, 1.0));
    return variable;
}

float u_of_first_node(const std::filesystem::path& file)
{
    return read_netcdf({file}, 1000).arrays.front().values.front();
}

}  // namespace

TEST_CASE("read_netcdf: missing values are numbers of the variable's type, and may be several", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "missing.nc"};
        const int u = write_u(file, NC_FLOAT, {-999.9, -1.0, 3, 4, 5, 6});
        file.numbers(u, "missing_value", {-999.9, -1.0});  // double, and -999.9 is no binary32 number
    }
    const GridData data = read_netcdf({folder / "missing.nc"}, 1000);
    const ValueArray& values = data.arrays.front().values;
    CHECK(std::isnan(values[0]));
    CHECK(std::isnan(values[3]));
    CHECK(values[6] == 3.0F);
}

TEST_CASE("read_netcdf: bytes that are marked as unsigned are", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "bytes.nc"};
        const int u = write_u(file, NC_BYTE, {-56, 2, 3, 4, 5, 6});  // 200 as a signed byte
        file.text(u, "_Unsigned", "true");
        file.number(u, "scale_factor", NC_DOUBLE, 0.5);
    }
    CHECK(u_of_first_node(folder / "bytes.nc") == 100.0F);
}

namespace {

/// u of the three nodes in the first row.
std::array<float, 3> u_of_row(const std::filesystem::path& file)
{
    const GridData data = read_netcdf({file}, 1000);
    const ValueArray& u = data.arrays.front().values;
    return {u[0], u[3], u[6]};
}

}  // namespace

TEST_CASE("read_netcdf: a value outside of the valid range is missing, one at its ends is not", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool is_pair = GENERATE(true, false);
    {
        Writer file{folder / "range.nc"};
        const int u = write_u(file, NC_FLOAT, {1e6, -0.1, 0.1, 4, 5, 6});
        if (is_pair) file.numbers(u, "valid_range", {-0.1, 10.0});  // -0.1 is no binary32 number
        if (!is_pair) file.number(u, "valid_min", NC_FLOAT, 0.0);
    }
    const auto row = u_of_row(folder / "range.nc");
    CHECK(std::isnan(row[0]) == is_pair);
    CHECK(std::isnan(row[1]) == !is_pair);
    CHECK(row[2] == 0.1F);
}

TEST_CASE("read_netcdf: the valid range of packed values is in their unit, and unsigned as they are",
          "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "packed.nc"};
        const int u = write_u(file, NC_BYTE, {-56, -55, 3, 4, 5, 6});  // 200, 201
        file.text(u, "_Unsigned", "true");
        file.number(u, "scale_factor", NC_FLOAT, 0.5);
        file.number(u, "valid_min", NC_SHORT, 3.0);
        file.number(u, "valid_max", NC_BYTE, -56.0);
    }
    const auto row = u_of_row(folder / "packed.nc");
    CHECK(row[0] == 100.0F);
    CHECK(std::isnan(row[1]));
    CHECK(row[2] == 1.5F);
}

TEST_CASE("read_netcdf: a valid range of the scale's type is in the unit of unpacked values", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "unpacked.nc"};
        const int u = write_u(file, NC_SHORT, {1000, 2000, -30000, 4, 5, 6});
        file.number(u, "scale_factor", NC_DOUBLE, 0.01);
        file.numbers(u, "valid_range", {-100.0, 15.0});
    }
    const auto row = u_of_row(folder / "unpacked.nc");
    CHECK(row[0] == 10.0F);
    CHECK(std::isnan(row[1]));
    CHECK(std::isnan(row[2]));
}

TEST_CASE("read_netcdf: a valid range with its ends in the wrong order is none", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "reversed.nc"};
        file.numbers(write_u(file, NC_FLOAT, {1, 2, 3, 4, 5, 6}), "valid_range", {1e20, -1e20});
    }
    CHECK(u_of_first_node(folder / "reversed.nc") == 1.0F);
}

TEST_CASE("read_netcdf: variables in groups are read, on the dimensions of the groups above", "[netcdf]")
{
    const TemporaryFolder folder;
    int file = 0, group = 0, y = 0, x = 0;
    REQUIRE(nc_create((folder / "groups.nc").c_str(), NC_NETCDF4, &file) == NC_NOERR);
    nc_def_dim(file, "y", 2, &y);
    nc_def_dim(file, "x", 3, &x);
    nc_def_grp(file, "flow", &group);
    const std::vector<double> ones(6, 1.5);
    for (const auto& [name, dimension] : {std::pair{"y", y}, {"x", x}}) {
        int axis = 0;
        nc_def_var(file, name, NC_DOUBLE, 1, &dimension, &axis);
        nc_put_att_text(file, axis, "units", 1, "m");
        const double places[]{0, 1, 2};
        nc_put_var_double(file, axis, places);
    }
    for (const char* name : {"u", "v"}) {
        int variable = 0;
        const int dimensions[]{y, x};
        nc_def_var(group, name, NC_FLOAT, 2, dimensions, &variable);
        nc_put_var_double(group, variable, ones.data());
    }
    REQUIRE(nc_close(file) == NC_NOERR);
    CHECK(u_of_first_node(folder / "groups.nc") == 1.5F);
}

TEST_CASE("read_netcdf: a file without a time step says so", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "empty.nc"};
        file.dimension("time", NC_UNLIMITED);
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 50, 100});
        for (const char* name : {"u", "v"}) (void)file.variable(name, NC_FLOAT, {"time", "y", "x"});
    }
    CHECK(contains(error_of([&] { (void)read_netcdf({folder / "empty.nc"}, 1000); }),
                   "has 0 values along 'time'; expected at least 1"));
}

TEST_CASE("open_series: files with a time that is no dimension are put in order by it", "[netcdf]")
{
    const TemporaryFolder folder;
    for (const auto& [name, day] : {std::pair{"a.nc", 3.0}, {"b.nc", 1.0}}) {
        Writer file{folder / name};
        write_u(file, NC_FLOAT, {day, 2, 3, 4, 5, 6});
        const int time = file.variable("time", NC_DOUBLE, {});
        file.text(time, "units", "days since 2000-01-01");
        file.values(time, {day});
    }
    const TimeSeries series = open_series({(folder / "a.nc").string(), (folder / "b.nc").string()});
    CHECK(series.times() == std::vector<double>{0, 2 * 86400.0});
    CHECK(series.read(0).arrays.front().values.front() == 1.0F);
}
