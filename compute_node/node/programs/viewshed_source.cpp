#include "compute_node/node/programs/viewshed_source.h"

#include "compute_node/node/programs/tile_frame.h"

#include <algorithm>
#include <bit>
#include <chrono>
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

std::uint8_t told(std::uint8_t post)
{
    if (post == terrain::post_without_height) return model::tile_not_judged;
    return post == terrain::post_visible ? model::tile_visible : model::tile_hidden;
}

}  // namespace

ViewshedSource::ViewshedSource(std::shared_ptr<const OpenTerrain> terrain, const net::ProgramStart& start,
                               int threads, std::shared_ptr<MemoryBudget> memory)
    : terrain_{std::move(terrain)},
      slot_bytes_{start.slot_bytes},
      threads_{threads},
      memory_{std::move(memory)}
{
    model::ViewshedParams params;
    (void)merge_whole(params, start.params);
    plan_ = planned(params);
}

void ViewshedSource::update(const net::Json& params)
{
    model::ViewshedParams changed = plan_.params;
    (void)merge(changed, params);
    plan_ = planned(changed);
    is_done_ = false;
    interrupted_.store(false, std::memory_order_relaxed);
}

ViewshedSource::Plan ViewshedSource::planned(const model::ViewshedParams& params)
{
    Plan plan;
    plan.params = params;
    const terrain::HeightBlocks& blocks = terrain_->terrain.blocks;
    plan.asked = asked_viewshed(*terrain_, params);
    const terrain::PostWindow& window = plan.asked.window;
    const std::int64_t most = params.max_side;
    std::int64_t step = 1;
    do {
        plan.columns = aligned(window.first_column, window.columns, step, blocks.columns);
        plan.rows = aligned(window.first_row, window.rows, step, blocks.rows);
        step *= 2;
    } while (std::max(plan.columns.count(), plan.rows.count()) > most);
    const std::uint64_t bytes = frame_bytes(plan);
    if (bytes > slot_bytes_) throw net::limit_error("slot_bytes", slot_bytes_, bytes);
    memory_.hold("the viewshed", static_cast<std::uint64_t>(window.posts()));
    return plan;
}

std::uint64_t ViewshedSource::frame_bytes(const Plan& plan)
{
    return model::tile_payload_bytes(model::TileKind::Visibility,
                                     static_cast<std::uint32_t>(plan.columns.count()),
                                     static_cast<std::uint32_t>(plan.rows.count()));
}

net::ProgramState ViewshedSource::state() const
{
    net::ProgramState state;
    state.frame_bytes = frame_bytes(plan_);
    return state;
}

std::optional<net::ProducedFrame> ViewshedSource::produce(std::span<std::byte> buffer)
{
    if (is_done_) {
        no_frame_ = net::NoFrame::Idle;
        return std::nullopt;
    }
    const auto begun = std::chrono::steady_clock::now();
    posts_.resize(plan_.asked.window.posts());
    (void)terrain::compute_viewshed(terrain_->terrain.blocks, plan_.asked.settings,
                                    {plan_.asked.window, posts_, terrain::post_without_height}, threads_,
                                    &interrupted_);
    if (interrupted_.exchange(false, std::memory_order_relaxed)) {
        no_frame_ = net::NoFrame::Interrupted;
        return std::nullopt;
    }
    terrain_->terrain.verify_intact();
    is_done_ = true;
    model::TerrainTilePreamble preamble = tile_preamble(*terrain_, plan_.columns, plan_.rows);
    preamble.kind = model::TileKind::Visibility;
    preamble.level =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(plan_.columns.step)));
    preamble.observer = plan_.params.observer;
    preamble.frame = frames_++;
    write_values(tile_values(preamble, buffer));
    return finished_tile(preamble, begun, buffer);
}

void ViewshedSource::write_values(std::span<std::byte> values) const
{
    const terrain::PostWindow& window = plan_.asked.window;
    const std::int64_t width = plan_.columns.count(), height = plan_.rows.count();
    auto to = values.begin();
    for (std::int64_t j = 0; j < height; ++j)
        for (std::int64_t i = 0; i < width; ++i) {
            const std::int64_t column = plan_.columns.at(i), row = plan_.rows.at(j);
            // What was rounded up to whole steps is beyond the radius.
            const std::uint8_t post = window.has(column, row)
                                          ? posts_[static_cast<std::size_t>(window.index_of(column, row))]
                                          : terrain::post_without_height;
            *to++ = std::byte{told(post)};
        }
}

}  // namespace farfield::node
