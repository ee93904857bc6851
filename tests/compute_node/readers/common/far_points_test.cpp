// Files with coordinates as maps have them: a few metres or less from node to node, five million from 0.
#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/geo.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <glm/geometric.hpp>

#ifdef FARFIELD_TEST_VTK
#include <vtkCellType.h>
#include <vtkDoubleArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkStructuredGrid.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLDataSetWriter.h>
#endif

#include <cmath>
#include <numbers>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

constexpr int far_nodes = 11;
constexpr double cell = 0.25;  // metres
constexpr glm::dvec3 corner{500000.1, 5000000.3, 300.7};
constexpr double box_length = cell * (far_nodes - 1);

/// A turn about an axis through the box's middle takes 2 pi seconds.
glm::dvec3 turning(glm::dvec3 p)
{
    const glm::dvec3 arm = p - (corner + 0.5 * box_length);
    return {-arm.y, arm.x, 0.0};
}

/// Where a line from a quarter of the box's length beside the axis is after a second, by the formula.
void check_turn(const Dataset& dataset)
{
    INFO(dataset.info().name);
    CHECK(dataset.info().remarks.empty());
    const auto field = dataset.field();
    const glm::dvec3 middle = corner + 0.5 * box_length, arm{0.25 * box_length, 0.0, 0.1};
    LineSettings settings;
    settings.step = 0.01;
    settings.max_steps = 100;
    const TracedLine line = trace_one(field, settings, field->info().relative(middle + arm));
    const glm::dvec3 end = field->info().absolute(glm::vec3{line.points.back()});
    const glm::dvec3 exact = middle + glm::dvec3{arm.x * std::cos(1.0), arm.x * std::sin(1.0), arm.z};
    CHECK(glm::distance(end, exact) < 1e-5 * arm.x);  // of the path; velocities are binary32 in the node
}

#ifdef FARFIELD_TEST_VTK

void write_vtk(vtkDataSet& data, const fs::path& path)
{
    const auto velocity = vtkSmartPointer<vtkDoubleArray>::New();
    velocity->SetName("velocity");
    velocity->SetNumberOfComponents(3);
    for (vtkIdType i = 0; i < data.GetNumberOfPoints(); ++i) {
        double p[3];
        data.GetPoint(i, p);
        const glm::dvec3 v = turning({p[0], p[1], p[2]});
        velocity->InsertNextTuple3(v.x, v.y, v.z);
    }
    data.GetPointData()->SetVectors(velocity);
    const auto writer = vtkSmartPointer<vtkXMLDataSetWriter>::New();
    writer->SetFileName(path.c_str());
    writer->SetInputData(&data);
    REQUIRE(writer->Write() == 1);
}

vtkSmartPointer<vtkPoints> lattice(int precision)
{
    auto points = vtkSmartPointer<vtkPoints>::New();
    points->SetDataType(precision);
    for (int k = 0; k < far_nodes; ++k)
        for (int j = 0; j < far_nodes; ++j)
            for (int i = 0; i < far_nodes; ++i)
                points->InsertNextPoint(corner.x + cell * i, corner.y + cell * j, corner.z + cell * k);
    return points;
}

vtkSmartPointer<vtkStructuredGrid> far_structured(int precision)
{
    auto grid = vtkSmartPointer<vtkStructuredGrid>::New();
    grid->SetDimensions(far_nodes, far_nodes, far_nodes);
    grid->SetPoints(lattice(precision));
    return grid;
}

vtkSmartPointer<vtkUnstructuredGrid> hexahedral(int precision)
{
    auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    const auto points = lattice(precision);
    points->InsertNextPoint(0.0, 0.0, 0.0);  // of no cell
    grid->SetPoints(points);
    const CellList cells = hexahedra(far_nodes);
    for (std::size_t c = 0; c < cells.size(); ++c) {
        std::vector<vtkIdType> corners(cells.corners.begin() + static_cast<std::ptrdiff_t>(8 * c),
                                       cells.corners.begin() + static_cast<std::ptrdiff_t>(8 * c + 8));
        grid->InsertNextCell(VTK_HEXAHEDRON, 8, corners.data());
    }
    return grid;
}

#endif

}  // namespace

#ifdef FARFIELD_TEST_VTK

