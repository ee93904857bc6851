#include "app/show/frames/line_intake.h"

#include <algorithm>

namespace farfield::app {

net::FrameRing& LineIntake::open(const ProgramRequest& request, std::uint64_t slot_bytes)
{
    const OnStage on_stage(stage_);
    shown_.reset();
    parts_ = request.parts;
    shown_ = std::make_unique<LineStream>(parts_, slot_bytes);
    return shown_->ring();
}

std::optional<std::uint64_t> LineIntake::grown_to(const ProgramRequest& request,
                                                  std::uint64_t frame_bytes) const
{
    const std::uint64_t most = max_ring_bytes / LineStream::slots_for(request.parts);
    if (frame_bytes > most) return std::nullopt;
    return frame_bytes + std::min(frame_bytes / 4, most - frame_bytes);
}

void LineIntake::close()
{
    if (!shown_) return;
    const OnStage on_stage(stage_);
    shown_.reset();
}

}  // namespace farfield::app
