#pragma once

#include "compute_node/terrain/heights/height_range.h"
#include "compute_node/terrain/heights/height_source.h"
#include "compute_node/terrain/tree/block_layout.h"

#include <atomic>
#include <functional>

namespace farfield::terrain {

/// Progress and cancellation of a terrain that is built.
struct BuildWatch {
    std::function<void(double)> progress;  ///< part done in [0, 1], from the calling thread; may be empty
    const std::atomic<bool>* cancelled = nullptr;  ///< may be null

    /// Throws std::runtime_error when the work was cancelled.
    void check() const;
};

/// Reads all heights, in order, and fills memory with their blocks and maxima. Other threads fill in rows
/// that have been read; they wait without spinning, and the source may use all; the same for any number.
/// memory: [layout.bytes]. Throws the source's errors, and std::runtime_error where no post has a height or
/// the work was cancelled.
HeightRange fill_blocks(HeightSource& source, const BlockLayout& layout, std::span<std::byte> memory,
                        const BuildWatch& watch);

/// Builds the blocks of a source in their own memory.
[[nodiscard]] HeightBlocks build_blocks(HeightSource& source, const BuildWatch& watch = {});

}  // namespace farfield::terrain
