#pragma once

#include <string>

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

/// Particles, and lines, as a window first shows them: still without rakes. data: the id of the dataset in
/// the document.
[[nodiscard]] model::Layer first_particles(const model::DatasetInfo& dataset, const std::string& data);
[[nodiscard]] model::Layer first_lines(const model::DatasetInfo& dataset, const std::string& data);

}  // namespace farfield::app
