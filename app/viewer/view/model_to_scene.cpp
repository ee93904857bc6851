#include "app/viewer/view/model_to_scene.h"

#include "app/show/frame_to_scene.h"
#include "app/show/frames/terrain_to_scene.h"
#include "app/viewer/controls/session_model.h"

namespace farfield::app {

namespace {

render::TerrainStyle terrain_style_of(const SessionModel& model)
{
    const auto& settings = model.terrain_settings();
    auto style = settings.style;
    // As the node computes it: docs/protocol.md, section 10.
    constexpr double earth_radius = 6'371'008.8;
    if (settings.curved)
        style.curvature = static_cast<float>((1.0 - settings.refraction) / (2.0 * earth_radius));
    return style;
}

}  // namespace

glm::dvec3 scene_origin_of(const SessionModel& model)
{
    return model.dataset() && !model.terrain() ? origin_of(*model.dataset()) : glm::dvec3(0.0);
}

void show_dataset_of(const SessionModel& model, render::Scene& scene, Drawings& drawings)
{
    const auto& dataset = model.dataset();
    const auto& terrain = model.terrain();
    scene.show.rakes = dataset.has_value();
    scene.show.outline = scene.show.axes = dataset && !terrain;
    scene.show.legend = dataset || terrain;
    scene.drawings = {&drawings.particles, &drawings.lines};
    if (dataset) show_dataset(*dataset, scene);
    render::Placement placement;
    if (terrain) {
        scene.drawings.push_back(&drawings.terrain);
        // The ground's own frame; a flow stays where its numbers say.
        if (dataset) placement.offset = glm::vec3(origin_of(*dataset));
        scene.origin = scene_origin_of(model);
        scene.bounds = bounds_of(*terrain);
    }
    drawings.particles.placement = drawings.lines.placement = placement;
}

void show_colours_of(const SessionModel& model, render::Scene& scene, Drawings& drawings)
{
    if (model.terrain()) drawings.terrain.style = terrain_style_of(model);
    if (model.terrain() && !model.dataset()) {
        scene.legends = {legend_of(drawings.terrain.style)};
        drawings.set_colours(scene.legends.front());
        return;
    }
    const auto& colour = model.colour();
    const auto range = model.colour_range();
    auto scalar = model.scalar();
    scalar.range = std::array<double, 2>{range.low, range.high};
    scene.legends = {legend_of(scalar)};
    scene.legends.front().colour_map = colour.map;
    drawings.set_colours(scene.legends.front());
    drawings.particles.style.size = colour.point_size;
    drawings.particles.trail_style.drawn = colour.trail_frames > 0;
}

void show_rakes_of(const SessionModel& model, render::Scene& scene)
{
    scene.rakes.clear();
    for (const auto& rake : model.rakes())
        scene.rakes.push_back(render::rake_shape(rake.shape, scene.bounds, scene.origin));
    if (const auto selected = model.selected_rake()) scene.rakes[*selected].selected = true;
}

void show_hint(const SessionModel& model, const std::string& hint, const render::GlyphAtlas& glyphs,
               render::Scene& scene)
{
    scene.texts.clear();
    if (model.dataset() || model.terrain()) return;
    const auto middle = 0.5F * scene.viewport.logical_size();
    scene.texts.push_back({.text = hint,
                           .position = middle - glm::vec2(0.5F * glyphs.text_width(hint), 0.0F),
                           .colour = {0.55F, 0.59F, 0.65F, 1.0F}});
}

}  // namespace farfield::app
