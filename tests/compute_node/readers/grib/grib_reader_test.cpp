#include "compute_node/datasets/time_series.h"
#include "compute_node/grids/geo.h"
#include "compute_node/readers/grib/grib_reader.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/grib/grib_writer.h"
#include "tests/foreign_data.h"
#include "tests/temporary_folder.h"

#include <eccodes.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

constexpr int u = 131, v = 132, omega = 135, temperature = 130;

std::string field(int parameter, int level, int hour, std::vector<int> values)
{
    return grib_message({.parameter = parameter, .level = level, .hour = hour, .values = std::move(values)});
}

/// Winds on two levels at 0 and 6 o'clock, the lower one first in the file.
std::string two_levels_and_times()
{
    std::string all;
    for (const int hour : {0, 6})
        for (const int level : {850, 500}) {
            const int base = level + hour;
            all += field(u, level, hour, {base, base + 1, base + 2, base + 3, base + 4, base + 5});
            all += field(v, level, hour, {9, 9, 9, 9, 9, 9});
        }
    return all;
}

const NodeValues& array(const Dataset& dataset, const std::string& name)
{
    const auto& arrays = dataset.data().arrays;
    return *std::find_if(arrays.begin(), arrays.end(), [&](const NodeValues& a) { return a.name == name; });
}

std::string error_of_file(const std::string& bytes)
{
    const TemporaryFolder folder;
    return error_of([&] { (void)open_series({folder.write("a.grib", bytes)}); });
}

}  // namespace

TEST_CASE("GRIB: winds on levels are one flow, levels and latitudes ascending", "[grib]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_series({folder.write("a.grib", two_levels_and_times())});
    const DatasetInfo& info = series.info();
    CHECK(info.format == "GRIB");
    CHECK(info.dims == std::vector{glm::uvec3{3, 2, 2}});
    CHECK(info.default_vector == "u,v");
    CHECK(info.position_units == "degrees");
    CHECK(info.z_units == "hPa");
    CHECK(info.z_positive == "down");
    CHECK(info.bounds.lo == glm::dvec3{10.0, 49.0, 500.0});
    CHECK(info.bounds.hi == glm::dvec3{12.0, 50.0, 850.0});
    CHECK(series.times() == std::vector{0.0, 6.0 * 3600.0});
    // The first row of the file is the northern one, and so the second here.
    const NodeValues& along = array(series.first(), "u");
    CHECK(std::vector(along.values.begin(), along.values.end()) ==
          std::vector{503.F, 504.F, 505.F, 500.F, 501.F, 502.F, 853.F, 854.F, 855.F, 850.F, 851.F, 852.F});
    CHECK(series.read(1).arrays.front().values.front() == 509.0F);
}

TEST_CASE("GRIB: a level without both components is left out, with a remark", "[grib]")
{
    const TemporaryFolder folder;
    const std::vector<int> six(6, 7);
    const std::string path = folder.write("a.grib", two_levels_and_times() + field(u, 300, 0, six));
    const DatasetInfo info = open_series({path}).info();
    CHECK(info.dims.front().z == 2);
    CHECK(std::ranges::any_of(info.remarks, [](const std::string& remark) {
        return contains(remark, "1 levels have one component alone");
    }));
}

TEST_CASE("GRIB: omega moves particles along pressures, in hPa a second", "[grib]")
{
    const TemporaryFolder folder;
    std::string bytes = two_levels_and_times();
    for (const int hour : {0, 6})
        for (const int level : {850, 500}) bytes += field(omega, level, hour, std::vector<int>(6, 50));
    const TimeSeries series = open_series({folder.write("a.grib", bytes)});
    CHECK(series.info().default_vector == "u,v,w");
    CHECK(array(series.first(), "u,v,w").values[2] == Approx(0.5));
}

TEST_CASE("GRIB: missing values are invalid nodes", "[grib]")
{
    const TemporaryFolder folder;
    const std::vector<bool> missing{false, true, false, false, false, false};
    const std::string bytes =
        grib_message({.parameter = u, .values = {1, 2, 3, 4, 5, 6}, .missing = missing}) +
        grib_message({.parameter = v, .values = {9999, 9999, 9999, 9999, 9999, 9999}});
    const TimeSeries series = open_series({folder.write("a.grib", bytes)});
    const NodeValues& along = array(series.first(), "u");
    CHECK(std::isnan(along.values[4]));
    CHECK(along.values[3] == 1.0F);
    CHECK(array(series.first(), "v").values[4] == 9999.0F);
}

