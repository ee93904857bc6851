#pragma once

#include "render/layers/volumes/slice_drawing.h"

#include <vector>

namespace farfield::render {

/// Arrows on slices, coloured by a scalar. A value of their frames is a vector, in position units a time
/// unit, and a scalar: four binary32, big-endian. Arrows begin at the places of their values. Where a vector
/// is not finite, or 0, there is none.
struct GlyphDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< where the frames lie, published; null: there are none
    std::vector<SliceFrame> frames;     ///< one for each plane
    Placement placement;
    ColourMap colour_map = ColourMap::Viridis;
    ScalarRange range;
    float scale = 1.0F;    ///< the longest arrow is 1.5 x scale spacings of its frame long
    float longest = 0.0F;  ///< the vector that has it, in the scene's units as drawn; 0: all arrows are alike

    /// Shows no arrows; keeps how they look, and its memory.
    void clear()
    {
        slots = nullptr;
        frames.clear();
    }
    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
