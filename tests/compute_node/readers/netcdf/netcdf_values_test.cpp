// How numbers lie in NetCDF files: what stands for none, unsigned bytes, groups, strings.
#include "compute_node/datasets/series_field.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/netcdf/netcdf_reader.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

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

TEST_CASE("read_netcdf: scale, missing value and range that are written as text count", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "text.nc"};
        const int u = write_u(file, NC_SHORT, {-9999, 500, 2000, 600, 700, 800});
        file.text(u, "scale_factor", "0.001");
        file.text(u, "missing_value", " -9999s");
        file.text(u, "valid_range", "0, 1000");
    }
    const GridData data = read_netcdf({folder / "text.nc"}, 1000);
    const ValueArray& values = data.arrays.front().values;
    CHECK(std::isnan(values[0]));
    CHECK(values[3] == 0.5F);
    CHECK(std::isnan(values[6]));
}

namespace {

bool has_remark(const GridData& data, const std::string& words)
{
    return std::ranges::any_of(data.remarks,
                               [&](const std::string& remark) { return contains(remark, words); });
}

}  // namespace

TEST_CASE("read_netcdf: an attribute that changes numbers and is not understood is named", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "odd.nc"};
        const int u = write_u(file, NC_FLOAT, {1, 2, 3, 4, 5, 6});
        file.text(u, "scale_factor", "a tenth");
        file.number(u, "slope", NC_DOUBLE, 0.1);
        file.number(u, "fill_value", NC_DOUBLE, 6.0);
    }
    const GridData data = read_netcdf({folder / "odd.nc"}, 1000);
    CHECK(data.arrays.front().values[0] == 1.0F);
    CHECK(std::isnan(data.arrays.front().values[15]));
    CHECK(has_remark(data, "'u' has 'a tenth' as scale_factor, which is no number"));
    CHECK(has_remark(data, "'u' has slope = 0.1"));
    CHECK(has_remark(data, "'u' has fill_value, which was taken for _FillValue"));
}

TEST_CASE("read_netcdf: attributes of numbers in another spelling count, with a remark", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "spelt.nc"};
        const int u = write_u(file, NC_SHORT, {-77, 2, 300, 4, 5, 6});
        file.number(u, "Scale_Factor", NC_DOUBLE, 0.5);
        file.number(u, "addOffset", NC_DOUBLE, 10.0);
        file.number(u, "MISSING_VALUE", NC_SHORT, -77);
        file.number(u, "validMax", NC_SHORT, 200);
    }
    const GridData data = read_netcdf({folder / "spelt.nc"}, 1000);
    const ValueArray& values = data.arrays.front().values;
    CHECK(std::isnan(values[0]));
    CHECK(values[3] == 11.0F);
    CHECK(std::isnan(values[6]));
    for (const char* words : {"Scale_Factor, which was taken for scale_factor", "addOffset", "MISSING_VALUE",
                              "validMax, which was taken for valid_max"})
        CHECK(has_remark(data, words));
}

TEST_CASE("read_netcdf: a comma is a decimal point where no list can be meant", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "commas.nc"};
        const int u = write_u(file, NC_FLOAT, {-999.9, 2, 30, 4, 5, 6});
        file.text(u, "scale_factor", "0,5");
        file.text(u, "missing_value", "-999,9");
        file.text(u, "valid_range", "0,5 20");
    }
    const GridData data = read_netcdf({folder / "commas.nc"}, 1000);
    const ValueArray& values = data.arrays.front().values;
    CHECK(std::isnan(values[0]));
    CHECK(values[3] == 1.0F);
    CHECK(std::isnan(values[6]));
    CHECK(has_remark(data, "'u' has '0,5' as scale_factor, which was taken for 0.5."));
    CHECK(has_remark(data, "'u' has '0,5 20' as valid_range, which was taken for 0.5 and 20."));
}

