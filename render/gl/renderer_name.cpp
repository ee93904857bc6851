#include "render/gl/renderer_name.h"

#include <algorithm>
#include <array>

#include <epoxy/gl.h>

namespace farfield::render {

std::string renderer_name()
{
    const auto* name = glGetString(GL_RENDERER);
    return name == nullptr ? std::string("unknown") : std::string(reinterpret_cast<const char*>(name));
}

bool is_software_renderer(std::string_view name)
{
    constexpr std::array<std::string_view, 4> known{"llvmpipe", "softpipe", "swrast", "SWR"};
    return std::ranges::any_of(
        known, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

}  // namespace farfield::render
