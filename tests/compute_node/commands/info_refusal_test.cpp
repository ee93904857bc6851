// What farfield-node info says of files and folders that are not read.
#include "tests/compute_node/commands/run_node.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

TEST_CASE("farfield-node info: what is no flow is named by its first bytes, whatever its name is",
          "[command]")
{
    const TemporaryFolder folder;
    const std::string zip = "PK\x03\x04 and more", png = "\x89PNG\r\n and more";
    check_one_line_error("info " + folder.write("a.zip", zip), 1,
                         "it is a ZIP archive, which is not read; unpack it first");
    check_one_line_error("info " + folder.write("b.vtu", zip), 1, "it is a ZIP archive");
    for (const char* name : {"c.vtk", "c.nc", "c.plt", "c.cgns"})
        check_one_line_error("info " + folder.write(name, png), 1, "it is a PNG picture, which is not read");
    check_one_line_error("info " + folder.write("points.csv", "\n"), 1, "neither heights nor a flow");
}

TEST_CASE("farfield-node info: a file that is not of its ending is said to be, with what was expected",
          "[command]")
{
    const TemporaryFolder folder;
    const std::string bytes = "\x8f\x03\x4d\xc1\x07\xfe\x90\x11\x22\xd3\xa4";
    check_one_line_error(
        "info " + folder.write("a.vtk", bytes), 1,
        "it is no VTK file: it begins with the bytes 8F 03 4D C1 07 FE 90 11; expected '# vtk "
        "DataFile Version' in its first line");
    check_one_line_error("info " + folder.write("a.vtk", "what was run\nand why\n"), 1,
                         "it begins with text; expected '# vtk DataFile Version'");
    check_one_line_error("info " + folder.write("a.vtu", bytes), 1,
                         "it begins with the bytes 8F 03 4D C1 07 FE 90 11; expected XML");
    check_one_line_error("info " + folder.write("a.plt", bytes), 1,
                         "it is no Tecplot file: it begins with the bytes 8F 03 4D C1 07 FE 90 11; expected "
                         "'#!TDV112', or TITLE, VARIABLES or ZONE as text");
}

TEST_CASE("farfield-node info: a file that is neither PLOT3D nor XDMF is not called so for its ending",
          "[command]")
{
    const TemporaryFolder folder;
    for (const char* name : {"a.x", "a.q", "a.f", "a.g", "a.xyz", "a.p3d"})
        check_one_line_error(
            "info " + folder.write(name, "what was run\nand why\n"), 1,
            "expected a whole PLOT3D grid and its solution, GRID+SOLUTION, found a file that "
            "begins with text");
    check_one_line_error("info " + folder.write("a.xmf", "what was run\n"), 1,
                         "it is no XDMF file: it begins with text; expected XML");
    check_one_line_error(
        "info " + folder.write("b.x", "what was run\n") + " " + folder.write("b.q", "none\n"), 1,
        "whose first numbers are the size of its blocks, found a file that begins with text");
    check_one_line_error("info " + folder.write("c.g", "# vtk DataFile Version 3.0\nwind\n"), 1,
                         "it is a VTK file of a flow; expected the ending that says its kind: .vtk");
}

TEST_CASE("farfield-node info: a recording, a script and a packed file of a case say how they are opened",
          "[command]")
{
    const TemporaryFolder folder;
    check_one_line_error("info " + folder.write("x.ffr", "FFLD" + std::string(60, ' ')), 1,
                         "it is a recording of a node's stream; 'farfield-node replay x.ffr' serves it");
    check_one_line_error("info " + folder.write("s1.toml", "frames = 3\n"), 1,
                         "it is a script; 'farfield play s1.toml' plays it");
    std::filesystem::create_directories(folder / "cavity/constant/polyMesh");
    const std::string packed = "\x1f\x8b\x08 and more";
    check_one_line_error("info " + folder.write("cavity/U.gz", packed), 1, "it belongs to the OpenFOAM case");
    check_one_line_error("info " + folder.write("U.gz", packed), 1,
                         "packed by gzip, which is not read; unpack it");
}

