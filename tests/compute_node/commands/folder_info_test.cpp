// farfield-node info FOLDER, as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// A flow, a terrain, text, and a flow that was cut short.
void fill(const TemporaryFolder& folder)
{
    std::string flow = "# vtk DataFile Version 3.0\nf\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 2\n"
                       "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 18\nVECTORS U float\n";
    folder.write("cut.vtk", flow);
    for (int n = 0; n < 18; ++n) flow += "1 0 0\n";
    std::filesystem::create_directory(folder / "run");
    std::ofstream{folder / "run/flow.vtk"} << flow;
    folder.write("hill.asc", "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3\n4 5 6\n");
    folder.write("notes.txt", "what was run");
}

std::map<std::string, nlohmann::json> entries_of(const std::string& folder)
{
    std::map<std::string, nlohmann::json> entries;
    for (const auto& entry : nlohmann::json::parse(run_node("info --json " + folder).out))
        entries[entry.at("name")] = entry;
    return entries;
}

}  // namespace

TEST_CASE("farfield-node info: of a folder each file gets a line that says how it is read, or why not",
          "[command]")
{
    const TemporaryFolder folder;
    fill(folder);
    const auto entries = entries_of(folder.path().string());
    REQUIRE(entries.size() == 4);
    CHECK(entries.at("run/flow.vtk").at("kind") == "flow");
    CHECK(entries.at("run/flow.vtk").at("text") == "VTK legacy, uniform, 3 x 3 x 2 nodes, velocity U");
    CHECK(entries.at("hill.asc").at("kind") == "terrain");
    CHECK(contains(entries.at("hill.asc").at("text").get<std::string>(), "3 x 2 posts"));
    CHECK(entries.at("notes.txt").at("kind") == "other");
    CHECK(entries.at("cut.vtk").at("kind") == "other");
    CHECK_FALSE(contains(entries.at("cut.vtk").at("text").get<std::string>(), folder.path().string()));
}

TEST_CASE(
    "farfield-node info: of a folder a flow under an ending of other files is one, and said to be in no list",
    "[command]")
{
    const TemporaryFolder folder;
    const std::string zone =
        "VARIABLES = X, Y, U, V\nZONE I=2, J=2, F=POINT\n0 0 1 0\n1 0 1 0\n0 1 1 0\n1 1 1 0\n";
    folder.write("field.out", zone);
    folder.write("piv.vec", zone);
    const auto entries = entries_of(folder.path().string());
    CHECK(entries.at("field.out").at("kind") == "flow");
    CHECK(contains(entries.at("field.out").at("text").get<std::string>(), "in no node's list"));
    CHECK(entries.at("piv.vec").at("text") == "Tecplot, curvilinear, 2 x 2 x 1 nodes, velocity U,V");
}

TEST_CASE("farfield-node info: links that lead out of a folder are named as such", "[command]")
{
    const TemporaryFolder folder, scratch;
    std::filesystem::create_symlink(scratch.write("flow.vtk", "# vtk DataFile Version 3.0\n"),
                                    folder / "flow.vtk");
    const Outcome done = run_node("info " + folder.path().string());
    CHECK(done.code == 0);
    CHECK(contains(done.out, "a link that leads out of the folder"));
    CHECK_FALSE(contains(done.out, "belongs to a dataset"));
}

TEST_CASE("farfield-node info: of a folder the last line counts what is read, and why the rest is not",
          "[command]")
{
    const TemporaryFolder folder;
    fill(folder);
    folder.write("more.txt", "and why");
    const std::string out = run_node("info " + folder.path().string()).out;
    const std::string last = out.substr(out.rfind('\n', out.size() - 2) + 1);
    CHECK(last.starts_with("1 flow, 1 terrain; "));
    CHECK(contains(last, "2: its format is not known"));
    CHECK_FALSE(contains(run_node("info --json " + folder.path().string()).out, "1 flow, 1 terrain"));
}

