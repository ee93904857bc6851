#include "app/show/ground/tile_raster.h"

#include <algorithm>
#include <atomic>

#include "model/programs/terrain_tile.h"

namespace farfield::app {

std::optional<render::RasterOverlay> raster_in(std::span<const std::byte> payload)
{
    const auto preamble = model::decode_tile_preamble(payload);
    if (!preamble || preamble->kind == model::TileKind::Heights) return std::nullopt;
    static std::atomic<std::uint64_t> ids{0};
    const auto* values = reinterpret_cast<const std::uint8_t*>(payload.data() + model::tile_preamble_bytes);
    render::RasterOverlay overlay;
    overlay.id = ++ids;
    overlay.kind = preamble->kind == model::TileKind::Colours ? render::RasterOverlay::Kind::Colours
                                                              : render::RasterOverlay::Kind::Visibility;
    overlay.width = static_cast<int>(preamble->width);
    overlay.height = static_cast<int>(preamble->height);
    overlay.first = {preamble->x.first, preamble->y.first};
    overlay.last = {preamble->x.last, preamble->y.last};
    overlay.step = {preamble->x.step, preamble->y.step};
    overlay.values = std::make_shared<const std::vector<std::uint8_t>>(
        values, values + (payload.size() - model::tile_preamble_bytes));
    return overlay;
}

double SeenPosts::share() const noexcept
{
    return seen == 0 ? 0.0 : static_cast<double>(seen) / static_cast<double>(seen + hidden);
}

SeenPosts count_seen(const render::RasterOverlay& overlay)
{
    const auto judged = [&](std::uint8_t value) {
        return static_cast<std::uint64_t>(std::ranges::count(*overlay.values, value));
    };
    return {.seen = judged(model::tile_visible), .hidden = judged(model::tile_hidden)};
}

}  // namespace farfield::app
