#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace farfield::compute {

/// Sets bit i of a row where its value i is at least `value`, in bricks of 8 nodes along i. values: rows of
/// `nodes` each, one after another; words: (nodes + 63) / 64 a row, whose bits in these bricks are clear.
/// bricks: those to read, along i. A row's last node may be the ninth of its last
/// brick. Threads: any.
void set_node_signs(std::span<const float> values, std::size_t nodes, std::span<const std::uint32_t> bricks,
                    float value, std::uint64_t* words) noexcept;

}  // namespace farfield::compute
