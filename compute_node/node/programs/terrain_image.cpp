#include "compute_node/node/programs/terrain_image.h"

#include "compute_node/node/data/errors_for_viewers.h"
#include "compute_node/node/programs/table.h"
#include "compute_node/node/programs/tile_frame.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace farfield::node {

namespace {

/// Sides as the terrain's, the longer one of so many values, and places from its first post to its last.
model::TerrainTilePreamble spread_over(const OpenTerrain& terrain, std::uint32_t longer_side)
{
    const terrain::TerrainInfo& info = terrain.terrain.info;
    const glm::dvec2 last =
        terrain.local_of({static_cast<double>(info.columns - 1), static_cast<double>(info.rows - 1)});
    const glm::dvec2 sides = glm::abs(last), share = sides / std::max(sides.x, sides.y);
    const auto values = [&](double part) {
        return std::max(2U, static_cast<std::uint32_t>(std::lround(part * longer_side)));
    };
    model::TerrainTilePreamble preamble;
    preamble.kind = model::TileKind::Colours;
    preamble.width = values(share.x);
    preamble.height = values(share.y);
    preamble.x = {-last.x, last.x, 2.0 * last.x / (preamble.width - 1)};
    preamble.y = {-last.y, last.y, 2.0 * last.y / (preamble.height - 1)};
    return preamble;
}

}  // namespace

TerrainImageProgram::TerrainImageProgram(std::shared_ptr<const OpenTerrain> terrain, Open open,
                                         const net::ProgramStart& start)
    : ResultProgram{start.slot_bytes}, terrain_{std::move(terrain)}, open_{std::move(open)}
{
    begin(start.params);
}

ImagePlan TerrainImageProgram::plan(const Change& change)
{
    ImagePlan plan;
    plan.picture = change.named.contains("file") ? open_(change.params.file) : change.before->picture;
    plan.preamble = spread_over(*terrain_, change.params.max_side);
    plan.frame_bytes = tile_payload_bytes(plan.preamble);
    return plan;
}

terrain::PictureGrid TerrainImageProgram::grid_of(const model::TerrainTilePreamble& preamble) const
{
    const model::TileAxis &x = preamble.x, &y = preamble.y;
    return {.first = glm::dvec2{terrain_->place_of({x.first, y.first, 0.0})},
            .step = glm::dvec2{x.step, y.step} / terrain_->terrain.info.frame.metres,
            .columns = preamble.width,
            .rows = preamble.height};
}

TerrainImageProgram::Result TerrainImageProgram::compute(const ImagePlan& plan, const Task& task)
{
    const bool is_complete = plan.picture->read(grid_of(plan.preamble), terrain_->terrain.info.frame,
                                                tile_values(plan.preamble, task.buffer), task.cancel);
    return is_complete ? Result{finished_tile(plan.preamble, task.buffer)} : std::nullopt;
}

std::unique_ptr<net::Program> start_terrain_image(Node& node, const net::ProgramStart& start,
                                                  const std::stop_token& cancel)
{
    const auto open = [&terrains = node.terrains()](const std::string& file) {
        return with_redacted_paths(terrains.own_folders(), [&] {
            return std::make_shared<const terrain::GdalPicture>(terrains.file_of(file, "picture"),
                                                                terrains.data_folders());
        });
    };
    return std::make_unique<TerrainImageProgram>(node.terrains().open(start.dataset, cancel), open, start);
}

}  // namespace farfield::node
