#include "compute_node/volumes/histogram.h"

#include "compute_node/fields/length_metric.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace farfield::compute {

namespace {

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// Calls take(value) for each place of a lattice over an exact function's bounds.
void visit_function(const Field& field, const auto& take)
{
    constexpr int n = 64;
    const Bounds& bounds = field.info().bounds;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const glm::dvec3 at = glm::dvec3{i, j, k} / (n - 1.0);
                const auto sample =
                    field.sample(field.info().relative(bounds.lo + at * (bounds.hi - bounds.lo)));
                take(sample ? sample->scalar : no_value);
            }
}

/// The scalar of the nodes at a time.
class NodeScalars {
public:
    NodeScalars(const Field& field, float time) : metric_{field.info()}, is_speed_{field.scalar_is_speed()}
    {
        const NodeSlices& slices = field.slices();
        const auto [i, next] = slices.weighted(time);
        before_ = slices.nodes[i];
        after_ = slices.nodes[next];
        if (next != i) part_ = (time - slices.times[i]) / (slices.times[next] - slices.times[i]);
    }
    [[nodiscard]] float at(std::size_t node) const
    {
        if (before_ == after_) return before_[node].w;
        const Node value = lerp(before_[node], after_[node], part_);
        return is_speed_ ? glm::length(metric_.measured(glm::vec3{value})) : value.w;
    }

private:
    LengthMetric metric_;
    bool is_speed_;
    const Node* before_ = nullptr;
    const Node* after_ = nullptr;
    float part_ = 0.0F;
};

/// Calls take(value) for each node of a slice; nodes of flat axes come twice.
void visit_slice(const FixedArray<Node>& nodes, const auto& take)
{
    for (const Node& node : nodes) take(node.w);
}

/// Calls take(value) for each node of the dataset: flat axes, which grids double, count once.
void visit_nodes(const Field& field, std::span<const glm::uvec3> blocks, float time, const auto& take)
{
    if (std::holds_alternative<AnalyticFlow>(field.grid())) return visit_function(field, take);
    if (field.grid_changes()) return visit_slice(field.all_nodes()[field.slices().nearest(time)], take);
    const NodeScalars scalars{field, time};
    if (blocks.empty())
        for (std::size_t node = 0; node < field.nodes().size(); ++node) take(scalars.at(node));
    std::size_t first = 0;
    for (const glm::uvec3& dims : blocks) {
        const glm::ivec3 laid_out = doubled(glm::ivec3{dims});
        for (int k = 0; k < static_cast<int>(dims.z); ++k)
            for (int j = 0; j < static_cast<int>(dims.y); ++j) {
                const std::size_t row = first + node_index(laid_out, {0, j, k});
                for (std::size_t i = 0; i < dims.x; ++i) take(scalars.at(row + i));
            }
        first += static_cast<std::size_t>(laid_out.x) * static_cast<std::size_t>(laid_out.y) *
                 static_cast<std::size_t>(laid_out.z);
    }
}

std::vector<double> quantiles_of(std::vector<float>& values)
{
    std::vector<double> quantiles;
    if (values.empty()) return quantiles;
    auto from = values.begin();
    for (const double fraction : Histogram::fractions) {
        const double rank = std::ceil(fraction * static_cast<double>(values.size()));
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 1.0)) - 1;
        std::nth_element(from, at, values.end());
        quantiles.push_back(*at);
        from = at;
    }
    return quantiles;
}

}  // namespace

Histogram histogram_of(const Field& field, std::span<const glm::uvec3> blocks, float time, std::uint32_t bins)
{
    Histogram histogram;
    histogram.counts.assign(bins, 0);
    float lo = std::numeric_limits<float>::infinity(), hi = -lo;
    std::uint64_t valid = 0;
    visit_nodes(field, blocks, time, [&](float value) {
        if (!std::isfinite(value)) return void(++histogram.invalid);
        ++valid;
        lo = std::min(lo, value);
        hi = std::max(hi, value);
    });
    if (valid == 0) return histogram;
    histogram.range = {lo, hi};
    const double width = (double{hi} - lo) / bins;
    const std::uint64_t every = (valid - 1) / Histogram::max_ranked_values + 1;
    std::vector<float> ranked;
    ranked.reserve(static_cast<std::size_t>((valid - 1) / every + 1));
    std::uint64_t seen = 0;
    visit_nodes(field, blocks, time, [&](float value) {
        if (!std::isfinite(value)) return;
        const double bin = width > 0.0 ? (double{value} - lo) / width : 0.0;
        ++histogram.counts[std::min(static_cast<std::size_t>(bin), std::size_t{bins} - 1)];
        if (seen++ % every == 0) ranked.push_back(value);
    });
    histogram.quantiles = quantiles_of(ranked);
    return histogram;
}

}  // namespace farfield::compute
