#include "render/ground_sheets.h"

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

void GroundSheets::bind(Held& held, const std::optional<GroundSheet>& sheet, unsigned unit)
{
    held.lying = {};
    if (!sheet) return;
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, held.texture.id());
    if (held.id != sheet->id) {
        check(*sheet);
        upload(*sheet);
        held.id = sheet->id;
    }
    // From a place to a texture's coordinate: values are at the middles of its texels.
    const glm::vec2 count(sheet->width, sheet->height);
    const glm::vec2 per_metre = (count - 1.0F) / count / (sheet->last - sheet->first);
    held.lying = {.is_there = true, .first = sheet->first - 0.5F / count / per_metre, .per_metre = per_metre};
    glActiveTexture(GL_TEXTURE0);
}

void GroundSheets::bind(const std::optional<GroundSheet>& picture, const std::optional<GroundSheet>& viewshed)
{
    bind(picture_, picture, picture_unit);
    bind(viewshed_, viewshed, viewshed_unit);
}

}  // namespace farfield::render