TEST_CASE("GRIB: two files with a component each are one flow, and files may be slices of a series", "[grib]")
{
    const TemporaryFolder folder;
    const std::vector<int> six(6, 7);
    const std::string of_u = folder.write("u.grib", field(u, 500, 0, six));
    const std::string of_v = folder.write("v.grib", field(v, 500, 0, six));
    CHECK(open_series({of_u + "+" + of_v}).info().default_vector == "u,v");
    CHECK(open_series({of_u}).info().default_vector.empty());
    const auto at = [&](const std::string& name, int hour) {
        return folder.write(name, field(u, 500, hour, six) + field(v, 500, hour, six));
    };
    CHECK(open_series({at("a.grib", 3), at("b.grib", 9)}).times() == std::vector{0.0, 6.0 * 3600.0});
}

TEST_CASE("GRIB: without winds its scalars are shown", "[grib]")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("t.grib", field(temperature, 500, 0, {1, 2, 3, 4, 5, 6}));
    const DatasetInfo info = open_series({path}).info();
    CHECK(info.default_vector.empty());
    CHECK(info.default_scalar == "t");
}

TEST_CASE("GRIB: of scalars alone the one on most levels is shown, and a remark names what is elsewhere",
          "[grib]")
{
    constexpr int hybrid = 109, surface = 1, pressure_at_ground = 152;
    const std::vector<int> six{1, 2, 3, 4, 5, 6};
    const auto at = [&](int parameter, int type, int level) {
        return grib_message({.parameter = parameter, .level_type = type, .level = level, .values = six});
    };
    const TemporaryFolder folder;
    const std::string path =
        folder.write("t.grib", at(pressure_at_ground, hybrid, 1) + at(temperature, surface, 0) +
                                   at(temperature, hybrid, 1) + at(temperature, hybrid, 2));
    const DatasetInfo info = open_series({path}).info();
    CHECK(info.default_scalar == "t");
    CHECK(info.dims.front().z == 2);
    CHECK(std::ranges::any_of(info.remarks, [](const std::string& remark) {
        return remark == "Left out, as they are not on all of these nodes and levels: 'lnsp', 't'.";
    }));
}

TEST_CASE("grib_heading: files of another variable or other levels have another shape", "[grib]")
{
    const TemporaryFolder folder;
    const std::vector<int> six(6, 7);
    const auto shape = [&](int parameter, int level, int hour) {
        return grib_heading({folder.write("a.grib", field(parameter, level, hour, six))}, "").shape;
    };
    CHECK(shape(temperature, 500, 0) == shape(temperature, 500, 6));
    CHECK(shape(temperature, 500, 0) != shape(temperature, 850, 6));
    CHECK(shape(temperature, 500, 0) != shape(omega, 500, 6));
}

TEST_CASE("GRIB: a message without a grid is called damaged", "[grib]")
{
    constexpr std::size_t flags_at = 15;  // of the sections that there are
    std::string bytes = field(temperature, 500, 0, {1, 2, 3, 4, 5, 6});
    bytes[flags_at] = '\0';
    const TemporaryFolder folder;
    const std::string path = folder.write("t.grib", bytes);
    CHECK(contains(error_of([&] { (void)open_series({path}); }), "it has a message without a grid"));
}

