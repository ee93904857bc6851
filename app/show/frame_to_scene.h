#pragma once

#include <vector>

#include <glm/glm.hpp>

#include "model/data/dataset_info.h"
#include "net/message/control_messages.h"
#include "render/scene/scene.h"

/// Translates the node's descriptions into a scene. The app's only place where terms of the wire become
/// terms of the scene.
namespace farfield::app {

/// A direction, or a position in a scene whose origin is its middle, in binary32.
[[nodiscard]] glm::vec3 to_vec3(const model::Point& point);
/// A position of the scene: origin (render/scene/scene.h) subtracted in binary64, then rounded.
[[nodiscard]] glm::vec3 to_place(const model::Point& point, glm::dvec3 origin);
/// Position in the coordinates of the data, from a position of the scene.
[[nodiscard]] model::Point to_point(glm::vec3 place, glm::dvec3 origin = glm::dvec3(0.0));

[[nodiscard]] glm::dvec3 origin_of(const model::DatasetInfo& dataset);
/// Bounds in a scene with the dataset's origin.
[[nodiscard]] render::Bounds bounds_of(const model::DatasetInfo& dataset);
/// Default vertical scale, by which z is drawn longer: 1 where z has the units of x
/// and y; else a factor that makes the domain about a fifth as high as it is wide.
[[nodiscard]] float usual_vertical_scale(const model::DatasetInfo& dataset);
/// Direction of z: -1 where z is a depth or a pressure, so that upper data are drawn above; else 1. For data
/// in their own frame: render::Scene::vertical_scale is this times the vertical scale that the user chooses.
[[nodiscard]] float drawn_direction_of_z(const model::DatasetInfo& dataset);
/// Default vertical scale of a box in a scene: makes it about a fifth as high as wide.
[[nodiscard]] float usual_vertical_scale(const render::Bounds& bounds);
/// Axis names: "longitude" and "latitude", degrees, for a geographic dataset; else the coordinates' own.
[[nodiscard]] std::array<std::string, 3> axis_names_of(const model::DatasetInfo& dataset);
/// Lines that outline a dataset in a scene with its origin: the edges of its domain, and the
/// coastlines in it where it has longitudes and latitudes and no land of its own. Empty: the box of the
/// bounds suffices.
[[nodiscard]] std::vector<std::vector<glm::vec3>> outline_of(const model::DatasetInfo& dataset);
/// Sets the scene's origin, bounds, outline and axis names for a dataset.
void show_dataset(const model::DatasetInfo& dataset, render::Scene& scene);

/// Legend of a scalar, without the colour map. A range that is empty, not finite or unknown
/// becomes one of width 1, so that it can be drawn.
[[nodiscard]] render::Legend legend_of(const model::ScalarInfo& scalar);
/// Legend of a terrain's heights.
[[nodiscard]] render::Legend legend_of(const render::TerrainStyle& style);

/// The dataset's scalar of that name; null: there is none.
[[nodiscard]] const model::ScalarInfo* find_scalar(const model::DatasetInfo& dataset,
                                                   const std::string& name);

}  // namespace farfield::app
