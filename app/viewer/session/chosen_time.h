#pragma once

#include <string>
#include <string_view>

#include "model/document/document.h"

namespace farfield::app {

/// True for layers of a kind that can show the time of the particles: those with a parameter `time`,
/// boundaries only where each time step has its own grid.
[[nodiscard]] bool has_time(std::string_view kind, bool grid_changes);

/// The document with all its layers of a dataset at a data time: particles begin there; lines, slices,
/// surfaces and arrows show that time. Where the document's clock has a step, the clock starts
/// there instead.
[[nodiscard]] model::Document with_time(model::Document document, const std::string& data, double seconds);

/// Data time of a dataset's layers: of the particles, or else of the lowest layer that has one; else 0.
[[nodiscard]] double time_of(const model::Document& document, const std::string& data);

}  // namespace farfield::app