TEST_CASE("GRIB: components along a cone's axes are turned to east and north", "[grib]")
{
    const TemporaryFolder folder;
    const auto on_cone = [](int parameter, int value, bool rows_go_north) {
        return grib_message({.parameter = parameter,
                             .columns = 9,
                             .rows = 6,
                             .values = std::vector<int>(54, value),
                             .missing = {},
                             .on_cone = true,
                             .rows_go_north = rows_go_north});
    };
    const std::string path = folder.write("cone.grib", on_cone(u, 100, true) + on_cone(v, 0, true));
    const TimeSeries series = open_series({path});
    const auto& geometry = std::get<CurvilinearGeometry>(series.first().data().geometry);
    const NodeValues& wind = array(series.first(), "u,v");
    for (std::size_t row = 0; row < 6; ++row)
        for (std::size_t column = 1; column < 8; ++column) {  // at the ends rows have one neighbour
            const std::size_t node = 9 * row + column;
            // The meridians meet at the sine of the cone's latitude times their longitudes.
            const double longitude = geometry.points[node].x + geometry.origin.x;
            const double turned =
                std::sin(45.0 * radians_per_degree) * (longitude - 10.0) * radians_per_degree;
            CHECK(wind.values[3 * node] == Approx(100.0 * std::cos(turned)).margin(0.05));
            CHECK(wind.values[3 * node + 1] == Approx(-100.0 * std::sin(turned)).margin(0.05));
        }
    const std::string other = folder.write("other.grib", on_cone(u, 100, false) + on_cone(v, 0, false));
    CHECK(contains(error_of([&] { (void)open_series({other}); }),
                   "'lambert' is written in an order that is not read"));
}

TEST_CASE("GRIB: a Gaussian grid that begins nowhere is that of its number, with a remark", "[grib]")
{
    std::vector<int> values(8 * 64);
    std::iota(values.begin(), values.end(), 0);
    const TemporaryFolder folder;
    const std::string path = folder.write(
        "n32.grib",
        grib_message({.parameter = 130, .columns = 8, .rows = 64, .values = values, .half_rows = 32}));
    const TimeSeries series = open_series({path});
    const auto& axes = std::get<RectilinearGeometry>(series.first().data().geometry).coordinates;
    REQUIRE(axes[1].size() == 64);
    // Source: ECMWF, "Gaussian latitudes N32".
    CHECK(axes[1][0] == Approx(-87.8638).margin(5e-5));
    CHECK(axes[1][62] == Approx(85.0965).margin(5e-5));
    // The southern row is the last of the message.
    CHECK(array(series.first(), "t").values[0] == static_cast<float>(8 * 63));
    CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
        return contains(remark, "says N32, but 64 rows from 70 N on");
    }));
}

TEST_CASE("GRIB: where each second row runs backwards, values are where they belong", "[grib]")
{
    codes_handle* handle = codes_grib_handle_new_from_samples(nullptr, "regular_ll_sfc_grib2");
    REQUIRE(handle != nullptr);
    for (const auto& [key, number] :
         std::initializer_list<std::pair<const char*, long>>{{"Ni", 3},
                                                             {"Nj", 4},
                                                             {"latitudeOfFirstGridPoint", 53'000'000},
                                                             {"longitudeOfFirstGridPoint", 0},
                                                             {"latitudeOfLastGridPoint", 50'000'000},
                                                             {"longitudeOfLastGridPoint", 2'000'000},
                                                             {"iDirectionIncrement", 1'000'000},
                                                             {"jDirectionIncrement", 1'000'000},
                                                             {"alternativeRowScanning", 1}})
        REQUIRE(codes_set_long(handle, key, number) == CODES_SUCCESS);
    const std::vector<double> values{1, 2, 3, 6, 5, 4, 7, 8, 9, 12, 11, 10};
    REQUIRE(codes_set_double_array(handle, "values", values.data(), values.size()) == CODES_SUCCESS);
    const void* bytes = nullptr;
    std::size_t size = 0;
    REQUIRE(codes_get_message(handle, &bytes, &size) == CODES_SUCCESS);
    const TemporaryFolder folder;
    const std::string path = folder.write("rows.grib", std::string(static_cast<const char*>(bytes), size));
    codes_handle_delete(handle);
    const TimeSeries series = open_series({path});
    const auto& scalar = series.first().data().arrays.front();
    CHECK(std::vector<float>(scalar.values.begin(), scalar.values.end()) ==
          std::vector<float>{10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3});
}

