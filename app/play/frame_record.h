#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/show/frames/entity_counts.h"

namespace farfield::app {

/// Where one drawn frame's time went (docs/protocol.md, section 5, gives the clocks).
struct FrameRecord {
    std::uint64_t sequence = 0;
    double compute_ms = 0.0;  ///< the node computed and encoded it
    double wait_ms = 0.0;     ///< it waited at the node until it began to be sent
    double network_ms = 0.0;  ///< from then until its last byte was here; by two clocks, see network_clamped
    double ring_ms = 0.0;     ///< it waited in the ring until it was taken
    double draw_ms = 0.0;     ///< from then until the GPU had drawn it
    std::uint64_t bytes = 0;  ///< of its payload
    std::uint64_t drops = 0;  ///< frames of the stream before it that were not drawn
    std::uint32_t alive = 0;  ///< particles with a position
    std::uint64_t hash = 0;   ///< hash_particles()
    double at_ms = 0.0;       ///< when it was drawn, since the first frame was taken; without PNG files
    bool network_clamped = false;  ///< the clocks' difference made the network time negative: shown as 0
    std::optional<std::uint64_t> triangles = std::nullopt;  ///< of surfaces
    std::optional<std::uint32_t> level = std::nullopt;      ///< of surfaces and slices
    std::optional<EntityCounts> entities = std::nullopt;
    std::uint32_t layer = 0;  ///< index of the layer that it is of, among those that tick
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
