#pragma once

#include <string>
#include <string_view>

namespace farfield::render {

/// GL_RENDERER of the current context: the graphics card, or the software that stands in for one.
[[nodiscard]] std::string renderer_name();

/// Whether a renderer of that name computes on the CPU.
[[nodiscard]] bool is_software_renderer(std::string_view name);

}  // namespace farfield::render
