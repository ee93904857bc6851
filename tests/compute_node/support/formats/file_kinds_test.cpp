#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/known_formats.h"
#include "tests/catch.h"
#include "tests/foreign_data.h"
#include "tests/temporary_folder.h"

#include <string>

using namespace farfield;
using farfield::test::TemporaryFolder;

namespace {

std::string kind_of(const std::string& name, const std::string& bytes)
{
    const TemporaryFolder folder;
    return std::string{kind_of_file(folder.write(name, bytes)).kind};
}

/// A header of 80 bytes, the number of triangles, and as many bytes as they have.
std::string binary_stl(unsigned triangles, std::size_t bytes)
{
    std::string text(80, ' ');
    text += {static_cast<char>(triangles), '\0', '\0', '\0'};
    return text + std::string(bytes, '\1');
}

}  // namespace

TEST_CASE("kind_of_file: the first bytes count more than the name", "[terrain]")
{
    CHECK(kind_of("a.dat", "GRIB\1\2\3\1") == "a GRIB file of weather");
    CHECK(kind_of("heights.tif", "BUFR") == "a BUFR file of observations");
    CHECK(kind_of("heights.tif", "\x93NUMPY\1") == "a NumPy array");
    CHECK(kind_of("a", "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"2.0\">") == "an XDMF file of a flow");
    CHECK(kind_of("U", "/*---*/\nFoamFile\n{\n") == "an OpenFOAM file of a flow");
    CHECK(kind_of("a.grd", " variables = x, y\n") == "a Tecplot file of a flow");
    CHECK(kind_of("cube.stl", "x") == "an STL file of a surface");
    CHECK(kind_of("eddy0.f00002", "#std 4 8 8 1") ==
          "a Nek5000 file of one time step, which a .nek5000 file names");
    CHECK(kind_of("heights.asc", "ncols 3\nnrows 3\n").empty());
}

TEST_CASE("kind_of_file: VTK's XML is named by what it holds", "[terrain]")
{
    const std::string head = "<?xml version=\"1.0\"?>\n<VTKFile version=\"1.0\" type=";
    CHECK(kind_of("a.htg", head + "\"HyperTreeGrid\">") == "a VTK file of a tree of cells (HyperTreeGrid)");
    CHECK(kind_of("a.vthb", head + "\"vtkOverlappingAMR\">") == "a VTK file of grids refined in places");
    CHECK(kind_of("a.vtt", head + "\"Table\">") == "a VTK file of a table");
    CHECK(kind_of("a.vtu", head + "\"UnstructuredGrid\">\"Table\"") == "a VTK file of a flow");
}

TEST_CASE("kind_of_file: results of other programs are named", "[terrain]")
{
    CHECK(kind_of("Header", "HyperCLaw-V1.1\n3\n") == "an AMReX file of grids refined in places");
    CHECK(kind_of("run.d3plot", "x") == "an LS-DYNA file of results");
    CHECK(kind_of("box.neu", "        CONTROL INFO") == "a GAMBIT file of a mesh");
    CHECK(kind_of("servers.sos", "FORMAT") == "an EnSight file that names other cases");
    CHECK(kind_of("u.meta", " nDims = [   2 ];\n") == "an MITgcm file (mds) of a flow");
    CHECK(kind_of("wind.ctl", "DSET ^wind.dat\n") == "a GrADS description of a flow");
    CHECK(kind_of("u.nc", "<!DOCTYPE html>\n") == "a page of the web");
    CHECK(kind_of("t.parquet", "PAR1") == "a Parquet table");
}

TEST_CASE("kind_of_file: is known by what lies beside or in it", "[terrain]")
{
    const TemporaryFolder folder;
    (void)folder.write("u.meta", " nDims = [   2 ];\n");
    CHECK(kind_of_file(folder.write("u.data", "\1\2")).kind == "an MITgcm file (mds) of a flow");
    CHECK(kind_of_file(folder.write("v.data", "\1\2")).kind.empty());
    std::filesystem::create_directory(folder / "DD0001");
    CHECK(kind_of_file(folder / "DD0001").kind.empty());
    (void)folder.write("DD0001/DD0001.hierarchy", "Grid = 1\n");
    CHECK(kind_of_file(folder / "DD0001").kind == "an Enzo file of grids refined in places");
}

