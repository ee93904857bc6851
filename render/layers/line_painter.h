#pragma once

#include "render/primitives/segment_programs.h"
#include "render/scene/particle_frame.h"
#include "render/scene/styles.h"

#include <span>

namespace farfield::render {

/// Draws streamlines, pathlines, streaklines and timelines, coloured by their scalar.
/// draw() needs the colour map bound to texture unit 0, depth test, blending and depth writes on.
class LinePainter {
public:
    void draw(std::span<const PolylineFrame> parts, const FrameSlots& slots, const ViewTransform& view,
              const LineStyle& style, const ScalarRange& range);

private:
    SegmentPrograms programs_;
};

}  // namespace farfield::render
