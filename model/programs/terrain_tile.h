#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/// The payload of a TerrainTile message (type 5): values on a grid of places of a terrain's local frame.
///
///     preamble     128 bytes
///     values       row by row: heights 4 bytes each (binary32, metres; NaN: no height), visibility 1 byte,
///                  colours 4 bytes (red, green, blue, alpha)
///
/// docs/protocol.md, section 11, is normative.
namespace farfield::model {

inline constexpr std::size_t tile_preamble_bytes = 128;
inline constexpr std::uint32_t max_tile_side = 16384;  ///< values along a side; at least 2
inline constexpr std::uint32_t max_tile_level = 24;    ///< a tile of a lower level already covers all posts

/// The kind of a tile's values.
enum class TileKind : std::uint32_t { Heights = 0, Visibility = 1, Colours = 2 };

/// Values in a tile of visibility.
inline constexpr std::uint8_t tile_hidden = 0;
inline constexpr std::uint8_t tile_visible = 1;
inline constexpr std::uint8_t tile_not_judged = 255;  ///< a hole, or outside the radius or the sectors

/// Positions of a tile's columns, or rows: metres east, or north. Neighbours are `step` apart, except the
/// last two, which may be closer.
struct TileAxis {
    double first = 0.0;
    double last = 0.0;
    double step = 0.0;  ///< below 0 if positions decrease, as for most rows

    friend bool operator==(const TileAxis&, const TileAxis&) = default;
    /// Position of the i-th of `count` columns or rows.
    [[nodiscard]] double at(std::uint32_t i, std::uint32_t count) const
    {
        return i + 1 == count ? last : first + i * step;
    }
};

/// The first 128 bytes of a TerrainTile payload. Bytes 8 to 32 have the layout of ParticlePreamble.
struct TerrainTilePreamble {
    std::uint32_t width = 0;  ///< values in a row
    std::uint32_t height = 0;
    std::uint64_t frame = 0;           ///< frames that the program made before this one
    std::uint64_t compute_ns = 0;      ///< time that the node spent to compute and encode the tile
    std::uint64_t computed_at_ns = 0;  ///< node's clock at completion
    TileKind kind = TileKind::Heights;
    std::uint32_t level = 0;            ///< a value stands for every 2^level-th post
    std::uint32_t column = 0, row = 0;  ///< place among the tiles of the level; heights only
    TileAxis x, y;
    std::array<double, 3> observer{};  ///< x, y and metres above the ground there; visibility only

    friend bool operator==(const TerrainTilePreamble&, const TerrainTilePreamble&) = default;
};

[[nodiscard]] constexpr std::uint64_t tile_value_bytes(TileKind kind)
{
    return kind == TileKind::Visibility ? 1 : 4;
}
[[nodiscard]] constexpr std::uint64_t tile_payload_bytes(TileKind kind, std::uint32_t width,
                                                         std::uint32_t height)
{
    return tile_preamble_bytes + std::uint64_t{width} * height * tile_value_bytes(kind);
}

void encode_preamble(const TerrainTilePreamble& preamble,
                     std::span<std::byte, tile_preamble_bytes> to) noexcept;

/// Decodes the preamble of a whole payload; nullopt for an unknown kind, a side, level or axis that no tile
/// has, or another length than the sides say.
[[nodiscard]] std::optional<TerrainTilePreamble>
decode_tile_preamble(std::span<const std::byte> payload) noexcept;

}  // namespace farfield::model
