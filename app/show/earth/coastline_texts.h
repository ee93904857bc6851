#pragma once

#include <string_view>

namespace farfield::app {

/// The files of assets/coastlines, which become part of the program: it needs no files when it runs.
[[nodiscard]] std::string_view coastlines_110m();
[[nodiscard]] std::string_view coastlines_50m();

}  // namespace farfield::app