TEST_CASE("kind_of_file: files of other models and of text that stands for others are named", "[terrain]")
{
    const std::string selafin = std::string{"\0\0\0P", 4} + std::string(72, ' ') + "SERAFIN ";
    CHECK(kind_of("r2d.slf", selafin) == "a SELAFIN file of TELEMAC's flow");
    CHECK(kind_of("in.cdl", "netcdf in {\ndimensions:\n") == "a NetCDF file as text (CDL)");
    CHECK(kind_of("README", "netcdf files of the run\n").empty());
    CHECK(kind_of("wind.json", "[{\"header\":{\"parameterCategory\":2") == "a JSON file made of GRIB");
    CHECK(kind_of("obs.odb", "\xff\xffODA") == "an ODB file of observations");
    CHECK(kind_of("trim-f34.def", "Deltares, NEFIS Definition File") == "a Delft3D file (NEFIS) of a flow");
    CHECK(kind_of("cube.msh2", "$Comments\n$EndComments\n") == "a Gmsh file of a mesh");
    CHECK(kind_of("cloud.dx", "object 1 class array") == "an OpenDX file of a field");
    CHECK(kind_of("icon.c", "/* XPM */\n") == "an XPM picture");
    CHECK(kind_of("run.dfsu", "x") == "a MIKE file (DFS) of a flow");
}

TEST_CASE(
    "kind_of_file: formats of rivers, coasts and solvers are named, with the program that converts them",
    "[terrain]")
{
    using namespace std::string_literals;
    const std::string title = "\0\0\0P"s + std::string(80, ' ') + "\0\0\0P\0\0\0\x08"s + std::string(8, '\1');
    CHECK(kind_of("result", title) == "a SELAFIN file of TELEMAC's flow");
    CHECK(kind_of("a.nc", "CDF\1\0\0\0\0\0\0\0\x0aNumCells2D NumVert2D"s) == "a TUFLOW FV file of a flow");
    CHECK(kind_of("p01.hdf", "\x89HDF\r\n File Type HEC-RAS Results") == "a HEC-RAS file of a flow");
    CHECK(kind_of("a.h5", "\x89HDF\r\n File Type Xmdf") == "an XMDF file of values on a mesh (SMS)");
    CHECK(kind_of("mesh", "MESH2D\nE3T 1 1 2 3 1\n") == "an SMS file of a mesh");
    CHECK(kind_of("a.dat", "DATASET\nOBJTYPE \"mesh2d\"\n") == "an SMS file of values on a mesh");
    CHECK(kind_of("restart_flow.dat", "\xec\x2b\x08\0\x05"s) == "an SU2 restart of a flow");
    CHECK(kind_of("restart.csv", "\"PointID\",\"x\",\"y\"\n") == "an SU2 solution without its mesh");
    CHECK(kind_of("run.geo", "C Binary" + std::string(72, ' ')) ==
          "an EnSight file of a mesh without its case");
    CHECK(kind_of("run.dat.h5", "\x89HDF\r\n settings&results") ==
          "a Fluent file of a flow without its mesh");
    CHECK(kind_of("a.vol", " BDV\0\0\0\0"s) == "an OpenVDB file of a volume");
    CHECK(kind_of("file.rst", "d\0\0\0\0\0\0\x80"s) == "an Ansys Mechanical file of a mesh or results");
    CHECK(kind_of("README.rst", "Heading\n=======\n").empty());
    CHECK(kind_of("a.cdb", "/COM,ANSYS RELEASE 19\n") == "an Ansys Mechanical file of a mesh or results");
    CHECK(kind_of("a.dfs0", "x") == "a MIKE file (DFS) of a flow");
    CHECK(kind_of("ndfd.bin", "****0000001234****\nYEUZ98 KWBN 010000\r\r\nGRIB\1\2\0\2"s) ==
          "a GRIB file of weather");
    CHECK(kind_of("a.grd", "CDF\1 side xysize x_range y_range z_range") ==
          "a grid of heights in GMT's old format (GMT 3)");
    const TemporaryFolder folder;
    for (const Format& format : {kind_of_file(folder.write("restart.csv", "\"PointID\",\"x\"\n")),
                                 kind_of_file(folder.write("a.dfs0", "x"))})
        CHECK(not_read(format).find("which is not read; ") != std::string::npos);
}

TEST_CASE("kind_of_file: Tecplot's text may begin with comments, whatever its ending", "[terrain]")
{
    const std::string text = "# written by a solver\n\n#2\nVARIABLES = X, Y, U\nZONE I=2, J=2\n";
    for (const char* name : {"a.dat", "a.txt", "a", "a.xyz"})
        CHECK(kind_of(name, text) == "a Tecplot file of a flow");
    CHECK(kind_of("a.dat", "# x y z\n0 0 1\n").empty());
    CHECK(kind_of("a.dat", "# a comment alone").empty());
}

