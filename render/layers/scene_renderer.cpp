#include "render/layers/scene_renderer.h"

#include "render/gl/frame_slots.h"
#include "render/layers/axes_layer.h"
#include "render/layers/background_layer.h"
#include "render/layers/compass_layer.h"
#include "render/layers/legend_layer.h"
#include "render/layers/line_layer.h"
#include "render/layers/outline_layer.h"
#include "render/layers/particle_layer.h"
#include "render/layers/rake_layer.h"
#include "render/layers/terrain/ground_layer.h"
#include "render/layers/terrain/mark_layer.h"
#include "render/layers/terrain/terrain_layer.h"
#include "render/layers/trail_layer.h"
#include "render/primitives/colour_map_textures.h"

#include <epoxy/gl.h>

#include <cmath>

namespace farfield::render {
namespace {

/// Everything that the layers rely on and that a toolkit may have left otherwise.
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
    // The picture itself stays opaque: a compositor shows its alpha.
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
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

/// Whether the view was cast from the camera's eye and reaches to the middles of the picture's outermost
/// pixels: nothing else of the ground is seen.
bool is_whole(const Scene& scene)
{
    if (!scene.terrain_view) return false;
    const TerrainFrame& view = *scene.terrain_view;
    if (glm::vec3(view.pose.eye) != scene.camera.eye) return false;
    const PoseRays cast = rays_of(view.pose, static_cast<double>(view.width) / view.height);
    const PoseRays seen = rays_of(scene.camera, double{scene.viewport.aspect()});
    const glm::dvec2 outermost = 1.0 - 1.0 / glm::dvec2(scene.viewport.width, scene.viewport.height);
    const auto reaches = [&](double x, double y) {
        const glm::dvec3 ray = seen.forward + x * outermost.x * seen.right + y * outermost.y * seen.up;
        const double ahead = glm::dot(ray, cast.forward);
        return ahead > 0.0 &&
               std::abs(glm::dot(ray, cast.right)) <= ahead * glm::dot(cast.right, cast.right) &&
               std::abs(glm::dot(ray, cast.up)) <= ahead * glm::dot(cast.up, cast.up);
    };
    return reaches(-1.0, -1.0) && reaches(1.0, -1.0) && reaches(-1.0, 1.0) && reaches(1.0, 1.0);
}

}  // namespace

struct SceneRenderer::Layers {
    ColourMapTextures colour_maps;
    BackgroundLayer background;
    TerrainLayer terrain;
    GroundLayer ground;
    GroundSheets sheets;
    MarkLayer marks;
    CompassLayer compass;
    ParticleLayer particles;
    TrailLayer trails;
    LineLayer lines;
    OutlineLayer outline;
    RakeLayer rakes;
    AxesLayer axes;
    LegendLayer legend;
    TextLayer text;

    void draw_ground(const Scene& scene, const FrameSlots& slots, const ViewTransform& view);
    void draw_world(const Scene& scene, const SceneSlots& slots, const ViewTransform& view);
    void draw_overlay(const Scene& scene, const ViewTransform& view);
};

/// Terrain and sky, or the background.
void SceneRenderer::Layers::draw_ground(const Scene& scene, const FrameSlots& slots,
                                        const ViewTransform& view)
{
    if (!scene.terrain) return background.draw(scene.background);
    colour_maps.bind(scene.terrain->map);
    terrain.draw_sky(scene.camera, scene.viewport, *scene.terrain);
    glEnable(GL_DEPTH_TEST);
    sheets.bind(scene.ground_picture, scene.viewshed);
    if (!is_whole(scene)) ground.draw(scene.ground, view, *scene.terrain, sheets);
    if (scene.terrain_view)
        terrain.draw(*scene.terrain_view, slots, scene.camera, view, *scene.terrain, sheets);
}

void SceneRenderer::Layers::draw_world(const Scene& scene, const SceneSlots& slots, const ViewTransform& view)
{
    const ViewTransform of_frames = counted_from(view, scene.frames_at);
    glEnable(GL_DEPTH_TEST);
    if (scene.show.particles && scene.particles)
        particles.draw(*scene.particles, slots.particles, of_frames, scene.particle_style, scene.range);
    glEnable(GL_BLEND);
    // Their edges blend, but they hide what is behind them.
    if (scene.show.lines) lines.draw(scene.lines, slots.lines, of_frames, scene.line_style, scene.range);
    if (scene.terrain) marks.draw(scene.marks, view);
    // Other lines come after what is opaque and leave the depth as it is.
    glDepthMask(GL_FALSE);
    if (scene.show.outline) outline.draw(scene.bounds, scene.outline_curves, view);
    if (scene.show.trails && !scene.trail.empty())
        trails.draw(scene.trail, slots.particles, of_frames, scene.trail_style, scene.range);
    if (scene.show.rakes) rakes.draw_lines(scene.rakes, view);
    glDisable(GL_DEPTH_TEST);
    if (scene.terrain) marks.draw_names(view, text);
    if (scene.show.rakes) rakes.draw_handles(scene.rakes, scene.highlighted, view);
}

void SceneRenderer::Layers::draw_overlay(const Scene& scene, const ViewTransform& view)
{
    text.clear();
    if (scene.show.axes) axes.draw(scene.bounds, scene.origin, view, text);
    if (scene.terrain && scene.show.compass)
        compass.draw(scene.camera, scene.metres_to_middle, scene.viewport, text);
    if (scene.show.legend) legend.draw(scene.legend, scene.range, scene.viewport, text);
    for (const OverlayText& line : scene.texts)
        text.add(line.text, line.position, line.colour, scene.viewport);
    text.draw(scene.viewport);
}

SceneRenderer::SceneRenderer() : layers_(std::make_unique<Layers>()) {}
SceneRenderer::SceneRenderer(SceneRenderer&&) noexcept = default;
SceneRenderer& SceneRenderer::operator=(SceneRenderer&&) noexcept = default;
SceneRenderer::~SceneRenderer() = default;

void SceneRenderer::set_glyph_atlas(const GlyphAtlas& atlas)
{
    layers_->text.set_atlas(atlas);
}

void SceneRenderer::draw(const Scene& scene, const SceneSlots& slots)
{
    const ViewTransform view = view_of(scene);
    set_base_state(scene.viewport);
    glClearDepth(1.0);
    glClear(GL_DEPTH_BUFFER_BIT);
    layers_->draw_ground(scene, slots.terrain, view);
    layers_->colour_maps.bind(scene.colour_map);
    layers_->draw_world(scene, slots, view);
    layers_->draw_overlay(scene, view);
    leave_clean();
}

}  // namespace farfield::render
