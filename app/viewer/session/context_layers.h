#pragma once

#include <string>

#include "app/viewer/session/session_settings.h"
#include "model/data/dataset_info.h"
#include "model/document/document.h"

namespace farfield::app {

/// Id of the lines through the whole domain, and of their rake. The dock of lines edits them only while
/// they are selected: its own lines begin at the rakes of the particles.
inline constexpr auto* context_lines = "throughout";

/// Gives a newly opened dataset the layers of its context, in place of an earlier dataset's: the
/// boundary that the node suggests, lines through the whole domain and, without a velocity, the suggested
/// slices, one layer each. data: the id of the dataset in the document.
void set_context(const model::DatasetInfo& dataset, const std::string& data, model::Document& document);

/// Hides particles and lines for a dataset without a velocity, and shows particles again for the next one
/// that has one.
void show_flow(bool has_velocity, bool had_velocity, FlowSettings& flow);

}  // namespace farfield::app
