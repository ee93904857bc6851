#pragma once

#include "compute_node/lines/line_block.h"
#include "model/programs/polylines.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::node {

/// The seed, rake and direction of a line.
struct LineOwner {
    std::uint32_t seed = 0;
    std::uint16_t rake = 0;
    bool backward = false;
};

/// Writes lines as the payload of a Polylines message, big-endian, on up to `threads` threads; returns the
/// part of `buffer` that it takes. owners: of the blocks' lines, in their order. The preamble's counts are
/// filled in. Once `cancelled` is true this returns soon, with a meaningless payload. Throws
/// std::invalid_argument when the buffer is too small.
std::span<const std::byte> write_line_frame(std::span<const compute::LineBlock> blocks,
                                            std::span<const LineOwner> owners, int threads,
                                            model::PolylinePreamble& preamble, std::span<std::byte> buffer,
                                            const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::node
