#pragma once

#include <string>
#include <string_view>

namespace farfield::render {

/// GL_RENDERER of the current context: the name of the graphics card, or of the software renderer.
[[nodiscard]] std::string renderer_name();

/// True when a renderer of that name computes on the CPU.
[[nodiscard]] bool is_software_renderer(std::string_view name);

}  // namespace farfield::render
