#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/data/terrain_info.h"
#include "model/programs/terrain_params.h"
#include "model/programs/terrain_tile.h"
#include "render/scene/ground_tile.h"

namespace farfield::app {

inline constexpr std::uint32_t ground_tile_posts = 65;  ///< most along a side of a tile of heights

/// Received tiles of a terrain, and the choice of those that show the ground best from an eye: fine levels
/// near, coarse levels far. Keeps a bounded number. Threads: the owner's only.
class TileStore {
public:
    explicit TileStore(const model::TerrainDescription& terrain);

    /// Takes a message's payload. False where it is no tile of heights of this terrain.
    bool put(std::span<const std::byte> payload);

    struct Choice {
        std::vector<render::GroundTile> drawn;    ///< cover the terrain once, as far as tiles have arrived
        std::vector<model::TileAddress> missing;  ///< tiles to be drawn, or on the way to them; coarse first
    };
    /// eye: in the terrain's local frame. fineness: a tile is fine enough when its distance exceeds so many
    /// times its size.
    [[nodiscard]] Choice choose(glm::dvec3 eye, double fineness);

    /// Height in metres, interpolated in the finest tile that has arrived; nullopt off the map and in holes.
    [[nodiscard]] std::optional<double> height_at(glm::dvec2 place) const;

    /// The tile of a level that contains a place; nullopt off the map. Needs a tile in the store, which tells
    /// the direction of rows.
    [[nodiscard]] std::optional<model::TileAddress> tile_at(glm::dvec2 place, std::uint32_t level) const;

    [[nodiscard]] std::size_t size() const noexcept { return tiles_.size(); }
    [[nodiscard]] std::uint32_t top_level() const noexcept { return top_; }

private:
    struct Tile {
        model::TileAxis x, y;
        std::uint32_t width = 0, height = 0;
        std::vector<float> heights;
        render::GroundTile ground;
        std::uint64_t chosen = 0;  ///< number of the choice that used it last
    };

    [[nodiscard]] bool exists(const model::TileAddress& key) const;
    [[nodiscard]] double distance_to(const model::TileAddress& key, glm::dvec3 eye) const;
    [[nodiscard]] double metres_of(const model::TileAddress& key) const;
    void choose_below(const model::TileAddress& key, glm::dvec3 eye, double fineness, Choice& choice);
    [[nodiscard]] std::vector<model::TileAddress> children_of(const model::TileAddress& key) const;
    void forget_some();

    std::array<std::uint32_t, 2> posts_;
    glm::dvec2 post_metres_, least_, size_;
    double highest_;
    bool rows_go_south_ = true;  ///< known from the first tile
    std::uint32_t top_ = 0;
    std::map<model::TileAddress, Tile> tiles_;
    std::uint64_t choices_ = 0;
    std::uint64_t next_id_ = 0;
};

}  // namespace farfield::app
