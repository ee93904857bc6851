#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// A variable with its values, and a unit unless that is "".
int put(Writer& file, const std::string& name, nc_type type, const std::vector<std::string>& dimensions,
        const std::vector<double>& values, const std::string& units = {})
{
    const int id = file.variable(name, type, dimensions);
    if (!units.empty()) file.text(id, "units", units);
    file.values(id, values);
    return id;
}

/// Two triangles of a unit square, their corners counted from 1, as FVCOM has them: [corner][face].
void put_square(Writer& file)
{
    file.dimension("node", 4);
    file.dimension("nele", 2);
    file.dimension("three", 3);
    put(file, "lon", NC_DOUBLE, {"node"}, {10, 11, 11, 10}, "degrees_east");
    put(file, "lat", NC_DOUBLE, {"node"}, {50, 50, 51, 51}, "degrees_north");
    put(file, "nv", NC_INT, {"three", "nele"}, {1, 1, 2, 3, 3, 4});
}

std::string fvcom(const TemporaryFolder& folder)
{
    const std::string path = folder.file("fvcom.nc");
    Writer file{path};
    put_square(file);
    file.dimension("siglay", 2);
    file.dimension("time", 2);
    put(file, "time", NC_DOUBLE, {"time"}, {0, 1}, "days since 2000-01-01");
    const int sigma = put(file, "siglay", NC_DOUBLE, {"siglay", "node"},
                          {-0.25, -0.25, -0.25, -0.25, -0.75, -0.75, -0.75, -0.75});
    file.text(sigma, "standard_name", "ocean_sigma/general_coordinate");
    file.text(sigma, "positive", "up");
    file.text(sigma, "formula_terms", "sigma: siglay eta: zeta depth: h");
    put(file, "h", NC_DOUBLE, {"node"}, {40, 40, 40, 80}, "m");
    put(file, "zeta", NC_DOUBLE, {"time", "node"}, {0, 0, 4, 0, 0, 0, 0, 0}, "m");
    const int eastward =
        put(file, "u", NC_DOUBLE, {"time", "siglay", "nele"}, {1, 3, 5, 7, 2, 4, 6, 8}, "m/s");
    file.text(eastward, "coordinates", "time siglay lat lon");
    put(file, "v", NC_DOUBLE, {"time", "siglay", "nele"}, {0, 0, 0, 0, 0, 0, 0, 0}, "m/s");
    put(file, "salinity", NC_DOUBLE, {"time", "siglay", "node"}, std::vector<double>(16, 35.0));
    return path;
}

const NodeValues& array(const Dataset& dataset, const std::string& name)
{
    const auto& arrays = dataset.data().arrays;
    return *std::find_if(arrays.begin(), arrays.end(), [&](const NodeValues& a) { return a.name == name; });
}

const UnstructuredGeometry& mesh_of(const Dataset& dataset)
{
    return std::get<UnstructuredGeometry>(dataset.data().geometry);
}

}  // namespace

