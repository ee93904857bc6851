#pragma once

#include "render/gl/gl_handles.h"
#include "render/gl/shader_program.h"
#include "render/scene/drawing.h"
#include "render/scene/view.h"

namespace farfield::render {

/// Transparent surfaces in any order: their colours are summed with weights that fall with the distance, and
/// the mean is laid over the picture. Draws between begin() and end() go to two render targets of the
/// picture's size, made at the first use; shaders/transparent.glsl writes them. What is opaque hides them by
/// its depth, a copy of that of the framebuffer bound, of one sample a pixel.
/// Source: McGuire, Bavoil, "Weighted Blended Order-Independent Transparency", Journal of Computer Graphics
/// Techniques 2 (2), 2013.
/// Contexts: as GlHandle.
class WeightedBlending {
public:
    WeightedBlending();

    /// The opaque picture lies in the framebuffer that is bound for drawing; depth test and blending are on,
    /// depth writes off. Throws std::runtime_error where the driver refuses the render targets.
    void begin(const Viewport& viewport);
    /// Binds the framebuffer again, and the plain blending.
    void end();

    /// Later draws over earlier ones. The picture itself stays opaque: a compositor shows its alpha.
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
    int picture_ = 0;  ///< the framebuffer that begin() found
};

/// The uniform `nearness` of shaders/transparent.glsl.
[[nodiscard]] inline float nearness_in(Pass pass, const ViewTransform& view)
{
    return pass == Pass::Transparent ? 1.0F / view.target_distance : 0.0F;
}

}  // namespace farfield::render
