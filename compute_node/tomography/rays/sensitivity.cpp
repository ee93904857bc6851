#include "compute_node/tomography/rays/sensitivity.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace farfield::tomography {

namespace {

using Entry = std::pair<std::uint32_t, double>;

/// Sums the times of a ray's pieces by node; pieces in one cell are put together first.
class NodeTimes {
public:
    explicit NodeTimes(const Lattice& lattice) : lattice_{lattice} {}

    void add(glm::dvec3 at, double time)
    {
        const LatticeCell cell{lattice_, at};
        if (cell.node != node_) flush();
        node_ = cell.node;
        for (std::size_t n = 0; n < 8; ++n) sums_[n] += cell.weights[n] * time;
    }
    /// Takes the sums in the order of the cells; nodes come several times.
    std::vector<Entry> take()
    {
        flush();
        return std::move(entries_);
    }

private:
    void flush()
    {
        for (unsigned n = 0; n < 8; ++n)
            if (sums_[n] > 0.0) {
                const glm::ivec3 corner = node_ + glm::ivec3{int(n & 1U), int(n >> 1U & 1U), int(n >> 2U)};
                entries_.emplace_back(static_cast<std::uint32_t>(lattice_.index(corner)), sums_[n]);
            }
        sums_.fill(0.0);
    }

    const Lattice& lattice_;
    glm::ivec3 node_{-1};
    std::array<double, 8> sums_{};
    std::vector<Entry> entries_;
};

/// Adds a piece by the midpoint rule on straight_time()'s pieces, so that the row's sum is the ray's time.
void add_piece(const SlownessModel& slowness, glm::dvec3 from, glm::dvec3 to, NodeTimes& times)
{
    const glm::dvec3 way = to - from;
    const double length = glm::length(way);
    const int pieces = 1 + static_cast<int>(4.0 * length / slowness.lattice.spacing);
    for (int n = 0; n < pieces; ++n) {
        const glm::dvec3 at = from + (n + 0.5) / pieces * way;
        times.add(at, slowness.at(at) * length / pieces);
    }
}

}  // namespace

SensitivityRow sensitivity_of(const SlownessModel& slowness, const Lattice& lattice, const Ray& ray)
{
    NodeTimes times{lattice};
    for (std::size_t n = 1; n < ray.points.size(); ++n)
        add_piece(slowness, ray.points[n - 1], ray.points[n], times);
    std::vector<Entry> entries = times.take();
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