TEST_CASE("kind_of_file: a folder of AMReX is named", "[terrain]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "plt00000/Level_0");
    folder.write("plt00000/Header", "HyperCLaw-V1.1\n");
    CHECK(kind_of_file(folder / "plt00000").kind == "an AMReX file of grids refined in places");
}

TEST_CASE("kind_of_file: a folder that is a Zarr store is named, and no other", "[terrain]")
{
    const TemporaryFolder folder;
    CHECK(kind_of_file(folder.path()).kind.empty());
    folder.write(".zgroup", "{\"zarr_format\": 2}");
    CHECK(kind_of_file(folder.path()).kind == "a Zarr store of arrays");
    CHECK(not_read(kind_of_file(folder.path())) ==
          "it is a Zarr store of arrays, which is not read; xarray writes it as NetCDF");
}

TEST_CASE("kind_of_file: HDF5 is named by the names at its beginning", "[terrain]")
{
    const std::string head = "\x89HDF\r\n\x1a\n" + std::string(700, ' ');
    CHECK(kind_of("a.h5", head + "meshes settings") == "a Fluent file of a mesh and its flow");
    CHECK(kind_of("a.h5", head + "results settings") == "a Fluent file of a flow without its mesh");
    CHECK(kind_of("a.h5", head + "VTKHDF") == "a VTKHDF file of a flow");
    CHECK(kind_of("a.h5", head + "CGNSBase_t") == "a CGNS file of a flow");
    CHECK(kind_of("a.h5", head + "_NCProperties") == "a NetCDF file");
    CHECK(kind_of("a.h5", head + "BAG_root") == "a BAG file of heights");
    CHECK(kind_of("a.h5", head + "elevation") == "an HDF5 file");
    CHECK(kind_of("a.med", head + "elevation") == "a MED file of a mesh and its flow");
}

TEST_CASE("kind_of_file: NetCDF's classic files are known by their first four bytes", "[terrain]")
{
    for (const char* bytes : {"CDF\1", "CDF\2", "CDF\5"})
        CHECK(kind_of("wrfout_d01_2005-08-28_00:00:00", bytes) == "a NetCDF file");
    CHECK(kind_of("a.nb", "CDF\3").empty());
}

TEST_CASE("kind_of_file: a binary STL has the size that its number of triangles says", "[terrain]")
{
    CHECK(kind_of("a.bin", binary_stl(2, 100)) == "an STL file of a surface");
    CHECK(kind_of("a.bin", binary_stl(2, 99)).empty());
}

TEST_CASE("kind_of_file: PLOT3D's text begins with a number of blocks and their sizes, a table does not",
          "[terrain]")
{
    CHECK(kind_of("a.xyz", " 2\n 8 12 12\n 8 12 12\n 1.0 2.0") == "a PLOT3D file of a grid or flow");
    CHECK(kind_of("a.xyz", "8 12 12\n1 2 3\n").empty());
    CHECK(kind_of("a.xyz", "2.0\n8 12 12\n").empty());
    CHECK(kind_of("a.xyz", "2\n").empty());
}

TEST_CASE("kind_of_file: names of rasters do not hide them", "[terrain]")
{
    const TemporaryFolder folder;
    for (const char* bytes : {"GRIB\1", "\x89PNG\r\n", "PK\3\4", "\x1f\x8b"})
        CHECK(other_than_heights(folder.write("a", bytes)).empty());
}

TEST_CASE("kind_of_file: files that others made", "[terrain][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    const auto of = [&](const char* name) { return std::string{kind_of_file(*folder / name).kind}; };
    CHECK(of("fluent/room.cas.h5") == "a Fluent file of a mesh and its flow");
    CHECK(of("fluent/room.dat.h5") == "a Fluent file of a flow without its mesh");
    CHECK(of("grib/uv_on_different_levels.grib") == "a GRIB file of weather");
    CHECK(of("tecplot/flow.tec") == "a Tecplot file of a flow");
    CHECK(of("plot3d/multi-ascii.xyz") == "a PLOT3D file of a grid or flow");
    CHECK(of("exodus/motor.g") == "a MOVIE.BYU file of a surface");
    CHECK(of("openfoam/cavity_case/0.1/U") == "an OpenFOAM file of a flow");
    CHECK(of("terrain/etopo60.cdf") == "a NetCDF file");
}
