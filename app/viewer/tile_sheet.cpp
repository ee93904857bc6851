#include "app/viewer/tile_sheet.h"

#include <atomic>

#include "net/terrain_tile.h"

namespace farfield::app {

std::optional<render::GroundSheet> sheet_in(std::span<const std::byte> payload)
{
    const auto preamble = net::decode_tile_preamble(payload);
    if (!preamble || preamble->kind == net::TileKind::Heights) return std::nullopt;
    static std::atomic<std::uint64_t> ids{0};
    const auto* values = reinterpret_cast<const std::uint8_t*>(payload.data() + net::tile_preamble_bytes);
    render::GroundSheet sheet;
    sheet.id = ++ids;
    sheet.kind = preamble->kind == net::TileKind::Colours ? render::GroundSheet::Kind::Colours
                                                          : render::GroundSheet::Kind::Visibility;
    sheet.width = static_cast<int>(preamble->width);
    sheet.height = static_cast<int>(preamble->height);
    sheet.first = {preamble->x.first, preamble->y.first};
    sheet.last = {preamble->x.last, preamble->y.last};
    sheet.step = {preamble->x.step, preamble->y.step};
    sheet.values = std::make_shared<const std::vector<std::uint8_t>>(
        values, values + (payload.size() - net::tile_preamble_bytes));
    return sheet;
}

}  // namespace farfield::app
