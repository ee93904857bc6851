#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/node/programs/result_program.h"
#include "model/programs/terrain_params.h"

#include <memory>
#include <vector>

namespace farfield::node {

struct TilesPlan : ResultPlan {
    std::vector<model::TileAddress> tiles;
};

/// The program `terrain.tiles`: docs/protocol.md, section 11. One frame for each requested tile, in the order
/// of the request.
class TerrainTilesProgram final : public ResultProgram<model::TerrainTilesParams, TilesPlan> {
public:
    /// Throws net::RpcError.
    TerrainTilesProgram(std::shared_ptr<const OpenTerrain> terrain, const net::ProgramStart& start);

private:
    TilesPlan plan(const Change& change) override;
    Result compute(const TilesPlan& plan, const Task& task) override;

    std::shared_ptr<const OpenTerrain> terrain_;
};

}  // namespace farfield::node
