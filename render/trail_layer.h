#pragma once

#include "render/scene.h"
#include "render/shader_program.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace farfield::render {

class FrameSlots;

/// Lines between a particle's positions in consecutive frames, fading with age. A line is left out where
/// either end is not finite, so a trail breaks where its particle was released anew.
/// draw() needs the colour map bound to texture unit 0, depth test and blending on, depth writes off.
class TrailLayer {
public:
    TrailLayer();
    /// frames: newest first; drawing stops where the count of particles changes. Particles beyond what the
    /// driver lets a shader fetch (65,536 at least, 134 million on all common ones) have no trails.
    void draw(std::span<const ParticleFrame> frames, const FrameSlots& slots, const ViewTransform& view,
              const TrailStyle& style, const ScalarRange& range) const;

private:
    struct Program {
        explicit Program(std::string_view vertex_file);
        ShaderProgram shaders;
        int view_projection, viewport, half_width, opacity, entry_of_scalar, newer_first, older_first;
    };

    Program smooth_{"trails.vert"};
    Program thin_{"trails_thin.vert"};
    std::size_t most_texels_ = 0;
    VertexArray array_ = VertexArray::create();
};

}  // namespace farfield::render
