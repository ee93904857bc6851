#pragma once

#include "compute_node/volumes/surfaces/lattice_surface.h"
#include "compute_node/volumes/surfaces/surface_output.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

/// Slabs that are sent together, one after another; of one block or of several.
struct SurfacePart {
    std::size_t first = 0, end = 0;  ///< slabs
    SurfaceCount count = {};
};

/// Vertices and elements of some slabs as one part: a layer of nodes between two of its slabs counts once.
[[nodiscard]] SurfaceCount count_of(std::span<const SlabCount> slabs);

/// Bounds of a surface's parts.
struct PartLimits {
    std::uint64_t part_bytes = 0;  ///< bytes of one part
    std::uint64_t all_bytes = 0;   ///< bytes of all parts together
    std::size_t parts = 1;
};

/// Bytes of the payload of a part.
[[nodiscard]] std::uint64_t bytes_of(const SurfaceCount& count, std::uint64_t corners = 3);

/// The parts of a surface: as few bytes each as `parts` of them allow, but none needlessly below 512 KiB, as
/// a message costs time too. At least one, which may be empty. No result where the limits are exceeded.
[[nodiscard]] std::optional<std::vector<SurfacePart>> parts_of(std::span<const SlabCount> slabs,
                                                               const PartLimits& limits);

}  // namespace farfield::compute
