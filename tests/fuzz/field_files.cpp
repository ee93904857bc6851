#include "tests/fuzz/field_files.h"

#include "tests/compute_node/readers/grib/grib_writer.h"
#include "tests/compute_node/readers/openfoam/foam_writer.h"

#ifdef FARFIELD_TEST_HDF5
#include "tests/compute_node/readers/hdf5/hdf5_writer.h"
#endif

#include <netcdf.h>

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::fuzz {

namespace {

namespace fs = std::filesystem;

/// "0 0 0\n1 0 0\n" ...: the corners of a cube, x fastest.
std::string cube()
{
    std::string text;
    for (int corner = 0; corner < 8; ++corner)
        text += std::to_string(corner & 1) + " " + std::to_string(corner >> 1 & 1) + " " +
                std::to_string(corner >> 2) + "\n";
    return text;
}

void write(const fs::path& file, const std::string& text)
{
    std::ofstream{file, std::ios::binary} << text;
}

void write_vtk(const fs::path& folder)
{
    write(folder / "mesh.vtk",
          "# vtk DataFile Version 3.0\nmesh\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 float\n" + cube() +
              "CELLS 1 9\n8 0 1 3 2 4 5 7 6\nCELL_TYPES 1\n12\nPOINT_DATA 8\n" + "VECTORS velocity float\n" +
              cube());
    write(
        folder / "mesh.vtu",
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" "
        "byte_order=\"LittleEndian\">\n"
        "<UnstructuredGrid><Piece NumberOfPoints=\"8\" NumberOfCells=\"1\">\n<PointData Vectors=\"velocity\">"
        "<DataArray type=\"Float32\" Name=\"velocity\" NumberOfComponents=\"3\" format=\"ascii\">\n" +
            cube() +
            "</DataArray></PointData>\n<Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" "
            "format=\"ascii\">\n" +
            cube() +
            "</DataArray></Points>\n<Cells><DataArray type=\"Int64\" Name=\"connectivity\" "
            "format=\"ascii\">0 1 3 2 "
            "4 5 7 6</DataArray>\n<DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">8</DataArray>\n"
            "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">12</DataArray></Cells>\n"
            "</Piece></UnstructuredGrid></VTKFile>\n");
}

/// Indices of the mesh's file, as pieces, blocks and a series.
void write_collections(const fs::path& folder)
{
    write(folder / "pieces.pvtu",
          "<VTKFile type=\"PUnstructuredGrid\" version=\"0.1\">\n<PUnstructuredGrid GhostLevel=\"0\">"
          "<Piece Source=\"mesh.vtu\"/></PUnstructuredGrid></VTKFile>\n");
    write(
        folder / "blocks.vtm",
        "<VTKFile type=\"vtkMultiBlockDataSet\" version=\"1.0\"><vtkMultiBlockDataSet><Block "
        "name=\"in\"><DataSet name=\"a\" file=\"pieces.pvtu\"/></Block></vtkMultiBlockDataSet></VTKFile>\n");
    write(folder / "steps.pvd", "<VTKFile type=\"Collection\" version=\"0.1\"><Collection><DataSet "
                                "timestep=\"0\" file=\"mesh.vtu\"/><DataSet timestep=\"1\" "
                                "file=\"mesh.vtu\"/></Collection></VTKFile>\n");
    write(folder / "mesh.vtu.series",
          R"({"file-series-version": "1.0", "files": [{"name": "mesh.vtu", "time": 0.5}]})");
}

void write_openfoam(const fs::path& folder, bool binary)
{
    using compute::testing::FoamWriter;
    const FoamWriter writer{{binary, 4, 8}};
    const auto velocity = [](FoamWriter::Place p) { return std::vector<double>{p[0], p[1], 1.0}; };
    writer.write_box(folder / "constant/polyMesh", 0, 2, 1);
    writer.write_field(folder / "0/U", 0, 2, 1, velocity);
    writer.write_field(folder / "1/U", 0, 2, 1, velocity);
    writer.write_entry(folder / "1/V", "#include \"U\"\na (1 2 3);", "uniform $a");
}

void write_ensight(const fs::path& folder)
{
    write(folder / "cube.case", "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: cube.geo\nVARIABLE\n"
                                "vector per node: velocity cube.vel\n");
    const std::string axes = "0\n1\n0\n1\n0\n1\n0\n1\n0\n0\n1\n1\n0\n0\n1\n1\n0\n0\n0\n0\n1\n1\n1\n1\n";
    write(folder / "cube.geo",
          "a cube\nof one cell\nnode id off\nelement id off\npart\n1\ncube\ncoordinates\n8\n" + axes +
              "hexa8\n1\n1 2 4 3 5 6 8 7\n");
    write(folder / "cube.vel", "velocity\npart\n1\ncoordinates\n" + axes);
}

/// Numbers as they lie in this machine's memory.
template <class Number>
void append(std::string& bytes, const std::vector<Number>& numbers)
{
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

void write_plot3d(const fs::path& folder)
{
    const std::vector<std::uint32_t> dims{2, 2, 2};
    std::string grid, solution;
    append(grid, dims);
    append(grid, std::vector<float>{0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1});
    append(solution, dims);
    append(solution, std::vector<float>{0.5F, 0.0F, 1e5F, 0.0F});
    append(solution, std::vector<float>(40, 1.0F));
    write(folder / "cube.xyz", grid);
    write(folder / "cube.q", solution);
}

void write_nek5000(const fs::path& folder)
{
    std::string field = "#std 4 3 3 1 1 1 0.0000000E+00 0 0 1 XU 0.0 F";
    field.resize(132, ' ');
    append(field, std::vector<float>{6.54321F});
    append(field, std::vector<std::int32_t>{1});
    append(field, std::vector<float>{0.0F, 0.5F, 1.0F, 0.0F, 0.5F, 1.0F, 0.0F, 0.5F, 1.0F});
    append(field, std::vector<float>{0.0F, 0.0F, 0.0F, 0.5F, 0.5F, 0.5F, 1.0F, 1.0F, 1.0F});
    append(field, std::vector<float>(18, 1.0F));
    write(folder / "square0.f00001", field);
    write(folder / "square.nek5000", "filetemplate: square%01d.f%05d\nfirsttimestep: 1\nnumtimesteps: 1\n");
}

void check(int status)
{
    if (status != NC_NOERR) throw std::runtime_error(nc_strerror(status));
}

void write_netcdf(const fs::path& file, int format)
{
    int id = 0, x = 0, y = 0, of_x = 0, of_y = 0, u = 0, v = 0;
    check(nc_create(file.c_str(), NC_CLOBBER | format, &id));
    check(nc_def_dim(id, "x", 4, &x));
    check(nc_def_dim(id, "y", 3, &y));
    const int plane[2]{y, x};
    check(nc_def_var(id, "x", NC_FLOAT, 1, &x, &of_x));
    check(nc_def_var(id, "y", NC_FLOAT, 1, &y, &of_y));
    check(nc_def_var(id, "u", NC_FLOAT, 2, plane, &u));
    check(nc_def_var(id, "v", NC_FLOAT, 2, plane, &v));
    check(nc_enddef(id));
    const std::vector<float> numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    for (const int variable : {of_x, of_y, u, v}) check(nc_put_var_float(id, variable, numbers.data()));
    check(nc_close(id));
}

/// Two triangles in two layers, as FVCOM has them.
void write_netcdf_mesh(const fs::path& file)
{
    int id = 0, nodes = 0, faces = 0, corners = 0, layers = 0, lon = 0, lat = 0, nv = 0, u = 0, v = 0;
    check(nc_create(file.c_str(), NC_CLOBBER, &id));
    check(nc_def_dim(id, "node", 4, &nodes));
    check(nc_def_dim(id, "nele", 2, &faces));
    check(nc_def_dim(id, "three", 3, &corners));
    check(nc_def_dim(id, "siglay", 2, &layers));
    const int of_faces[2]{corners, faces}, in_layers[2]{layers, faces};
    check(nc_def_var(id, "lon", NC_FLOAT, 1, &nodes, &lon));
    check(nc_def_var(id, "lat", NC_FLOAT, 1, &nodes, &lat));
    check(nc_def_var(id, "nv", NC_INT, 2, of_faces, &nv));
    check(nc_def_var(id, "u", NC_FLOAT, 2, in_layers, &u));
    check(nc_def_var(id, "v", NC_FLOAT, 2, in_layers, &v));
    check(nc_enddef(id));
    const std::vector<float> x{10, 11, 11, 10}, y{50, 50, 51, 51}, values{1, 2, 3, 4};
    const std::vector<int> triangles{1, 1, 2, 3, 3, 4};
    check(nc_put_var_float(id, lon, x.data()));
    check(nc_put_var_float(id, lat, y.data()));
    check(nc_put_var_int(id, nv, triangles.data()));
    for (const int variable : {u, v}) check(nc_put_var_float(id, variable, values.data()));
    check(nc_close(id));
}

void write_tecplot(const fs::path& folder)
{
    write(folder / "zones.tec",
          "TITLE=\"a\"\nVARIABLES=\"X\",\"Y\",\"U\",\"V\"\n"
          "ZONE N=4, E=2, F=FEPOINT, ET=TRIANGLE\n0 0 1 2\n1 0 1 2\n1 1 1 2\n0 1 1 2\n"
          "1 2 3\n1 3 4\nZONE I=2, J=2, F=BLOCK, SOLUTIONTIME=1\n0 1 0 1\n0 0 1 1\n4*3\n4*4\n");
}

void write_xdmf(const fs::path& folder)
{
    write(folder / "mesh.xdmf",
          "<?xml version=\"1.0\"?><Xdmf><Domain><Grid><Topology TopologyType=\"Triangle\">"
          "<DataItem Dimensions=\"2 3\" Format=\"XML\">0 1 2 0 2 3</DataItem></Topology>"
          "<Geometry GeometryType=\"XY\"><DataItem Dimensions=\"4 2\" Format=\"Binary\" Precision=\"4\">"
          "mesh.raw</DataItem></Geometry><Attribute Name=\"U\" Center=\"Node\"><DataItem Dimensions=\"4 3\" "
          "Format=\"XML\">1 0 0 1 0 0 1 0 0 1 0 0</DataItem></Attribute></Grid></Domain></Xdmf>\n");
    std::string points;
    append(points, std::vector<float>{0, 0, 1, 0, 1, 1, 0, 1});
    write(folder / "mesh.raw", points);
}

#ifdef FARFIELD_TEST_HDF5
/// An image of 2 x 2 x 2 nodes, and a mesh of one tetrahedron in one part.
void write_vtkhdf(const fs::path& folder)
{
    using compute::testing::Hdf5Writer;
    Hdf5Writer image{folder / "image.vtkhdf"};
    image.group("/VTKHDF/PointData");
    image.text("/VTKHDF", "Type", "ImageData");
    image.numbers("/VTKHDF", "WholeExtent", {0, 1, 0, 1, 0, 1});
    image.numbers("/VTKHDF", "Origin", {0, 0, 0});
    image.numbers("/VTKHDF", "Spacing", {1, 1, 1});
    image.reals("/VTKHDF/PointData/U", {2, 2, 2, 3}, std::vector<double>(24, 1.0));
    Hdf5Writer mesh{folder / "tetra.vtkhdf"};
    mesh.group("/VTKHDF/PointData");
    mesh.text("/VTKHDF", "Type", "UnstructuredGrid");
    for (const char* count : {"NumberOfPoints", "NumberOfConnectivityIds"})
        mesh.integers(std::string{"/VTKHDF/"} + count, {4});
    mesh.integers("/VTKHDF/NumberOfCells", {1});
    mesh.reals("/VTKHDF/Points", {4, 3}, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
    mesh.integers("/VTKHDF/Connectivity", {0, 1, 2, 3});
    mesh.integers("/VTKHDF/Offsets", {0, 4});
    mesh.integers("/VTKHDF/Types", {10});
    mesh.reals("/VTKHDF/PointData/U", {4, 3}, std::vector<double>(12, 1.0));
}
#endif

void write_grib(const fs::path& folder)
{
    std::string bytes;
    for (const int parameter : {131, 132})
        for (const int level : {500, 850})
            bytes += compute::testing::grib_message(
                {.parameter = parameter, .level = level, .values = {1, 2, 3, 4, 5, 6}, .missing = {}});
    write(folder / "winds.grib", bytes);
}

}  // namespace

void write_field_files(const fs::path& folder)
{
    write_vtk(folder);
    write_collections(folder);
    write_openfoam(folder / "text_case", false);
    write_openfoam(folder / "binary_case", true);
    write_ensight(folder);
    write_plot3d(folder);
    write_nek5000(folder);
    write_netcdf(folder / "classic.nc", 0);
    write_netcdf(folder / "hdf5.nc", NC_NETCDF4);
    write_netcdf_mesh(folder / "mesh.nc");
    write_tecplot(folder);
    write_xdmf(folder);
#ifdef FARFIELD_TEST_HDF5
    write_vtkhdf(folder);
#endif
    write_grib(folder);
}

}  // namespace farfield::fuzz