TEST_CASE("read_netcdf: several numbers for one, and a scale that none can be, are named", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "odd.nc"};
        const int u = write_u(file, NC_SHORT, {1, 2, 3, 4, 5, 6});
        file.numbers(u, "add_offset", {1.0, 2.0});
        file.number(u, "scale_factor", NC_DOUBLE, 0.0);
        file.text(u, "valid_min", "n/a");
        file.numbers(u, "valid_range", {0.0, 3.0, 5.0});
        file.number(u, "missing_value", NC_DOUBLE, 1e20);
    }
    const GridData data = read_netcdf({folder / "odd.nc"}, 1000);
    CHECK(data.arrays.front().values[15] == 6.0F);
    for (const char* words :
         {"has 2 numbers (1, 2) as add_offset, not 1", "has 0 as scale_factor, which is not applied",
          "has 'n/a' as valid_min, which is no number", "has 3 numbers (0, 3, 5) as valid_range, not 2",
          "has missing_value = 1e+20, which none of its values can be"})
        CHECK(has_remark(data, words));
}

TEST_CASE("read_netcdf: a value far from all others that programs write for none is none, with a remark",
          "[netcdf]")
{
    const TemporaryFolder folder;
    const double fill = GENERATE(1e20, -9999.0, 9.969209968386869e36, -999.0, -32768.0, 0x1p100, -0x1p30,
                                 1e10, -1e34, 1e15, -9.99e8, -99.99, -99.9, -99.0, 2147483647.0, 1.268e30,
                                 1e37, -32767.0, -3.4028234663852886e38);
    {
        Writer file{folder / "undeclared.nc"};
        write_u(file, NC_DOUBLE, {fill, 2, 3, -4, fill, 6});
    }
    const GridData data = read_netcdf({folder / "undeclared.nc"}, 1000);
    CHECK(std::isnan(data.arrays.front().values[0]));
    CHECK(std::isnan(data.arrays.front().values[12]));
    CHECK(data.arrays.front().values[9] == -4.0F);
    CHECK(has_remark(data, "which nothing declares") !=
          (fill > 9e36 && fill < 1e37));  // NetCDF's own default
}

TEST_CASE("read_netcdf: a negative number that programs write for none is none among large positive ones",
          "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "pressure.nc"};
        write_u(file, NC_FLOAT, {-9999, 101325, 99000, 99500, -9999, 100200});
    }
    CHECK(std::isnan(u_of_first_node(folder / "pressure.nc")));
}

TEST_CASE("read_netcdf: amounts and steps that are powers of ten are values", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::vector<double> values = GENERATE(
        std::vector<double>{1e10, 0, 0, 0, 0, 0}, std::vector<double>{1e24, 1e20, 1e20, 1e20, 1e20, 1e20},
        std::vector<double>(6, 1e21), std::vector<double>{1e8, 1e7, 1e6, 1e5, 1e4, 1e3});
    {
        Writer file{folder / "amount.nc"};
        write_u(file, NC_FLOAT, values);
    }
    CHECK(u_of_first_node(folder / "amount.nc") == static_cast<float>(values.front()));
}

TEST_CASE("read_netcdf: a packed -32768 among others near it is a value", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "full.nc"};
        write_u(file, NC_SHORT, {-32768, -32700, 32767, 5, 10000, -20000});
    }
    CHECK(u_of_first_node(folder / "full.nc") == -32768.0F);
    CHECK(has_remark(read_netcdf({folder / "full.nc"}, 1000), "may stand for none, but count"));
}

TEST_CASE("read_netcdf: a fill that is declared is not said to be undeclared", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "declared.nc"};
        file.number(write_u(file, NC_SHORT, {-32768, 2, 3, 4, 5, 6}), "_FillValue", NC_SHORT, -32768);
    }
    CHECK(std::isnan(u_of_first_node(folder / "declared.nc")));
    CHECK(!has_remark(read_netcdf({folder / "declared.nc"}, 1000), "nothing declares"));
}

TEST_CASE("read_netcdf: the fill value of a type counts where none is named", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto [type, fill] =
        GENERATE(std::pair<nc_type, double>{NC_USHORT, NC_FILL_USHORT},
                 std::pair<nc_type, double>{NC_UINT, NC_FILL_UINT},
                 std::pair<nc_type, double>{NC_INT64, static_cast<double>(NC_FILL_INT64)},
                 std::pair<nc_type, double>{NC_SHORT, NC_FILL_SHORT});
    {
        Writer file{folder / "types.nc", NC_CLOBBER | NC_NETCDF4};
        write_u(file, type, {fill, 2, 3, 4, 5, 6});
    }
    CHECK(std::isnan(u_of_first_node(folder / "types.nc")));
}

