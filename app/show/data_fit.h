#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/show/data_store.h"
#include "app/show/scene_frame.h"
#include "model/document/document.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// Box of data in the scene, as they are placed there; nullopt: they have no place in it.
[[nodiscard]] std::optional<render::Bounds> box_in_scene(const OpenData& data, const SceneFrame& frame);

/// True when no part of a dataset lies on the scene's terrain, or the dataset is too small to be seen
/// there.
[[nodiscard]] bool is_off_ground(const OpenData& data, const OpenData& terrain, const SceneFrame& frame);

/// Lines for the user on pairs of open data, shown by visible layers, that do not touch in the scene,
/// or that have positions in different units without a scale that converts them.
[[nodiscard]] std::vector<std::string> misfits_of(const model::Document& document, const DataStore& data,
                                                  const SceneFrame& frame = {});

}  // namespace farfield::app
