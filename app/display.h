#pragma once

#include <string>

namespace farfield::app {

/// Throws std::runtime_error, which says what to do, when there is no display for `who` to open a window on:
/// Qt would end the program. A QT_QPA_PLATFORM that is set counts as one.
void demand_display(const std::string& who);

}  // namespace farfield::app
