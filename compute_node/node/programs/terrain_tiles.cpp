#include "compute_node/node/programs/terrain_tiles.h"

#include "compute_node/node/programs/table.h"
#include "compute_node/node/programs/tile_frame.h"
#include "model/programs/program_answer.h"

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

TerrainTilesProgram::TerrainTilesProgram(std::shared_ptr<const OpenTerrain> terrain,
                                         const net::ProgramStart& start)
    : ResultProgram{start.slot_bytes}, terrain_{std::move(terrain)}
{
    begin(start.params);
}

TilesPlan TerrainTilesProgram::plan(const Change& change)
{
    const terrain::TerrainInfo& info = terrain_->terrain.info;
    const auto most = [](std::int64_t posts) {
        return static_cast<std::uint32_t>(std::min(posts, terrain::HeightTile::steps + 1));
    };
    TilesPlan plan;
    plan.tiles = change.params.tiles;
    plan.results = plan.tiles.size();
    plan.frame_bytes =
        model::tile_payload_bytes(model::TileKind::Heights, most(info.columns), most(info.rows));
    for (std::size_t n = 0; n < plan.tiles.size(); ++n) {
        const auto& [level, column, row] = plan.tiles[n];
        if (!terrain::has_height_tile(info.columns, info.rows, {level, column, row}))
            refuse(info, n, plan.tiles[n]);
    }
    return plan;
}

TerrainTilesProgram::Result TerrainTilesProgram::compute(const TilesPlan& plan, const Task& task)
{
    const model::TileAddress tile = plan.tiles[task.index];
    const terrain::TerrainInfo& info = terrain_->terrain.info;
    const terrain::PostSteps columns = terrain::steps_of_tile(tile.level, tile.column, info.columns);
    const terrain::PostSteps rows = terrain::steps_of_tile(tile.level, tile.row, info.rows);
    model::TerrainTilePreamble preamble = tile_preamble(*terrain_, columns, rows);
    preamble.level = tile.level;
    preamble.column = tile.column;
    preamble.row = tile.row;
    const std::span<std::byte> values = tile_values(preamble, task.buffer);
    const std::span<float> heights{reinterpret_cast<float*>(values.data()), values.size() / sizeof(float)};
    terrain::read_heights(terrain_->terrain.blocks, columns, rows, heights);
    terrain_->terrain.verify_intact();
    to_network_order(heights);
    return finished_tile(preamble, task.buffer);
}

std::unique_ptr<net::Program> start_terrain_tiles(Node& node, const net::ProgramStart& start,
                                                  const std::stop_token& cancel)
{
    return std::make_unique<TerrainTilesProgram>(node.terrains().open(start.dataset, cancel), start);
}

}  // namespace farfield::node