TEST_CASE("farfield-node info: files that belong to a case have no line of their own", "[command]")
{
    const TemporaryFolder folder;
    for (const char* name : {"out_1.vtk", "out_2.vtk"}) folder.write(name, "");
    folder.write("c.case", "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: c.geo\n");
    folder.write("c.geo", "x");
    CHECK_FALSE(entries_of(folder.path().string()).contains("c.geo"));
}

TEST_CASE("farfield-node info: numbered files are one line where they have one grid, else each has its own",
          "[command]")
{
    const TemporaryFolder folder;
    const std::string before = "# vtk DataFile Version 3.0\nf\nASCII\nDATASET STRUCTURED_POINTS\n"
                               "DIMENSIONS 2 2 2\nORIGIN 0 0 0\nSPACING ";
    const std::string after = " 1 1\nPOINT_DATA 8\nVECTORS U float\n1 0 0 1 0 0 1 0 0 1 0 0\n"
                              "1 0 0 1 0 0 1 0 0 1 0 0\n";
    for (const char* number : {"0", "20", "100"}) {
        folder.write(std::string{"step_"} + number + ".vtk", before + "1" + after);
        folder.write(std::string{"part_"} + number + ".vtk", before + "1" + number + after);
    }
    const auto entries = entries_of(folder.path().string());
    CHECK(entries.size() == 4);
    CHECK(entries.at("step_*.vtk").at("text") ==
          "VTK legacy, uniform, 2 x 2 x 2 nodes, velocity U, 3 time steps");
    CHECK(entries.at("step_*.vtk").at("time_steps") == 3);
    CHECK(entries.contains("part_100.vtk"));
}

TEST_CASE("farfield-node info: a PLOT3D grid without its flow is named as what it is", "[command]")
{
    const TemporaryFolder folder;
    folder.write("wing.xyz", "2 2 2\n0 1 0 1 0 1 0 1\n0 0 1 1 0 0 1 1\n0 0 0 0 1 1 1 1\n");
    folder.write("solve.f", "      program solve\n      end\n");
    const auto entries = entries_of(folder.path().string());
    CHECK(entries.at("wing.xyz").at("text") ==
          "a PLOT3D grid of 2 x 2 x 2 nodes, which has no flow: name both, GRID+SOLUTION");
    CHECK(contains(entries.at("solve.f").at("text").get<std::string>(), "format is not known"));
}

TEST_CASE("farfield-node info: files with a component each have one line together, and others their own",
          "[command]")
{
    const TemporaryFolder folder;
    const auto write = [&](const char* file, const std::vector<std::string>& variables) {
        Writer out{folder / file};
        write_axis(out, "y", "m", {0, 50});
        write_axis(out, "x", "m", {0, 50, 100});
        for (const std::string& name : variables) {
            const int variable = out.variable(name, NC_FLOAT, {"y", "x"});
            out.text(variable, "units", "m/s");
            out.values(variable, std::vector<double>(6, 1.0));
        }
    };
    write("uwnd_mean.nc", {"uwnd"});
    write("vwnd_mean.nc", {"vwnd"});
    write("u_all.nc", {"u", "v"});
    write("v_all.nc", {"u", "v"});
    const auto entries = entries_of(folder.path().string());
    CHECK(entries.size() == 3);
    CHECK(entries.at("uwnd_mean.nc+vwnd_mean.nc").at("text") ==
          "NetCDF CF, rectilinear, 3 x 2 x 1 nodes, velocity uwnd,vwnd");
    CHECK(entries.at("uwnd_mean.nc+vwnd_mean.nc").at("units") == "m/s");
    CHECK(entries.at("uwnd_mean.nc+vwnd_mean.nc").at("time_steps") == 1);
    CHECK(entries.contains("u_all.nc"));
    CHECK(entries.contains("v_all.nc"));
}

