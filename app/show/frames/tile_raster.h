#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "render/scene/raster_overlay.h"

namespace farfield::app {

/// The values of a TerrainTile message of visibility or colours as an overlay to be laid over the ground,
/// under an id of its own; nothing where it is none.
[[nodiscard]] std::optional<render::RasterOverlay> raster_in(std::span<const std::byte> payload);

/// What a viewshed says of the posts that it judges.
struct SeenPosts {
    std::uint64_t seen = 0;
    std::uint64_t hidden = 0;

    /// Of those judged, 0 to 1; 0 where there are none.
    [[nodiscard]] double share() const noexcept;
};
/// overlay: of visibility.
[[nodiscard]] SeenPosts count_seen(const render::RasterOverlay& overlay);

}  // namespace farfield::app
