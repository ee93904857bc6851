#include "render/layers/line_painter.h"

#include "render/gl/frame_slots.h"

namespace farfield::render {

void LinePainter::draw(std::span<const PolylineFrame> parts, const FrameSlots& slots,
                       const ViewTransform& view, const LineStyle& style, const ScalarRange& range)
{
    if (parts.empty()) return;
    programs_.begin(view, {.smooth = style.smooth, .width = style.width, .lit = style.lit}, range);
    for (const PolylineFrame& part : parts) {
        if (part.points < 2) continue;
        const std::size_t first = part.offset_bytes / particle_bytes;
        programs_.draw(slots, {.slot = part.slot, .first = first, .opacity = style.opacity},
                       {.slot = part.slot, .first = first + 1, .opacity = style.opacity}, part.points - 1);
    }
    programs_.end();
}

}  // namespace farfield::render
