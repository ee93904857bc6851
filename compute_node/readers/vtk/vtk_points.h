#pragma once

#include "compute_node/grids/bounds.h"
#include "compute_node/grids/grid_data.h"

#include <glm/vec3.hpp>

#include <vector>

class vtkDataSet;

namespace farfield::compute {

/// The box of a VTK dataset's points; of an unstructured grid, of those that its cells have.
[[nodiscard]] Bounds bounds_of(vtkDataSet& data_set);

/// A common origin for all parts (grids/origin.h).
[[nodiscard]] glm::dvec3 origin_of(const std::vector<vtkDataSet*>& parts);

/// The positions of a VTK dataset's points, relative to an origin (grids/origin.h).
[[nodiscard]] std::vector<glm::vec3> points_of(vtkDataSet& data_set, glm::dvec3 origin);

/// True when the dataset holds its points as binary32, so that coordinates far from 0 have been rounded
/// already.
[[nodiscard]] bool has_binary32_points(vtkDataSet& data_set);

}  // namespace farfield::compute
