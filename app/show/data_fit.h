#pragma once

#include <string>
#include <vector>

#include "app/show/data_store.h"
#include "app/show/scene_frame.h"
#include "model/document/document.h"

namespace farfield::app {

/// Of the open data that visible layers show: the pairs that do not touch as they are placed in the scene, or
/// that count positions in other units without a scale that converts them. A line for the user each.
[[nodiscard]] std::vector<std::string> misfits_of(const model::Document& document, const DataStore& data,
                                                  const SceneFrame& frame = {});

}  // namespace farfield::app
