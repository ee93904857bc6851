#pragma once

#include "compute_node/fields/field.h"

#include <glm/ext/vector_uint3_sized.hpp>
#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

/// How the values of a field's scalar are distributed over its nodes.
struct Histogram {
    static constexpr std::array<double, 7> fractions{0.02, 0.05, 0.25, 0.5, 0.75, 0.95, 0.98};
    /// Quantiles are those of all valid values up to so many, else of every n-th.
    static constexpr std::uint64_t max_ranked_values = 1U << 24U;

    std::optional<std::array<double, 2>> range;  ///< least and greatest; nothing where no node is valid
    std::vector<std::uint64_t> counts;  ///< [bins] of equal width over the range; its upper end in the last
    std::uint64_t invalid = 0;          ///< nodes
    /// [fractions] q: the value at position ceil(q n), from 1, of n in ascending order; none without a value.
    std::vector<double> quantiles;
};

/// At a time, linear between the slices around it, which are in memory. blocks: nodes along i, j, k of each
/// block, as the dataset has them; none of a mesh. An exact function counts at 64^3 places, evenly spaced
/// over its bounds, ends included.
[[nodiscard]] Histogram histogram_of(const Field& field, std::span<const glm::uvec3> blocks, float time,
                                     std::uint32_t bins);

}  // namespace farfield::compute
