#pragma once

#include "render/scene/rake_shape.h"
#include "render/scene/view.h"

#include <optional>
#include <span>

namespace farfield::render {

/// A half-line in world space. `direction` has unit length.
struct Ray {
    glm::vec3 origin;
    glm::vec3 direction;
};

/// The place of a world point in the picture, in logical pixels; nullopt for a point behind the eye.
[[nodiscard]] std::optional<glm::vec2> project(const ViewTransform& view, glm::vec3 world);

/// The ray from the eye through a pixel.
[[nodiscard]] Ray ray_through(const ViewTransform& view, glm::vec2 pixel);

/// Moves a point with the cursor from one pixel to another, in the plane through the point that is parallel
/// to the screen.
[[nodiscard]] glm::vec3 drag_parallel_to_screen(const ViewTransform& view, glm::vec3 point,
                                                glm::vec2 from_pixel, glm::vec2 to_pixel);

/// The handle nearest to the pixel within `radius` (logical pixels). Handles within a pixel of distance count
/// as equally near; then the one nearer to the eye is taken.
[[nodiscard]] std::optional<HandleId> pick_handle(const ViewTransform& view, std::span<const RakeShape> rakes,
                                                  glm::vec2 pixel, float radius = 10.0F);

}  // namespace farfield::render
