// Which array of a VTK file is traced.
#include "compute_node/datasets/dataset.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

std::string array(const std::string& name, int components, const std::string& values)
{
    return "<DataArray type='Float64' format='ascii' Name='" + name + "' NumberOfComponents='" +
           std::to_string(components) + "'>" + values + "</DataArray>";
}

std::string repeated(const std::string& value, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i) text += value + " ";
    return text;
}

/// Two cubes side by side along x: 3 x 2 x 2 nodes, two cells.
Dataset open_image(const TemporaryFolder& folder, const std::string& at_points, const std::string& in_cells,
                   const std::string& velocity = "", const std::string& marked = "")
{
    std::ofstream{folder / "a.vti"}
        << "<VTKFile type='ImageData' version='0.1'><ImageData WholeExtent='0 2 0 1 0 1' Origin='0 0 0' "
           "Spacing='1 1 1'><Piece Extent='0 2 0 1 0 1'><PointData"
        << (marked.empty() ? "" : " Vectors='" + marked + "'") << ">" << at_points << "</PointData><CellData>"
        << in_cells << "</CellData></Piece></ImageData></VTKFile>";
    return open_dataset({folder / "a.vti"}, "a.vti", {}, velocity);
}

float speed_along_x(const Dataset& dataset, float x)
{
    return dataset.field()->sample({x, 0.5F, 0.5F})->velocity.x;
}

std::string at_points(const std::string& name, const std::string& value)
{
    return array(name, 3, repeated(value, 12));
}

}  // namespace

TEST_CASE("VTK: U at points and U in cells are distinguished, and the points' is traced", "[vtk][velocity]")
{
    const TemporaryFolder folder;
    const std::string points = at_points("U", "1 0 0"), cells = array("U", 3, "2 0 0 2 0 0");
    const Dataset dataset = open_image(folder, points, cells);
    CHECK(dataset.info().default_vector == "U");
    CHECK(speed_along_x(dataset, 0.5F) == 1.0F);
    REQUIRE(dataset.info().arrays.size() == 2);
    CHECK_FALSE(dataset.info().arrays[0].of_cells);
    CHECK(dataset.info().arrays[1].name == "U (cells)");
    CHECK(dataset.info().arrays[1].of_cells);
    CHECK(speed_along_x(open_image(folder, points, cells, "U (cells)"), 0.5F) == 2.0F);
}

TEST_CASE("VTK: momentum in cells is divided by density there, before it is averaged to the nodes",
          "[vtk][velocity]")
{
    const TemporaryFolder folder;
    const Dataset dataset =
        open_image(folder, "", array("Momentum", 3, "1 0 0 1 0 0") + array("Density", 1, "1 4"));
    CHECK(dataset.info().default_vector == "Momentum / Density");
    CHECK(speed_along_x(dataset, 0.0F) == 1.0F);
    CHECK(speed_along_x(dataset, 1.0F) == 0.625F);  // the mean of 1 and 1/4; the quotient of means is 0.4
    CHECK(contains(dataset.info().remarks.front(), "momentum over density"));
}

TEST_CASE("VTK: momentum at points is divided by the mean density of the cells around", "[vtk][velocity]")
{
    const TemporaryFolder folder;
    const Dataset dataset = open_image(folder, at_points("Momentum", "4 0 0"), array("Density", 1, "2 2"));
    CHECK(dataset.info().default_vector == "Momentum / Density");
    CHECK(speed_along_x(dataset, 0.5F) == 2.0F);
    CHECK(contains(dataset.info().remarks.front(), "momentum over density"));
}

TEST_CASE("VTK: a velocity comes before what the file marks as its vectors", "[vtk][velocity]")
{
    const TemporaryFolder folder;
    const std::string arrays =
        at_points("DISPL", "9 0 0") + at_points("foo", "5 0 0") + at_points("bar", "6 0 0");
    CHECK(open_image(folder, arrays + at_points("VEL", "1 0 0"), "", "", "DISPL").info().default_vector ==
          "VEL");
    CHECK(open_image(folder, arrays, "", "", "bar").info().default_vector == "bar");
    CHECK(open_image(folder, arrays, "", "DISPL").info().default_vector == "DISPL");
}

TEST_CASE("VTK: three scalars are a vector, found by their names or named by the user", "[vtk][velocity]")
{
    const TemporaryFolder folder;
    std::string scalars;
    int value = 0;
    for (const char* name : {"X Velocity", "Y Velocity", "Z Velocity", "p"})
        scalars += array(name, 1, repeated(std::to_string(++value), 12));
    const Dataset found = open_image(folder, scalars, "");
    CHECK(found.info().default_vector == "X Velocity,Y Velocity,Z Velocity");
    CHECK(found.field()->sample({0.5F, 0.5F, 0.5F})->velocity == glm::vec3{1, 2, 3});
    const Dataset named = open_image(folder, scalars, "", "p, X Velocity");
    CHECK(named.field()->sample({0.5F, 0.5F, 0.5F})->velocity == glm::vec3{4, 1, 0});
    const std::string error = error_of([&] { (void)open_image(folder, scalars, "", "W"); });
    CHECK(contains(error, "'X Velocity,Y Velocity,Z Velocity', and its scalars"));
}
