#include "app/show/frames/frame_intake.h"

#include <utility>

namespace farfield::app {
namespace {

/// Most bytes of a ring for which two rings may exist: the picture then stays while the next stream starts.
constexpr std::uint64_t small_ring_bytes = 128 << 20;

}  // namespace

StreamPlan FrameIntake::plan_for(const ProgramRequest& request, std::uint64_t slot_bytes) const
{
    if (!stage_.exact_slots && request.ahead == 0)
        return plan_stream(slot_bytes, request.history, stage_.max_frame_bytes);
    return {.slot_bytes = slot_bytes,
            .history = request.history,
            .ahead = request.ahead > 0 ? request.ahead : slots_ahead(slot_bytes, request.history)};
}

net::FrameRing& FrameIntake::open(const ProgramRequest& request, std::uint64_t slot_bytes)
{
    const OnStage on_stage(stage_);
    next_.reset();
    if (shown_ && shown_->slots().count() * shown_->slots().slot_bytes() > small_ring_bytes) shown_.reset();
    plan_ = plan_for(request, slot_bytes);
    next_ = std::make_unique<FrameStream>(FrameStream::Settings{.slot_bytes = plan_.slot_bytes,
                                                                .history = plan_.history,
                                                                .ahead = plan_.ahead,
                                                                .cpu_reads = stage_.cpu_reads});
    return next_->ring();
}

bool FrameIntake::serves(const ProgramRequest& request) const
{
    return request.frame_bytes <= plan_.slot_bytes && (request.history <= plan_.history || plan_.history_cut);
}

std::optional<std::uint64_t> FrameIntake::grown_to(const ProgramRequest& /*request*/,
                                                   std::uint64_t frame_bytes) const
{
    return frame_bytes <= stage_.max_frame_bytes ? std::optional(frame_bytes) : std::nullopt;
}

void FrameIntake::close()
{
    if (!shown_ && !next_) return;
    const OnStage on_stage(stage_);
    next_.reset();
    shown_.reset();
}

void FrameIntake::drawn()
{
    if (shown_) shown_->drawn();
}

bool FrameIntake::release_finished()
{
    return shown_ && shown_->release_finished();
}

std::size_t FrameIntake::waiting() const noexcept
{
    const std::size_t of_next = next_ ? next_->ring().waiting() : 0;
    return of_next + (shown_ ? shown_->ring().waiting() : 0);
}

std::optional<net::FrameRing::Taken> FrameIntake::take(net::Policy policy, std::uint32_t outdated_before)
{
    show_opened();
    return shown_ ? shown_->take(policy, outdated_before) : std::nullopt;
}

std::optional<net::FrameRing::Taken> FrameIntake::take_until(double time)
{
    show_opened();
    return shown_ ? shown_->take_until(time) : std::nullopt;
}

void FrameIntake::show_opened()
{
    if (next_ && next_->ring().waiting() > 0) shown_ = std::move(next_);
}

}  // namespace farfield::app
