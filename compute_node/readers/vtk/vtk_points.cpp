#include "compute_node/readers/vtk/vtk_points.h"

#include "compute_node/grids/origin.h"

#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkPointSet.h>
#include <vtkPoints.h>
#include <vtkUnstructuredGrid.h>

#include <cstddef>

namespace farfield::compute {

namespace {

/// Flags of points that some cell has: writers leave others anywhere.
std::vector<bool> points_of_cells(vtkUnstructuredGrid& grid)
{
    std::vector<bool> used(static_cast<std::size_t>(grid.GetNumberOfPoints()), false);
    if (grid.GetCells() == nullptr) return used;
    grid.GetCells()->Visit([&used](auto& cells) {
        const auto* corners = cells.GetConnectivity()->GetPointer(0);
        const auto count = static_cast<std::size_t>(cells.GetConnectivity()->GetNumberOfValues());
        for (std::size_t i = 0; i < count; ++i) {
            const auto corner = static_cast<std::size_t>(corners[i]);
            if (corner < used.size()) used[corner] = true;
        }
    });
    return used;
}

/// Visits points whose numbers lie one after the other.
template <class Number, class Visit>
void for_each_of(const Number* at, std::size_t count, const Visit& visit)
{
    for (std::size_t i = 0; i < count; ++i, at += 3) visit(i, glm::dvec3{at[0], at[1], at[2]});
}

/// Calls visit(number, place) for every point.
template <class Visit>
void for_each_point(vtkDataSet& data_set, const Visit& visit)
{
    const auto count = static_cast<std::size_t>(data_set.GetNumberOfPoints());
    auto* set = vtkPointSet::SafeDownCast(&data_set);
    vtkDataArray* places =
        set != nullptr && set->GetPoints() != nullptr ? set->GetPoints()->GetData() : nullptr;
    if (auto* floats = vtkFloatArray::SafeDownCast(places))
        return for_each_of(floats->GetPointer(0), count, visit);
    if (auto* doubles = vtkDoubleArray::SafeDownCast(places))
        return for_each_of(doubles->GetPointer(0), count, visit);
    for (std::size_t i = 0; i < count; ++i) {
        double p[3];
        data_set.GetPoint(static_cast<vtkIdType>(i), p);
        visit(i, glm::dvec3{p[0], p[1], p[2]});
    }
}

}  // namespace

Bounds bounds_of(vtkDataSet& data_set)
{
    Bounds box = no_bounds();
    const bool has_own_points = vtkPointSet::SafeDownCast(&data_set) != nullptr;
    if (!has_own_points && data_set.GetNumberOfPoints() > 0) {
        const double* b = data_set.GetBounds();
        return {{b[0], b[2], b[4]}, {b[1], b[3], b[5]}};
    }
    auto* grid = vtkUnstructuredGrid::SafeDownCast(&data_set);
    const std::vector<bool> used = grid == nullptr ? std::vector<bool>{} : points_of_cells(*grid);
    for_each_point(data_set, [&](std::size_t i, const glm::dvec3& place) {
        if (grid == nullptr || used[i]) include(box, place);
    });
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
    std::vector<glm::vec3> points;
    points.reserve(static_cast<std::size_t>(data_set.GetNumberOfPoints()));
    for_each_point(data_set,
                   [&](std::size_t, const glm::dvec3& place) { points.emplace_back(place - origin); });
    return points;
}

bool has_binary32_points(vtkDataSet& data_set)
{
    auto* set = vtkPointSet::SafeDownCast(&data_set);
    return set != nullptr && set->GetPoints() != nullptr && set->GetPoints()->GetDataType() == VTK_FLOAT;
}

}  // namespace farfield::compute
