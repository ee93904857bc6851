#include "compute_node/node/programs/terrain_image_source.h"

#include "compute_node/node/programs/tile_frame.h"

#include <glm/common.hpp>

#include <algorithm>
#include <chrono>
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

TerrainImageSource::TerrainImageSource(std::shared_ptr<const OpenTerrain> terrain, Open open,
                                       const net::ProgramStart& start)
    : terrain_{std::move(terrain)},
      open_{std::move(open)},
      slot_bytes_{start.slot_bytes},
      plan_{planned(start.params, {})}
{}

void TerrainImageSource::update(const net::Json& params)
{
    plan_ = planned(params, plan_);
    is_done_ = false;
    interrupted_.store(false, std::memory_order_relaxed);
}

TerrainImageSource::Plan TerrainImageSource::planned(const net::Json& json, Plan plan) const
{
    const model::TerrainImageParams params = model::terrain_image_params(json);
    if (!params.file && !plan.picture)
        throw net::RpcError(net::RpcCode::InvalidParams,
                            "parameter 'file': expected a string, found nothing");
    if (params.file) plan.picture = open_(*params.file);
    plan.max_side = params.max_side.value_or(plan.max_side);
    plan.preamble = spread_over(*terrain_, plan.max_side);
    const std::uint64_t bytes = tile_payload_bytes(plan.preamble);
    if (bytes > slot_bytes_) throw net::limit_error("slot_bytes", slot_bytes_, bytes);
    return plan;
}

terrain::PictureGrid TerrainImageSource::grid() const
{
    const model::TileAxis &x = plan_.preamble.x, &y = plan_.preamble.y;
    return {.first = glm::dvec2{terrain_->place_of({x.first, y.first, 0.0})},
            .step = glm::dvec2{x.step, y.step} / terrain_->terrain.info.frame.metres,
            .columns = plan_.preamble.width,
            .rows = plan_.preamble.height};
}

net::ProgramState TerrainImageSource::state() const
{
    net::ProgramState state;
    state.frame_bytes = tile_payload_bytes(plan_.preamble);
    return state;
}

std::optional<net::ProducedFrame> TerrainImageSource::produce(std::span<std::byte> buffer)
{
    if (is_done_) {
        no_frame_ = net::NoFrame::Idle;
        return std::nullopt;
    }
    const auto begun = std::chrono::steady_clock::now();
    model::TerrainTilePreamble preamble = plan_.preamble;
    const bool is_whole = plan_.picture->read(grid(), terrain_->terrain.info.frame,
                                              tile_values(preamble, buffer), interrupted_);
    if (interrupted_.exchange(false, std::memory_order_relaxed) || !is_whole) {
        no_frame_ = net::NoFrame::Interrupted;
        return std::nullopt;
    }
    is_done_ = true;
    preamble.frame = frames_++;
    return finished_tile(preamble, begun, buffer);
}

}  // namespace farfield::node
