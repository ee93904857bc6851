#pragma once

#include <glm/glm.hpp>

#include "net/control_messages.h"
#include "render/scene.h"

/// Translates what the node says into what is drawn. The app's only place where words of the wire become
/// words of the scene.
namespace farfield::app {

[[nodiscard]] glm::vec3 to_vec3(const net::Point& point);
[[nodiscard]] net::Point to_point(glm::vec3 point);

[[nodiscard]] render::Bounds bounds_of(const net::DatasetInfo& dataset);
/// How many times as long as it is z is drawn, unless somebody says otherwise: 1 where it has the units of x
/// and y; else what makes the domain about a fifth as high as it is wide.
[[nodiscard]] float usual_vertical_scale(const net::DatasetInfo& dataset);
/// domain: what a slice goes through. An isovalue has no shape that is known here.
[[nodiscard]] render::RakeShape rake_shape(const net::Rake& rake, const render::Bounds& domain);

/// Sets the scene's bounds and outline.
void show_dataset(const net::DatasetInfo& dataset, render::Scene& scene);

/// Sets the legend and the range of colours. A range that is empty, not finite or not known becomes one of
/// width 1, so that it can be drawn.
void show_scalar(const net::ScalarInfo& scalar, render::Scene& scene);

/// The dataset's scalar of that name, or nothing.
[[nodiscard]] const net::ScalarInfo* find_scalar(const net::DatasetInfo& dataset, const std::string& name);

}  // namespace farfield::app
