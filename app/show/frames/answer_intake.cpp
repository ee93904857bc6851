#include "app/show/frames/answer_intake.h"

#include <algorithm>

namespace farfield::app {

net::FrameRing& AnswerIntake::open(const ProgramRequest& request, std::uint64_t slot_bytes)
{
    const OnStage on_stage(stage_);
    shown_.reset();
    parts_ = request.parts;
    shown_ = std::make_unique<AnswerStream>(AnswerStream::Settings{.parts = parts_,
                                                                   .slot_bytes = slot_bytes,
                                                                   .cpu_reads = stage_.cpu_reads,
                                                                   .patience_ns = patience_ns_});
    return shown_->ring();
}

std::optional<std::uint64_t> AnswerIntake::grown_to(const ProgramRequest& request,
                                                    std::uint64_t frame_bytes) const
{
    const std::uint64_t most = max_ring_bytes / AnswerStream::slots_for(request.parts);
    if (frame_bytes > most) return std::nullopt;
    return frame_bytes + std::min(frame_bytes / 4, most - frame_bytes);
}

void AnswerIntake::close()
{
    if (!shown_) return;
    const OnStage on_stage(stage_);
    shown_.reset();
}

void AnswerIntake::drawn()
{
    if (shown_) shown_->drawn();
}

bool AnswerIntake::release_finished()
{
    return shown_ && shown_->release_finished();
}

}  // namespace farfield::app
