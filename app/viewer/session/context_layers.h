#pragma once

#include <string>

#include "app/viewer/session/session_settings.h"
#include "model/data/dataset_info.h"
#include "model/document/document.h"

namespace farfield::app {

/// Gives the picture of a dataset that was opened what it is seen among, in place of what an earlier one had:
/// without a velocity, the slices that the node suggests, one layer each. data: the id of the dataset in the
/// document.
void set_context(const model::DatasetInfo& dataset, const std::string& data, model::Document& document);

/// Particles and lines are off for a dataset without a velocity, and particles on again for the next one that
/// has one.
void show_flow(bool has_velocity, bool had_velocity, FlowSettings& flow);

}  // namespace farfield::app
