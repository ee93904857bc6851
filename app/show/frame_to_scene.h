#pragma once

#include <vector>

#include <glm/glm.hpp>

#include "model/data/dataset_info.h"
#include "net/message/control_messages.h"
#include "render/scene/scene.h"

/// Translates what the node says into what is drawn. The app's only place where words of the wire become
/// words of the scene.
namespace farfield::app {

/// A direction, or a place in a scene that counts its numbers from its middle.
[[nodiscard]] glm::vec3 to_vec3(const model::Point& point);
/// A place of the scene: taken from its origin (render/scene/scene.h) in binary64, then rounded.
[[nodiscard]] glm::vec3 to_place(const model::Point& point, glm::dvec3 origin);
/// Where a place of the scene is in the coordinates of the data.
[[nodiscard]] model::Point to_point(glm::vec3 place, glm::dvec3 origin = glm::dvec3(0.0));

[[nodiscard]] glm::dvec3 origin_of(const model::DatasetInfo& dataset);
/// In a scene with the dataset's origin.
[[nodiscard]] render::Bounds bounds_of(const model::DatasetInfo& dataset);
/// Default vertical scale, by which z is drawn longer: 1 where it has the units of x
/// and y; else what makes the domain about a fifth as high as it is wide.
[[nodiscard]] float usual_vertical_scale(const model::DatasetInfo& dataset);
/// -1 where z is a depth or a pressure, so that what is above is drawn above; else 1. Of data in their own
/// frame: render::Scene::vertical_scale is this times the vertical scale that the user chooses.
[[nodiscard]] float drawn_direction_of_z(const model::DatasetInfo& dataset);
/// The same of a box in a scene.
[[nodiscard]] float usual_vertical_scale(const render::Bounds& bounds);
/// What stands at the axes of its coordinates: "longitude" and "latitude", degrees, where it is geographic.
[[nodiscard]] std::array<std::string, 3> axis_names_of(const model::DatasetInfo& dataset);
/// Lines that show where a dataset is, in a scene with its origin: the edges of its domain, and the
/// coastlines in it where it has longitudes and latitudes, and no land of its own. Empty: the box of the
/// bounds does.
[[nodiscard]] std::vector<std::vector<glm::vec3>> outline_of(const model::DatasetInfo& dataset);
/// Sets the scene's origin, bounds, outline and names of axes.
void show_dataset(const model::DatasetInfo& dataset, render::Scene& scene);

/// What a scalar's colours stand for, but for the colour map. A range that is empty, not finite or not known
/// becomes one of width 1, so that it can be drawn.
[[nodiscard]] render::Legend legend_of(const model::ScalarInfo& scalar);
/// The same of a terrain's heights.
[[nodiscard]] render::Legend legend_of(const render::TerrainStyle& style);

/// The dataset's scalar of that name, or nothing.
[[nodiscard]] const model::ScalarInfo* find_scalar(const model::DatasetInfo& dataset,
                                                   const std::string& name);

}  // namespace farfield::app
