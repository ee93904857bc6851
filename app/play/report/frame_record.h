#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/show/entity_counts.h"

namespace farfield::app {

/// Times of one drawn frame, by step (docs/protocol.md, section 5, gives the clocks).
struct FrameRecord {
    std::uint64_t sequence = 0;
    double compute_ms = 0.0;  ///< computing and encoding at the node
    double wait_ms = 0.0;     ///< at the node, until sending begins
    double network_ms = 0.0;  ///< from then until its last byte arrives; by two clocks, see network_clamped
    double ring_ms = 0.0;     ///< in the ring, until it is taken
    double draw_ms = 0.0;     ///< from then until the GPU has drawn it
    std::uint64_t bytes = 0;  ///< of payload
    std::uint64_t drops = 0;  ///< undrawn frames of the stream just before it
    std::uint32_t alive = 0;  ///< particles with a position
    std::uint64_t hash = 0;   ///< hash_particles()
    double at_ms = 0.0;       ///< time of drawing since the first frame was taken; without PNG files
    bool network_clamped = false;  ///< network time was negative by the two clocks: given as 0
    std::optional<std::uint64_t> triangles = std::nullopt;  ///< of surfaces
    std::optional<std::uint32_t> level = std::nullopt;      ///< of surfaces and slices
    std::optional<EntityCounts> entities = std::nullopt;
    std::uint32_t layer = 0;  ///< index of its layer among those that tick
};

/// The five parts of a frame's way, in order.
struct FramePart {
    std::string_view name;
    double FrameRecord::*milliseconds;
};
inline constexpr std::array<FramePart, 5> frame_parts{{{"compute", &FrameRecord::compute_ms},
                                                       {"wait", &FrameRecord::wait_ms},
                                                       {"network", &FrameRecord::network_ms},
                                                       {"ring", &FrameRecord::ring_ms},
                                                       {"draw", &FrameRecord::draw_ms}}};

}  // namespace farfield::app