TEST_CASE("farfield-node info: a file that ends early is said to be truncated", "[command]")
{
    const TemporaryFolder folder;
    check_one_line_error("info " + folder.write("cut.vtk",
                                                "# vtk DataFile Version 3.0\nf\nBINARY\n"
                                                "DATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 2\nORIGIN 0 0 0\n"
                                                "SPACING 1 1 1\nPOINT_DATA 18\nVECTORS U float\nabcd"),
                         1, "is the file truncated?");
}

TEST_CASE("farfield-node info: a folder that holds nothing, or may not be read, is said to", "[command]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "empty");
    const Outcome nothing = run_node("info " + (folder / "empty").string() + " 2>&1");
    CHECK(nothing.code == 0);
    CHECK(contains(nothing.out, "holds no file"));
    if (::geteuid() == 0) return;  // root may read any folder
    std::filesystem::create_directory(folder / "closed");
    std::filesystem::permissions(folder / "closed", std::filesystem::perms::none);
    check_one_line_error("info " + (folder / "closed").string(), 1, "Permission denied");
}

TEST_CASE("farfield-node info: one of several files that is not read keeps no other away", "[command]")
{
    const TemporaryFolder folder;
    const std::string names = "analytic:abc " + folder.write("note.zip", "PK\x03\x04") + " analytic:cell";
    check_one_line_error("info --json " + names, 1, "it is a ZIP archive");
    const auto all = nlohmann::json::parse(run_node("info --json " + names + " 2>/dev/null").out);
    REQUIRE(all.size() == 2);
    CHECK(all[1].at("name") == "analytic:cell");
}

TEST_CASE("farfield-node: the name of a file that is not there is said with one that is near", "[command]")
{
    const TemporaryFolder folder;
    folder.write("carotid.vtk", "");
    const std::string missing = (folder / "carotid.vtu").string();
    const std::string seeds = folder.write("seeds.csv", "x,y,z\n0,0,0\n");
    for (const std::string& command : {std::string{"info "}, std::string{"slice --plane z=1 --out none.csv "},
                                       "trace --out none.vtp --seeds " + seeds + " "})
        check_one_line_error(command + missing, 1,
                             "no such file; did you mean '" + (folder / "carotid.vtk").string() + "'?");
    check_one_line_error("info " + (folder / "motorbike.case").string(), 1, "motorbike.case': no such file");
}

TEST_CASE("farfield-node info: a link that leads to itself is said to", "[command]")
{
    const TemporaryFolder folder;
    std::filesystem::create_symlink("loop.vtk", folder / "loop.vtk");
    check_one_line_error("info " + (folder / "loop.vtk").string(), 1, "too many levels of symbolic links");
}

TEST_CASE("farfield-node info: an array without a value has no range, and says so in words", "[command]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("a.nc");
    {
        Writer nc{file};
        write_axis(nc, "height", "m", {0, 1});
        write_axis(nc, "y", "m", {0, 1});
        write_axis(nc, "x", "m", {0, 1});
        for (const char* name : {"u", "v", "s"})
            nc.values(nc.variable(name, NC_FLOAT, {"height", "y", "x"}),
                      std::vector<double>(8, *name == 's' ? std::nan("") : 1.0));
    }
    const std::string text = run_node("info --derived " + file).out;
    INFO(text);
    CHECK(contains(text, "no value"));
    CHECK_FALSE(contains(text, "nan"));
    const auto report = nlohmann::json::parse(run_node("info --json " + file).out);
    for (const auto& array : report["arrays"]) CHECK(array.contains("range") == (array["name"] != "s"));
    const auto surface = run_node("surface " + file + " --scalar s --value 1 --out " + folder.file("s.ply"));
    CHECK(surface.code == 0);
    CHECK(contains(surface.out, "0 triangles"));
}
