#pragma once

#include "compute_node/tomography/rays/sensitivity.h"

#include <Eigen/SparseCore>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace farfield::tomography {

/// Binary32 values with 32-bit columns, row by row.
using SparseMatrix = Eigen::SparseMatrix<float, Eigen::RowMajor, std::int32_t>;

/// Function that gives the columns with value 1 that a row has after its own.
using OnesOfRow = std::function<std::vector<std::uint32_t>(std::size_t row)>;

/// A matrix of rows, each times its factor. Rows with factor 0 are empty. ones: may be empty.
[[nodiscard]] SparseMatrix matrix_of(std::span<const SensitivityRow* const> rows,
                                     std::span<const double> factors, std::size_t columns,
                                     const OnesOfRow& ones = {});

/// Second differences along x, y and z at all nodes of a lattice, each times its axis's weight; zero where a
/// neighbour is missing. more: number of columns after the nodes', all 0.
[[nodiscard]] SparseMatrix second_differences(const Lattice& lattice, glm::dvec3 weights,
                                              std::size_t more = 0);

/// The sum of squares of all entries in the first columns: the trace of their transpose times themselves.
[[nodiscard]] double sum_of_squares(const SparseMatrix& matrix, std::uint32_t columns);

}  // namespace farfield::tomography
