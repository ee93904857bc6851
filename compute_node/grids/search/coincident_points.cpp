#include "compute_node/grids/search/coincident_points.h"

#include <bit>
#include <limits>

namespace farfield::compute {

namespace {

constexpr std::uint32_t no_point = std::numeric_limits<std::uint32_t>::max();

/// Hash of the bits of all three coordinates; -0 and 0 are the same place.
std::uint64_t hash_of(glm::vec3 p)
{
    std::uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis) {
        hash = (hash ^ std::bit_cast<std::uint32_t>(p[axis] + 0.0F)) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32U;
    }
    return hash;
}

}  // namespace

std::vector<std::uint32_t> first_at_same_place(const std::vector<glm::vec3>& points)
{
    // A hash table with open addressing, at most half full.
    const std::uint64_t mask = std::bit_ceil(2 * points.size() + 1) - 1;
    std::vector<std::uint32_t> table(mask + 1, no_point), first(points.size());
    for (std::uint32_t n = 0; n < points.size(); ++n) {
        std::uint64_t slot = hash_of(points[n]) & mask;
        while (table[slot] != no_point && points[table[slot]] != points[n]) slot = (slot + 1) & mask;
        if (table[slot] == no_point) table[slot] = n;
        first[n] = table[slot];
    }
    return first;
}

}  // namespace farfield::compute
