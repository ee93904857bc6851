#pragma once

#include "model/fields/fields.h"
#include "model/geometry/geocentric.h"
#include "model/geometry/point.h"
#include "model/programs/terrain_tile.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Settings of the programs that send terrain tiles: docs/protocol.md, section 11.
namespace farfield::model {

inline constexpr std::uint64_t max_listed_tiles = 4096;  ///< in one message

/// The place of a tile of heights among the tiles of its level.
struct TileAddress {
    std::uint32_t level = 0;
    std::uint32_t column = 0;
    std::uint32_t row = 0;

    friend auto operator<=>(const TileAddress&,
                            const TileAddress&) = default;  // NOLINT(modernize-use-nullptr)
    /// Reads [level, column, row].
    static TileAddress from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

/// Settings of the program `terrain.tiles`.
struct TerrainTilesParams {
    std::vector<TileAddress> tiles = {};  ///< in the order in which they are sent
    friend bool operator==(const TerrainTilesParams&, const TerrainTilesParams&) = default;

    static void fields(auto& visit)
    {
        visit("tiles", &TerrainTilesParams::tiles, at_most("max_listed_tiles", max_listed_tiles));
    }
};

/// Settings of the program `terrain.viewshed`.
struct ViewshedParams {
    Point observer{};     ///< metres east and north in the local frame, and above the ground there
    double target = 0.0;  ///< height of the target above each post, metres
    std::optional<double> radius = std::nullopt;  ///< metres on the map; absent: all posts
    std::array<double, 2> sectors{0.0, 360.0};    ///< degrees clockwise from north, from and to
    bool curved = false;                          ///< true: on a curved Earth
    double refraction = usual_refraction;         ///< part of the Earth's curvature by which light is bent
    std::uint32_t max_side = 2048;                ///< most values along a side of the answer
    friend bool operator==(const ViewshedParams&, const ViewshedParams&) = default;

    /// Visits the fields. of_side: additional constraints of `max_side`.
    static void fields(auto& visit, const auto&... of_side)
    {
        visit("observer", &ViewshedParams::observer, required, check_observer);
        visit("target", &ViewshedParams::target, at_least(0.0));
        visit("radius", &ViewshedParams::radius, above(0.0));
        visit("sectors", &ViewshedParams::sectors, words("two azimuths"), check_sectors);
        visit("curved", &ViewshedParams::curved);
        visit("refraction", &ViewshedParams::refraction, at_least(0.0));
        visit("max_side", &ViewshedParams::max_side, from_to(2, max_tile_side), of_side...);
    }

private:
    static void check_observer(const Point& observer, const JsonValue& value);
    static void check_sectors(const std::array<double, 2>& sectors, const JsonValue& value);
};

/// Settings of the program `terrain.image`.
struct TerrainImageParams {
    std::string file = {};          ///< path below a data folder
    std::uint32_t max_side = 2048;  ///< most values along the longer side of the answer
    friend bool operator==(const TerrainImageParams&, const TerrainImageParams&) = default;

    static void fields(auto& visit)
    {
        visit("file", &TerrainImageParams::file, required);
        visit("max_side", &TerrainImageParams::max_side, from_to(2, max_tile_side));
    }
};

}  // namespace farfield::model
