#include "compute_node/datasets/headings/dataset_headings.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

/// Time is of no matter in tests: a slow machine must not leave anything out.
constexpr HeadingLimits patient{.most = std::chrono::minutes{5}, .longest_look = std::chrono::minutes{5}};

void write_steps(const fs::path& path, const std::vector<double>& days)
{
    Writer file{path};
    write_axis(file, "time", "days since 2000-01-01", days);
    write_axis(file, "y", "km", {0, 1});
    write_axis(file, "x", "km", {0, 1, 2});
    for (const char* name : {"u", "v"}) {
        const int component = file.variable(name, NC_FLOAT, {"time", "y", "x"});
        file.text(component, "units", "cm/s");
        file.values(component, std::vector<double>(6 * days.size(), 1.0));
    }
}

/// Of the entry with this name.
DatasetHeading heading_of(const DatasetCatalogue& catalogue, DatasetHeadings& headings,
                          const std::string& name)
{
    const std::vector<CatalogueEntry> entries = catalogue.list();
    const std::vector<DatasetHeading> all = headings.of(entries);
    REQUIRE(all.size() == entries.size());
    const auto found = std::ranges::find(entries, name, &CatalogueEntry::name);
    REQUIRE(found != entries.end());
    return all[static_cast<std::size_t>(found - entries.begin())];
}

}  // namespace

TEST_CASE("DatasetHeadings: time steps and units are in the heads of files", "[headings]")
{
    const TemporaryFolder folder;
    write_steps(folder / "sea.nc", {0, 1, 2});
    folder.write("flow.vti", "not looked into");
    folder.write("damaged.nc", "CDF\1 and no more");
    const DatasetCatalogue catalogue{{folder.path()}};
    DatasetHeadings headings{catalogue, patient};
    CHECK(heading_of(catalogue, headings, "sea.nc") == DatasetHeading{3, "cm/s"});
    CHECK(heading_of(catalogue, headings, "flow.vti") == DatasetHeading{1, ""});
    CHECK(heading_of(catalogue, headings, "damaged.nc") == DatasetHeading{});
    CHECK(heading_of(catalogue, headings, "analytic:abc") == DatasetHeading{});
}

TEST_CASE("DatasetHeadings: a series has the steps of all its files, where they follow each other",
          "[headings]")
{
    const TemporaryFolder folder;
    write_steps(folder / "sea1.nc", {0, 1});
    write_steps(folder / "sea2.nc", {2, 3, 4});
    write_steps(folder / "air1.nc", {0, 1});
    write_steps(folder / "air2.nc", {1, 2});
    for (const char* name : {"run_0.vti", "run_10.vti", "run_20.vti", "run_30.vti"}) folder.write(name, "");
    const DatasetCatalogue catalogue{{folder.path()}};
    DatasetHeadings headings{catalogue, patient};
    CHECK(heading_of(catalogue, headings, "sea*.nc") == DatasetHeading{5, "cm/s"});
    CHECK(heading_of(catalogue, headings, "air*.nc") == DatasetHeading{std::nullopt, "cm/s"});
    CHECK(heading_of(catalogue, headings, "run_*.vti") == DatasetHeading{4, ""});
}

TEST_CASE("DatasetHeadings: numbered files of other grids, variables or of one time are no series",
          "[headings]")
{
    const TemporaryFolder folder;
    const auto write = [&](const char* name, double day, const std::string& variable, std::size_t width) {
        Writer file{folder / name};
        write_axis(file, "time", "days since 2000-01-01", {day});
        write_axis(file, "y", "km", {0, 1});
        write_axis(file, "x", "km",
                   std::vector<double>{0, 1, 2, 3}.size() == width ? std::vector<double>{0, 1, 2, 3}
                                                                   : std::vector<double>{0, 1, 2});
        file.values(file.variable(variable, NC_FLOAT, {"time", "y", "x"}),
                    std::vector<double>(2 * width, 1.0));
    };
    write("run_1.nc", 0, "t", 3);
    write("run_2.nc", 1, "t", 3);
    write("run_3.nc", 2, "t", 3);
    write("grid_1.nc", 0, "t", 3);
    write("grid_2.nc", 1, "t", 3);
    write("grid_3.nc", 2, "t", 4);
    write("model_1.nc", 0, "t", 3);
    write("model_2.nc", 0, "t", 3);
    write("part1.nc", 0, "part1", 3);
    write("part2.nc", 1, "part2", 3);
    folder.write("damaged_1.nc", "CDF\1 and no more");
    folder.write("damaged_2.nc", "CDF\1 and no more");
    const DatasetCatalogue catalogue{{folder.path()}};
    DatasetHeadings headings{catalogue, patient};
    CHECK(heading_of(catalogue, headings, "run_*.nc") == DatasetHeading{3, ""});
    for (const char* none : {"grid_*.nc", "model_*.nc", "part*.nc"}) {
        INFO(none);
        CHECK_FALSE(heading_of(catalogue, headings, none).joins);
        CHECK_FALSE(DatasetHeadings{catalogue, patient}.joins({none, "NetCDF", 0}));
    }
    CHECK(heading_of(catalogue, headings, "damaged_*.nc").joins);  // what it is cannot be known
    CHECK(headings.joins({"grid_3.nc", "NetCDF", 0}));             // which is no series
}

TEST_CASE("DatasetHeadings: a case of OpenFOAM has the folders of its times, and the unit of U", "[headings]")
{
    const TemporaryFolder folder;
    const fs::path run = folder / "run";
    for (const char* part : {"constant/polyMesh", "system", "0", "0.5", "1"})
        fs::create_directories(run / part);
    folder.write("run/system/controlDict", "application none;\n");
    folder.write("run/constant/polyMesh/points", "FoamFile {}\n0 ()\n");
    folder.write("run/constant/polyMesh/faces", "FoamFile {}\n0 ()\n");
    for (const char* time : {"0", "0.5", "1"})
        folder.write(std::string{"run/"} + time + "/U",
                     "FoamFile { format ascii; class volVectorField; }\ndimensions [0 1 -1 0 0 0 0];\n"
                     "internalField uniform (1 0 0);\n");
    const DatasetCatalogue catalogue{{folder.path()}};
    DatasetHeadings headings{catalogue, patient};
    CHECK(heading_of(catalogue, headings, "run") == DatasetHeading{3, "m s-1"});
}

TEST_CASE("DatasetHeadings: what one list may not look into, the next ones do, and again after a change",
          "[headings]")
{
    const TemporaryFolder folder;
    write_steps(folder / "a.nc", {0});
    write_steps(folder / "b.nc", {0, 1});
    const DatasetCatalogue catalogue{{folder.path()}};
    HeadingLimits one_look = patient;
    one_look.max_looks = 1;
    DatasetHeadings headings{catalogue, one_look};
    CHECK(heading_of(catalogue, headings, "b.nc") == DatasetHeading{});
    CHECK(heading_of(catalogue, headings, "b.nc") == DatasetHeading{2, "cm/s"});
    write_steps(folder / "b.nc", {0, 1, 2});
    CHECK(heading_of(catalogue, headings, "b.nc") == DatasetHeading{3, "cm/s"});
    CHECK(heading_of(catalogue, headings, "a.nc") == DatasetHeading{1, "cm/s"});
}
