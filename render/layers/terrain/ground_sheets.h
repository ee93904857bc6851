#pragma once

#include "render/gl/gl_handles.h"
#include "render/gl/shader_program.h"
#include "render/scene/ground_sheet.h"

#include <optional>

namespace farfield::render {

/// The sheets that lie over the ground now, as textures: a picture and a viewshed.
class GroundSheets {
public:
    GroundSheets();
    /// Takes them to the GPU unless they are there, and binds them to texture units 2 and 3.
    void bind(const std::optional<GroundSheet>& picture, const std::optional<GroundSheet>& viewshed);

    /// What a shader needs of one: where it lies, and whether there is one.
    struct Lying {
        bool is_there = false;
        glm::vec2 first{0.0F}, per_metre{0.0F};  ///< place of the first value, and values in a metre
        glm::vec2 stretch{1.0F};                 ///< so many times nearer the last is than the others
    };
    [[nodiscard]] const Lying& picture() const noexcept { return picture_.lying; }
    [[nodiscard]] const Lying& viewshed() const noexcept { return viewshed_.lying; }

private:
    struct Held {
        Texture texture = Texture::create();
        std::uint64_t id = 0;
        Lying lying;
    };
    static void bind(Held& held, const std::optional<GroundSheet>& sheet, unsigned unit);

    Held picture_, viewshed_;
};

}  // namespace farfield::render
