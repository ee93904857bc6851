#include "app/show/scene_frame.h"

#include "app/show/frame_to_scene.h"
#include "app/show/frames/terrain_to_scene.h"

namespace farfield::app {
namespace {

SceneFrame frame_of_dataset(const model::DatasetInfo& dataset, const model::SceneSettings& settings)
{
    SceneFrame frame;
    frame.origin = frame.own_origin = origin_of(dataset);
    frame.bounds = bounds_of(dataset);
    for (const auto& curve : dataset.outline) {
        auto& drawn = frame.outline.emplace_back();
        for (const model::Point& place : curve) drawn.push_back(to_place(place, frame.origin));
    }
    frame.vertical_scale = settings.vertical_scale ? static_cast<float>(*settings.vertical_scale)
                                                   : usual_vertical_scale(dataset);
    frame.own_scale.z = double{frame.vertical_scale};
    return frame;
}

SceneFrame frame_of_terrain(const model::TerrainDescription& terrain)
{
    SceneFrame frame;
    frame.is_ground = true;
    frame.bounds = bounds_of(terrain);
    frame.own_origin = {terrain.origin[0], terrain.origin[1], 0.0};
    frame.own_scale = {terrain.metres_per_unit[0], terrain.metres_per_unit[1], 1.0};
    return frame;
}

}  // namespace

SceneFrame frame_of(const model::Document& document, const DataStore& data)
{
    const std::string base = model::base_of(document);
    const OpenData* open = data.find(base);
    if (open == nullptr) return {};
    SceneFrame frame =
        open->terrain ? frame_of_terrain(*open->terrain) : frame_of_dataset(*open->dataset, document.scene);
    frame.base = base;
    return frame;
}

glm::dvec3 SceneFrame::drawn(const model::Point& own) const
{
    return (model::vec_of(own) - own_origin) * own_scale;
}

model::Point SceneFrame::own(glm::dvec3 drawn) const
{
    return model::point_of(drawn / own_scale + own_origin);
}

render::Placement SceneFrame::placement_of(const OpenData& data) const
{
    const glm::dvec3 offset = model::vec_of(data.source.transform.offset);
    const glm::dvec3 scale = model::vec_of(data.source.transform.scale);
    const glm::dvec3 counted_from = data.dataset ? origin_of(*data.dataset) : glm::dvec3(0.0);
    return {.offset = glm::vec3(offset + scale * counted_from - origin), .scale = glm::vec3(scale)};
}

void describe(const SceneFrame& frame, const model::SceneSettings& settings, render::Scene& scene)
{
    scene.origin = frame.origin;
    scene.bounds = frame.bounds;
    scene.outline_curves = frame.outline;
    scene.vertical_scale = frame.vertical_scale;
    scene.show = {.outline = settings.show.outline && !frame.is_ground,
                  .axes = settings.show.axes && !frame.is_ground,
                  .legend = settings.show.legend,
                  .rakes = settings.show.rakes,
                  .compass = settings.show.compass};
}

}  // namespace farfield::app
