#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/node/programs/result_program.h"
#include "compute_node/terrain/gdal/gdal_picture.h"
#include "model/programs/terrain_params.h"
#include "model/programs/terrain_tile.h"

#include <functional>
#include <memory>
#include <string>

namespace farfield::node {

struct ImagePlan : ResultPlan {
    std::shared_ptr<const terrain::GdalPicture> picture = {};
    model::TerrainTilePreamble preamble = {};  ///< sides and places
};

/// The program `terrain.image`: docs/protocol.md, section 11. One frame for each picture.
class TerrainImageProgram final : public ResultProgram<model::TerrainImageParams, ImagePlan> {
public:
    /// Opens pictures by the names that viewers give them; throws as GdalPicture does, and net::RpcError.
    using Open = std::function<std::shared_ptr<const terrain::GdalPicture>(const std::string& file)>;

    /// Throws net::RpcError, and what `open` throws.
    TerrainImageProgram(std::shared_ptr<const OpenTerrain> terrain, Open open,
                        const net::ProgramStart& start);

private:
    ImagePlan plan(const Change& change) override;
    Result compute(const ImagePlan& plan, const Task& task) override;
    [[nodiscard]] terrain::PictureGrid grid_of(const model::TerrainTilePreamble& preamble) const;

    std::shared_ptr<const OpenTerrain> terrain_;
    Open open_;
};

}  // namespace farfield::node