TEST_CASE("read_netcdf: a packed -32768 that nothing declares is none, with a remark", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "packed.nc"};
        file.number(write_u(file, NC_SHORT, {-32768, 2, 3, -4, 5, 6}), "scale_factor", NC_FLOAT, 0.01);
    }
    CHECK(std::isnan(u_of_first_node(folder / "packed.nc")));
    CHECK(has_remark(read_netcdf({folder / "packed.nc"}, 1000), "'u' has packed values of -32768"));
}

TEST_CASE("read_netcdf: a value that programs write for none is one among others of its size", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "large.nc"};
        write_u(file, NC_DOUBLE, {9999, 2000, 3, -4, 500, 6});
    }
    CHECK(u_of_first_node(folder / "large.nc") == 9999.0F);
    {
        Writer file{folder / "once.nc"};
        write_u(file, NC_DOUBLE, {-99.9, 2, 3, -4, 5, 6});
    }
    CHECK(u_of_first_node(folder / "once.nc") == -99.9F);
}

TEST_CASE("read_netcdf: a third component on fewer levels is left out, and so is its name", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "omega.nc"};
        write_axis(file, "level", "m", {0, 10, 20});
        write_axis(file, "levels_of_w", "m", {0, 3});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 50, 100});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"level", "y", "x"}), std::vector<double>(18, 1.0));
        file.values(file.variable("w", NC_FLOAT, {"levels_of_w", "y", "x"}), std::vector<double>(12, 1.0));
    }
    const GridData data = read_netcdf({folder / "omega.nc"}, 1000);
    CHECK(data.default_vector == "u,v");
    CHECK(data.arrays.front().values[2] == 0.0F);
    CHECK(has_remark(data, "'w' lies on 2 levels"));
    CHECK(data.velocity_reason == "'u' and 'v' are named like the components of a velocity");
}

TEST_CASE("open_series: the first step that has values is shown, with a remark", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "night.nc"};
        write_axis(file, "time", "hours since 2000-01-01", {0, 1, 2});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 50, 100});
        std::vector<double> values(18, 2.0);
        std::fill_n(values.begin(), 6, std::nan(""));
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), values);
    }
    const std::string file = (folder / "night.nc").string();
    const TimeSeries series = open_series({file});
    CHECK(series.times() == std::vector<double>{3600, 7200});
    CHECK(series.info().utc_seconds == 946684800.0);
    CHECK(series.field()->slices().times == std::vector<float>{3600, 7200});
    CHECK(series.field()->info().scalar_max == Approx(std::sqrt(8.0)));
    CHECK(contains(series.info().remarks.back(), "The first time step has no value"));
    const Dataset shown = open_dataset({file}, "night.nc");
    CHECK(shown.info().time_steps == 3);
    CHECK(contains(shown.info().remarks.back(), "time step 2 of 3 is shown"));
}

TEST_CASE("open_series: a first step without the velocity keeps its other arrays, and the clock", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "spin_up.nc"};
        write_axis(file, "time", "hours since 2000-01-01", {0, 1, 2});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 50, 100});
        std::vector<double> velocity(18, 2.0), heat(18);
        std::fill_n(velocity.begin(), 6, std::nan(""));
        for (std::size_t i = 0; i < heat.size(); ++i) heat[i] = 10.0 * static_cast<double>(1 + i / 6);
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), velocity);
        file.values(file.variable("T", NC_FLOAT, {"time", "y", "x"}), heat);
    }
    const std::string file = (folder / "spin_up.nc").string();
    const auto series = std::make_shared<const TimeSeries>(open_series({file}));
    CHECK(series->times() == std::vector<double>{0, 3600, 7200});
    CHECK(contains(series->info().remarks.back(), "The first time step has no 'u,v', but other arrays"));
    const FieldChoice alone{.vector = {}, .scalar = "T", .scalar_alone = true};
    const auto in_files = [&](const FieldChoice& choice) {
        return SeriesField{series, choice}.frame()->slices().times;
    };
    for (const auto& times : {series->field(alone)->slices().times, in_files(alone)})
        CHECK(times == std::vector<float>{0, 3600, 7200});
    for (const auto& times : {series->field()->slices().times, in_files({})})
        CHECK(times == std::vector<float>{3600, 7200});
    CHECK(series->field(alone)->nodes()[0].w == 10.0F);
    const Dataset shown = open_dataset({file}, "spin_up.nc");
    CHECK(contains(shown.info().remarks.back(), "has no 'u,v': time step 2 of 3 is shown"));
}