TEST_CASE("FVCOM: velocities in cells are averaged to the nodes, layers are wedges at heights by sigma",
          "[ugrid]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_series({fvcom(folder)});
    const DatasetInfo& info = series.info();
    CHECK(info.default_vector == "u,v");
    CHECK(info.nodes == 8);
    REQUIRE(info.cells.size() == 1);
    CHECK(info.cells.front().kind == CellKind::Wedge);
    CHECK(info.cells.front().cells == 2);
    CHECK(info.position_units == "degrees");
    CHECK(series.times() == std::vector{0.0, 86'400.0});
    // Nodes 0 and 2 touch both triangles; node 1 the first, node 3 the second.
    const NodeValues& u = array(series.first(), "u");
    CHECK(std::vector(u.values.begin(), u.values.end()) ==
          std::vector{2.F, 1.F, 2.F, 3.F, 6.F, 5.F, 6.F, 7.F});
    CHECK(u.of_cells);
    CHECK(array(series.first(), "salinity").values.size() == 8);
    const auto height = [&](std::size_t node) {
        const UnstructuredGeometry& mesh = mesh_of(series.first());
        return mesh.points[node].z + mesh.origin.z;
    };
    CHECK(height(0) == Approx(-0.25 * 40));
    CHECK(height(2) == Approx(4 - 0.25 * 44));
    CHECK(height(7) == Approx(-0.75 * 80));
    CHECK(series.read(1).arrays.front().values.front() == 3.0F);
}

TEST_CASE("UGRID: corners count from start_index, and faces with fewer end with fill values", "[ugrid]")
{
    const std::string role = GENERATE("mesh_topology", "mesh_topogy");
    const TemporaryFolder folder;
    const std::string path = folder.file("ugrid.nc");
    {
        Writer file{path};
        file.dimension("nodes", 5);
        file.dimension("faces", 2);
        file.dimension("corners", 4);
        put(file, "x", NC_DOUBLE, {"nodes"}, {0, 1, 1, 0, 2}, "km");
        put(file, "y", NC_DOUBLE, {"nodes"}, {0, 0, 1, 1, 0}, "km");
        const int faces =
            put(file, "corners_of_faces", NC_INT, {"faces", "corners"}, {1, 2, 3, 4, 2, 5, 3, -9});
        file.number(faces, "start_index", NC_INT, 1);
        file.number(faces, "_FillValue", NC_INT, -9);
        const int mesh = put(file, "topology", NC_INT, {}, {0});
        file.text(mesh, "cf_role", role);
        file.text(mesh, "node_coordinates", "x y");
        file.text(mesh, "face_node_connectivity", "corners_of_faces");
        put(file, "u", NC_DOUBLE, {"nodes"}, {1, 2, 3, 4, 5}, "cm/s");
        put(file, "v", NC_DOUBLE, {"nodes"}, {0, 0, 0, 0, 0}, "cm/s");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().bounds.hi.x == Approx(2000.0));
    CHECK(series.info().position_units == "m");
    const auto& cells = mesh_of(series.first());
    CHECK(cells.points.size() == 5);
    REQUIRE(series.info().cells.size() == 2);
    CHECK(array(series.first(), "u,v").values[12] == Approx(0.05));
}

TEST_CASE("MPAS: cells' centres are the nodes of triangles about its vertices, in radians", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("mpas.nc");
    constexpr double degree = std::numbers::pi / 180.0;
    {
        Writer file{path};
        file.dimension("nCells", 4);
        file.dimension("nVertices", 3);
        file.dimension("vertexDegree", 3);
        file.dimension("nVertLevels", 2);
        put(file, "lonCell", NC_DOUBLE, {"nCells"}, {350 * degree, 5 * degree, 5 * degree, 350 * degree});
        put(file, "latCell", NC_DOUBLE, {"nCells"}, {0, 0, 10 * degree, 10 * degree});
        // The last vertex lies at the edge of the domain.
        put(file, "cellsOnVertex", NC_INT, {"nVertices", "vertexDegree"}, {1, 2, 3, 1, 3, 4, 1, 2, 0});
        put(file, "uReconstructZonal", NC_DOUBLE, {"nCells", "nVertLevels"}, {1, 5, 2, 6, 3, 7, 4, 8},
            "m s^{-1}");
        put(file, "uReconstructMeridional", NC_DOUBLE, {"nCells", "nVertLevels"}, std::vector<double>(8, 0.0),
            "m s^{-1}");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().default_vector == "uReconstructZonal,uReconstructMeridional");
    REQUIRE(series.info().cells.size() == 1);
    CHECK(series.info().cells.front().cells == 2);
    CHECK(series.info().bounds.lo.x == Approx(-10.0));
    CHECK(series.info().bounds.hi.x == Approx(5.0));
    const NodeValues& u = array(series.first(), "uReconstructZonal");
    CHECK(std::vector(u.values.begin(), u.values.end()) ==
          std::vector{1.F, 2.F, 3.F, 4.F, 5.F, 6.F, 7.F, 8.F});
}

TEST_CASE("MPAS: w on the levels about the layers is the third component, and the names are said", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("mpas.nc");
    {
        Writer file{path};
        file.dimension("nCells", 3);
        file.dimension("nVertices", 1);
        file.dimension("vertexDegree", 3);
        file.dimension("nVertLevels", 2);
        file.dimension("nVertLevelsP1", 3);
        put(file, "lonCell", NC_DOUBLE, {"nCells"}, {0.0, 0.1, 0.1});
        put(file, "latCell", NC_DOUBLE, {"nCells"}, {0.0, 0.0, 0.1});
        put(file, "cellsOnVertex", NC_INT, {"nVertices", "vertexDegree"}, {1, 2, 3});
        put(file, "zgrid", NC_DOUBLE, {"nCells", "nVertLevelsP1"},
            {0, 1000, 3000, 0, 1000, 3000, 0, 1000, 3000}, "m");
        for (const char* name : {"uReconstructZonal", "uReconstructMeridional"})
            put(file, name, NC_DOUBLE, {"nCells", "nVertLevels"}, std::vector<double>(6, 1.0), "m s^{-1}");
        put(file, "w", NC_DOUBLE, {"nCells", "nVertLevelsP1"}, {0, 2, 4, 0, 2, 4, 0, 2, 4}, "m s^{-1}");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().default_vector == "uReconstructZonal,uReconstructMeridional,w");
    CHECK(contains(series.info().velocity_reason, "the names that MPAS gives them"));
    const NodeValues& velocity = series.first().data().arrays.front();
    CHECK(velocity.values[2] == 1.0F);
    CHECK(velocity.values[velocity.values.size() - 1] == 3.0F);
}

TEST_CASE("MPAS: dates in words are those of its calendar", "[ugrid]")
{
    const auto [calendar, days] = GENERATE(std::pair{"noleap", 1}, std::pair{"gregorian_noleap", 1},
                                           std::pair{"360day", 3}, std::pair{"gregorian", 2});
    const TemporaryFolder folder;
    const std::string path = folder.file("mpas.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("Time", 2);
        file.dimension("StrLen", 19);
        file.text(NC_GLOBAL, "config_calendar_type", calendar);
        file.characters(file.variable("xtime", NC_CHAR, {"Time", "StrLen"}),
                        "0004-02-28_00:00:000004-03-01_00:00:00");
        put(file, "ssh", NC_DOUBLE, {"Time", "node"}, {1, 2, 3, 4, 5, 6, 7, 8}, "m");
    }
    const TimeSeries series = open_series({path});
    REQUIRE(series.times().size() == 2);
    CHECK(series.times()[1] - series.times()[0] == 86'400.0 * days);
}

TEST_CASE("MPAS: means over time are at the middle between their begin and end in words", "[ugrid]")
{
    const TemporaryFolder folder;
    std::vector<std::string> files;
    for (const std::string month : {"01", "02"}) {
        files.push_back(folder.file("mean." + month + ".nc"));
        Writer file{files.back()};
        put_square(file);
        file.dimension("Time", 1);
        file.dimension("StrLen", 19);
        file.text(NC_GLOBAL, "config_calendar_type", "noleap");
        const std::string next = month == "01" ? "02" : "03";
        file.characters(file.variable("xtime_startMonthly", NC_CHAR, {"Time", "StrLen"}),
                        "0001-" + month + "-01_00:00:00");
        file.characters(file.variable("xtime_endMonthly", NC_CHAR, {"Time", "StrLen"}),
                        "0001-" + next + "-01_00:00:00");
        put(file, "ssh", NC_DOUBLE, {"Time", "node"}, {1, 2, 3, 4}, "m");
    }
    const TimeSeries series = open_series(files);
    REQUIRE(series.times().size() == 2);
    CHECK(series.times()[1] - series.times()[0] == 86'400.0 * (31 + 28) / 2);
}

TEST_CASE("NetCDF meshes: of files without a time the first is shown, and the others are said to have none",
          "[ugrid]")
{
    const TemporaryFolder folder;
    std::vector<std::string> files;
    for (const char* name : {"a.nc", "b.nc"}) {
        files.push_back(folder.file(name));
        Writer file{files.back()};
        put_square(file);
        put(file, "ssh", NC_DOUBLE, {"node"}, {1, 2, 3, 4}, "m");
    }
    const TimeSeries series = open_series(files);
    CHECK(series.times().size() == 1);
    CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
        return contains(remark, "1 time steps of its files have no time, as the first has none");
    }));
}

TEST_CASE("NetCDF meshes: without a velocity a field in time comes before a steady one", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("fort.63.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("time", 3);
        put(file, "time", NC_DOUBLE, {"time"}, {1, 2, 3}, "hours since 2000-01-01");
        put(file, "bottom_index_node", NC_INT, {"node"}, {1, 1, 1, 1});
        put(file, "depth", NC_DOUBLE, {"node"}, {9, 9, 9, 9}, "m");
        put(file, "zeta", NC_DOUBLE, {"time", "node"}, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}, "m");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.times().size() == 3);
    CHECK(series.info().default_scalar == "zeta");
    CHECK(series.read(2).arrays.front().values.front() == 2.0F);
}

