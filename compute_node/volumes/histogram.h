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

/// Distribution of the values of a field's scalar over its nodes.
struct Histogram {
    static constexpr std::array<double, 7> fractions{0.02, 0.05, 0.25, 0.5, 0.75, 0.95, 0.98};
    /// Largest number of valid values that are all ranked for quantiles; of more, every n-th is.
    static constexpr std::uint64_t max_ranked_values = 1U << 24U;

    std::optional<std::array<double, 2>> range;  ///< least and greatest; empty where no node is valid
    std::vector<std::uint64_t> counts;  ///< [bins] of equal width over the range; its upper end in the last
    std::uint64_t invalid = 0;          ///< invalid nodes
    /// [fractions] q: value at position ceil(q n), from 1, of n in ascending order; empty without any.
    std::vector<double> quantiles;
};

/// The histogram at a time, linear between the slices around it, which are in memory. blocks: nodes along i,
/// j, k of each block, as the dataset has them; none for a mesh. An exact function is sampled at 64^3 places,
/// evenly spaced over its bounds, ends included.
[[nodiscard]] Histogram histogram_of(const Field& field, std::span<const glm::uvec3> blocks, float time,
                                     std::uint32_t bins);

}  // namespace farfield::compute
