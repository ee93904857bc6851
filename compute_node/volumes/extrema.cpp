#include "compute_node/volumes/extrema.h"

#include "compute_node/fields/length_metric.h"
#include "compute_node/support/parallel_ranges.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <variant>
#include <vector>

namespace farfield::compute {

namespace {

/// Extrema of some nodes in a row, by number.
struct Found {
    float least = 0.0F, greatest = 0.0F;
    std::size_t least_at = 0, greatest_at = 0;
    std::uint64_t valid = 0;

    void take(float value, std::size_t node)
    {
        if (std::isfinite(value)) take({value, value, node, node, 1});
    }
    /// Takes in what later nodes have; of equal values the earlier stays.
    void take(const Found& later)
    {
        if (later.valid == 0) return;
        if (valid == 0 || later.least < least) {
            least = later.least;
            least_at = later.least_at;
        }
        if (valid == 0 || later.greatest > greatest) {
            greatest = later.greatest;
            greatest_at = later.greatest_at;
        }
        valid += later.valid;
    }
};

/// Extrema of value(n) for n in [0, count); value may be called on several threads at once.
Found found_in(std::size_t count, const auto& value)
{
    std::vector<Found> of_ranges(ranges_in(count));
    for_ranges(count, [&](std::size_t begin, std::size_t end) {
        Found found;
        for (std::size_t n = begin; n < end; ++n) found.take(value(n), n);
        of_ranges[begin / range_items] = found;
    });
    Found all;
    for (const Found& found : of_ranges) all.take(found);
    return all;
}

/// The scalar of the nodes at a time, as they are laid out.
class ScalarsAtTime {
public:
    ScalarsAtTime(const Field& field, float time) : metric_{field.info()}, is_speed_{field.scalar_is_speed()}
    {
        const NodeSlices& slices = field.slices();
        auto [i, next] = slices.weighted(time);
        if (field.grid_changes()) i = next = slices.nearest(time);
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

glm::ivec3 place_in_block(std::size_t n, const glm::uvec3& dims)
{
    return {static_cast<int>(n % dims.x), static_cast<int>(n / dims.x % dims.y),
            static_cast<int>(n / dims.x / dims.y)};
}

/// The place of a node by its number in the data, in the dataset's coordinates.
glm::dvec3 place_of(const GridData& data, std::size_t node)
{
    if (const auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry))
        return mesh->origin + glm::dvec3{mesh->points[node]};
    if (const auto* curved = std::get_if<CurvilinearGeometry>(&data.geometry))
        return curved->origin + glm::dvec3{curved->points[node]};
    const glm::ivec3 at = place_in_block(node, data.dims.front());
    if (const auto* uniform = std::get_if<UniformGeometry>(&data.geometry))
        return uniform->origin + glm::dvec3{at} * uniform->spacing;
    const auto& axes = std::get<RectilinearGeometry>(data.geometry).coordinates;
    return {axes[0][static_cast<std::size_t>(at.x)], axes[1][static_cast<std::size_t>(at.y)],
            axes[2][static_cast<std::size_t>(at.z)]};
}

/// The extrema, with the place of each node that place(n) gives.
FieldExtrema placed(const Found& found, const auto& place)
{
    if (found.valid == 0) return {};
    return {FieldExtremum{found.least, place(found.least_at)},
            FieldExtremum{found.greatest, place(found.greatest_at)}, found.valid};
}

}  // namespace

FieldExtrema extrema_of(const Field& field, const GridData& nodes, float time)
{
    const ScalarsAtTime scalars{field, time};
    const auto place = [&](std::size_t node) { return place_of(nodes, node); };
    if (const auto* mesh = std::get_if<UnstructuredGeometry>(&nodes.geometry))
        return placed(found_in(mesh->points.size(), [&](std::size_t n) { return scalars.at(n); }), place);
    Found all;
    std::size_t first = 0, first_laid_out = 0;  // of a block, in the data and among the nodes of the grid
    for (const glm::uvec3& dims : nodes.dims) {
        const glm::ivec3 laid_out = doubled(glm::ivec3{dims});
        const std::size_t count = std::size_t{dims.x} * dims.y * dims.z;
        Found found = found_in(count, [&](std::size_t n) {
            return scalars.at(first_laid_out + node_index(laid_out, place_in_block(n, dims)));
        });
        found.least_at += first;
        found.greatest_at += first;
        all.take(found);
        first += count;
        first_laid_out += static_cast<std::size_t>(laid_out.x) * static_cast<std::size_t>(laid_out.y) *
                          static_cast<std::size_t>(laid_out.z);
    }
    return placed(all, place);
}

FieldExtrema extrema_of_function(const Field& field)
{
    constexpr std::size_t along = 64;
    const FieldInfo& info = field.info();
    const auto place = [&info](std::size_t n) {
        const glm::dvec3 at{place_in_block(n, glm::uvec3{along})};
        return info.bounds.lo + at / (along - 1.0) * (info.bounds.hi - info.bounds.lo);
    };
    const auto value = [&](std::size_t n) {
        const auto sample = field.sample(info.relative(place(n)));
        return sample ? sample->scalar : std::numeric_limits<float>::quiet_NaN();
    };
    return placed(found_in(along * along * along, value), place);
}

}  // namespace farfield::compute