TEST_CASE("NetCDF meshes: heights of layers come before numbers of them", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("layers.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("layer", 2);
        put(file, "layer", NC_INT, {"layer"}, {0, 1});
        const int depth = put(file, "depth", NC_DOUBLE, {"layer"}, {2, 12}, "m");
        file.text(depth, "standard_name", "depth");
        file.text(depth, "positive", "down");
        for (const char* name : {"u", "v"})
            put(file, name, NC_DOUBLE, {"layer", "node"}, std::vector<double>(8, 1.0), "m/s");
    }
    const DatasetInfo& info = open_series({path}).info();
    CHECK(info.bounds.lo.z == 2.0);
    CHECK(info.bounds.hi.z == 12.0);
}

TEST_CASE("NetCDF meshes: around the globe, cells across the date line lie at the eastern end", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("globe.nc");
    constexpr int around = 120;  // nodes of each of two rows, 3 degrees apart
    {
        Writer file{path};
        std::vector<double> lon, lat, quads, u;
        for (int row = 0; row < 2; ++row)
            for (int i = 0; i < around; ++i) {
                lon.push_back(3.0 * i);
                lat.push_back(10.0 * row);
                u.push_back(i);
            }
        for (int i = 0; i < around; ++i)
            for (const int node : {i, (i + 1) % around, around + (i + 1) % around, around + i})
                quads.push_back(node);
        file.dimension("node", 2 * around);
        file.dimension("nele", around);
        file.dimension("four", 4);
        put(file, "lon", NC_DOUBLE, {"node"}, lon, "degrees_east");
        put(file, "lat", NC_DOUBLE, {"node"}, lat, "degrees_north");
        put(file, "faces", NC_INT, {"nele", "four"}, quads);
        put(file, "u", NC_DOUBLE, {"node"}, u, "m/s");
        put(file, "v", NC_DOUBLE, {"node"}, std::vector<double>(2 * around, 0.0), "m/s");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().bounds.lo.x == Approx(-180.0));
    CHECK(series.info().bounds.hi.x == Approx(180.0));
    CHECK(series.info().nodes == 2 * around + 2);
    REQUIRE(series.info().cells.size() == 1);
    CHECK(series.info().cells.front().cells == around);
    CHECK(array(series.first(), "u").values[2 * around] == 60.0F);
}

TEST_CASE("NetCDF meshes: a corner that is no node is refused", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("bad.nc");
    {
        Writer file{path};
        put_square(file);
        put(file, "faces", NC_INT, {"nele", "three"}, {0, 1, 2, 0, 2, 77});
        put(file, "u", NC_DOUBLE, {"node"}, {1, 2, 3, 4}, "m/s");
        put(file, "v", NC_DOUBLE, {"node"}, {0, 0, 0, 0}, "m/s");
    }
    {
        Writer other{folder.file("worse.nc")};
        other.dimension("node", 4);
        other.dimension("nele", 1);
        other.dimension("three", 3);
        put(other, "lon", NC_DOUBLE, {"node"}, {10, 11, 11, 10}, "degrees_east");
        put(other, "lat", NC_DOUBLE, {"node"}, {50, 50, 51, 51}, "degrees_north");
        put(other, "nv", NC_INT, {"three", "nele"}, {0, 1, 77});
        put(other, "u", NC_DOUBLE, {"node"}, {1, 2, 3, 4}, "m/s");
        put(other, "v", NC_DOUBLE, {"node"}, {0, 0, 0, 0}, "m/s");
    }
    CHECK(open_series({path}).info().nodes == 4);  // the first list of faces is whole
    CHECK(contains(error_of([&] { (void)open_series({folder.file("worse.nc")}); }),
                   "has 77 as a corner of face 0: expected one of 4 nodes"));
}

TEST_CASE("FESOM: components and the mesh may be a file each", "[ugrid]")
{
    const TemporaryFolder folder;
    for (const char* name : {"u", "v"}) {
        Writer file{folder.file(std::string{name} + ".nc")};
        file.dimension("elem", 2);
        file.dimension("nz1", 2);
        file.dimension("time", 1);
        const double base = name[0] == 'u' ? 1 : 10;
        put(file, name, NC_DOUBLE, {"time", "elem", "nz1"}, {base, 2 * base, 3 * base, 4 * base}, "m/s");
    }
    {
        Writer file{folder.file("mesh.nc")};
        file.dimension("nod2", 4);
        file.dimension("elem", 2);
        file.dimension("n3", 3);
        file.dimension("nz1", 2);
        put(file, "lon", NC_DOUBLE, {"nod2"}, {10, 11, 11, 10});
        put(file, "lat", NC_DOUBLE, {"nod2"}, {50, 50, 51, 51});
        put(file, "elements", NC_INT, {"n3", "elem"}, {1, 1, 2, 3, 3, 4});
        put(file, "nz1", NC_DOUBLE, {"nz1"}, {-5, -15});
    }
    const std::string dataset =
        folder.file("u.nc") + "+" + folder.file("v.nc") + "+" + folder.file("mesh.nc");
    REQUIRE(files_of(dataset).size() == 3);
    const TimeSeries series = open_series({dataset});
    CHECK(series.info().default_vector == "u,v");
    const NodeValues& velocity = array(series.first(), "u,v");
    CHECK(velocity.values[3 * 1] == 1.0F);  // of the first face alone
    CHECK(velocity.values[3 * 1 + 1] == 10.0F);
    CHECK(velocity.values[3 * 2] == 2.0F);  // the mean of both
    CHECK(velocity.values[3 * (4 + 2)] == 3.0F);
}

TEST_CASE("SCHISM: a vector's components lie along a dimension of two", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("schism.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("two", 2);
        file.dimension("time", 1);
        put(file, "dahv", NC_DOUBLE, {"time", "node", "two"}, {1, 10, 2, 20, 3, 30, 4, 40}, "m/s");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().default_vector == "dahv");
    const NodeValues& velocity = array(series.first(), "dahv");
    CHECK(velocity.values[3 * 3] == 4.0F);
    CHECK(velocity.values[3 * 3 + 1] == 40.0F);
    CHECK(series.info().arrays.size() == 1);
}

TEST_CASE("UGRID: cells with a corner at a pole are left out, with a remark", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("cap.nc");
    {
        Writer file{path};
        file.dimension("node", 7);
        file.dimension("nele", 6);
        file.dimension("three", 3);
        put(file, "lon", NC_DOUBLE, {"node"}, {0, 120, 240, 0, 120, 240, 0}, "degrees_east");
        put(file, "lat", NC_DOUBLE, {"node"}, {80, 80, 80, 70, 70, 70, 90}, "degrees_north");
        put(file, "nv", NC_INT, {"three", "nele"}, {1, 2, 3, 4, 5, 6, 2, 3, 1, 5, 6, 3, 7, 7, 7, 1, 2, 4});
        for (const char* name : {"u", "v"}) put(file, name, NC_DOUBLE, {"node"}, std::vector(7, 1.0), "m/s");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().cells.front().cells == 3);
    CHECK(series.info().bounds.hi.y == 80.0);
    CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
        return contains(remark, "3 cells about or at a pole");
    }));
}

