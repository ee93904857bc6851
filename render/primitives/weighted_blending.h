#pragma once

#include "render/gl/gl_handles.h"
#include "render/gl/shader_program.h"
#include "render/scene/drawing.h"
#include "render/scene/view.h"

namespace farfield::render {

/// Blends transparent surfaces in any order: sums their colours with weights that fall with distance, and
/// lays the mean over the picture. Draws between begin() and end() go to two render targets of the
/// picture's size, made at the first use; shaders/transparent.glsl writes them. Opaque things hide them by
/// a copy of the depth of the bound framebuffer, with one sample a pixel.
/// Source: McGuire, Bavoil, "Weighted Blended Order-Independent Transparency", Journal of Computer Graphics
/// Techniques 2 (2), 2013.
/// Contexts: as GlHandle.
class WeightedBlending {
public:
    WeightedBlending();

    /// Begins draws of transparent surfaces. The opaque picture is in the bound framebuffer; depth test and
    /// blending are on, depth writes off. Throws std::runtime_error if the driver refuses the render targets.
    void begin(const Viewport& viewport);
    /// Composes the picture in its framebuffer, and restores the plain blending.
    void end();

    /// Blends later draws over earlier ones; the picture stays opaque, as a compositor shows its alpha.
    static void set_plain_blending();

private:
    void make_targets(const Viewport& viewport, unsigned int depth_format);

    ShaderProgram composite_{"background.vert", "transparent.frag"};
    VertexArray array_ = VertexArray::create();
    int width_ = 0, height_ = 0;
    unsigned int depth_format_ = 0;
    Texture sums_, weights_;
    Renderbuffer depth_;
    Framebuffer targets_;
    int picture_ = 0;  ///< framebuffer that was bound at begin()
};

/// The uniform `nearness` of shaders/transparent.glsl.
[[nodiscard]] inline float nearness_in(Pass pass, const ViewTransform& view)
{
    return pass == Pass::Transparent ? 1.0F / view.target_distance : 0.0F;
}

}  // namespace farfield::render
