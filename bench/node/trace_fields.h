#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/lines/line_block.h"

#include <memory>

namespace farfield::node {

// The flow `cell` on [0, 2 pi]^3 as each kind of field holds it, at n^3 nodes, both ends included.

[[nodiscard]] std::shared_ptr<const compute::Field> uniform_cell(int n);
/// The same nodes, bent smoothly, but for those on the faces.
[[nodiscard]] std::shared_ptr<const compute::Field> curvilinear_cell(int n);
/// Each cell of the bent grid cut into six tetrahedra.
[[nodiscard]] std::shared_ptr<const compute::Field> tetrahedral_cell(int n);
/// The cells of the bent grid as a mesh of hexahedra.
[[nodiscard]] std::shared_ptr<const compute::Field> hexahedral_cell(int n);
/// The tetrahedra with coordinates as a file has them that lies at `shift` from 0.
[[nodiscard]] std::shared_ptr<const compute::Field> tetrahedral_cell_at(int n, glm::dvec3 shift);
/// cell + 0.5 s(t) (sin x (cos 2y - cos 2z) and cyclic), s = 0, 1, 0, -1, 0 at t = 0, 0.5, 1, 1.5, 2.
[[nodiscard]] std::shared_ptr<const compute::Field> unsteady_cell(int n);

/// m^3 seeds at 2 pi (i + 0.31) / m, 2 pi (j + 0.47) / m, 2 pi (k + 0.73) / m, x fastest.
[[nodiscard]] compute::LineSeeds cell_seeds(int m);

}  // namespace farfield::node
