#include "app/show/frames/tile_sheet.h"

#include <algorithm>
#include <atomic>

#include "model/programs/terrain_tile.h"

namespace farfield::app {

std::optional<render::GroundSheet> sheet_in(std::span<const std::byte> payload)
{
    const auto preamble = model::decode_tile_preamble(payload);
    if (!preamble || preamble->kind == model::TileKind::Heights) return std::nullopt;
    static std::atomic<std::uint64_t> ids{0};
    const auto* values = reinterpret_cast<const std::uint8_t*>(payload.data() + model::tile_preamble_bytes);
    render::GroundSheet sheet;
    sheet.id = ++ids;
    sheet.kind = preamble->kind == model::TileKind::Colours ? render::GroundSheet::Kind::Colours
                                                            : render::GroundSheet::Kind::Visibility;
    sheet.width = static_cast<int>(preamble->width);
    sheet.height = static_cast<int>(preamble->height);
    sheet.first = {preamble->x.first, preamble->y.first};
    sheet.last = {preamble->x.last, preamble->y.last};
    sheet.step = {preamble->x.step, preamble->y.step};
    sheet.values = std::make_shared<const std::vector<std::uint8_t>>(
        values, values + (payload.size() - model::tile_preamble_bytes));
    return sheet;
}

double SeenPosts::share() const noexcept
{
    return seen == 0 ? 0.0 : static_cast<double>(seen) / static_cast<double>(seen + hidden);
}

SeenPosts count_seen(const render::GroundSheet& sheet)
{
    const auto judged = [&](std::uint8_t value) {
        return static_cast<std::uint64_t>(std::ranges::count(*sheet.values, value));
    };
    return {.seen = judged(model::tile_visible), .hidden = judged(model::tile_hidden)};
}

}  // namespace farfield::app
