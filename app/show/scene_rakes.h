#pragma once

#include "app/show/scene_frame.h"

namespace farfield::app {

/// Sets the scene's rakes: those of visible layers, each once, in the order of layers; for a layer without
/// rakes, those that its dataset suggests.
void show_rakes(const model::Document& document, const DataStore& data, const SceneFrame& frame,
                render::Scene& scene);

/// Shape in the scene of a rake with positions of `data`.
[[nodiscard]] render::RakeShape placed_rake(const model::RakeShape& rake, const OpenData& data,
                                            const SceneFrame& frame);

/// Converts a shape with positions of `data`, counted from its origin, to the scene.
void place_shape(render::RakeShape& shape, const OpenData& data, const SceneFrame& frame);

}  // namespace farfield::app
