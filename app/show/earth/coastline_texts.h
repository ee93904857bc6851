#pragma once

#include <string_view>

namespace farfield::app {

/// Texts of the files in assets/coastlines, compiled into the program.
[[nodiscard]] std::string_view coastlines_110m();
[[nodiscard]] std::string_view coastlines_50m();

}  // namespace farfield::app
