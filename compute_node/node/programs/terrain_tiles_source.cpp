#include "compute_node/node/programs/terrain_tiles_source.h"

#include "compute_node/node/programs/tile_frame.h"
#include "compute_node/support/elapsed_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace farfield::node {

namespace {

[[noreturn]] void refuse(const terrain::TerrainInfo& info, std::size_t index, const model::TileAddress& tile)
{
    const std::uint32_t levels = terrain::height_tile_levels(info.columns, info.rows);
    std::string expected = fmt::format("a level from 0 to {}", levels - 1);
    if (tile.level < levels) {
        const terrain::TileCounts counts = terrain::height_tile_counts(info.columns, info.rows, tile.level);
        expected = fmt::format("a column from 0 to {} and a row from 0 to {} of level {}", counts.columns - 1,
                               counts.rows - 1, tile.level);
    }
    throw net::RpcError(net::RpcCode::InvalidParams,
                        fmt::format("parameter 'tiles[{}]': expected {}, found [{}, {}, {}]", index, expected,
                                    tile.level, tile.column, tile.row));
}

}  // namespace

TerrainTilesSource::TerrainTilesSource(std::shared_ptr<const OpenTerrain> terrain,
                                       const net::ProgramStart& start)
    : terrain_{std::move(terrain)}
{
    update(start.params);
}

void TerrainTilesSource::update(const net::Json& json)
{
    model::TerrainTilesParams params = params_;
    (void)merge(params, json);
    const terrain::TerrainInfo& info = terrain_->terrain.info;
    for (std::size_t n = 0; n < params.tiles.size(); ++n) {
        const model::TileAddress& tile = params.tiles[n];
        if (!terrain::has_height_tile(info.columns, info.rows, {tile.level, tile.column, tile.row}))
            refuse(info, n, tile);
    }
    params_ = std::move(params);
    next_ = 0;
}

net::ProgramState TerrainTilesSource::state() const
{
    const terrain::TerrainInfo& info = terrain_->terrain.info;
    const auto most = [](std::int64_t posts) {
        return static_cast<std::uint32_t>(std::min(posts, terrain::HeightTile::steps + 1));
    };
    net::ProgramState state;
    state.frame_bytes =
        model::tile_payload_bytes(model::TileKind::Heights, most(info.columns), most(info.rows));
    return state;
}

std::optional<net::ProducedFrame> TerrainTilesSource::produce(std::span<std::byte> buffer)
{
    if (next_ == params_.tiles.size()) return std::nullopt;
    const auto begun = std::chrono::steady_clock::now();
    const model::TileAddress tile = params_.tiles[next_++];
    const terrain::TerrainInfo& info = terrain_->terrain.info;
    const terrain::PostSteps columns = terrain::steps_of_tile(tile.level, tile.column, info.columns);
    const terrain::PostSteps rows = terrain::steps_of_tile(tile.level, tile.row, info.rows);
    model::TerrainTilePreamble preamble = tile_preamble(*terrain_, columns, rows);
    preamble.level = tile.level;
    preamble.column = tile.column;
    preamble.row = tile.row;
    preamble.frame = frames_++;
    const std::span<std::byte> values = tile_values(preamble, buffer);
    const std::span<float> heights{reinterpret_cast<float*>(values.data()), values.size() / sizeof(float)};
    terrain::read_heights(terrain_->terrain.blocks, columns, rows, heights);
    terrain_->terrain.verify_intact();
    to_network_order(heights);
    return finished_tile(preamble, begun, buffer);
}

}  // namespace farfield::node
