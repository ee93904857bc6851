#include "render/layers/terrain/ground_sheets.h"

#include "render/layers/terrain/recently_drawn.h"

#include <epoxy/gl.h>

#include <stdexcept>
#include <string>

namespace farfield::render {
namespace {

constexpr unsigned picture_unit = 2, viewshed_unit = 3;

void check(const GroundSheet& sheet)
{
    const std::size_t bytes = sheet.kind == GroundSheet::Kind::Colours ? 4 : 1;
    const auto needed =
        static_cast<std::size_t>(sheet.width) * static_cast<std::size_t>(sheet.height) * bytes;
    if (sheet.width >= 2 && sheet.height >= 2 && sheet.values && sheet.values->size() == needed) return;
    throw std::invalid_argument("a sheet of " + std::to_string(sheet.width) + " x " +
                                std::to_string(sheet.height) + " values needs " + std::to_string(needed) +
                                " bytes");
}

void upload(const GroundSheet& sheet)
{
    const bool colours = sheet.kind == GroundSheet::Kind::Colours;
    const GLint filter = colours ? GL_LINEAR : GL_NEAREST;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, colours ? GL_RGBA8 : GL_R8, sheet.width, sheet.height, 0,
                 colours ? GL_RGBA : GL_RED, GL_UNSIGNED_BYTE, sheet.values->data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

}  // namespace

GroundSheets::GroundSheets() = default;

GroundSheets::Lying GroundSheets::bind(const std::optional<GroundSheet>& sheet, unsigned unit,
                                       std::uint64_t in_picture)
{
    if (!sheet) return {};
    Held& held = recently_drawn(held_, in_picture, [&](const Held& one) { return one.id == sheet->id; });
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, held.texture.id());
    if (held.id != sheet->id) {
        check(*sheet);
        upload(*sheet);
        held.id = sheet->id;
    }
    const glm::dvec2 last_but_one =
        sheet->first + glm::dvec2(sheet->width - 2, sheet->height - 2) * sheet->step;
    glActiveTexture(GL_TEXTURE0);
    return {.is_there = true,
            .first = glm::vec2(sheet->first),
            .per_metre = glm::vec2(1.0 / sheet->step),
            .stretch = glm::vec2(sheet->step / (sheet->last - last_but_one))};
}

void GroundSheets::bind(const std::optional<GroundSheet>& picture, const std::optional<GroundSheet>& viewshed,
                        std::uint64_t in_picture)
{
    picture_ = bind(picture, picture_unit, in_picture);
    viewshed_ = bind(viewshed, viewshed_unit, in_picture);
}

}  // namespace farfield::render
