#include "compute_node/tomography/inversion/sirt.h"

#include <algorithm>
#include <cstddef>

namespace farfield::tomography {

namespace {

constexpr int sweeps = 5;         // number of sweeps before rays are traced again
constexpr double smoothed = 0.1;  // part of the neighbours' mean

/// Makes a sweep: change += C A' R (rhs - A change), with R and C the inverse sums of rows and columns.
void sweep(const LinearStep& step, Eigen::VectorXd& change)
{
    Eigen::VectorXd asked = Eigen::VectorXd::Zero(change.size()), sums = asked;
    for (Eigen::Index row = 0; row < step.data.rows(); ++row) {
        double predicted = 0.0, length = 0.0;
        for (SparseMatrix::InnerIterator entry(step.data, row); entry; ++entry) {
            predicted += double{entry.value()} * change[entry.col()];
            length += double{entry.value()};
        }
        if (!(length > 0.0)) continue;
        const double share = (step.rhs[row] - predicted) / length;
        for (SparseMatrix::InnerIterator entry(step.data, row); entry; ++entry) {
            asked[entry.col()] += double{entry.value()} * share;
            sums[entry.col()] += double{entry.value()};
        }
    }
    for (Eigen::Index n = 0; n < change.size(); ++n)
        if (sums[n] > 0.0) change[n] += asked[n] / sums[n];
}

double mean_of_neighbours(const Eigen::VectorXd& values, const Lattice& lattice, std::size_t n)
{
    double sum = 0.0, count = 0.0;
    for (int axis = 0; axis < 3; ++axis)
        for (const int towards : {-1, 1}) {
            glm::ivec3 node = lattice.node(n);
            node[axis] += towards;
            if (node[axis] < 0 || node[axis] >= lattice.nodes[axis]) continue;
            sum += values[static_cast<Eigen::Index>(lattice.index(node))], ++count;
        }
    return sum / count;
}

void smooth(const LinearStep& step, const Lattice& lattice, Eigen::VectorXd& change)
{
    const Eigen::VectorXd from_start = step.offset + change;
    for (std::size_t n = 0; n < lattice.count(); ++n) {
        const auto at = static_cast<Eigen::Index>(n);
        change[at] += smoothed * (mean_of_neighbours(from_start, lattice, n) - from_start[at]);
    }
}

}  // namespace

Eigen::VectorXd sirt_change(const LinearStep& step, const Lattice& lattice)
{
    Eigen::VectorXd change = Eigen::VectorXd::Zero(step.offset.size());
    for (int n = 0; n < sweeps; ++n) {
        sweep(step, change);
        smooth(step, lattice, change);
    }
    return change;
}

}  // namespace farfield::tomography
