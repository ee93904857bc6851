#pragma once

#include "app/show/scene_frame.h"

namespace farfield::app {

/// Sets the scene's rakes: those of visible layers, each once, in the order of layers; of a layer without
/// rakes those that its dataset suggests.
void show_rakes(const model::Document& document, const DataStore& data, const SceneFrame& frame,
                render::Scene& scene);

/// A rake in positions of `data`, as it is drawn in the scene.
[[nodiscard]] render::RakeShape placed_rake(const model::RakeShape& rake, const OpenData& data,
                                            const SceneFrame& frame);

/// A shape with positions of `data`, which count from its origin, becomes one of the scene.
void place_shape(render::RakeShape& shape, const OpenData& data, const SceneFrame& frame);

}  // namespace farfield::app