TEST_CASE("UGRID: a single layer lies where its coordinate says, and fields on other layers are named",
          "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("wind.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("time", 1);
        file.dimension("height", 1);
        put(file, "height", NC_DOUBLE, {"height"}, {10}, "m");
        for (const char* name : {"u", "v"})
            put(file, name, NC_DOUBLE, {"time", "height", "node"}, std::vector(4, 1.0), "m/s");
        put(file, "ts", NC_DOUBLE, {"time", "node"}, std::vector(4, 280.0), "K");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().bounds.lo.z == 10.0);
    CHECK(series.info().z_units == "m");
    CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
        return remark == "Left out, for they lie on other layers than the velocity: 'ts'.";
    }));
}

TEST_CASE("UGRID: fields on another mesh of the file are named", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("polder.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("time", 1);
        file.dimension("mesh1d_node", 2);
        for (const char* name : {"u", "v"})
            put(file, name, NC_DOUBLE, {"time", "node"}, std::vector(4, 1.0), "m/s");
        file.text(put(file, "mesh1d_s1", NC_DOUBLE, {"time", "mesh1d_node"}, {1, 2}, "m"), "mesh", "mesh1d");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().default_vector == "u,v");
    CHECK(std::ranges::count(series.info().remarks,
                             "Left out, for they lie on another mesh of the file: 'mesh1d_s1'.") == 1);
}

TEST_CASE("SCHISM: hvel and vertical_velocity are the velocity, and no component is a scalar", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("schout.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("two", 2);
        file.dimension("nSCHISM_vgrid_layers", 2);
        put(file, "zcor", NC_DOUBLE, {"node", "nSCHISM_vgrid_layers"}, {-9, 0, -9, 0, -9, 0, -9, 0});
        put(file, "salt", NC_DOUBLE, {"node", "nSCHISM_vgrid_layers"}, std::vector(8, 35.0));
        put(file, "vertical_velocity", NC_DOUBLE, {"node", "nSCHISM_vgrid_layers"}, std::vector(8, 0.5));
        put(file, "hvel", NC_DOUBLE, {"node", "nSCHISM_vgrid_layers", "two"}, std::vector(16, 2.0));
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().default_vector == "hvel");
    CHECK(series.info().velocity_warning.empty());
    CHECK(array(series.first(), "hvel").values[2] == 0.5F);
    for (const char* asked : {"hvel.y,salt", "hvel.y,hvel.y", "hvel.x,hvel.y"})
        CHECK(contains(error_of([&] { (void)open_series({path}, {}, std::nullopt, asked); }), "'salt'"));
}

namespace {

/// 6 x 6 squares of a tenth of a degree about (10, 50), each of two triangles, as ICON writes its cells: by
/// centres and corners in radians, without nodes. u = 3 + longitude - 10 and v = latitude - 50 at the
/// centres.
struct IconCells {
    std::vector<double> lon, lat, corner_lon, corner_lat, u, v;
    IconCells()
    {
        constexpr int squares = 6;
        constexpr double step = 0.1, radians = std::numbers::pi / 180.0;
        for (int j = 0; j < squares; ++j)
            for (int i = 0; i < squares; ++i)
                for (const auto& corners : {std::array<std::array<int, 2>, 3>{{{0, 0}, {1, 0}, {1, 1}}},
                                            std::array<std::array<int, 2>, 3>{{{0, 0}, {1, 1}, {0, 1}}}}) {
                    double x = 0.0, y = 0.0;
                    for (const auto& corner : corners) {
                        const double at_x = 10.0 + step * (i + corner[0]),
                                     at_y = 50.0 + step * (j + corner[1]);
                        corner_lon.push_back(radians * at_x);
                        corner_lat.push_back(radians * at_y);
                        x += at_x / 3.0;
                        y += at_y / 3.0;
                    }
                    lon.push_back(radians * x);
                    lat.push_back(radians * y);
                    u.push_back(3.0 + x - 10.0);
                    v.push_back(y - 50.0);
                }
    }
};

}  // namespace

TEST_CASE("read_netcdf_mesh: ICON's cells are given by their corners, which become the nodes", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("icon.nc");
    const IconCells cells;
    {
        Writer file{path};
        file.dimension("ncells", cells.lon.size());
        file.dimension("vertices", 3);
        file.dimension("time", 1);
        file.dimension("height", 2);
        for (const auto& [name, standard, bounds, values] :
             {std::tuple{"clon", "longitude", "clon_vertices", &cells.lon},
              std::tuple{"clat", "latitude", "clat_vertices", &cells.lat}}) {
            const int id = put(file, name, NC_DOUBLE, {"ncells"}, *values, "radian");
            file.text(id, "standard_name", standard);
            file.text(id, "bounds", bounds);
        }
        put(file, "clon_vertices", NC_DOUBLE, {"ncells", "vertices"}, cells.corner_lon, "radian");
        put(file, "clat_vertices", NC_DOUBLE, {"ncells", "vertices"}, cells.corner_lat, "radian");
        put(file, "time", NC_DOUBLE, {"time"}, {0}, "days since 2000-01-01");
        put(file, "height", NC_DOUBLE, {"height"}, {1000, 100}, "m");
        for (const auto& [name, values] : {std::pair{"u", &cells.u}, std::pair{"v", &cells.v}}) {
            std::vector<double> both = *values;
            both.insert(both.end(), values->begin(), values->end());
            const int id = put(file, name, NC_DOUBLE, {"time", "height", "ncells"}, both, "m s-1");
            file.text(id, "CDI_grid_type", "unstructured");
            file.text(id, "coordinates", "clat clon");
        }
    }
    const TimeSeries series = open_series({path});
    const Dataset& dataset = series.first();
    CHECK(dataset.info().nodes == 2 * 7 * 7);
    CHECK(dataset.info().geographic);
    CHECK(dataset.info().bounds.lo.x == Approx(10.0));
    CHECK(dataset.info().bounds.hi.y == Approx(50.6));
    CHECK(dataset.info().default_vector == "u,v");
    // The mean of a linear function at the middles of six equal triangles about a node is that at the node.
    const auto& mesh = std::get<UnstructuredGeometry>(dataset.data().geometry);
    const NodeValues& velocity = array(dataset, "u,v");
    int inner = 0;
    for (std::size_t n = 0; n < mesh.points.size(); ++n) {
        const glm::dvec3 at = glm::dvec3{mesh.points[n]} + mesh.origin;
        const double i = (at.x - 10.0) / 0.1, j = (at.y - 50.0) / 0.1;
        if (i < 0.5 || i > 5.5 || j < 0.5 || j > 5.5) continue;
        ++inner;
        CHECK(velocity.values[3 * n] == Approx(3.0 + at.x - 10.0).margin(1e-5));
        CHECK(velocity.values[3 * n + 1] == Approx(at.y - 50.0).margin(1e-5));
    }
    CHECK(inner == 2 * 5 * 5);
}

