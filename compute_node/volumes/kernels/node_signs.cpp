// Include guard of Highway: this file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/volumes/kernels/node_signs.cpp"
#include "compute_node/support/targets.h"
// After the choice of instruction sets.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compute_node/volumes/kernels/node_signs.h"

#include <algorithm>

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

void set_signs(std::span<const float> values, std::span<const BrickSide> sides, float value,
               std::uint64_t* words)
{
    const std::size_t bytes = (values.size() + nodes_of_byte - 1) / nodes_of_byte;
    std::fill_n(words, (values.size() + 63) / 64, 0);
    for (std::size_t byte = 0; byte < bytes; ++byte) {
        const BrickSide side = sides[std::min(byte, sides.size() - 1)];
        if (side == BrickSide::Below) continue;
        const std::size_t first = byte * nodes_of_byte;
        const std::size_t nodes = std::min(nodes_of_byte, values.size() - first);
        std::uint64_t signs = (std::uint64_t{1} << nodes) - 1;
        if (side == BrickSide::Both && nodes == nodes_of_byte) signs = signs_of_byte(&values[first], value);
        if (side == BrickSide::Both && nodes < nodes_of_byte)
            for (std::size_t i = 0; i < nodes; ++i)
                if (!(values[first + i] >= value)) signs &= ~(std::uint64_t{1} << i);
        words[first / 64] |= signs << (first % 64);
    }
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(set_signs);

void set_node_signs(std::span<const float> values, std::span<const BrickSide> sides, float value,
                    std::uint64_t* words) noexcept
{
    HWY_DYNAMIC_DISPATCH(set_signs)(values, sides, value, words);
}

}  // namespace farfield::compute
#endif  // HWY_ONCE
