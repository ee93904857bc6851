#include "app/viewer/view/plane_handles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <stdexcept>

#include "app/show/frame_to_scene.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/view/model_to_scene.h"

namespace farfield::app {
namespace {

constexpr std::size_t frame_corners = 4, middle_handle = 4;

glm::dvec3 middle_of(const PlaneFrame& frame)
{
    return frame.origin + 0.5 * (frame.edge_u + frame.edge_v);
}

std::array<glm::dvec3, frame_corners> corners_of(const PlaneFrame& frame)
{
    const glm::dvec3 a = frame.origin, b = a + frame.edge_u;
    return {a, b, b + frame.edge_v, a + frame.edge_v};
}

model::SlicePlane moved(const model::SlicePlane& plane, const PlaneFrame& frame, glm::dvec3 place,
                        const model::DatasetInfo& dataset)
{
    model::SlicePlane result = plane;
    if (plane.axis) {
        const auto axis = static_cast<std::size_t>(*plane.axis);
        result.position =
            std::clamp(place[static_cast<int>(axis)], dataset.bounds.min[axis], dataset.bounds.max[axis]);
        return result;
    }
    const glm::dvec3 normal = glm::normalize(glm::cross(frame.edge_u, frame.edge_v));
    const double way = glm::dot(place - middle_of(frame), normal);
    result.origin = model::point_of(model::vec_of(*plane.origin) + way * normal);
    return result;
}

model::SlicePlane turned(const model::SlicePlane& plane, const PlaneFrame& frame, std::size_t corner,
                         glm::dvec3 place)
{
    const glm::dvec3 middle = middle_of(frame), arm = corners_of(frame)[corner] - middle, to = place - middle;
    const glm::dvec3 about = glm::cross(arm, to);
    if (!(glm::length(about) > 1e-9 * glm::dot(arm, arm))) return plane;
    const double angle = std::atan2(glm::length(about), glm::dot(arm, to));
    const glm::dquat turn = glm::angleAxis(angle, glm::normalize(about));
    model::SlicePlane result;
    if (plane.edge_u) {
        const glm::dvec3 u = turn * frame.edge_u, v = turn * frame.edge_v;
        result.origin = model::point_of(middle - 0.5 * (u + v));
        result.edge_u = model::point_of(u);
        result.edge_v = model::point_of(v);
        return result;
    }
    result.origin = model::point_of(middle);
    result.normal = model::point_of(turn * glm::normalize(glm::cross(frame.edge_u, frame.edge_v)));
    return result;
}

/// Planes of the selected layer, where it shows the scene's dataset; null: it has none.
const model::Json* planes_of(const SessionModel& model)
{
    const auto layer = model.document().layers.find(model.selected_layer());
    if (layer == model.document().layers.end() || layer->second.data != model.edited().flow) return nullptr;
    const auto planes = layer->second.params.find("planes");
    return planes != layer->second.params.end() && planes->is_array() ? &*planes : nullptr;
}

}  // namespace

render::RakeShape frame_shape(const PlaneFrame& frame, glm::dvec3 origin)
{
    render::RakeShape shape;
    const auto at = corners_of(frame);
    const auto drawn = [&](glm::dvec3 place) { return glm::vec3(place - origin); };
    for (std::size_t i = 0; i < frame_corners; ++i) {
        shape.lines.emplace_back(drawn(at[i]), drawn(at[(i + 1) % frame_corners]));
        shape.handles.push_back(drawn(at[i]));
    }
    shape.handles.push_back(drawn(middle_of(frame)));
    shape.selected = true;
    return shape;
}

glm::dvec3 handle_place(const PlaneFrame& frame, std::size_t handle)
{
    return handle == middle_handle ? middle_of(frame) : corners_of(frame).at(handle);
}

model::SlicePlane with_handle_at(const model::SlicePlane& plane, const PlaneFrame& frame, std::size_t handle,
                                 glm::dvec3 place, const model::DatasetInfo& dataset)
{
    return handle == middle_handle ? moved(plane, frame, place, dataset)
                                   : turned(plane, frame, handle, place);
}

void add_plane_frames(const SessionModel& model, const LayerSet& layers, render::Scene& scene)
{
    scene.rakes.resize(std::min(scene.rakes.size(), model.rakes().size()));
    const Layer* layer = layers.find(model.selected_layer());
    if (layer == nullptr || layer->planes() == nullptr || !model.dataset() || planes_of(model) == nullptr ||
        !layers.is_active(model.selected_layer()))
        return;
    for (const PlaneFrame& frame : layer->planes()->plane_frames()) {
        scene.rakes.push_back(frame_shape(frame, origin_of(*model.dataset())));
        place(scene.rakes.back(), model, &layers);
    }
}

std::optional<model::SlicePlane> plane_of_shape(const SessionModel& model, std::size_t shape)
{
    const model::Json* planes = planes_of(model);
    const std::size_t index = shape - model.rakes().size();
    if (planes == nullptr || index >= planes->size()) return std::nullopt;
    try {
        return model::read<model::SlicePlane>(planes->at(index));
    } catch (const std::runtime_error&) {
        return std::nullopt;
    }
}

std::optional<PlaneFrame> frame_of_shape(const SessionModel& model, const LayerSet* layers, std::size_t shape)
{
    const Layer* layer = layers != nullptr ? layers->find(model.selected_layer()) : nullptr;
    if (layer == nullptr || layer->planes() == nullptr) return std::nullopt;
    const auto frames = layer->planes()->plane_frames();
    const std::size_t index = shape - model.rakes().size();
    return index < frames.size() ? std::optional(frames[index]) : std::nullopt;
}

void change_plane(SessionModel& model, std::size_t shape, const model::SlicePlane& plane)
{
    if (!plane_of_shape(model, shape)) return;
    auto document = model.document();
    document.layers.at(model.selected_layer()).params["planes"][shape - model.rakes().size()] =
        model::write(plane);
    model.change_document("Move plane", document);
}

}  // namespace farfield::app