TEST_CASE(
    "read_netcdf_mesh: SCRIP's cells may have fewer corners than its lists, and meet across 360 degrees",
    "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("scrip.nc");
    {
        // A square from 359 to 360 degrees and a triangle behind it, with its last corner twice in the list.
        Writer file{path};
        file.dimension("grid_size", 2);
        file.dimension("grid_corners", 4);
        put(file, "grid_center_lon", NC_DOUBLE, {"grid_size"}, {359.5, 0.33}, "degrees");
        put(file, "grid_center_lat", NC_DOUBLE, {"grid_size"}, {0.5, 0.33}, "degrees");
        put(file, "grid_corner_lon", NC_DOUBLE, {"grid_size", "grid_corners"},
            {359, 360, 360, 359, 0, 1, 0, 0}, "degrees");
        put(file, "grid_corner_lat", NC_DOUBLE, {"grid_size", "grid_corners"}, {0, 0, 1, 1, 0, 0, 1, 1},
            "degrees");
        put(file, "u", NC_DOUBLE, {"grid_size"}, {1, 3}, "m/s");
        put(file, "v", NC_DOUBLE, {"grid_size"}, {0, 0}, "m/s");
    }
    const TimeSeries series = open_series({path});
    const Dataset& dataset = series.first();
    CHECK(dataset.info().nodes == 5);
    const auto& mesh = std::get<UnstructuredGeometry>(dataset.data().geometry);
    const NodeValues& velocity = array(dataset, "u,v");
    for (std::size_t n = 0; n < mesh.points.size(); ++n) {
        const double x = mesh.points[n].x + mesh.origin.x;
        CHECK(velocity.values[3 * n] == (std::abs(x) < 0.5 ? 2.0F : x < 0.0 ? 1.0F : 3.0F));
    }
}

namespace {

/// Two triangles of a unit square in three layers, with a velocity over the nodes that names `coordinates`.
void put_layers(Writer& file, const std::string& coordinates)
{
    file.dimension("L", 3);
    for (const char* name : {"u", "v", "w"}) {
        const int id = put(file, name, NC_DOUBLE, {"L", "node"}, std::vector<double>(12, 2.0), "m/s");
        if (!coordinates.empty()) file.text(id, "coordinates", coordinates);
    }
}

bool has_remark(const DatasetInfo& info, const std::string& words)
{
    return std::ranges::any_of(info.remarks, [&](const auto& remark) { return contains(remark, words); });
}

}  // namespace

TEST_CASE("NetCDF meshes: heights and depths that the velocity names are those of the layers", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("named.nc");
    const bool is_down = GENERATE(true, false);
    {
        Writer file{path};
        put_square(file);
        put_layers(file, "lon lat where");
        const int z = put(file, "where", NC_DOUBLE, {"L", "node"},
                          {5, 5, 5, 5, 20, 20, 20, 20, 30, 30, 30, 30}, "meters");
        file.text(z, "positive", is_down ? "down" : "up");
        file.text(z, "standard_name", is_down ? "depth" : "elevation");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().bounds.lo.z == Approx(5.0));
    CHECK(series.info().bounds.hi.z == Approx(30.0));
    CHECK(series.info().z_positive == (is_down ? "down" : "up"));
    CHECK(series.info().z_units == "m");
    CHECK(array(series.first(), "u,v,w").values[2] == (is_down ? -2.0F : 2.0F));
}

TEST_CASE("NetCDF meshes: layers by sigma have heights where the depth is there, else numbers", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("sigma.nc");
    const bool has_depth = GENERATE(true, false);
    {
        Writer file{path};
        put_square(file);
        put_layers(file, "");
        const int sigma = put(file, "layer", NC_DOUBLE, {"L"}, {-0.9, -0.5, -0.1}, "1");
        file.text(sigma, "standard_name", "ocean_sigma_coordinate");
        file.text(sigma, "formula_terms", "sigma: layer eta: s1 depth: bed");
        put(file, "s1", NC_DOUBLE, {"node"}, {1, 1, 1, 1}, "m");
        if (has_depth) put(file, "bed", NC_DOUBLE, {"node"}, {10, 10, 10, 20}, "m");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().bounds.lo.z == Approx(has_depth ? 1.0 - 0.9 * 21.0 : 0.0));
    CHECK(series.info().bounds.hi.z == Approx(has_depth ? 1.0 - 0.1 * 11.0 : 2.0));
    CHECK(series.info().z_units == (has_depth ? "m" : "levels"));
    CHECK(
        has_remark(series.info(), has_depth ? "computed as ocean_sigma_coordinate" : "'bed', is not there"));
    CHECK(series.info().default_vector == (has_depth ? "u,v,w" : "u,v"));
    CHECK(array(series.first(), series.info().default_vector).values[2] == (has_depth ? 2.0F : 0.0F));
}

TEST_CASE("NetCDF meshes: layers without heights are numbered as the model counts them", "[ugrid]")
{
    const TemporaryFolder folder;
    const auto [dimension, positive] =
        GENERATE(std::pair{"nSCHISM_vgrid_layers", "up"}, std::pair{"nz1", "down"}, std::pair{"other", ""});
    const std::string path = folder.file("numbers.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension(dimension, 2);
        for (const char* name : {"u", "v"})
            put(file, name, NC_DOUBLE, {"node", dimension}, std::vector<double>(8, 2.0), "m/s");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().z_units == "levels");
    CHECK(series.info().z_positive == positive);
    CHECK(has_remark(series.info(), "z numbers the 2 levels"));
}

TEST_CASE("FESOM: depths without attributes point downwards", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("nz.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("nz1", 2);
        put(file, "nz1", NC_DOUBLE, {"nz1"}, {5, 20});
        for (const char* name : {"u", "v"})
            put(file, name, NC_DOUBLE, {"nz1", "node"}, std::vector<double>(8, 2.0), "m/s");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().z_positive == "down");
    CHECK(series.first().data().z_down);
}

