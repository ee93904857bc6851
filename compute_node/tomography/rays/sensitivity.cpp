#include "compute_node/tomography/rays/sensitivity.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace farfield::tomography {

namespace {

using Entry = std::pair<std::uint32_t, double>;

/// The midpoint rule on the pieces of straight_time(), so that the row's sum is the ray's time.
void add_piece(const SlownessModel& slowness, const Lattice& lattice, glm::dvec3 from, glm::dvec3 to,
               std::vector<Entry>& entries)
{
    const glm::dvec3 way = to - from;
    const double length = glm::length(way);
    const int pieces = 1 + static_cast<int>(4.0 * length / slowness.lattice.spacing);
    for (int n = 0; n < pieces; ++n) {
        const glm::dvec3 at = from + (n + 0.5) / pieces * way;
        const double time = slowness.at(at) * length / pieces;
        const LatticeCell cell{lattice, at};
        for (unsigned corner = 0; corner < 8; ++corner)
            if (cell.weights[corner] > 0.0)
                entries.emplace_back(static_cast<std::uint32_t>(lattice.index(cell.corner(corner))),
                                     cell.weights[corner] * time);
    }
}

}  // namespace

SensitivityRow sensitivity_of(const SlownessModel& slowness, const Lattice& lattice, const Ray& ray)
{
    std::vector<Entry> entries;
    for (std::size_t n = 1; n < ray.points.size(); ++n)
        add_piece(slowness, lattice, ray.points[n - 1], ray.points[n], entries);
    std::ranges::stable_sort(entries, {}, &Entry::first);
    SensitivityRow row;
    for (std::size_t n = 0; n < entries.size();) {
        const std::uint32_t column = entries[n].first;
        double sum = 0.0;
        for (; n < entries.size() && entries[n].first == column; ++n) sum += entries[n].second;
        row.columns.push_back(column);
        row.values.push_back(static_cast<float>(sum));
    }
    return row;
}

}  // namespace farfield::tomography