TEST_CASE("open_series: an array that the first step lacks is that of the later ones", "[netcdf]")
{
    const TemporaryFolder folder;
    std::vector<std::string> files;
    for (int step = 0; step < 3; ++step) {
        files.push_back((folder / fmt::format("flow_{}.nc", step)).string());
        Writer file{files.back()};
        write_axis(file, "time", "hours since 2000-01-01", {static_cast<double>(step)});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 50, 100});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), std::vector(6, 2.0));
        if (step == 0) continue;
        const int courant = file.variable("Co", NC_FLOAT, {"time", "y", "x"});
        file.text(courant, "units", "K");
        file.values(courant, std::vector(6, 10.0 * step));
    }
    const auto series = std::make_shared<const TimeSeries>(open_series(files));
    for (const bool is_alone : {true, false}) {
        const FieldChoice choice{.vector = {}, .scalar = "Co", .scalar_alone = is_alone};
        const auto field = series->field(choice);
        CHECK(field->slices().times == std::vector<float>{3600, 7200});
        CHECK(field->nodes()[0].w == 10.0F);
        CHECK(field->info().scalar_units == "K");
        CHECK(SeriesField{series, choice}.frame()->slices().times == std::vector<float>{3600, 7200});
    }
    CHECK_THROWS_AS(series->field({.vector = {}, .scalar = "yPlus"}), UnknownScalar);
}

TEST_CASE("open_series: a file without a step keeps nothing else away", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto write = [&](const char* name, const std::vector<double>& hours) {
        Writer file{folder / name};
        write_axis(file, "time", "hours since 2000-01-01", hours);
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 50, 100});
        for (const char* component : {"u", "v"})
            file.values(file.variable(component, NC_FLOAT, {"time", "y", "x"}),
                        std::vector<double>(6 * hours.size(), 2.0));
    };
    write("b.nc", {});
    write("c.nc", {4, 5});
    const TimeSeries joined = open_series({(folder / "b.nc").string(), (folder / "c.nc").string()});
    CHECK(joined.times() == std::vector<double>{0, 3600});
    CHECK(contains(joined.info().remarks.back(), "b.nc' has no time step, and is left out"));
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

TEST_CASE(
    "read_netcdf: words marked as unsigned have the fill value of unsigned ones, and those in the middle",
    "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "words.nc"};
        const int u = write_u(file, NC_SHORT, {-32767, -1, -2, 4, 5, 6});  // 32769, 65535, 65534
        file.text(u, "_Unsigned", "true");
        file.number(u, "valid_max", NC_SHORT, -2);
    }
    const auto row = u_of_row(folder / "words.nc");
    CHECK(row[0] == 32769.0F);
    CHECK(std::isnan(row[1]));
    CHECK(row[2] == 65534.0F);
}

TEST_CASE("read_netcdf: unsigned bytes that are marked as signed are", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "signed.nc", NC_CLOBBER | NC_NETCDF4};
        const int u = write_u(file, NC_UBYTE, {254, 255, 3, 4, 5, 6});  // -2, -1
        file.text(u, "_Unsigned", "false");
        file.number(u, "missing_value", NC_UBYTE, 255);
    }
    const auto row = u_of_row(folder / "signed.nc");
    CHECK(row[0] == -2.0F);
    CHECK(std::isnan(row[1]));
    CHECK(row[2] == 3.0F);
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

TEST_CASE("read_netcdf: of a valid range in text a fraction at either end says that it is unpacked",
          "[netcdf]")
{
    const TemporaryFolder folder;
    const bool is_pair = GENERATE(true, false);
    {
        Writer file{folder / "text.nc"};
        const int u = write_u(file, NC_SHORT, {1000, 4000, -30000, 4, 5, 6});
        file.number(u, "scale_factor", NC_DOUBLE, 0.01);
        if (is_pair) file.text(u, "valid_range", "-0.5 30");
        if (!is_pair) file.text(u, "valid_min", "-0.5"), file.text(u, "valid_max", "30");
    }
    const auto row = u_of_row(folder / "text.nc");
    CHECK(row[0] == 10.0F);
    CHECK(std::isnan(row[1]));
    CHECK(std::isnan(row[2]));
}

