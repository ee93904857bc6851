#pragma once

#include <string_view>

namespace farfield::render {

/// The text of a file of shaders/, such as "particles.vert", as built into the program.
/// Throws std::invalid_argument for an unknown file.
[[nodiscard]] std::string_view shader_source(std::string_view file);

}  // namespace farfield::render