TEST_CASE(
    "farfield-node info: numbered files of several models or grids have a line each, and components one",
    "[command]")
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& file, const std::string& name, std::size_t width) {
        Writer out{folder / file};
        std::vector<double> x;
        for (std::size_t i = 0; i < width; ++i) x.push_back(50.0 * static_cast<double>(i));
        write_axis(out, "y", "m", {0, 50});
        write_axis(out, "x", "m", x);
        out.values(out.variable(name, NC_FLOAT, {"y", "x"}), std::vector<double>(2 * width, 1.0));
    };
    write("HSURF_0.25deg.nc", "HSURF", 3);
    write("HSURF_0.10deg.nc", "HSURF", 7);
    write("tas_mod1.nc", "tas", 3);
    write("tas_mod2.nc", "tas", 3);
    for (const char* name : {"v1", "v2", "v3"}) write(std::string{name} + ".nc", name, 3);
    const auto entries = entries_of(folder.path().string());
    CHECK(entries.size() == 5);
    for (const char* alone : {"HSURF_0.25deg.nc", "HSURF_0.10deg.nc", "tas_mod1.nc", "tas_mod2.nc"})
        CHECK(entries.at(alone).at("kind") == "flow");
    CHECK(contains(entries.at("v1.nc+v2.nc+v3.nc").at("text").get<std::string>(), "velocity v1,v2,v3"));
}

TEST_CASE("farfield-node info: a numbered file that is read has its own line beside one that is not",
          "[command]")
{
    const TemporaryFolder folder;
    {
        Writer read{folder / "run_1.nc"};
        write_axis(read, "y", "m", {0, 50});
        write_axis(read, "x", "m", {0, 50, 100});
        read.values(read.variable("tas", NC_FLOAT, {"y", "x"}), std::vector<double>(6, 1.0));
        Writer other{folder / "run_2.nc"};
        write_axis(other, "x", "m", {0, 50, 100});
    }
    const auto entries = entries_of(folder.path().string());
    CHECK(entries.at("run_1.nc").at("kind") == "flow");
    CHECK(entries.at("run_2.nc").at("kind") == "other");
}

TEST_CASE("farfield-node info: series of components have one line together", "[command]")
{
    const TemporaryFolder folder;
    for (const char* name : {"u_2001.nc", "v_2001.nc", "u_2002.nc", "v_2002.nc"}) {
        Writer out{folder / name};
        write_axis(out, "time", "days since 2000-01-01", {name[5] == '1' ? 366.0 : 731.0});
        write_axis(out, "y", "m", {0, 50});
        write_axis(out, "x", "m", {0, 50, 100});
        out.values(out.variable(std::string{name[0]}, NC_FLOAT, {"time", "y", "x"}),
                   std::vector<double>(6, 1.0));
    }
    folder.write("notes.txt", "what was run");
    const auto entries = entries_of(folder.path().string());
    CHECK(entries.size() == 2);
    CHECK(entries.at("u_200*.nc+v_200*.nc").at("time_steps") == 2);
}

TEST_CASE("farfield-node info: a file with a '+' in its name has its line", "[command]")
{
    const TemporaryFolder folder;
    {
        Writer out{folder / "Zeta0=0.00E+00.nc"};
        write_axis(out, "y", "m", {0, 50});
        write_axis(out, "x", "m", {0, 50, 100});
        out.values(out.variable("tas", NC_FLOAT, {"y", "x"}), std::vector<double>(6, 1.0));
    }
    folder.write("notes.txt", "what was run");
    CHECK(entries_of(folder.path().string()).at("Zeta0=0.00E+00.nc").at("kind") == "flow");
}

TEST_CASE("farfield-node info: a Zarr store is one line of a folder, and by itself named as what it is",
          "[command]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "sst.zarr/lon");
    std::ofstream{folder / "sst.zarr/.zgroup"} << "{}";
    std::ofstream{folder / "sst.zarr/lon/0"} << "x";
    folder.write("notes.txt", "what was run");
    const auto entries = entries_of(folder.path().string());
    CHECK(entries.size() == 2);
    CHECK(entries.at("sst.zarr").at("text") == "a Zarr store of arrays");
    check_one_line_error("info " + (folder / "sst.zarr").string(), 1,
                         "it is a Zarr store of arrays, which is not read; xarray writes it as NetCDF");
}

TEST_CASE("farfield-node info: a folder without anything that is read is no error", "[command]")
{
    const TemporaryFolder folder;
    CHECK(run_node("info " + folder.path().string()).code == 0);
}
