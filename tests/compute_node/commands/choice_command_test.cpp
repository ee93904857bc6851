// `farfield-node info`: the dates of time steps, and some of the blocks.
#include "tests/compute_node/commands/run_node.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/vtk/collections/piece_files.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

using Json = nlohmann::json;

/// 2 x 2 nodes at three hours of a leap day.
void write_hours(const std::filesystem::path& path)
{
    Writer file{path};
    write_axis(file, "time", "hours since 2000-02-28 22:00:00", {0, 1, 26});
    write_axis(file, "y", "m", {0, 1});
    write_axis(file, "x", "m", {0, 1});
    for (const char* name : {"u", "v"})
        file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(12, 1.0));
}

/// 2 x 2 nodes, once, some days after 28 February 2000.
void write_day(const std::filesystem::path& path, const std::string& calendar, double day)
{
    Writer file{path};
    write_axis(file, "time", "days since 2000-02-28", {day});
    file.text(0, "calendar", calendar);
    write_axis(file, "y", "m", {0, 1});
    write_axis(file, "x", "m", {0, 1});
    for (const char* name : {"u", "v"})
        file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(4, 1.0));
}

}  // namespace

TEST_CASE("farfield-node info: --times has a line for each step, with its date", "[command][time]")
{
    const TemporaryFolder folder;
    const std::string file = (folder / "hours.nc").string();
    write_hours(file);
    const std::string brief = run_node("info " + file).out, all = run_node("info --times " + file).out;
    CHECK(contains(brief, "dates      2000-02-28 22:00:00 UTC to 2000-03-01 00:00:00 UTC"));
    CHECK_FALSE(contains(brief, "23:00:00"));
    CHECK(
        contains(all, "time       2                  3600 s  2000-02-28 23:00:00 UTC"));  // as --time-step 2
    CHECK(Json::parse(run_node("info --json " + file).out)["dates"] ==
          Json{"2000-02-28 22:00:00 UTC", "2000-02-28 23:00:00 UTC", "2000-03-01 00:00:00 UTC"});
}

TEST_CASE("farfield-node info: times that are not understood are not known, and no number", "[command][time]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "moons.nc"};
        write_axis(file, "time", "moons since yesterday", {0, 1});
        write_axis(file, "y", "m", {0, 1});
        write_axis(file, "x", "m", {0, 1});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(8, 1.0));
    }
    const std::string said = run_node("info --times " + (folder / "moons.nc").string()).out;
    CHECK(contains(said, "times      not known"));
    CHECK_FALSE(contains(said, "nan s"));
}

TEST_CASE("farfield-node info: a series of files has the dates of its steps", "[command][time]")
{
    struct Case {
        const char* calendar;
        Json dates;  // as cftime has them
    };
    const std::vector<Case> cases{{"standard", {"2000-02-28", "2000-02-29", "2000-03-01"}},
                                  {"noleap", {"2000-02-28", "2000-03-01", "2000-03-02"}},
                                  {"360_day", {"2000-02-28", "2000-02-29", "2000-02-30"}}};
    for (const Case& of : cases) {
        const TemporaryFolder folder;
        for (int day = 0; day < 3; ++day)
            write_day(folder / ("day_" + std::to_string(day) + ".nc"), of.calendar, day);
        const std::string files = "'" + (folder / "day_*.nc").string() + "'";
        INFO(of.calendar);
        Json expected = Json::array();
        for (const Json& date : of.dates) expected.push_back(date.get<std::string>() + " 00:00:00 UTC");
        CHECK(Json::parse(run_node("info --json " + files).out)["dates"] == expected);
        CHECK(contains(run_node("info --times " + files).out,
                       "time       2                 86400 s  " + of.dates[1].get<std::string>()));
    }
}

