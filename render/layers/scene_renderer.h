#pragma once

#include "render/primitives/glyph_atlas.h"
#include "render/scene/scene.h"

#include <memory>

namespace farfield::render {

/// Draws scenes. Owns all GL objects except the slots: the drawings' painters and the layers of the rest.
/// Contexts: made, used and destroyed with the same context current.
class SceneRenderer {
public:
    /// Compiles its own shaders and those of this folder's drawings; throws std::runtime_error that
    /// names file and line of the first error. Other painters are made when their drawings are first drawn.
    SceneRenderer();
    SceneRenderer(const SceneRenderer&) = delete;
    SceneRenderer& operator=(const SceneRenderer&) = delete;
    SceneRenderer(SceneRenderer&&) noexcept;
    SceneRenderer& operator=(SceneRenderer&&) noexcept;
    ~SceneRenderer();

    /// Sets the font of labels, legend and texts; no text is drawn before the first call.
    void set_glyph_atlas(const GlyphAtlas& atlas);

    /// Draws the scene into the framebuffer bound on entry, all of scene.viewport, clearing it first.
    /// State: it sets what it relies on (viewport, depth, blending, culling, scissor, colour mask, sRGB
    /// off), and nothing is restored; on return depth test and blending are off and no program, vertex array
    /// or array buffer is bound. It never changes the framebuffer. Inside QOpenGLWidget::paintGL that is
    /// enough: a QPainter used after it sets its own state (call QPainter::beginNativePainting() around
    /// draw() if one is active before). Memory: allocates nothing on the heap once a scene like it has been
    /// drawn.
    void draw(const Scene& scene);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace farfield::render
