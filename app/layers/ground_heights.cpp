#include "app/layers/ground_heights.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "model/programs/terrain_params.h"
#include "model/programs/terrain_tile.h"

namespace farfield::app {
namespace {

constexpr std::size_t most_tiles = 256;  // 22 MB in a TileStore
constexpr ProgramWords height_words{.start_refused = "cannot get the terrain's tiles",
                                    .change_refused = "cannot get the terrain's tiles",
                                    .failed = "The tiles of the terrain have ended",
                                    .may_end = false};

}  // namespace

void GroundHeights::ask(const model::TerrainDescription& terrain, std::vector<glm::dvec2> places)
{
    places_ = std::move(places);
    store_.emplace(terrain);
    has_top_ = false;
    tiles_.clear();
    if (!places_.empty()) tiles_ = {{store_->top_level(), 0, 0}};
    here_.clear();
}

std::optional<ProgramRequest> GroundHeights::request(const LayerState& state) const
{
    if (!store_ || tiles_.empty()) return std::nullopt;
    ProgramRequest request;
    request.is_numbered = !state.plays();
    request.start.program = "terrain.tiles";
    request.start.dataset = state.data.source.name;
    request.start.policy = net::Policy::Every;
    request.start.params = model::write(model::TerrainTilesParams{tiles_});
    request.frame_bytes =
        model::tile_payload_bytes(model::TileKind::Heights, ground_tile_posts, ground_tile_posts);
    request.words = &height_words;
    request.difference = difference_of<model::TerrainTilesParams>;
    return request;
}

bool GroundHeights::take()
{
    const auto taken = frames_.take_all([this](const net::MessageHeader& header, auto payload) {
        const auto tile = model::decode_tile_preamble(payload);
        if (header.type != net::MessageType::TerrainTile || !tile || !store_ || !store_->put(payload))
            throw std::runtime_error("what the node sent is no tile of heights");
        here_.insert({tile->level, tile->column, tile->row});
    });
    const auto all_are_here = [this] {
        return std::ranges::all_of(tiles_, [this](const auto& tile) { return here_.contains(tile); });
    };
    if (taken == 0 || tiles_.empty() || !all_are_here()) return false;
    if (!std::exchange(has_top_, true)) tiles_ = tiles_of_places();
    if (all_are_here()) tiles_.clear();
    return true;
}

/// Tiles of the finest level at which so few cover all places; empty where only the topmost does.
std::vector<model::TileAddress> GroundHeights::tiles_of_places() const
{
    for (std::uint32_t level = 0; level < store_->top_level(); ++level) {
        std::set<model::TileAddress> tiles;
        for (const auto& place : places_)
            if (const auto tile = store_->tile_at(place, level)) tiles.insert(*tile);
        if (tiles.size() <= most_tiles) return {tiles.begin(), tiles.end()};
    }
    return {};
}

std::vector<std::optional<double>> GroundHeights::heights() const
{
    std::vector<std::optional<double>> heights;
    heights.reserve(places_.size());
    for (const auto& place : places_) heights.push_back(store_->height_at(place));
    return heights;
}

}  // namespace farfield::app
