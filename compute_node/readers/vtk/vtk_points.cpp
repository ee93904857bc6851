#include "compute_node/readers/vtk/vtk_points.h"

#include "compute_node/grids/origin.h"

#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkPointSet.h>
#include <vtkPoints.h>
#include <vtkUnstructuredGrid.h>

#include <cstddef>

namespace farfield::compute {

namespace {

/// Which points some cell has: writers leave others anywhere.
std::vector<bool> points_of_cells(vtkUnstructuredGrid& grid)
{
    std::vector<bool> used(static_cast<std::size_t>(grid.GetNumberOfPoints()), false);
    if (grid.GetCells() == nullptr) return used;
    vtkDataArray* corners = grid.GetCells()->GetConnectivityArray();
    for (vtkIdType i = 0; i < corners->GetNumberOfTuples(); ++i) {
        const auto corner = static_cast<std::size_t>(corners->GetComponent(i, 0));
        if (corner < used.size()) used[corner] = true;
    }
    return used;
}

}  // namespace

Bounds bounds_of(vtkDataSet& data_set)
{
    auto* grid = vtkUnstructuredGrid::SafeDownCast(&data_set);
    const std::vector<bool> used = grid == nullptr ? std::vector<bool>{} : points_of_cells(*grid);
    Bounds box = no_bounds();
    for (vtkIdType i = 0; i < data_set.GetNumberOfPoints(); ++i) {
        if (grid != nullptr && !used[static_cast<std::size_t>(i)]) continue;
        double p[3];
        data_set.GetPoint(i, p);
        include(box, {p[0], p[1], p[2]});
    }
    return box;
}

glm::dvec3 origin_of(const std::vector<vtkDataSet*>& parts)
{
    Bounds all = no_bounds();
    for (vtkDataSet* part : parts) {
        const Bounds box = bounds_of(*part);
        if (!(box.lo.x <= box.hi.x)) continue;  // it has no point
        include(all, box.lo);
        include(all, box.hi);
    }
    return origin_for(all);
}

std::vector<glm::vec3> points_of(vtkDataSet& data_set, glm::dvec3 origin)
{
    const vtkIdType count = data_set.GetNumberOfPoints();
    std::vector<glm::vec3> points;
    points.reserve(static_cast<std::size_t>(count));
    for (vtkIdType i = 0; i < count; ++i) {
        double p[3];
        data_set.GetPoint(i, p);
        points.emplace_back(glm::dvec3{p[0], p[1], p[2]} - origin);
    }
    return points;
}

bool has_binary32_points(vtkDataSet& data_set)
{
    auto* set = vtkPointSet::SafeDownCast(&data_set);
    return set != nullptr && set->GetPoints() != nullptr && set->GetPoints()->GetDataType() == VTK_FLOAT;
}

}  // namespace farfield::compute
