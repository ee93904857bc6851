#include "tests/catch.h"
#include "tests/compute_node/volumes/made_field.h"

#ifdef FARFIELD_TEST_VTK_FILTERS

#include <vtkCellArray.h>
#include <vtkContourFilter.h>
#include <vtkContourGrid.h>
#include <vtkFloatArray.h>
#include <vtkFlyingEdges3D.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkStructuredGrid.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

using namespace farfield::compute;
using namespace farfield::compute::test;

namespace {

constexpr int nodes = 21;
constexpr float value = 0.7F;

using Places = std::vector<glm::vec3>;

/// Without those that are there already, bit for bit.
Places distinct(const Places& places)
{
    std::set<std::array<float, 3>> seen;
    Places kept;
    for (const glm::vec3& at : places)
        if (seen.insert({at.x, at.y, at.z}).second) kept.push_back(at);
    return kept;
}

void set_scalars(vtkDataSet& grid, const ScalarField& field)
{
    vtkNew<vtkFloatArray> scalars;
    scalars->SetName("s");
    for (const float s : field.values) scalars->InsertNextValue(s);
    grid.GetPointData()->SetScalars(scalars);
}

vtkSmartPointer<vtkPoints> points_of(const GridData& data)
{
    auto points = vtkSmartPointer<vtkPoints>::New();
    points->SetDataTypeToFloat();
    for (const glm::dvec3& at : places_of(data)) points->InsertNextPoint(&at.x);
    return points;
}

template <class Filter>
Places contour(vtkDataSet& grid, const ScalarField& field)
{
    set_scalars(grid, field);
    vtkNew<Filter> filter;
    filter->SetInputData(&grid);
    filter->SetValue(0, double{value});
    filter->Update();
    Places places;
    vtkPolyData* surface = filter->GetOutput();
    for (vtkIdType n = 0; n < surface->GetNumberOfPoints(); ++n) {
        const double* at = surface->GetPoint(n);
        places.emplace_back(static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2]));
    }
    return distinct(places);
}

Places vertices_of(const ScalarField& field)
{
    Places places;
    for (const glm::vec4& vertex : surface_of({.field = field, .value = value}).vertices)
        places.emplace_back(vertex);
    return distinct(places);
}

/// The largest distance from a place of one set to the nearest of the other.
float farthest(const Places& from, const Places& to)
{
    float most = 0.0F;
    for (const glm::vec3& at : from) {
        float nearest = std::numeric_limits<float>::infinity();
        for (const glm::vec3& other : to) nearest = std::min(nearest, glm::distance(at, other));
        most = std::max(most, nearest);
    }
    return most;
}

void check_same(const Places& ours, const Places& of_vtk)
{
    CHECK(ours.size() == of_vtk.size());
    CHECK(ours.size() > 500);
    CHECK(farthest(ours, of_vtk) < 1e-5F);
    CHECK(farthest(of_vtk, ours) < 1e-5F);
}

}  // namespace

TEST_CASE("IsosurfaceCutter: on a uniform grid its vertices are those of VTK's flying edges", "[surfaces]")
{
    const ScalarField field = sampled(cube_data(nodes), sphere);
    vtkNew<vtkImageData> grid;
    grid->SetDimensions(nodes, nodes, nodes);
    grid->SetOrigin(-1.0, -1.0, -1.0);
    grid->SetSpacing(2.0 / (nodes - 1), 2.0 / (nodes - 1), 2.0 / (nodes - 1));
    check_same(vertices_of(field), contour<vtkFlyingEdges3D>(*grid, field));
}

TEST_CASE("IsosurfaceCutter: on a curvilinear grid its vertices are those of VTK's contour filter",
          "[surfaces]")
{
    const GridData data = curved_data(nodes, [](glm::dvec3 at) {
        return at + 0.08 * glm::dvec3{std::sin(2.0 * at.y), std::sin(2.0 * at.z), std::sin(2.0 * at.x)};
    });
    const ScalarField field = sampled(data, sphere);
    vtkNew<vtkStructuredGrid> grid;
    grid->SetDimensions(nodes, nodes, nodes);
    grid->SetPoints(points_of(data));
    check_same(vertices_of(field), contour<vtkContourFilter>(*grid, field));
}

TEST_CASE("IsosurfaceCutter: on tetrahedra its vertices are those of VTK's contour grid", "[surfaces]")
{
    const GridData data = mesh_data(nodes, CellKind::Tetra, six_tetrahedra);
    const ScalarField field = sampled(data, sphere);
    vtkNew<vtkUnstructuredGrid> grid;
    grid->SetPoints(points_of(data));
    const auto& corners = std::get<UnstructuredGeometry>(data.geometry).cells.corners;
    for (std::size_t n = 0; n + 3 < corners.size(); n += 4) {
        std::array<vtkIdType, 4> cell{};
        for (std::size_t i = 0; i < 4; ++i) cell[i] = static_cast<vtkIdType>(corners[n + i]);
        grid->InsertNextCell(VTK_TETRA, 4, cell.data());
    }
    check_same(vertices_of(field), contour<vtkContourGrid>(*grid, field));
}

#endif
