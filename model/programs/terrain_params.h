#pragma once

#include "model/fields/json.h"
#include "model/geometry/point.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Settings of the programs that send terrain tiles: docs/protocol.md, section 11. In an update, what is
/// absent stays as it is.
namespace farfield::model {

inline constexpr std::uint64_t max_listed_tiles = 4096;  ///< in one message

/// A tile of heights among those of its level.
struct TileAddress {
    std::uint32_t level = 0;
    std::uint32_t column = 0;
    std::uint32_t row = 0;

    friend auto operator<=>(const TileAddress&,
                            const TileAddress&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Of `terrain.tiles`.
struct TerrainTilesParams {
    std::optional<std::vector<TileAddress>> tiles =
        std::nullopt;  ///< at most max_listed_tiles; in the order they come in

    friend bool operator==(const TerrainTilesParams&, const TerrainTilesParams&) = default;
};

/// Of `terrain.viewshed`.
struct ViewshedParams {
    std::optional<Point> observer =
        std::nullopt;  ///< metres east and north in the local frame, and above the ground there
    std::optional<double> target = std::nullopt;  ///< metres above each post of what is to be seen
    std::optional<double> radius = std::nullopt;  ///< metres on the map
    std::optional<std::array<double, 2>> sectors =
        std::nullopt;                                      ///< degrees clockwise from north, from and to
    std::optional<bool> curved = std::nullopt;             ///< the Earth is
    std::optional<double> refraction = std::nullopt;       ///< part of its curvature by which light is bent
    std::optional<std::uint32_t> max_side = std::nullopt;  ///< values along a side of the answer

    friend bool operator==(const ViewshedParams&, const ViewshedParams&) = default;
};

/// Of `terrain.image`.
struct TerrainImageParams {
    std::optional<std::string> file = std::nullopt;        ///< by its path below a data folder
    std::optional<std::uint32_t> max_side = std::nullopt;  ///< values along the longer side of the answer

    friend bool operator==(const TerrainImageParams&, const TerrainImageParams&) = default;
};

[[nodiscard]] Json to_json(const TerrainTilesParams&);
[[nodiscard]] Json to_json(const ViewshedParams&);
[[nodiscard]] Json to_json(const TerrainImageParams&);
/// These throw FieldError and LimitError.
[[nodiscard]] TerrainTilesParams terrain_tiles_params(const Json&);
[[nodiscard]] ViewshedParams viewshed_params(const Json&);
[[nodiscard]] TerrainImageParams terrain_image_params(const Json&);

}  // namespace farfield::model
