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
    : terrain_{std::move(terrain)}, open_{std::move(open)}, slot_bytes_{start.slot_bytes}
{
    Plan plan;
    const model::FieldSet named = merge_whole(plan.params, start.params);
    plan_ = planned(std::move(plan), named);
}

void TerrainImageSource::update(const net::Json& params)
{
    Plan plan = plan_;
    const model::FieldSet changed = merge(plan.params, params);
    plan_ = planned(std::move(plan), changed);
    is_done_ = false;
    interrupted_.store(false, std::memory_order_relaxed);
}

TerrainImageSource::Plan TerrainImageSource::planned(Plan plan, const model::FieldSet& changed) const
{
    if (changed.contains("file")) plan.picture = open_(plan.params.file);
    plan.preamble = spread_over(*terrain_, plan.params.max_side);
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
