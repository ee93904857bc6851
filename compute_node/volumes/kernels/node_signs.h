#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace farfield::compute {

/// Where the nodes of a brick lie.
enum class BrickSide : std::uint8_t { Below, Above, Both };

/// Sets bit i of `words` where values[i] >= value, for a row of nodes along i, and clears all others. sides:
/// [bricks of the row]; node i belongs to brick i / 8, the last one to the last brick too. Nodes of bricks
/// that are not on both sides are not read. Threads: any.
void set_node_signs(std::span<const float> values, std::span<const BrickSide> sides, float value,
                    std::uint64_t* words) noexcept;

}  // namespace farfield::compute
