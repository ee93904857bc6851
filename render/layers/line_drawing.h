#pragma once

#include "render/scene/drawing.h"
#include "render/scene/particle_frame.h"
#include "render/scene/view.h"

#include <vector>

namespace farfield::render {

class FrameSlots;

/// Streamlines, pathlines, streaklines and timelines, coloured by their scalar.
struct LineDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< slots with the parts, published; null: no lines
    std::vector<PolylineFrame> parts;   ///< of one answer, in any order
    Placement placement;
    LineStyle style;
    ColourMap colour_map = model::default_colour_map;
    ScalarRange range;

    /// Removes the lines; keeps their style, and the memory.
    void clear()
    {
        slots = nullptr;
        parts.clear();
    }
    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
