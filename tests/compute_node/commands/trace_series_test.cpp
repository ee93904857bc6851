// `farfield-node trace` through NetCDF files in time order of which only some fit in memory.
#include "compute_node/datasets/series_field.h"
#include "tests/compute_node/commands/run_node.h"
#include "tests/compute_node/readers/netcdf/netcdf_series.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using Catch::Matchers::ContainsSubstring;
using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

constexpr int nodes_along = 17, slices = 12;
constexpr int slice_bytes = 16 * nodes_along * nodes_along * nodes_along;

/// Files of a series, and seeds in them.
struct Series {
    Series() : names{write_pulsing_series(folder.path(), nodes_along, slices)}
    {
        std::ofstream seeds{folder / "seeds.csv"};
        seeds << "x,y,z,t\n";
        for (int i = 0; i < 50; ++i) seeds << 0.1 * i << "," << 0.3 + 0.1 * i << ",2.5," << 0.05 * i << "\n";
    }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }
    [[nodiscard]] std::string trace(const std::string& options, const std::string& out,
                                    const std::string& steps = "--step 0.05 --steps 200") const
    {
        std::string command = "trace";
        for (const std::string& name : names) command += " " + name;
        return command + " --seeds " + path("seeds.csv") + " " + steps + " " + options + " --out " +
               path(out);
    }

    TemporaryFolder folder;
    std::vector<std::string> names;
};

std::string budget(int of_slices)
{
    return " --max-dataset-bytes " + std::to_string(of_slices * slice_bytes);
}

}  // namespace

TEST_CASE("farfield-node trace: a series that does not fit gives the same file as one that does", "[command]")
{
    const Series series;
    for (const std::string kind : {"streamline", "pathline", "pathline --integrator dopri5",
                                   "pathline --backward --ends", "streakline"}) {
        REQUIRE(run_node(series.trace("--kind " + kind, "whole.csv")).code == 0);
        REQUIRE(run_node(series.trace("--kind " + kind + budget(4) + " --threads 2", "sliced.csv")).code ==
                0);
        const std::string whole = read_text(series.path("whole.csv"));
        CHECK(whole.size() > 1000);
        CHECK((read_text(series.path("sliced.csv")) == whole));
    }
}

TEST_CASE("farfield-node trace: lines of seeds without a time have those of the first slice with a velocity",
          "[command]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "night.nc"};
        write_axis(file, "time", "hours since 2000-01-01", {0, 1, 2});
        write_axis(file, "y", "m", {0, 1e6});
        write_axis(file, "x", "m", {0, 1e6});
        for (const char* name : {"u", "v"}) {
            const int id = file.variable(name, NC_FLOAT, {"time", "y", "x"});
            file.text(id, "units", "m/s");
            file.number(id, "_FillValue", NC_FLOAT, -1.0);
            file.values(id, {-1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 1, 1});
        }
    }
    const std::string file = (folder / "night.nc").string(), out = (folder / "l.csv").string();
    std::ofstream{folder / "s.csv"} << "x,y,z\n1e5,1e5,0\n";
    const auto run = run_node("trace " + file + " --seeds " + (folder / "s.csv").string() +
                              " --kind pathline --step 600 --steps 2 --out " + out);
    REQUIRE(run.code == 0);
    CHECK_THAT(read_text(out), ContainsSubstring("\n0,3600,") && ContainsSubstring("\n0,4200,") &&
                                   ContainsSubstring("\n0,4800,"));
}

TEST_CASE("farfield-node trace: streaklines that are looked at when the data have ended are reported",
          "[command]")
{
    const Series series;  // to 5.5 s; seeds from 0 to 2.45 s
    for (const std::string& budget_of : {std::string{}, budget(4)}) {
        const Outcome done = run_node(
            series.trace("--kind streakline --ends" + budget_of, "o.csv", "--step 0.1 --steps 40") + " 2>&1");
        CHECK(done.code == 0);
        CHECK_THAT(done.out, ContainsSubstring("19 of 50 streaklines are one point: 40 steps of 0.1"));
        CHECK_THAT(read_text(series.path("o.csv")), ContainsSubstring(",0,out-of-time"));
    }
}

TEST_CASE("farfield-node trace: what is wrong with a late slice is one line, and no file is left",
          "[command]")
{
    const Series series;
    check_one_line_error(series.trace(budget(3), "o.csv"), 1, "max_dataset_bytes");
    write_pulsing_cell(series.names[9], nodes_along + 1, 4.5);
    check_one_line_error(series.trace("--kind pathline" + budget(4), "o.csv"), 1, "slice-009.nc");
    CHECK(std::distance(std::filesystem::directory_iterator{series.path("")},
                        std::filesystem::directory_iterator{}) == slices + 1);
}

TEST_CASE("SeriesField: a file that vanishes or becomes shorter is named", "[netcdf]")
{
    const Series series;
    const SeriesField field{std::make_shared<const TimeSeries>(open_series(series.names)), {}};
    (void)field.read(7);
    std::filesystem::resize_file(series.names[7], std::filesystem::file_size(series.names[7]) / 2);
    CHECK_THROWS_WITH(field.read(7), ContainsSubstring("slice-007.nc") && ContainsSubstring("truncated"));
    std::filesystem::remove(series.names[7]);
    CHECK_THROWS_WITH(field.read(7), ContainsSubstring("slice-007.nc") && ContainsSubstring("no such file"));
}

TEST_CASE("farfield-node info: of files whose nodes move a remark says that the grid changes", "[command]")
{
    const TemporaryFolder folder;
    for (int step = 0; step < 3; ++step) {
        Writer file{folder / ("nest-" + std::to_string(step) + ".nc")};
        write_axis(file, "time", "hours since 2000-01-01", {1.0 * step});
        file.dimension("y", 2);
        file.dimension("x", 2);
        for (const auto& [name, units, values] :
             {std::tuple{"XLONG", "degree_east", std::vector{10.0, 11.0, 10.0, 11.0}},
              std::tuple{"XLAT", "degree_north", std::vector{40.0, 40.0, 41.0 + step, 41.0 + step}},
              std::tuple{"U10", "m/s", std::vector<double>(4, 1.0)},
              std::tuple{"V10", "m/s", std::vector<double>(4, 0.0)}}) {
            const int variable = file.variable(name, NC_DOUBLE, {"time", "y", "x"});
            file.text(variable, "units", units);
            file.values(variable, values);
        }
    }
    CHECK_THAT(run_node("info '" + (folder / "nest-*.nc").string() + "'").out,
               ContainsSubstring("The grid changes with time: the last step has another than the first."));
}
