#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "render/scene/raster_overlay.h"

namespace farfield::app {

/// Overlay for the ground from a TerrainTile message of visibility or colours, with a new id of its own;
/// nullopt for other messages.
[[nodiscard]] std::optional<render::RasterOverlay> raster_in(std::span<const std::byte> payload);

/// Counts of the posts that a viewshed judges.
struct SeenPosts {
    std::uint64_t seen = 0;
    std::uint64_t hidden = 0;

    /// Part of the judged posts that is seen, 0 to 1; 0 without posts.
    [[nodiscard]] double share() const noexcept;
};
/// Counts the posts of an overlay of visibility.
[[nodiscard]] SeenPosts count_seen(const render::RasterOverlay& overlay);

}  // namespace farfield::app
