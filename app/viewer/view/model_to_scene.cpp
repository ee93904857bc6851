#include "app/viewer/view/model_to_scene.h"

#include "app/show/frame_to_scene.h"
#include "app/show/ground/terrain_to_scene.h"
#include "app/show/layer_set.h"
#include "app/show/scene_rakes.h"
#include "app/viewer/session/session_model.h"

namespace farfield::app {

glm::dvec3 scene_origin_of(const SessionModel& model)
{
    return model.dataset() && !model.terrain() ? origin_of(*model.dataset()) : glm::dvec3(0.0);
}

float drawn_vertical_scale(const SessionModel& model)
{
    const auto scale = static_cast<float>(model.vertical_scale());
    return model.dataset() ? drawn_direction_of_z(*model.dataset()) * scale : scale;
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

namespace {

/// The dataset that the docks edit, where the scene has a frame for it; null: no such dataset so far.
const OpenData* edited_in_frame(const SessionModel& model, const LayerSet* layers)
{
    if (layers == nullptr || layers->frame().base.empty()) return nullptr;
    const OpenData* open = layers->open_data(model.edited().flow);
    return open != nullptr && open->dataset ? open : nullptr;
}

}  // namespace

std::optional<glm::dvec3> edited_place(const SessionModel& model, const LayerSet* layers, glm::dvec3 drawn,
                                       glm::dvec3 before)
{
    const OpenData* open = edited_in_frame(model, layers);
    if (open == nullptr) return drawn + scene_origin_of(model);
    auto own = layers->frame().own_of(*open, drawn);
    if (own && layers->frame().placement_of(*open).above_ground >= 0.0F) own->z = before.z;
    return own;
}

void place(render::RakeShape& shape, const SessionModel& model, const LayerSet* layers)
{
    if (const OpenData* open = edited_in_frame(model, layers))
        return place_shape(shape, *open, layers->frame());
    const glm::vec3 shift(origin_of(*model.dataset()) - scene_origin_of(model));
    for (auto& [from, to] : shape.lines) {
        from += shift;
        to += shift;
    }
    for (glm::vec3& seed : shape.seeds) seed += shift;
    for (glm::vec3& handle : shape.handles) handle += shift;
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
    for (std::size_t i = 0; i < scene.rakes.size(); ++i)
        if (const QColor* const colour = model.holder_of(i))
            scene.rakes[i].held = glm::vec4(colour->redF(), colour->greenF(), colour->blueF(), 1.0F);
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
