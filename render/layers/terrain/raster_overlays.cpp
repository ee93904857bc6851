#include "render/layers/terrain/raster_overlays.h"

#include "render/layers/terrain/recently_drawn.h"

#include <epoxy/gl.h>

#include <stdexcept>
#include <string>

namespace farfield::render {
namespace {

constexpr unsigned picture_unit = 2, viewshed_unit = 3;

void check(const RasterOverlay& overlay)
{
    const std::size_t bytes = overlay.kind == RasterOverlay::Kind::Colours ? 4 : 1;
    const auto needed =
        static_cast<std::size_t>(overlay.width) * static_cast<std::size_t>(overlay.height) * bytes;
    if (overlay.width >= 2 && overlay.height >= 2 && overlay.values && overlay.values->size() == needed)
        return;
    throw std::invalid_argument("a sheet of " + std::to_string(overlay.width) + " x " +
                                std::to_string(overlay.height) + " values needs " + std::to_string(needed) +
                                " bytes");
}

void upload(const RasterOverlay& overlay)
{
    const bool colours = overlay.kind == RasterOverlay::Kind::Colours;
    const GLint filter = colours ? GL_LINEAR : GL_NEAREST;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, colours ? GL_RGBA8 : GL_R8, overlay.width, overlay.height, 0,
                 colours ? GL_RGBA : GL_RED, GL_UNSIGNED_BYTE, overlay.values->data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

}  // namespace

RasterOverlays::RasterOverlays() = default;

RasterOverlays::Lying RasterOverlays::bind(const std::optional<RasterOverlay>& overlay, unsigned unit,
                                           std::uint64_t in_picture)
{
    if (!overlay) return {};
    Held& held = recently_drawn(held_, in_picture, [&](const Held& one) { return one.id == overlay->id; });
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, held.texture.id());
    if (held.id != overlay->id) {
        check(*overlay);
        upload(*overlay);
        held.id = overlay->id;
    }
    const glm::dvec2 last_but_one =
        overlay->first + glm::dvec2(overlay->width - 2, overlay->height - 2) * overlay->step;
    glActiveTexture(GL_TEXTURE0);
    return {.is_there = true,
            .first = glm::vec2(overlay->first),
            .per_metre = glm::vec2(1.0 / overlay->step),
            .stretch = glm::vec2(overlay->step / (overlay->last - last_but_one))};
}

void RasterOverlays::bind(const std::optional<RasterOverlay>& picture,
                          const std::optional<RasterOverlay>& viewshed, std::uint64_t in_picture)
{
    picture_ = bind(picture, picture_unit, in_picture);
    viewshed_ = bind(viewshed, viewshed_unit, in_picture);
}

}  // namespace farfield::render
