#pragma once

#include "render/layers/line_drawing.h"
#include "render/layers/particle_drawing.h"
#include "render/layers/terrain/terrain_drawing.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// What a picture shows of its streams: one drawing of each kind.
struct Drawings {
    render::ParticleDrawing particles;
    render::LineDrawing lines;
    render::TerrainDrawing terrain;

    /// Colours of particles and lines.
    void set_colours(const render::Legend& legend)
    {
        particles.colour_map = lines.colour_map = legend.colour_map;
        particles.range = lines.range = legend.range;
    }
    /// Lines are as smooth as trails.
    void set_smooth(bool smooth) { particles.trail_style.smooth = lines.style.smooth = smooth; }
};

}  // namespace farfield::app