TEST_CASE("ANUGA: a velocity is momentum over depth, none where it is dry, and places count from its corner",
          "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("flood.sww");
    {
        Writer file{path};
        file.number(NC_GLOBAL, "xllcorner", NC_DOUBLE, 300'000);
        file.number(NC_GLOBAL, "yllcorner", NC_DOUBLE, 6'000'000);
        file.dimension("number_of_volumes", 2);
        file.dimension("number_of_vertices", 3);
        file.dimension("number_of_points", 4);
        file.dimension("number_of_timesteps", 2);
        put(file, "x", NC_DOUBLE, {"number_of_points"}, {0, 10, 10, 0});
        put(file, "y", NC_DOUBLE, {"number_of_points"}, {0, 0, 10, 10});
        put(file, "elevation", NC_DOUBLE, {"number_of_points"}, {-1, -2, -1, 3});
        put(file, "volumes", NC_INT, {"number_of_volumes", "number_of_vertices"}, {0, 1, 2, 0, 2, 3});
        put(file, "time", NC_DOUBLE, {"number_of_timesteps"}, {0, 5});
        put(file, "stage", NC_DOUBLE, {"number_of_timesteps", "number_of_points"}, {1, 2, 0, 3, 1, 2, 0, 3});
        put(file, "xmomentum", NC_DOUBLE, {"number_of_timesteps", "number_of_points"},
            {2, 2, 2, 2, 4, 4, 4, 4});
        put(file, "ymomentum", NC_DOUBLE, {"number_of_timesteps", "number_of_points"},
            std::vector<double>(8, 0.0));
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().default_vector == "Momentum / Depth");
    CHECK(series.times() == std::vector{0.0, 5.0});
    CHECK(series.info().bounds.hi.x == Approx(300'010.0));
    CHECK(series.info().bounds.lo.y == Approx(6'000'000.0));
    const NodeValues& velocity = array(series.first(), "Momentum / Depth");
    CHECK(velocity.units == "m/s");
    CHECK(velocity.values[0] == 1.0F);
    CHECK(velocity.values[3] == 0.5F);
    CHECK(velocity.values[9] == 0.0F);  // dry
}

TEST_CASE("UGRID: the declared dimension of the faces counts, however few they are", "[ugrid]")
{
    const std::string said = GENERATE("faces", "");
    const TemporaryFolder folder;
    const std::string path = folder.file("few.nc");
    {
        Writer file{path};
        file.dimension("nodes", 8);
        file.dimension("faces", 3);
        file.dimension("corners", 4);
        put(file, "lat", NC_DOUBLE, {"nodes"}, {0, 0, 0, 0, 1, 1, 1, 1}, "degrees_north");
        put(file, "lon", NC_DOUBLE, {"nodes"}, {0, 1, 2, 3, 0, 1, 2, 3}, "degrees_east");
        put(file, "list", NC_INT, {"faces", "corners"},
            {1, 2, 6, 5, 2, 3, 7, 6, 3, 4, 8, 7});  // from 1, unsaid
        const int mesh = put(file, "mesh", NC_INT, {}, {0});
        file.text(mesh, "cf_role", "mesh_topology");
        file.text(mesh, "node_coordinates", "lat lon");
        file.text(mesh, "face_node_connectivity", "list");
        if (!said.empty()) file.text(mesh, "face_dimension", said);
        put(file, "height", NC_DOUBLE, {"faces"}, {1, 2, 3});
    }
    const TimeSeries series = open_series({path});
    REQUIRE(series.info().cells.size() == 1);
    CHECK(series.info().cells.front().kind == CellKind::Quad);
    CHECK(series.info().cells.front().cells == 3);
    CHECK(series.info().bounds.hi.x == Approx(3.0));
    CHECK(series.info().bounds.hi.y == Approx(1.0));
}

TEST_CASE("SCHISM: horizontalVelX and horizontalVelY are the velocity, and alone they lack their mesh",
          "[ugrid]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder.file("out2d_1.nc")};
        put_square(file);
        put(file, "elevation", NC_DOUBLE, {"node"}, {0, 0, 0, 0});
    }
    for (const char* name : {"horizontalVelX", "horizontalVelY", "zCoordinates"}) {
        Writer file{folder.file(std::string{name} + "_1.nc")};
        file.dimension("node", 4);
        file.dimension("nSCHISM_vgrid_layers", 2);
        const bool is_z = std::string{name} == "zCoordinates";
        put(file, name, NC_DOUBLE, {"node", "nSCHISM_vgrid_layers"},
            is_z ? std::vector<double>{-8, -1, -8, -1, -8, -1, -8, -1} : std::vector<double>(8, 0.5));
    }
    const std::string u = folder.file("horizontalVelX_1.nc");
    const Dataset dataset = open_dataset(
        {u, folder.file("horizontalVelY_1.nc"), folder.file("out2d_1.nc"), folder.file("zCoordinates_1.nc")},
        "schism");
    CHECK(dataset.info().default_vector == "horizontalVelX,horizontalVelY");
    CHECK(dataset.info().bounds.lo.z == Approx(-8.0));
    CHECK(contains(error_of([&] { (void)open_dataset({u}, "alone"); }), "lies on a mesh that is not in it"));
}

TEST_CASE("Meshes: faces with a corner that is no place on the Earth are left out", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("nowhere.nc");
    {
        Writer file{path};
        file.dimension("node", 5);
        file.dimension("nele", 3);
        file.dimension("three", 3);
        put(file, "lon", NC_DOUBLE, {"node"}, {10, 11, 11, 10, -999}, "degrees_east");
        put(file, "lat", NC_DOUBLE, {"node"}, {50, 50, 51, 51, -999}, "degrees_north");
        put(file, "nv", NC_INT, {"three", "nele"}, {1, 1, 3, 2, 3, 4, 3, 4, 5});
        put(file, "u", NC_DOUBLE, {"node"}, {1, 1, 1, 1, 1}, "m/s");
        put(file, "v", NC_DOUBLE, {"node"}, {1, 1, 1, 1, 1}, "m/s");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().cells.front().cells == 2);
    CHECK(series.info().bounds.lo.x == Approx(10.0));
    CHECK(series.info().bounds.lo.y == Approx(50.0));
}

TEST_CASE("UGRID: momentum in cells is divided by the density beside it before it is averaged", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("momentum.nc");
    {
        Writer file{path};
        put_square(file);
        put(file, "rhou", NC_DOUBLE, {"nele"}, {6, 20}, "kg m-2 s-1");
        put(file, "rhov", NC_DOUBLE, {"nele"}, {0, 10}, "kg m-2 s-1");
        put(file, "rho", NC_DOUBLE, {"nele"}, {2, 5}, "kg m-3");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().default_vector == "rhou,rhov / rho");
    const auto& values = array(series.first(), "rhou,rhov / rho").values;
    CHECK(values[3 * 1] == 3.0F);  // of the first cell alone
    CHECK(values[3 * 3] == 4.0F);  // of the second
    CHECK(values[3 * 0] == 3.5F);  // of both
    CHECK(values[3 * 0 + 1] == 1.0F);
}

TEST_CASE("NetCDF meshes: a vertical velocity on the levels about the layers is averaged to their middles",
          "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("half_levels.nc");
    {
        Writer file{path};
        put_square(file);
        file.dimension("height", 2);
        file.dimension("height_2", 3);
        file.text(put(file, "height", NC_DOUBLE, {"height"}, {300, 100}, "m"), "positive", "up");
        put(file, "u", NC_DOUBLE, {"height", "nele"}, {1, 1, 1, 1}, "m/s");
        put(file, "v", NC_DOUBLE, {"height", "nele"}, {0, 0, 0, 0}, "m/s");
        put(file, "w", NC_DOUBLE, {"height_2", "nele"}, {0, 0, 4, 8, 6, 0}, "m/s");
    }
    const TimeSeries series = open_series({path});
    CHECK(series.info().default_vector == "u,v,w");
    const auto& values = array(series.first(), "u,v,w").values;
    CHECK(values[3 * 1 + 2] == 2.0F);        // of the first cell alone: between 0 and 4
    CHECK(values[3 * (4 + 1) + 2] == 5.0F);  // between 4 and 6
    CHECK(values[3 * 3 + 2] == 4.0F);        // of the second: between 0 and 8
    CHECK(std::ranges::count(
              series.info().remarks,
              "'w' lies on the 3 levels about the 2 layers, and was averaged to their middles.") == 1);
}

namespace {

bool says(const Dataset& dataset, const std::string& words)
{
    return std::ranges::any_of(dataset.info().remarks,
                               [&](const std::string& remark) { return contains(remark, words); });
}

/// Two layers of the square at depths of 5 and 15 m: u is 1, v is 2 and w is 3 in their units; w at the
/// nodes.
Dataset layers_of_square(const TemporaryFolder& folder, const std::array<std::string, 3>& units,
                         const std::string& place, const std::string& levels_of_w = "nz1")
{
    const std::string path = folder.file("square.nc");
    {
        Writer file{path};
        put_square(file);
        for (const auto& [name, depths] :
             {std::pair{"nz1", std::vector{5.0, 15.0}}, {"nz", std::vector{0.0, 10.0, 20.0}}}) {
            file.dimension(name, depths.size());
            file.text(put(file, name, NC_DOUBLE, {name}, depths, "m"), "positive", "down");
        }
        const std::size_t places = place == "node" ? 4 : 2;
        put(file, "u", NC_DOUBLE, {"nz1", place}, std::vector(2 * places, 1.0), units[0]);
        put(file, "v", NC_DOUBLE, {"nz1", place}, std::vector(2 * places, 2.0), units[1]);
        std::vector<double> w(levels_of_w == "nz" ? 12 : 8, 3.0);
        if (levels_of_w == "nz") std::fill_n(w.begin(), 4, 1.0);
        put(file, "w", NC_DOUBLE, {levels_of_w, "node"}, w, units[2]);
    }
    return open_dataset({path}, "square.nc");
}

}  // namespace

TEST_CASE("NetCDF meshes: each component of a velocity is converted by its own unit", "[ugrid]")
{
    const TemporaryFolder folder;
    const Dataset dataset = layers_of_square(folder, {"cm/s", "m/s", "mm/s"}, "node");
    const NodeValues& velocity = array(dataset, "u,v,w");
    CHECK(velocity.units == "m/s");
    CHECK(velocity.values[0] == Approx(0.01));
    CHECK(velocity.values[1] == 2.0F);
    CHECK(velocity.values[2] == Approx(-0.003));  // along the depth
    CHECK(says(dataset, "'u' was converted from cm/s to m/s."));
}

TEST_CASE("NetCDF meshes: a velocity of no or an unknown unit is said to be taken as m/s", "[ugrid]")
{
    const TemporaryFolder folder;
    CHECK(says(layers_of_square(folder, {"", "", "m/s"}, "node"), "'u' has no unit and was taken as m/s"));
    const Dataset unknown = layers_of_square(folder, {"smoots/s", "smoots/s", "m/s"}, "node");
    CHECK(says(unknown, "'u' has the unknown unit smoots/s and was taken as m/s"));
    CHECK(says(layers_of_square(folder, {"ms-1", "ms-1", "m/s"}, "node"), "'u' has the unit ms-1"));
}

TEST_CASE("FESOM: a vertical velocity at the nodes goes with others in cells", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string levels = GENERATE("nz1", "nz");
    const Dataset dataset = layers_of_square(folder, {"m/s", "m/s", "m/s"}, "nele", levels);
    CHECK(dataset.info().default_vector == "u,v,w");
    const NodeValues& velocity = array(dataset, "u,v,w");
    CHECK(velocity.values[0] == 1.0F);
    // Between 1 and 3 on the levels about the first layer; upwards, against the depth.
    CHECK(velocity.values[2] == (levels == "nz" ? -2.0F : -3.0F));
    CHECK(velocity.values[14] == -3.0F);
}

TEST_CASE("NetCDF meshes: a vertical component at other times than the others is left out", "[ugrid]")
{
    const TemporaryFolder folder;
    const bool is_steady = GENERATE(true, false);
    {
        Writer file{folder.file("times.nc")};
        put_square(file);
        file.dimension("time", 3);
        put(file, "time", NC_DOUBLE, {"time"}, {0, 3600, 7200}, "seconds since 2000-01-01");
        file.dimension("time_w", 2);
        put(file, "time_w", NC_DOUBLE, {"time_w"}, {0, 7200}, "seconds since 2000-01-01");
        for (const char* name : {"u", "v"})
            put(file, name, NC_DOUBLE, {"time", "node"}, std::vector<double>(12, 1.0), "m/s");
        if (is_steady) put(file, "w", NC_DOUBLE, {"node"}, std::vector<double>(4, 1.0), "m/s");
        if (!is_steady) put(file, "w", NC_DOUBLE, {"time_w", "node"}, std::vector<double>(8, 1.0), "m/s");
    }
    const Dataset dataset = open_dataset({folder.file("times.nc")}, "times.nc");
    CHECK(dataset.info().default_vector == (is_steady ? "u,v,w" : "u,v"));
    CHECK(says(dataset, "'w' has other times than the velocity") == !is_steady);
}

TEST_CASE("read_netcdf_mesh: a list of elements is known by its words and its numbers", "[ugrid]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("shyfem.nc");
    const double first = GENERATE(0.0, 1.0);
    const bool numbers_nodes = GENERATE(true, false);
    {
        Writer file{path};
        file.dimension("node", 4);
        file.dimension("element", 2);
        file.dimension("vertex", 3);
        put(file, "longitude", NC_DOUBLE, {"node"}, {10, 11, 11, 10}, "degrees_east");
        put(file, "latitude", NC_DOUBLE, {"node"}, {50, 50, 51, 51}, "degrees_north");
        std::vector<double> corners{0, 1, 2, 0, 2, 3};
        for (double& corner : corners) corner = numbers_nodes ? corner + first : corner + 70;
        put(file, "element_index", NC_INT, {"element", "vertex"}, corners);
        put(file, "u", NC_DOUBLE, {"node"}, {1, 2, 3, 4}, "m/s");
        put(file, "v", NC_DOUBLE, {"node"}, {0, 0, 0, 0}, "m/s");
    }
    if (!numbers_nodes) {
        CHECK(contains(error_of([&] { (void)open_dataset({path}, "a.nc"); }), "that no cells join"));
        return;
    }
    const Dataset dataset = open_dataset({path}, "a.nc");
    const auto field = dataset.field({"", "u"});
    const auto sample = field->sample(field->info().relative({10.5, 50.25, 0.0}));
    REQUIRE(sample);
    CHECK(sample->scalar == Approx(1.75F));  // in the triangle of nodes 0, 1 and 2: 1 + x + y
    CHECK(array(dataset, "u").values[3] == 4.0F);
    CHECK(std::ranges::any_of(dataset.info().remarks, [](const std::string& remark) {
        return contains(remark, "'element_index' was taken for the corners of the cells");
    }));
}

namespace {

/// Two squares of SCRIP, in radians, beside the flow of a file of its own along `ncol`.
std::vector<std::filesystem::path> cam_and_scrip(const TemporaryFolder& folder, std::size_t columns)
{
    const std::vector<std::filesystem::path> files{folder / "cam.nc", folder / "scrip.nc"};
    constexpr double degree = std::numbers::pi / 180.0;
    Writer flow{files[0]}, grid{files[1]};
    flow.dimension("ncol", columns);
    flow.dimension("time", 1);
    put(flow, "U", NC_DOUBLE, {"time", "ncol"}, std::vector<double>(columns, 7.0), "m/s");
    put(flow, "V", NC_DOUBLE, {"time", "ncol"}, std::vector<double>(columns, 1.0), "m/s");
    grid.dimension("grid_size", 2);
    grid.dimension("grid_corners", 4);
    const std::vector<std::string> corners{"grid_size", "grid_corners"};
    put(grid, "grid_corner_lon", NC_DOUBLE, corners,
        {0, degree, degree, 0, degree, 2 * degree, 2 * degree, degree}, "radians");
    put(grid, "grid_corner_lat", NC_DOUBLE, corners, {0, 0, degree, degree, 0, 0, degree, degree}, "radians");
    put(grid, "grid_center_lat", NC_DOUBLE, {"grid_size"}, {degree / 2, degree / 2}, "radians");
    put(grid, "grid_area", NC_DOUBLE, {"grid_size"}, {1, 1});
    return files;
}

}  // namespace

TEST_CASE("read_netcdf_mesh: SCRIP's cells go with the only other dimension of as many places", "[ugrid]")
{
    const TemporaryFolder folder;
    const Dataset dataset = open_dataset(cam_and_scrip(folder, 2), "cam.nc+scrip.nc");
    CHECK(dataset.info().default_vector == "U,V");
    CHECK(array(dataset, "U,V").values[0] == 7.0F);
    CHECK(std::ranges::any_of(dataset.info().remarks, [](const std::string& remark) {
        return contains(remark, "The 2 places along 'ncol' were taken for the cells along 'grid_size'");
    }));
}

TEST_CASE("read_netcdf_mesh: a flow that lies in none of the cells is named; no coordinate is shown",
          "[ugrid]")
{
    const TemporaryFolder folder;
    const Dataset dataset = open_dataset(cam_and_scrip(folder, 3), "cam.nc+scrip.nc");
    CHECK(dataset.info().default_scalar == "grid_area");
    CHECK(std::ranges::any_of(dataset.info().remarks, [](const std::string& remark) {
        return contains(remark, "neither at the mesh's nodes nor in its cells: 'U', 'V'");
    }));
}

TEST_CASE(
    "NetCDF mesh: the reference system is that of the grid mapping, or a remark says why it is not known",
    "[ugrid]")
{
    const std::string named = GENERATE("crs", "none");
    const TemporaryFolder folder;
    const std::string path = folder.file("mesh.nc");
    {
        Writer file{path};
        file.dimension("node", 3);
        file.dimension("face", 1);
        file.dimension("three", 3);
        const int mesh = file.variable("mesh", NC_INT, {});
        file.text(mesh, "cf_role", "mesh_topology");
        file.text(mesh, "node_coordinates", "x y");
        file.text(mesh, "face_node_connectivity", "corners");
        file.values(mesh, {0});
        file.text(put(file, "x", NC_DOUBLE, {"node"}, {155'000, 156'000, 155'000}, "m"), "grid_mapping",
                  named);
        put(file, "y", NC_DOUBLE, {"node"}, {463'000, 463'000, 464'000}, "m");
        put(file, "corners", NC_INT, {"face", "three"}, {0, 1, 2});
        put(file, "u", NC_DOUBLE, {"node"}, {1, 1, 1}, "m/s");
        put(file, "v", NC_DOUBLE, {"node"}, {0, 0, 0}, "m/s");
        const int crs = file.variable("crs", NC_INT, {});
        file.text(crs, "grid_mapping_name", "Unknown projected");
        file.number(crs, "epsg", NC_INT, 28992);
        file.values(crs, {0});
    }
    const DatasetInfo info = open_series({path}).info();
    CHECK(contains(info.crs_wkt, "Amersfoort") == (named == "crs"));
    CHECK(std::ranges::any_of(info.remarks, [](const std::string& remark) {
              return contains(remark, "the grid mapping 'none', which is not there");
          }) == (named == "none"));
}
