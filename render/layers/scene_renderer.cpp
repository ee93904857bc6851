#include "render/layers/scene_renderer.h"

#include "render/gl/shader_program.h"
#include "render/layers/axes_painter.h"
#include "render/layers/compass_painter.h"
#include "render/layers/legend_painter.h"
#include "render/layers/line_painter.h"
#include "render/layers/outline_painter.h"
#include "render/layers/particle_painter.h"
#include "render/layers/rake_painter.h"
#include "render/layers/terrain/annotation_painter.h"
#include "render/layers/terrain/ground_painter.h"
#include "render/layers/terrain/terrain_painter.h"
#include "render/layers/trail_painter.h"
#include "render/primitives/draw_context.h"
#include "render/primitives/weighted_blending.h"
#include "render/scene/styles.h"

#include <algorithm>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

/// Fills the picture with a gradient from top to bottom, or with one colour if both are the same, which a
/// software renderer draws faster. Needs depth test and blending off.
class BackgroundPainter {
public:
    BackgroundPainter();
    void draw(const Background& background) const;

private:
    ShaderProgram program_;
    int top_, bottom_;
    VertexArray array_ = VertexArray::create();
};

BackgroundPainter::BackgroundPainter()
    : program_("background.vert", "background.frag"),
      top_(program_.uniform("top")),
      bottom_(program_.uniform("bottom"))
{}

void BackgroundPainter::draw(const Background& background) const
{
    if (background.top == background.bottom) {
        glClearColor(background.top.r, background.top.g, background.top.b, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        return;
    }
    program_.use();
    set_uniform(top_, background.top);
    set_uniform(bottom_, background.bottom);
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

/// Sets all state that the layers rely on and that a toolkit may have changed.
void set_base_state(const Viewport& viewport)
{
    glViewport(0, 0, viewport.width, viewport.height);
    for (const GLenum off : {GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB, GL_BLEND,
                             GL_DEPTH_TEST, GL_RASTERIZER_DISCARD, GL_POLYGON_OFFSET_FILL, GL_COLOR_LOGIC_OP})
        glDisable(off);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glDepthRange(0.0, 1.0);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glBlendEquation(GL_FUNC_ADD);
    WeightedBlending::set_plain_blending();
    glBindSampler(0, 0);
}

void leave_clean()
{
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glUseProgram(0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_1D, 0);
}

template <class... Types>
void make_at_once(Painters& painters)
{
    (static_cast<void>(painters.get<Types>()), ...);
}

}  // namespace

struct SceneRenderer::Parts {
    Parts()
    {
        make_at_once<TerrainPainter, GroundPainter, RasterOverlays, AnnotationPainter, ParticlePainter,
                     TrailPainter, LinePainter>(painters);
    }

    ColourMapTextures maps;
    Painters painters;
    BackgroundPainter background;
    CompassPainter compass;
    OutlinePainter outline;
    RakePainter rakes;
    AxesPainter axes;
    LegendPainter legend;
    TextPainter text;
    WeightedBlending transparent;
    std::uint64_t pictures = 0;

    void draw_back(const Scene& scene, const DrawContext& context);
    void draw_world(const Scene& scene, DrawContext& context);
    void draw_overlay(const Scene& scene, const DrawContext& context);
};

/// Draws the sky over ground, else the background.
void SceneRenderer::Parts::draw_back(const Scene& scene, const DrawContext& context)
{
    if (context.ground != nullptr)
        painters.get<TerrainPainter>().draw_sky(scene.camera, scene.viewport);
    else
        background.draw(scene.background);
}

void SceneRenderer::Parts::draw_world(const Scene& scene, DrawContext& context)
{
    const auto draw_all = [&](Pass pass) {
        for (const Drawing* drawing : scene.drawings) drawing->draw(pass, context);
    };
    glEnable(GL_DEPTH_TEST);
    draw_all(Pass::Ground);
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_GREATER);
    if (context.ground != nullptr) draw_all(Pass::ThroughGround);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    draw_all(Pass::Opaque);
    glEnable(GL_BLEND);
    draw_all(Pass::Blended);
    glDepthMask(GL_FALSE);
    if (std::ranges::any_of(scene.drawings, &Drawing::is_transparent)) {
        transparent.begin(scene.viewport);
        draw_all(Pass::Transparent);
        transparent.end();
    }
    if (scene.show.outline) outline.draw(scene.bounds, scene.outline_curves, context.view);
    draw_all(Pass::Translucent);
    if (scene.show.rakes) rakes.draw_lines(scene.rakes, context.view);
    glDisable(GL_DEPTH_TEST);
    draw_all(Pass::Labels);
    if (scene.show.rakes) rakes.draw_handles(scene.rakes, scene.highlighted, context.view);
}

void SceneRenderer::Parts::draw_overlay(const Scene& scene, const DrawContext& context)
{
    text.clear();
    if (scene.show.axes) axes.draw(scene.bounds, scene.origin, context.view, scene.axis_names, text);
    if (context.ground != nullptr && scene.show.compass)
        compass.draw(scene.camera, scene.metres_to_middle, scene.viewport, text);
    if (scene.show.legend) legend.draw(scene.legends, maps, scene.viewport, scene.covered, text);
    for (const OverlayText& line : scene.texts)
        text.add(line.text, line.position, line.colour, scene.viewport);
    text.draw(scene.viewport);
}

SceneRenderer::SceneRenderer() : parts_(std::make_unique<Parts>()) {}
SceneRenderer::SceneRenderer(SceneRenderer&&) noexcept = default;
SceneRenderer& SceneRenderer::operator=(SceneRenderer&&) noexcept = default;
SceneRenderer::~SceneRenderer() = default;

void SceneRenderer::set_glyph_atlas(const GlyphAtlas& atlas)
{
    parts_->text.set_atlas(atlas);
}

void SceneRenderer::draw(const Scene& scene)
{
    const ViewTransform view = view_of(scene);
    DrawContext context{.camera = scene.camera,
                        .view = view,
                        .ground = ground_of(scene),
                        .picture = ++parts_->pictures,
                        .maps = parts_->maps,
                        .text = parts_->text,
                        .painters = parts_->painters};
    set_base_state(scene.viewport);
    glClearDepth(1.0);
    glClear(GL_DEPTH_BUFFER_BIT);
    parts_->draw_back(scene, context);
    parts_->draw_world(scene, context);
    parts_->draw_overlay(scene, context);
    leave_clean();
}

}  // namespace farfield::render
