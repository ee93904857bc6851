#pragma once

#include "render/scene/drawing.h"
#include "render/scene/particle_frame.h"
#include "render/scene/view.h"

#include <optional>
#include <vector>

namespace farfield::render {

class FrameSlots;

/// A set of particles and the trails behind them, coloured by their scalar.
struct ParticleDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< slots with the frames, published; null: no frames
    std::optional<ParticleFrame> frame;
    /// Frames of the trails, newest first, usually beginning with `frame`; a trail needs two. Particle i of
    /// one frame is joined to particle i of the next, so end the list where the particles' order changed.
    /// Trails also end where the count changes.
    std::vector<ParticleFrame> trail;
    Placement placement;
    ParticleStyle style;
    TrailStyle trail_style;
    ColourMap colour_map = model::default_colour_map;
    ScalarRange range;

    /// Removes the frames; keeps their style, and the memory.
    void clear()
    {
        slots = nullptr;
        frame.reset();
        trail.clear();
    }
    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
