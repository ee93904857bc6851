#pragma once

#include "compute_node/tomography/rays/sensitivity.h"

#include <Eigen/SparseCore>

#include <cstdint>
#include <span>
#include <vector>

namespace farfield::tomography {

/// Binary32 values with 32-bit columns, row by row.
using SparseMatrix = Eigen::SparseMatrix<float, Eigen::RowMajor, std::int32_t>;

/// A matrix of rows, each times its factor. rows of factor 0 are empty.
[[nodiscard]] SparseMatrix matrix_of(std::span<const SensitivityRow* const> rows,
                                     std::span<const double> factors, std::size_t columns);

/// Second differences along x, y and z at all nodes of a lattice, each times its axis's weight; none where a
/// neighbour is missing.
[[nodiscard]] SparseMatrix second_differences(const Lattice& lattice, glm::dvec3 weights);

/// The sum of the squares of all entries: the trace of the matrix's transpose times itself.
[[nodiscard]] double sum_of_squares(const SparseMatrix& matrix);

}  // namespace farfield::tomography
