// Components and scalars whose steps are not those of the velocity, and what cannot be read beside it.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <iterator>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

constexpr std::size_t plane_nodes = 6, layers = 2;

void write_space(Writer& file)
{
    write_axis(file, "z", "m", {0, 10});
    write_axis(file, "y", "m", {0, 1});
    write_axis(file, "x", "m", {0, 1, 2});
}

/// One value at all nodes of each step.
void write_stepped(Writer& file, const std::string& name, const std::string& time,
                   const std::vector<double>& of_steps)
{
    std::vector<std::string> along{"z", "y", "x"};
    if (!time.empty()) along.insert(along.begin(), time);
    const int variable = file.variable(name, NC_FLOAT, along);
    file.text(variable, "units", "m/s");
    std::vector<double> values;
    for (const double value : of_steps) values.insert(values.end(), plane_nodes * layers, value);
    file.values(variable, values);
}

/// u is 1, 2, 3 and v 0 at 0, 3600 and 7200 s.
void write_flow(Writer& file)
{
    write_space(file);
    write_axis(file, "time", "seconds since 2000-01-01", {0, 3600, 7200});
    write_stepped(file, "u", "time", {1, 2, 3});
    write_stepped(file, "v", "time", {0, 0, 0});
}

bool remarks_say(const DatasetInfo& info, const std::string& part)
{
    return std::ranges::any_of(info.remarks,
                               [&](const std::string& remark) { return contains(remark, part); });
}

/// At the first node.
glm::vec3 velocity_at(const TimeSeries& series, std::size_t step)
{
    const GridData data = series.read(step);
    const auto& values = data.arrays.front().values;
    return {values[0], values[1], values[2]};
}

}  // namespace

TEST_CASE("NetCDF: a vertical velocity at other times goes with the others by time", "[netcdf][time]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_flow(file);
        write_axis(file, "time2", "hours since 2000-01-01", {0, 2});
        write_stepped(file, "w", "time2", {1, 3});
    }
    const TimeSeries series = open_series({(folder / "a.nc").string()});
    for (std::size_t step = 0; step < 3; ++step)
        CHECK(velocity_at(series, step).z == Approx(static_cast<double>(step) + 1.0));
    CHECK(remarks_say(series.info(), "'w' has other times than 'u' and was interpolated between its own."));
}

TEST_CASE("NetCDF: a vertical velocity that lacks at some of the times is left out by name", "[netcdf][time]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_flow(file);
        write_axis(file, "time2", "hours since 2000-01-01", {0, 1});
        write_stepped(file, "w", "time2", {1, 3});
    }
    const Dataset dataset = open_file(folder / "a.nc");
    CHECK(dataset.data().default_vector == "u,v");
    CHECK(remarks_say(dataset.info(), "'w' has no values at 1 of 3 times of 'u' and was left out."));
}

TEST_CASE("NetCDF: a vertical velocity without time is steady", "[netcdf][time]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_flow(file);
        write_stepped(file, "w", "", {0.5});
    }
    const TimeSeries series = open_series({(folder / "a.nc").string()});
    CHECK(velocity_at(series, 2) == glm::vec3{3.0F, 0.0F, 0.5F});
    CHECK(remarks_say(series.info(), "'w' has no time: it is the same at all steps of 'u'."));
}

TEST_CASE("NetCDF: components in two files go together by time", "[netcdf][time]")
{
    const TemporaryFolder folder;
    const auto write = [&](const char* name, const std::vector<double>& times,
                           const std::vector<double>& values,
                           const char* units = "seconds since 2000-01-01") {
        Writer file{folder / (std::string{name} + ".nc")};
        write_space(file);
        write_axis(file, "time", units, times);
        write_stepped(file, name, "time", values);
    };
    const std::string both = (folder / "u.nc").string() + "+" + (folder / "v.nc").string();
    write("u", {3600, 7200}, {1, 2});
    write("v", {0, 3600, 7200}, {10, 20, 30});
    CHECK(velocity_at(open_series({both}), 0) == glm::vec3{1.0F, 20.0F, 0.0F});
    write("v", {3600, 7200}, {10, 20}, "seconds");
    CHECK(remarks_say(open_series({both}).info(), "The times of 'u' and 'v' cannot be compared"));
    write("v", {0, 3600}, {10, 20});
    CHECK(contains(error_of([&] { static_cast<void>(open_series({both})); }),
                   "'v' has no values at 1 of 2 times of 'u'"));
}

TEST_CASE("NetCDF: places that change with time are those of each step", "[netcdf][time]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "nest.nc"};
        write_axis(file, "time", "seconds since 2000-01-01", {0, 3600});
        file.dimension("y", 3);
        file.dimension("x", 3);
        std::vector<double> lon, lat;
        for (int step = 0; step < 2; ++step)
            for (int n = 0; n < 9; ++n) {
                lon.push_back((step == 0 ? 179.7 : -179.9) + 0.1 * (n % 3));
                lat.push_back(20.0 + step + 0.1 * (n / 3));
            }
        const int x = file.variable("XLONG", NC_DOUBLE, {"time", "y", "x"}),
                  y = file.variable("XLAT", NC_DOUBLE, {"time", "y", "x"});
        file.text(x, "units", "degree_east");
        file.text(y, "units", "degree_north");
        file.values(x, lon);
        file.values(y, lat);
        for (const char* name : {"U10", "V10"}) {
            const int variable = file.variable(name, NC_FLOAT, {"time", "y", "x"});
            file.text(variable, "units", "m/s");
            file.values(variable, *name == 'U' ? lat : std::vector<double>(18, 0.0));
        }
    }
    const TimeSeries series = open_series({(folder / "nest.nc").string()});
    CHECK(remarks_say(series.info(), "They change with time"));
    CHECK(series.field()->grid_changes());
    const auto place = [&](std::size_t step) {
        const GridData data = series.read(step);
        const auto& geometry = std::get<CurvilinearGeometry>(data.geometry);
        return geometry.origin + glm::dvec3{geometry.points.front()};
    };
    CHECK(place(0).x == Approx(179.7));
    CHECK(place(1).x == Approx(180.1));  // on from the first across the date line
    CHECK(place(1).y == Approx(21.0));
}

TEST_CASE("NetCDF: a scalar that cannot be read keeps nothing else away", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc", NC_NETCDF4 | NC_CLOBBER};
        write_space(file);
        write_stepped(file, "u", "", {1});
        write_stepped(file, "v", "", {0});
        const int spoilt = file.variable("T", NC_FLOAT, {"z", "y", "x"});
        file.checksum(spoilt);
        file.values(spoilt, std::vector<double>(plane_nodes * layers, 293.25));
    }
    std::fstream bytes{folder / "a.nc", std::ios::in | std::ios::out | std::ios::binary};
    const std::string all{std::istreambuf_iterator<char>{bytes}, {}};
    const std::size_t at = all.find(std::string("\x00\xa0\x92\x43\x00\xa0\x92\x43", 8));  // 293.25 twice
    REQUIRE(at != std::string::npos);
    bytes.seekp(static_cast<std::streamoff>(at));
    bytes.put('\x01');
    bytes.close();
    const Dataset dataset = open_file(folder / "a.nc");
    CHECK(dataset.data().default_vector == "u,v");
    CHECK(remarks_say(dataset.info(), "'T' was left out: cannot read"));
}
