#include "compute_node/tomography/inversion/sparse_rows.h"

#include <cstddef>

namespace farfield::tomography {

SparseMatrix matrix_of(std::span<const SensitivityRow* const> rows, std::span<const double> factors,
                       std::size_t columns, const OnesOfRow& ones)
{
    SparseMatrix matrix(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns));
    std::size_t entries = ones ? 2 * rows.size() : 0;
    for (const SensitivityRow* row : rows) entries += row->columns.size();
    matrix.reserve(static_cast<Eigen::Index>(entries));
    for (std::size_t n = 0; n < rows.size(); ++n) {
        matrix.startVec(static_cast<Eigen::Index>(n));
        if (factors[n] == 0.0) continue;
        for (std::size_t e = 0; e < rows[n]->columns.size(); ++e)
            matrix.insertBack(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(rows[n]->columns[e])) =
                static_cast<float>(factors[n] * double{rows[n]->values[e]});
        if (!ones) continue;
        for (const std::uint32_t column : ones(n))
            matrix.insertBack(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(column)) =
                static_cast<float>(factors[n]);
    }
    matrix.finalize();
    return matrix;
}

SparseMatrix second_differences(const Lattice& lattice, glm::dvec3 weights, std::size_t more)
{
    const auto count = static_cast<Eigen::Index>(lattice.count());
    SparseMatrix matrix(3 * count, count + static_cast<Eigen::Index>(more));
    matrix.reserve(9 * count);
    Eigen::Index row = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (std::size_t n = 0; n < lattice.count(); ++n, ++row) {
            matrix.startVec(row);
            const glm::ivec3 node = lattice.node(n);
            if (node[axis] == 0 || node[axis] == lattice.nodes[axis] - 1 || weights[axis] == 0.0) continue;
            glm::ivec3 below = node, above = node;
            --below[axis];
            ++above[axis];
            const auto weight = static_cast<float>(weights[axis]);
            matrix.insertBack(row, static_cast<Eigen::Index>(lattice.index(below))) = weight;
            matrix.insertBack(row, static_cast<Eigen::Index>(n)) = -2.0F * weight;
            matrix.insertBack(row, static_cast<Eigen::Index>(lattice.index(above))) = weight;
        }
    matrix.finalize();
    return matrix;
}

double sum_of_squares(const SparseMatrix& matrix, std::uint32_t columns)
{
    double sum = 0.0;
    for (Eigen::Index n = 0; n < matrix.nonZeros(); ++n)
        if (static_cast<std::uint32_t>(matrix.innerIndexPtr()[n]) < columns)
            sum += double{matrix.valuePtr()[n]} * double{matrix.valuePtr()[n]};
    return sum;
}

}  // namespace farfield::tomography
