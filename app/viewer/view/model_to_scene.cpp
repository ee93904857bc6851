#include "app/viewer/view/model_to_scene.h"

#include "app/show/frame_to_scene.h"
#include "app/show/frames/terrain_to_scene.h"
#include "app/show/layer_set.h"
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

EditedPlaces places_of(const SessionModel& model, const LayerSet* layers)
{
    const OpenData* open = layers != nullptr ? layers->open_data(model.edited().flow) : nullptr;
    if (open != nullptr && open->dataset && !layers->frame().base.empty()) {
        const SceneFrame& frame = layers->frame();
        return {[&frame, open](glm::dvec3 own) { return frame.drawn_of(*open, own); },
                [&frame, open](glm::dvec3 drawn) {
                    return frame.own_of(*open, drawn).value_or(glm::dvec3(0.0));
                }};
    }
    const glm::dvec3 origin = scene_origin_of(model);
    return {[origin](glm::dvec3 own) { return own - origin; },
            [origin](glm::dvec3 drawn) { return drawn + origin; }};
}

void place(render::RakeShape& shape, const SessionModel& model, const LayerSet* layers)
{
    const EditedPlaces places = places_of(model, layers);
    const glm::dvec3 origin = origin_of(*model.dataset());
    const auto move = [&](glm::vec3& at) { at = glm::vec3(places.drawn(glm::dvec3(at) + origin)); };
    for (auto& [from, to] : shape.lines) {
        move(from);
        move(to);
    }
    for (glm::vec3& seed : shape.seeds) move(seed);
    for (glm::vec3& handle : shape.handles) move(handle);
}

void show_rakes_of(const SessionModel& model, const LayerSet* layers, render::Scene& scene)
{
    scene.rakes.clear();
    if (!model.dataset()) return;
    for (const auto& rake : model.rakes()) {
        scene.rakes.push_back(
            render::rake_shape(rake.shape, bounds_of(*model.dataset()), origin_of(*model.dataset())));
        place(scene.rakes.back(), model, layers);
    }
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
