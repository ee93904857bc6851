#pragma once

#include "render/layers/volumes/slice_drawing.h"

#include <vector>

namespace farfield::render {

/// Arrows on slices, coloured by a scalar. Each value of a frame has four big-endian binary32: a vector, in
/// position units a time unit, and a scalar. An arrow begins at its value's place. A vector that is not
/// finite, or 0, has no arrow.
struct GlyphDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< slots with the frames, published; null: no frames
    std::vector<SliceFrame> frames;     ///< one for each plane
    Placement placement;
    ColourMap colour_map = model::default_colour_map;
    ScalarRange range;
    float scale = 1.0F;    ///< length of the longest arrow: 1.5 x scale spacings of its frame
    float longest = 0.0F;  ///< length of its vector, in the scene's units as drawn; 0: all arrows are as long

    /// Removes the arrows; keeps their style, and the memory.
    void clear()
    {
        slots = nullptr;
        frames.clear();
    }
    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
