#pragma once

#include "render/gl/gl_handles.h"
#include "render/gl/shader_program.h"
#include "render/scene/raster_overlay.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace farfield::render {

/// The overlays over the ground as textures: a picture and a viewshed of each terrain.
class RasterOverlays {
public:
    RasterOverlays();
    /// Uploads overlays that the GPU lacks, and binds them to texture units 2 and 3. in_picture: the
    /// picture's number; overlays not drawn in it make room for others.
    void bind(const std::optional<RasterOverlay>& picture, const std::optional<RasterOverlay>& viewshed,
              std::uint64_t in_picture = 0);

    /// A shader's data of one overlay: its presence and its place.
    struct Lying {
        bool is_there = false;
        glm::vec2 first{0.0F}, per_metre{0.0F};  ///< place of the first value, and values in a metre
        glm::vec2 stretch{1.0F};                 ///< factor by which the last value is nearer than a step
    };
    [[nodiscard]] const Lying& picture() const noexcept { return picture_; }
    [[nodiscard]] const Lying& viewshed() const noexcept { return viewshed_; }

private:
    struct Held {
        Texture texture = Texture::create();
        std::uint64_t id = 0;       ///< id of the overlay
        std::uint64_t picture = 0;  ///< last picture that drew it
    };
    [[nodiscard]] Lying bind(const std::optional<RasterOverlay>& overlay, unsigned unit,
                             std::uint64_t in_picture);

    std::deque<Held> held_;
    Lying picture_, viewshed_;
};

}  // namespace farfield::render