TEST_CASE("farfield-node info: each step has the date of the model's calendar", "[command][time]")
{
    struct Case {
        const char *calendar, *units;
        std::vector<double> times;
        Json dates;
    };
    const std::vector<Case> cases{
        // as cftime has them
        {"noleap", "days since 2000-01-01", {0, 365, 730}, {"2000-01-01", "2001-01-01", "2002-01-01"}},
        {"360_day", "days since 1999-01-01", {58, 59, 360}, {"1999-02-29", "1999-02-30", "2000-01-01"}},
        {"all_leap", "days since 1999-01-01", {0, 59, 366}, {"1999-01-01", "1999-02-29", "2000-01-01"}},
        {"julian", "days since 1900-02-27", {1, 2, 3}, {"1900-02-28", "1900-02-29", "1900-03-01"}},
        {"360_day", "months since 1999-01-01", {0, 1, 12}, {"1999-01-01", "1999-02-01", "2000-01-01"}}};
    const TemporaryFolder folder;
    for (const Case& one : cases) {
        const std::string file = (folder / "calendar.nc").string();
        {
            Writer steps{file};
            write_axis(steps, "time", one.units, one.times);
            steps.text(0, "calendar", one.calendar);
            for (const char* axis : {"y", "x"}) write_axis(steps, axis, "m", {0, 1});
            for (const char* name : {"u", "v"})
                steps.values(steps.variable(name, NC_FLOAT, {"time", "y", "x"}),
                             std::vector<double>(12, 1.0));
        }
        Json expected = Json::array();
        for (const Json& date : one.dates) expected.push_back(date.get<std::string>() + " 00:00:00 UTC");
        const Json info = Json::parse(run_node("info --json " + file).out);
        CHECK(info["dates"] == expected);
        CHECK(info["calendar"] == one.calendar);
    }
}

TEST_CASE("farfield-node info: --time-step shows the ranges of a later step", "[command][time]")
{
    const TemporaryFolder folder;
    const std::string file = (folder / "growing.nc").string();
    {
        Writer growing{file};
        write_axis(growing, "time", "hours since 2000-02-28 22:00:00", {0, 1});
        write_axis(growing, "y", "m", {0, 1});
        write_axis(growing, "x", "m", {0, 1});
        growing.values(growing.variable("u", NC_FLOAT, {"time", "y", "x"}), {0, 0, 0, 0, 3, 3, 3, 6});
        growing.values(growing.variable("v", NC_FLOAT, {"time", "y", "x"}), {0, 0, 0, 0, 4, 4, 4, 8});
    }
    const Json info = Json::parse(run_node("info --json --time-step 2 " + file).out);
    CHECK(info["arrays"][0]["range"] == Json{5.0, 10.0});
    CHECK(contains(run_node("info --time-step 2 " + file).out, "Time step 2 of 2 is shown."));
    CHECK(contains(run_node("info --time-step 1 " + file).out, "The first of 2 time steps is shown."));
    check_one_line_error("info --time-step 3 " + file, 1,
                         "has 2 time steps; expected --time-step 1 to 2, found 3");
    check_one_line_error("info --time-step 0 " + file, 2, "--time-step");
}

TEST_CASE("farfield-node info: --blocks reads some of a dataset's blocks, by name or number",
          "[command][blocks]")
{
    const TemporaryFolder folder;
    folder.write("a.vtu", voxel_row(0, 2));
    folder.write("b.vtu", voxel_row(5, 9));
    const std::string file =
        folder.write("duct.vtm", "<VTKFile type='vtkMultiBlockDataSet' version='1.0'><vtkMultiBlockDataSet>"
                                 "<DataSet index='0' name='inner' file='a.vtu'/>"
                                 "<DataSet index='1' name='outer' file='b.vtu'/>"
                                 "</vtkMultiBlockDataSet></VTKFile>\n");
    const auto info = [](const std::string& words) {
        return Json::parse(run_node("info --json " + words).out);
    };
    CHECK(info(file)["nodes"] == 12 + 20);
    for (const std::string& words :
         {"--blocks outer " + file, "--blocks 2 " + file, "'" + file + "#outer'"}) {
        INFO(words);
        const Json some = info(words);
        CHECK(some["nodes"] == 20);
        CHECK(some["blocks"] ==
              Json{{{"name", "inner"}, {"read", false}}, {{"name", "outer"}, {"read", true}}});
    }
    CHECK(info("--blocks inner,outer " + file)["nodes"] == 12 + 20);
    CHECK(contains(run_node("info --blocks 2 " + file).out, "block      1        inner (not read)"));
    check_one_line_error("info --blocks middle " + file, 1,
                         "has no block 'middle'; expected one of 'inner', 'outer', or numbers from 1 to 2");
    check_one_line_error("info --blocks 1 " + (folder / "a.vtu").string(), 1, "is not made of blocks");
}
