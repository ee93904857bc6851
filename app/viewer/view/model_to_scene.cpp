#include "app/viewer/view/model_to_scene.h"

#include "app/show/frame_to_scene.h"
#include "app/show/frames/terrain_to_scene.h"
#include "app/viewer/session/session_model.h"

namespace farfield::app {

glm::dvec3 scene_origin_of(const SessionModel& model)
{
    return model.dataset() && !model.terrain() ? origin_of(*model.dataset()) : glm::dvec3(0.0);
}

void show_dataset_of(const SessionModel& model, render::Scene& scene)
{
    const auto& dataset = model.dataset();
    const auto& terrain = model.terrain();
    const auto& show = model.document().scene.show;
    scene.show = {.outline = dataset && !terrain && show.outline,
                  .axes = dataset && !terrain && show.axes,
                  .legend = (dataset || terrain) && show.legend,
                  .rakes = dataset && show.rakes,
                  .compass = show.compass};
    if (dataset) show_dataset(*dataset, scene);
    if (!terrain) return;
    scene.origin = scene_origin_of(model);
    scene.bounds = bounds_of(*terrain);
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
