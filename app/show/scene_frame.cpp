#include "app/show/scene_frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/show/data_fit.h"
#include "app/show/frame_to_scene.h"
#include "app/show/ground/terrain_to_scene.h"
#include "model/geometry/geographic_area.h"
#include "render/scene/drawn_place.h"

namespace farfield::app {
namespace {

SceneFrame frame_of_dataset(const model::DatasetInfo& dataset, const model::SceneSettings& settings)
{
    SceneFrame frame;
    frame.origin = frame.own_origin = origin_of(dataset);
    frame.bounds = bounds_of(dataset);
    frame.axis_names = axis_names_of(dataset);
    frame.outline = outline_of(dataset);
    frame.vertical_scale = drawn_direction_of_z(dataset) * (settings.vertical_scale
                                                                ? static_cast<float>(*settings.vertical_scale)
                                                                : usual_vertical_scale(dataset));
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
    frame.lowest_ground = terrain.heights[0];
    return frame;
}

/// Lays the frame of a dataset in degrees out on a plane in metres.
void lay_out_on_plane(const model::DatasetInfo& dataset, const DataMap& map,
                      const model::SceneSettings& settings, SceneFrame& frame)
{
    frame.origin = glm::dvec3(0.0);
    frame.axis_names = {"x [m]", "y [m]", "z [m]"};
    frame.bounds = {glm::vec3(std::numeric_limits<float>::max()),
                    glm::vec3(-std::numeric_limits<float>::max())};
    constexpr int steps = 8;
    const glm::dvec3 least = model::vec_of(dataset.bounds.min), most = model::vec_of(dataset.bounds.max);
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= steps; ++j)
            for (int k = 0; k < 2; ++k) {
                const glm::vec3 at(
                    map.drawn(glm::mix(least, most, glm::dvec3(i, j, k * steps) / double{steps})));
                frame.bounds = {glm::min(frame.bounds.min, at), glm::max(frame.bounds.max, at)};
            }
    for (auto& curve : frame.outline)
        for (glm::vec3& place : curve) place = glm::vec3(map.drawn(glm::dvec3(place) + origin_of(dataset)));
    frame.vertical_scale = settings.vertical_scale ? static_cast<float>(*settings.vertical_scale)
                                                   : usual_vertical_scale(frame.bounds);
    frame.is_projected = true;
}

/// Finds whole turns of 360 degrees that bring longitudes next to those of the base, for data without a
/// transform.
void take_turns(const OpenData& base, const model::Document& document, const DataStore& data,
                SceneFrame& frame)
{
    if (!base.dataset || !base.dataset->geographic || frame.is_projected) return;
    const auto middle = [](const model::DatasetInfo& dataset) {
        return 0.5 * (dataset.bounds.min[0] + dataset.bounds.max[0]);
    };
    for (const auto& [id, source] : document.data) {
        const OpenData* open = data.find(id);
        const bool is_given = static_cast<const model::Transform&>(source.transform) != model::Transform{};
        if (open == nullptr || !open->dataset || !open->dataset->geographic || is_given) continue;
        const double away = middle(*base.dataset) - middle(*open->dataset);
        if (std::abs(away) > 0.5 * model::full_turn_degrees)
            frame.shifts[id] = model::full_turn_degrees * std::round(away / model::full_turn_degrees);
    }
}

/// Box of all data of visible layers; over ground, the ground's box, on which the data lie.
render::Bounds reach_of(const SceneFrame& frame, const model::Document& document, const DataStore& data)
{
    render::Bounds all = frame.bounds;
    if (frame.is_ground) return all;
    for (const auto& [id, layer] : document.layers) {
        const OpenData* open = layer.visible && layer.data != frame.base ? data.find(layer.data) : nullptr;
        const auto box = open != nullptr ? box_in_scene(*open, frame) : std::nullopt;
        if (box) all = {glm::min(all.min, box->min), glm::max(all.max, box->max)};
    }
    return all;
}

}  // namespace

SceneFrame frame_of(const model::Document& document, const DataStore& data, EarthPlaces& places)
{
    const std::string base = model::base_of(document);
    const OpenData* open = data.find(base);
    if (open == nullptr) return {};
    SceneFrame frame =
        open->terrain ? frame_of_terrain(*open->terrain) : frame_of_dataset(*open->dataset, document.scene);
    frame.base = base;
    frame.through_ground = document.scene.show.through_ground;
    places.complete(frame, document, data);
    const auto map = frame.maps.find(base);
    if (map != frame.maps.end() && map->second)
        lay_out_on_plane(*open->dataset, *map->second, document.scene, frame);
    take_turns(*open, document, data, frame);
    frame.reach = reach_of(frame, document, data);
    return frame;
}