TEST_CASE("read_netcdf: an axis of words that are marked as unsigned goes on beyond the largest signed one",
          "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "axis.nc"};
        write_axis(file, "y", "m", {0, 1});
        file.dimension("x", 3);
        const int x = file.variable("x", NC_SHORT, {"x"});
        file.text(x, "units", "m");
        file.text(x, "_Unsigned", "true");
        file.values(x, {32000, -32768, -32000});  // 32000, 32768, 33536
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"y", "x"}), {1, 2, 3, 4, 5, 6});
    }
    const GridData data = read_netcdf({folder / "axis.nc"}, 1000);
    const auto& grid = std::get<RectilinearGeometry>(data.geometry);
    CHECK(grid.coordinates[0] == std::vector<double>{32000, 32768, 33536});
}

TEST_CASE("read_netcdf: a valid range with its ends in the wrong order is none", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "reversed.nc"};
        file.numbers(write_u(file, NC_FLOAT, {1, 2, 3, 4, 5, 6}), "valid_range", {1e20, -1e20});
    }
    CHECK(u_of_first_node(folder / "reversed.nc") == 1.0F);
    CHECK(has_remark(read_netcdf({folder / "reversed.nc"}, 1000), "with its ends in the wrong order"));
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

TEST_CASE("read_netcdf: of groups with the same names the first counts, and the others are named", "[netcdf]")
{
    const TemporaryFolder folder;
    int file = 0, y = 0, x = 0;
    REQUIRE(nc_create((folder / "nests.nc").c_str(), NC_NETCDF4, &file) == NC_NOERR);
    for (const double place : {0.0, 10.0}) {
        int group = 0;
        nc_def_grp(file, place == 0.0 ? "d01" : "d02", &group);
        nc_def_dim(group, "y", 2, &y);
        nc_def_dim(group, "x", 2, &x);
        for (const auto& [name, dimension] : {std::pair{"y", y}, {"x", x}}) {
            int axis = 0;
            nc_def_var(group, name, NC_DOUBLE, 1, &dimension, &axis);
            nc_put_att_text(group, axis, "units", 1, "m");
            nc_put_var_double(group, axis, std::array{place, place + 1.0}.data());
        }
        for (const char* name : {"u", "v"}) {
            int variable = 0;
            const int dimensions[]{y, x};
            nc_def_var(group, name, NC_FLOAT, 2, dimensions, &variable);
            nc_put_var_double(group, variable, std::array{place, place, place, place}.data());
        }
    }
    REQUIRE(nc_close(file) == NC_NOERR);
    CHECK(u_of_first_node(folder / "nests.nc") == 0.0F);
    CHECK(has_remark(read_netcdf({folder / "nests.nc"}, 1000),
                     "'/d02' is a group of which 'u', 'v' are left out"));
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

TEST_CASE("open_dataset: a velocity without a value in all time steps is said by its name", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "empty.nc"};
        write_axis(file, "time", "hours since 2000-01-01", {0, 1, 2});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 50, 100});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}),
                        std::vector<double>(18, std::nan("")));
        file.values(file.variable("T", NC_FLOAT, {"time", "y", "x"}), std::vector<double>(18, 4.0));
    }
    const std::string file = (folder / "empty.nc").string(),
                      remark = "The velocity 'u,v' has no value in any of 3 time steps.";
    const Dataset shown = open_dataset({file}, "empty.nc");
    CHECK(std::ranges::count(shown.info().remarks, remark) == 1);
    CHECK(std::ranges::count(open_series({file}).info().remarks, remark) == 1);
    CHECK(shown.info().default_vector.empty());
    CHECK(shown.field()->info().scalar_max == 4.0);
    CHECK_THROWS_WITH(shown.field({.vector = "u,v", .scalar = "T"}),
                      "'empty.nc': no node has a value of both the scalar 'T' and the velocity 'u,v'");
}
