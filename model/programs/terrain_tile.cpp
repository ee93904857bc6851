#include "model/programs/terrain_tile.h"

#include <algorithm>
#include <cmath>

#include "model/geometry/byte_access.h"
#include "model/geometry/point.h"

namespace farfield::model {

namespace {

void store_axis(std::byte* to, const TileAxis& axis)
{
    // The payload interleaves x and y: both firsts, both lasts, both steps.
    store_big(to, axis.first);
    store_big(to + 16, axis.last);
    store_big(to + 32, axis.step);
}

TileAxis load_axis(const std::byte* from)
{
    return {.first = load_big<double>(from),
            .last = load_big<double>(from + 16),
            .step = load_big<double>(from + 32)};
}

/// True when `count` columns or rows can lie so: the last one at most a step beyond the one before it.
bool is_possible(const TileAxis& axis, std::uint32_t count)
{
    if (!std::isfinite(axis.first) || !std::isfinite(axis.last) || !std::isfinite(axis.step)) return false;
    const double steps = (axis.last - axis.first) / axis.step;
    constexpr double rounding = 1e-6;  // in steps: coordinates are sums and products
    return steps > count - 2.0 && steps < count - 1.0 + rounding * count;
}

bool is_tile_side(std::uint32_t values)
{
    return values >= 2 && values <= max_tile_side;
}

bool is_possible(const TerrainTilePreamble& preamble)
{
    return is_tile_side(preamble.width) && is_tile_side(preamble.height) &&
           preamble.level <= max_tile_level && is_possible(preamble.x, preamble.width) &&
           is_possible(preamble.y, preamble.height) && is_finite(preamble.observer);
}

}  // namespace

void encode_preamble(const TerrainTilePreamble& preamble,
                     std::span<std::byte, tile_preamble_bytes> to) noexcept
{
    std::fill(to.begin(), to.end(), std::byte{0});
    store_big(to.data(), preamble.width);
    store_big(to.data() + 4, preamble.height);
    store_big(to.data() + 8, preamble.frame);
    store_big(to.data() + 16, preamble.compute_ns);
    store_big(to.data() + 24, preamble.computed_at_ns);
    store_big(to.data() + 32, static_cast<std::uint32_t>(preamble.kind));
    store_big(to.data() + 36, preamble.level);
    store_big(to.data() + 40, preamble.column);
    store_big(to.data() + 44, preamble.row);
    store_axis(to.data() + 48, preamble.x);
    store_axis(to.data() + 56, preamble.y);
    for (std::size_t n = 0; n < 3; ++n) store_big(to.data() + 96 + 8 * n, preamble.observer[n]);
}

std::optional<TerrainTilePreamble> decode_tile_preamble(std::span<const std::byte> payload) noexcept
{
    if (payload.size() < tile_preamble_bytes) return std::nullopt;
    const std::byte* from = payload.data();
    const auto kind = load_big<std::uint32_t>(from + 32);
    if (kind > static_cast<std::uint32_t>(TileKind::Colours)) return std::nullopt;
    const TerrainTilePreamble preamble{
        .width = load_big<std::uint32_t>(from),
        .height = load_big<std::uint32_t>(from + 4),
        .frame = load_big<std::uint64_t>(from + 8),
        .compute_ns = load_big<std::uint64_t>(from + 16),
        .computed_at_ns = load_big<std::uint64_t>(from + 24),
        .kind = static_cast<TileKind>(kind),
        .level = load_big<std::uint32_t>(from + 36),
        .column = load_big<std::uint32_t>(from + 40),
        .row = load_big<std::uint32_t>(from + 44),
        .x = load_axis(from + 48),
        .y = load_axis(from + 56),
        .observer = {load_big<double>(from + 96), load_big<double>(from + 104), load_big<double>(from + 112)},
    };
    if (!is_possible(preamble)) return std::nullopt;
    if (payload.size() != tile_payload_bytes(preamble.kind, preamble.width, preamble.height))
        return std::nullopt;
    return preamble;
}

}  // namespace farfield::model
