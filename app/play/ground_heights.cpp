#include "app/play/ground_heights.h"

#include <set>
#include <stdexcept>

#include "app/show/frames/tile_store.h"

namespace farfield::app {
namespace {

constexpr std::size_t most_tiles = 256;  // 22 MB in a TileStore

void fetch(PlaySession& session, const model::TerrainDescription& terrain,
           const std::vector<model::TileAddress>& tiles, TileStore& store, const Interrupt& interrupt)
{
    net::ProgramStart start;
    start.program = "terrain.tiles";
    start.dataset = terrain.terrain;
    start.policy = net::Policy::Every;
    start.slot_bytes =
        model::tile_payload_bytes(model::TileKind::Heights, ground_tile_posts, ground_tile_posts);
    start.params = model::write(model::TerrainTilesParams{tiles});
    const auto take = [&](const net::MessageHeader& header, std::span<const std::byte> payload) {
        if (header.type != net::MessageType::TerrainTile || !store.put(payload))
            throw std::runtime_error("what the node sent is no tile of heights");
    };
    session.take_frames(start, tiles.size(), take, interrupt);
}

/// Those of the finest level of which so few will do.
std::vector<model::TileAddress> tiles_below(const TileStore& store, std::span<const glm::dvec2> places)
{
    for (std::uint32_t level = 0; level < store.top_level(); ++level) {
        std::set<model::TileAddress> tiles;
        for (const auto& place : places)
            if (const auto tile = store.tile_at(place, level)) tiles.insert(*tile);
        if (tiles.size() <= most_tiles) return {tiles.begin(), tiles.end()};
    }
    return {};
}

}  // namespace

std::vector<std::optional<double>> ask_heights(PlaySession& session, const model::TerrainDescription& terrain,
                                               std::span<const glm::dvec2> places, const Interrupt& interrupt)
{
    TileStore store(terrain);
    fetch(session, terrain, {{store.top_level(), 0, 0}}, store, interrupt);
    if (const auto tiles = tiles_below(store, places); !tiles.empty())
        fetch(session, terrain, tiles, store, interrupt);
    std::vector<std::optional<double>> heights;
    heights.reserve(places.size());
    for (const auto& place : places) heights.push_back(store.height_at(place));
    return heights;
}

}  // namespace farfield::app