TEST_CASE("VTK: grids of every kind far from 0 are traced as exactly as at 0", "[far]")
{
    const TemporaryFolder folder;
    const auto image = vtkSmartPointer<vtkImageData>::New();
    image->SetDimensions(far_nodes, far_nodes, far_nodes);
    image->SetOrigin(corner.x, corner.y, corner.z);
    image->SetSpacing(cell, cell, cell);
    const auto rectilinear = vtkSmartPointer<vtkRectilinearGrid>::New();
    rectilinear->SetDimensions(far_nodes, far_nodes, far_nodes);
    const auto axis = [](double first) {
        auto values = vtkSmartPointer<vtkDoubleArray>::New();
        for (int i = 0; i < far_nodes; ++i)  // unequal
            values->InsertNextValue(
                first + box_length * (0.9 * i / (far_nodes - 1) + 0.1 * std::pow(i / (far_nodes - 1.0), 2)));
        return values;
    };
    rectilinear->SetXCoordinates(axis(corner.x));
    rectilinear->SetYCoordinates(axis(corner.y));
    rectilinear->SetZCoordinates(axis(corner.z));
    write_vtk(*image, folder / "image.vti");
    write_vtk(*rectilinear, folder / "axes.vtr");
    write_vtk(*far_structured(VTK_DOUBLE), folder / "structured.vts");
    write_vtk(*hexahedral(VTK_DOUBLE), folder / "mesh.vtu");
    for (const char* name : {"image.vti", "axes.vtr", "structured.vts", "mesh.vtu"})
        check_turn(open_file(folder / name));
}

TEST_CASE("VTK: points that the file has rounded to binary32 are reported", "[far]")
{
    const TemporaryFolder folder;
    write_vtk(*far_structured(VTK_FLOAT), folder / "structured.vts");
    write_vtk(*hexahedral(VTK_FLOAT), folder / "mesh.vtu");
    for (const char* name : {"structured.vts", "mesh.vtu"}) {
        const auto remarks = open_file(folder / name).info().remarks;
        REQUIRE(!remarks.empty());
        CHECK(contains(remarks.front(), "rounded to multiples of 0.5"));
        CHECK(contains(remarks.front(), "1000 of 1000 cells"));
    }
}

#endif

TEST_CASE("NetCDF: projected coordinates of two dimensions far from 0 are traced as exactly as at 0", "[far]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "plane.nc"};
        file.dimension("eta_rho", far_nodes);
        file.dimension("xi_rho", far_nodes);
        const std::vector<std::string> plane{"eta_rho", "xi_rho"};
        const int x = file.variable("x_rho", NC_DOUBLE, plane), y = file.variable("y_rho", NC_DOUBLE, plane);
        const int u = file.variable("u", NC_DOUBLE, plane), v = file.variable("v", NC_DOUBLE, plane);
        file.text(u, "standard_name", "x_sea_water_velocity");
        file.text(v, "standard_name", "y_sea_water_velocity");
        std::vector<double> xs, ys, us, vs;
        for (int j = 0; j < far_nodes; ++j)
            for (int i = 0; i < far_nodes; ++i) {
                const glm::dvec3 p = corner + cell * glm::dvec3{i, j, 0.0};
                xs.push_back(p.x);
                ys.push_back(p.y);
                us.push_back(turning(p).x);
                vs.push_back(turning(p).y);
            }
        file.values(x, xs);
        file.values(y, ys);
        file.values(u, us);
        file.values(v, vs);
    }
    const auto field = open_file(folder / "plane.nc").field();
    CHECK(field->info().origin.y == Approx(corner.y).margin(box_length));
    const glm::dvec3 place = corner + glm::dvec3{0.31 * box_length, 0.77 * box_length, 0.0};
    const auto sample = field->sample(field->info().relative({place.x, place.y, 0.0}));
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(turning(place).x).epsilon(1e-5));
    CHECK(sample->velocity.y == Approx(turning(place).y).epsilon(1e-5));
}

TEST_CASE("NetCDF: in a bay a few kilometres wide degrees count from among them, speeds by the latitude",
          "[far]")
{
    const TemporaryFolder folder;
    constexpr double spacing = 2e-4, longitude = -75.0, latitude = 39.0;
    {
        Writer file{folder / "bay.nc"};
        std::vector<double> lon, lat;
        for (int i = 0; i < far_nodes; ++i) {
            lon.push_back(longitude + spacing * i);
            lat.push_back(latitude + spacing * i);
        }
        write_axis(file, "lat", "degrees_north", lat);
        write_axis(file, "lon", "degrees_east", lon);
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_DOUBLE, {"lat", "lon"}),
                        std::vector<double>(far_nodes * far_nodes, 0.5));
    }
    const auto field = open_file(folder / "bay.nc").field();
    CHECK(field->info().origin.x == Approx(longitude + 5 * spacing).margin(5 * spacing));
    const glm::dvec3 seed{longitude + 2.5 * spacing, latitude + 1.5 * spacing, 0.0};
    LineSettings settings;
    settings.step = 1.0;
    settings.max_steps = 100;
    settings.scalar_is_length = true;
    const TracedLine line = trace_one(field, settings, field->info().relative(seed));
    const glm::dvec3 way = field->info().absolute(glm::vec3{line.points.back()}) - seed;
    const glm::dvec3 degrees = degrees_per_second({0.5, 0.5, 0.0});
    const double squeeze = std::cos(seed.y * std::numbers::pi / 180.0);
    CHECK(way.x == Approx(100.0 * degrees.x / squeeze).epsilon(1e-4));
    CHECK(way.y == Approx(100.0 * degrees.y).epsilon(1e-4));
    CHECK(line.points.back().w == Approx(100.0 * std::sqrt(0.5)).epsilon(1e-4));
}
