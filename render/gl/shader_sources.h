#pragma once

#include <string_view>

namespace farfield::render {

/// The text of a file of shaders/, such as "particles.vert", as it was when the program was built.
/// Throws std::invalid_argument for a file that is not there.
[[nodiscard]] std::string_view shader_source(std::string_view file);

}  // namespace farfield::render
