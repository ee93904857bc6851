#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/show/data_store.h"
#include "app/show/scene_frame.h"
#include "model/document/document.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// The box that data take in the scene as they are placed there; nothing: they have no place in it.
[[nodiscard]] std::optional<render::Bounds> box_in_scene(const OpenData& data, const SceneFrame& frame);

/// Whether nothing of a dataset is where the terrain is that the scene is of, or it is too small to be seen
/// there.
[[nodiscard]] bool is_off_ground(const OpenData& data, const OpenData& terrain, const SceneFrame& frame);

/// Of the open data that visible layers show: the pairs that do not touch as they are placed in the scene, or
/// that count positions in other units without a scale that converts them. A line for the user each.
[[nodiscard]] std::vector<std::string> misfits_of(const model::Document& document, const DataStore& data,
                                                  const SceneFrame& frame = {});

}  // namespace farfield::app
