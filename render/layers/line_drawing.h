#pragma once

#include "render/scene/drawing.h"
#include "render/scene/particle_frame.h"
#include "render/scene/view.h"

#include <vector>

namespace farfield::render {

class FrameSlots;

/// Streamlines and their kin, coloured by their scalar.
struct LineDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< where the parts lie, published; null: there are none
    std::vector<PolylineFrame> parts;   ///< of one answer, in any order
    Placement placement;
    LineStyle style;
    ColourMap colour_map = ColourMap::Viridis;
    ScalarRange range;

    /// Shows no lines; keeps how they look, and its memory.
    void clear()
    {
        slots = nullptr;
        parts.clear();
    }
    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
