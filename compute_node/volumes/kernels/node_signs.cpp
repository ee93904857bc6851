// Include guard of Highway: this file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/volumes/kernels/node_signs.cpp"
#include "compute_node/support/targets.h"
// These headers have to follow the choice of instruction sets.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compute_node/volumes/kernels/node_signs.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t nodes_of_byte = 8;

/// The signs of eight nodes.
std::uint64_t signs_of_byte(const float* values, float value)
{
    const hn::CappedTag<float, nodes_of_byte> d;
    std::uint64_t signs = 0;
    for (std::size_t i = 0; i < nodes_of_byte; i += hn::Lanes(d)) {
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, hn::Ge(hn::LoadU(d, values + i), hn::Set(d, value)), bits);
        signs |= std::uint64_t{bits[0]} << i;
    }
    return signs;
}

void set_signs(std::span<const float> values, std::size_t nodes, std::span<const std::uint32_t> bricks,
               float value, std::uint64_t* words)
{
    const std::size_t words_a_row = (nodes + 63) / 64, whole_bytes = nodes / nodes_of_byte;
    for (std::size_t row = 0; row < values.size() / nodes; ++row, words += words_a_row) {
        const float* const at = &values[row * nodes];
        for (const std::uint32_t brick : bricks)
            if (brick < whole_bytes)
                words[brick / 8] |= signs_of_byte(at + nodes_of_byte * brick, value) << (8 * (brick % 8));
        if (bricks.empty() || bricks.back() != (nodes - 2) / nodes_of_byte) continue;
        // The nodes of the last brick beyond whole bytes.
        for (std::size_t i = nodes_of_byte * whole_bytes; i < nodes; ++i)
            words[i / 64] |= std::uint64_t{at[i] >= value} << (i % 64);
    }
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(set_signs);

void set_node_signs(std::span<const float> values, std::size_t nodes, std::span<const std::uint32_t> bricks,
                    float value, std::uint64_t* words) noexcept
{
    HWY_DYNAMIC_DISPATCH(set_signs)(values, nodes, bricks, value, words);
}

}  // namespace farfield::compute
#endif  // HWY_ONCE