const DataMap* SceneFrame::map_of(const std::string& id) const
{
    const auto found = maps.find(id);
    return found == maps.end() ? nullptr : found->second.get();
}

glm::dvec3 SceneFrame::drawn(const model::Point& own) const
{
    if (const DataMap* map = map_of(base)) return map->drawn(model::vec_of(own));
    return (model::vec_of(own) - own_origin) * own_scale;
}

model::Point SceneFrame::own(glm::dvec3 drawn) const
{
    if (const DataMap* map = map_of(base))
        if (const auto own = map->own(drawn)) return model::point_of(*own);
    return model::point_of(drawn / own_scale + own_origin);
}

bool SceneFrame::is_in_base_system(const OpenData& data) const
{
    const auto way = ways.find(data.id);
    return way != ways.end() && way->second == model::DataTransform::Way::Base;
}

/// Placement by factors and an offset, for positions that count from the data's own origin.
render::Placement SceneFrame::placement_by_offset(const OpenData& data) const
{
    const glm::dvec3 counted_from = data.dataset ? origin_of(*data.dataset) : glm::dvec3(0.0);
    if (is_in_base_system(data))
        return {.offset = glm::vec3(own_scale * (counted_from - own_origin)), .scale = glm::vec3(own_scale)};
    glm::dvec3 offset = model::vec_of(data.source.transform.offset);
    const glm::dvec3 scale = model::vec_of(data.source.transform.scale);
    if (const auto shift = shifts.find(data.id); shift != shifts.end()) offset.x += shift->second;
    return {.offset = glm::vec3(offset + scale * counted_from - origin), .scale = glm::vec3(scale)};
}

render::Placement SceneFrame::placement_of(const OpenData& data) const
{
    const DataMap* map = map_of(data.id);
    render::Placement placement = map != nullptr ? map->placement() : placement_by_offset(data);
    if (data.dataset && is_ground && !base.empty()) lay_over_ground(data, placement);
    return placement;
}

void SceneFrame::lay_over_ground(const OpenData& data, render::Placement& placement) const
{
    const DataMap* map = map_of(data.id);
    if (map != nullptr && !map->has_heights()) {
        constexpr double part_of_width = 0.002;
        const double usual = part_of_width * std::max(bounds.size().x, bounds.size().y);
        placement.above_ground = static_cast<float>(data.source.above_ground.value_or(usual));
    }
    const double lowest =
        map != nullptr ? map->heights()[0]
                       : placement.offset.z +
                             placement.scale.z * (data.dataset->bounds.min[2] - data.dataset->origin[2]);
    // Data without a place on the Earth stay where the document puts them.
    const bool has_place = map != nullptr || is_in_base_system(data);
    placement.through_ground =
        through_ground.value_or(has_place && placement.above_ground < 0.0F && lowest < lowest_ground);
    if (placement.is_in_shader()) placement.ground = ground;
}

bool SceneFrame::lies_on_ground(const OpenData& data) const
{
    const render::Placement placement = placement_of(data);
    return placement.above_ground >= 0.0F || placement.through_ground;
}

std::optional<double> SceneFrame::height_at(glm::dvec2 place) const
{
    return ground ? render::ground_height(*ground, place) : std::nullopt;
}

glm::dvec3 SceneFrame::drawn_of(const OpenData& data, glm::dvec3 own) const
{
    const DataMap* map = map_of(data.id);
    const render::Placement placement = placement_of(data);
    glm::dvec3 at = map != nullptr ? map->drawn(own)
                                   : glm::dvec3(placement.offset) +
                                         glm::dvec3(placement.scale) * (own - origin_of(*data.dataset));
    if (placement.above_ground >= 0.0F)
        at.z = double{placement.above_ground} + std::max(0.0, height_at(at).value_or(0.0));
    return at;
}

std::optional<glm::dvec3> SceneFrame::own_of(const OpenData& data, glm::dvec3 drawn) const
{
    if (const DataMap* map = map_of(data.id)) return map->own(drawn);
    const render::Placement placement = placement_of(data);
    return (drawn - glm::dvec3(placement.offset)) / glm::dvec3(placement.scale) + origin_of(*data.dataset);
}

void describe(const SceneFrame& frame, const model::SceneSettings& settings, render::Scene& scene)
{
    scene.origin = frame.origin;
    scene.bounds = frame.reach;
    scene.outline_curves = frame.outline;
    scene.axis_names = frame.axis_names;
    scene.vertical_scale = frame.vertical_scale;
    scene.show = {.outline = settings.show.outline && !frame.is_ground,
                  .axes = settings.show.axes && !frame.is_ground,
                  .legend = settings.show.legend,
                  .rakes = settings.show.rakes,
                  .compass = settings.show.compass};
}

}  // namespace farfield::app
