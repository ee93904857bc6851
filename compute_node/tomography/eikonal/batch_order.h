#pragma once

#include "compute_node/tomography/lattices/lattice.h"

#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace farfield::tomography {

/// The order in which sources are put in batches: along a Z-curve, so that waves of one batch begin near each
/// other and move the same blocks in the same sweeps. Equal places keep their order.
[[nodiscard]] inline std::vector<std::size_t> batch_order(const Lattice& lattice,
                                                          std::span<const glm::dvec3> sources)
{
    constexpr unsigned bits = 4;  // along each axis
    const auto key = [&lattice](glm::dvec3 place) {
        const glm::dvec3 part = lattice.in_nodes(place) / glm::dvec3{lattice.nodes};
        const glm::ivec3 at = glm::clamp(glm::ivec3{part * double{1U << bits}}, 0, (1 << bits) - 1);
        std::uint32_t code = 0;
        for (unsigned bit = bits; bit-- > 0;)
            for (int axis = 2; axis >= 0; --axis)
                code = code << 1 | (static_cast<unsigned>(at[axis]) >> bit & 1U);
        return code;
    };
    std::vector<std::uint32_t> keys;
    for (const glm::dvec3 source : sources) keys.push_back(key(source));
    std::vector<std::size_t> order(sources.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&keys](std::size_t n) { return keys[n]; });
    return order;
}

}  // namespace farfield::tomography
