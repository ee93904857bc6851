#include "compute_node/node/programs/terrain_viewshed.h"

#include "compute_node/node/programs/table.h"
#include "compute_node/node/programs/tile_frame.h"
#include "model/programs/program_answer.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace farfield::node {

namespace {

/// Every step-th post, as tiles of heights have them, from the one before `first` to the one after `last`, as
/// far as there are posts.
terrain::PostSteps aligned(std::int64_t first, std::int64_t count, std::int64_t step, std::int64_t posts)
{
    const std::int64_t last = first + count - 1;
    return {first / step * step, std::min((last + step - 1) / step * step, posts - 1), step};
}

std::uint8_t tile_value(std::uint8_t post)
{
    if (post == terrain::post_without_height) return model::tile_not_judged;
    return post == terrain::post_visible ? model::tile_visible : model::tile_hidden;
}

}  // namespace

TerrainViewshedProgram::TerrainViewshedProgram(std::shared_ptr<const OpenTerrain> terrain,
                                               const net::ProgramStart& start, int threads,
                                               std::shared_ptr<MemoryBudget> memory)
    : ResultProgram{start.slot_bytes},
      terrain_{std::move(terrain)},
      threads_{threads},
      memory_{std::move(memory)}
{
    begin(start.params);
}

ViewshedPlan TerrainViewshedProgram::plan(const Change& change)
{
    ViewshedPlan plan;
    plan.observer = change.params.observer;
    plan.asked = viewshed_request(*terrain_, change.params);
    const terrain::HeightBlocks& blocks = terrain_->terrain.blocks;
    const terrain::PostWindow& window = plan.asked.window;
    const std::int64_t most = change.params.max_side;
    std::int64_t step = 1;
    do {
        plan.columns = aligned(window.first_column, window.columns, step, blocks.columns);
        plan.rows = aligned(window.first_row, window.rows, step, blocks.rows);
        step *= 2;
    } while (std::max(plan.columns.count(), plan.rows.count()) > most);
    plan.frame_bytes = model::tile_payload_bytes(model::TileKind::Visibility,
                                                 static_cast<std::uint32_t>(plan.columns.count()),
                                                 static_cast<std::uint32_t>(plan.rows.count()));
    return plan;
}

void TerrainViewshedProgram::reserve(const ViewshedPlan& plan)
{
    memory_.hold("the viewshed", static_cast<std::uint64_t>(plan.asked.window.posts()));
}

TerrainViewshedProgram::Result TerrainViewshedProgram::compute(const ViewshedPlan& plan, const Task& task)
{
    posts_.resize(plan.asked.window.posts());
    (void)terrain::compute_viewshed(terrain_->terrain.blocks, plan.asked.settings,
                                    {plan.asked.window, posts_, terrain::post_without_height}, threads_,
                                    &task.cancel);
    if (task.cancel) return std::nullopt;
    terrain_->terrain.verify_intact();
    model::TerrainTilePreamble preamble = tile_preamble(*terrain_, plan.columns, plan.rows);
    preamble.kind = model::TileKind::Visibility;
    preamble.level =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(plan.columns.step)));
    preamble.observer = plan.observer;
    write_values(plan, tile_values(preamble, task.buffer));
    return finished_tile(preamble, task.buffer);
}

void TerrainViewshedProgram::write_values(const ViewshedPlan& plan, std::span<std::byte> values) const
{
    const terrain::PostWindow& window = plan.asked.window;
    const std::int64_t width = plan.columns.count(), height = plan.rows.count();
    auto to = values.begin();
    for (std::int64_t j = 0; j < height; ++j)
        for (std::int64_t i = 0; i < width; ++i) {
            const std::int64_t column = plan.columns.at(i), row = plan.rows.at(j);
            // Posts added by rounding up to whole steps are beyond the radius.
            const std::uint8_t post = window.has(column, row)
                                          ? posts_[static_cast<std::size_t>(window.index_of(column, row))]
                                          : terrain::post_without_height;
            *to++ = std::byte{tile_value(post)};
        }
}

std::unique_ptr<net::Program> start_terrain_viewshed(Node& node, const net::ProgramStart& start,
                                                     const std::stop_token& cancel)
{
    return std::make_unique<TerrainViewshedProgram>(node.terrains().open(start.dataset, cancel), start,
                                                    node.settings().threads, node.program_memory());
}

}  // namespace farfield::node
