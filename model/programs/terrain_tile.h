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
inline constexpr std::uint32_t max_tile_level = 24;    ///< one tile covers all posts long before

/// The kind of a tile's values.
enum class TileKind : std::uint32_t { Heights = 0, Visibility = 1, Colours = 2 };

/// The values of a tile of visibility.
inline constexpr std::uint8_t tile_hidden = 0;
inline constexpr std::uint8_t tile_visible = 1;
inline constexpr std::uint8_t tile_not_judged = 255;  ///< a hole, or outside of the radius or the sectors

/// Where the columns, or the rows, of a tile lie: metres east, or north. Neighbours are `step` apart, but for
/// the last two, which may be closer.
struct TileAxis {
    double first = 0.0;
    double last = 0.0;
    double step = 0.0;  ///< below 0 where they run the other way, as rows mostly do

    friend bool operator==(const TileAxis&, const TileAxis&) = default;
    /// Of the i-th of `count` columns or rows.
    [[nodiscard]] double at(std::uint32_t i, std::uint32_t count) const
    {
        return i + 1 == count ? last : first + i * step;
    }
};

/// The first 128 bytes. Bytes 8 to 32 lie as in ParticlePreamble.
struct TerrainTilePreamble {
    std::uint32_t width = 0;  ///< values in a row
    std::uint32_t height = 0;
    std::uint64_t frame = 0;           ///< how many the program made before this one
    std::uint64_t compute_ns = 0;      ///< time the node spent computing and encoding
    std::uint64_t computed_at_ns = 0;  ///< node's clock when it was ready
    TileKind kind = TileKind::Heights;
    std::uint32_t level = 0;            ///< a value stands for every 2^level-th post
    std::uint32_t column = 0, row = 0;  ///< of the tile among those of its level; heights only
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

/// The preamble of a whole payload; nothing where its kind is not known, its sides, level or numbers are not
/// such as a tile has, or the values are not as many as the sides say.
[[nodiscard]] std::optional<TerrainTilePreamble>
decode_tile_preamble(std::span<const std::byte> payload) noexcept;

}  // namespace farfield::model