TEST_CASE("GRIB: damaged files are refused with what they lack", "[grib]")
{
    const std::string whole = two_levels_and_times();
    CHECK(contains(error_of_file(whole.substr(0, whole.size() - 20)), "is the file truncated?"));
    CHECK(contains(error_of_file("GRIB"), "cannot read"));
    CHECK(contains(error_of_file("no weather at all"), "expected a GRIB message, found none"));
    const auto with_claim = [](int columns) {
        GribField lying{.parameter = u, .values = {1, 2, 3, 4, 5, 6}, .claimed_columns = columns};
        std::string bytes = grib_message(lying);
        lying.parameter = v;
        return bytes + grib_message(lying);
    };
    CHECK(contains(error_of_file(with_claim(1000)), "cannot read"));
    CHECK(contains(error_of_file(with_claim(65'534)), "cannot read"));
}

TEST_CASE("GRIB: a file of others has two times and the levels of both components", "[grib][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    const TimeSeries series = open_series({(*folder / "grib/uv_on_different_levels.grib").string()});
    CHECK(series.times() == std::vector{0.0, 6.0 * 3600.0});
    CHECK(series.info().dims == std::vector{glm::uvec3{73, 37, 3}});
}

TEST_CASE("GRIB: hybrid levels are pressures with their coefficients and that at the ground, else numbers",
          "[grib]")
{
    constexpr int hybrid = 109, surface = 1, ground = 134;
    const bool has_ground = GENERATE(true, false), has_coefficients = GENERATE(true, false);
    const TemporaryFolder folder;
    std::string bytes;
    const auto add = [&](int parameter, int type, int level, int value) {
        bytes += grib_message({.parameter = parameter,
                               .level_type = type,
                               .level = level,
                               .values = std::vector(6, value),
                               .vertical = has_coefficients && type == hybrid
                                               ? std::vector{0.0, 10'000.0, 0.0, 0.0, 0.25, 1.0}
                                               : std::vector<double>{}});
    };
    for (const int level : {1, 2})
        for (const int parameter : {u, v}) add(parameter, hybrid, level, 5);
    if (has_ground) add(ground, surface, 0, 50'000);
    const DatasetInfo info = open_series({folder.write("a.grib", bytes)}).info();
    CHECK(info.z_positive == "down");
    const bool is_computed = has_ground && has_coefficients;
    // Between half levels of 0, 10,000 + 0.25 ps and ps.
    CHECK(info.bounds.lo.z == Approx(is_computed ? 112.5 : 1.0));
    CHECK(info.bounds.hi.z == Approx(is_computed ? 362.5 : 2.0));
    CHECK(info.z_units == (is_computed ? "hPa" : "levels"));
    CHECK(std::ranges::any_of(info.remarks, [&](const std::string& remark) {
        return contains(remark, is_computed        ? "coefficients and 'sp'"
                                : has_coefficients ? "('sp' or 'lnsp')"
                                                   : "no coefficients of them ('pv')");
    }));
}

TEST_CASE("GRIB: numbered levels lie at the heights or the pressures of their nodes", "[grib]")
{
    constexpr int hybrid = 109, height = 156, pressure = 54;
    const bool has_heights = GENERATE(true, false), do_fall = GENERATE(true, false);
    CAPTURE(has_heights, do_fall);
    const TemporaryFolder folder;
    std::string bytes;
    for (const int level : {1, 2}) {
        const int steps = do_fall ? 3 - level : level;
        const auto add = [&](int parameter, int value) {
            bytes += grib_message({.parameter = parameter,
                                   .level_type = hybrid,
                                   .level = level,
                                   .values = std::vector(6, value)});
        };
        add(u, 2 * steps);
        add(v, 0);
        if (has_heights) add(height, 100 * steps);
        add(pressure, 60'000 - 10'000 * steps);
    }
    const TimeSeries series = open_series({folder.write("a.grib", bytes)});
    const DatasetInfo& info = series.info();
    CHECK(info.z_units == (has_heights ? "m" : "hPa"));
    CHECK(info.z_positive == (has_heights ? "up" : "down"));
    CHECK(info.bounds.lo.z == Approx(has_heights ? 100.0 : 400.0));
    CHECK(info.bounds.hi.z == Approx(has_heights ? 200.0 : 500.0));
    const auto field = series.first().field();
    const glm::dvec3 middle = 0.5 * (info.bounds.lo + info.bounds.hi);
    const auto half_way = field->sample(field->info().relative(middle));
    REQUIRE(half_way);
    const auto lower =
        field->sample(field->info().relative({middle.x, middle.y, has_heights ? 120.0 : 480.0}));
    REQUIRE(lower);
    CHECK(lower->velocity.x / half_way->velocity.x == Approx(2.4 / 3.0));
}
