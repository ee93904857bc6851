#include "render/layers/trail_painter.h"

#include "render/gl/frame_slots.h"

#include <algorithm>

namespace farfield::render {
namespace {

/// The number of frames, from the newest on, with the same count of particles.
std::size_t joined_frames(std::span<const ParticleFrame> frames)
{
    const auto end = std::ranges::find_if(
        frames, [&](const ParticleFrame& frame) { return frame.count != frames.front().count; });
    return static_cast<std::size_t>(end - frames.begin());
}

}  // namespace

void TrailPainter::draw(std::span<const ParticleFrame> frames, const FrameSlots& slots,
                        const ViewTransform& view, const TrailStyle& style, const ScalarRange& range)
{
    const std::size_t joined = joined_frames(frames);
    if (joined < 2 || frames.front().count == 0) return;
    programs_.begin(view, {.smooth = style.smooth, .width = style.width}, range);
    const float fade = style.opacity / static_cast<float>(joined - 1);
    const auto ends = [&](std::size_t back) {
        return SegmentEnds{.slot = frames[back].slot,
                           .first = frames[back].offset_bytes / particle_bytes,
                           .opacity = fade * static_cast<float>(joined - 1 - back)};
    };
    // Oldest first, so that newer lines lie over older ones.
    for (std::size_t older = joined - 1; older > 0; --older)
        programs_.draw(slots, ends(older - 1), ends(older), frames.front().count);
    programs_.end();
}

}  // namespace farfield::render
