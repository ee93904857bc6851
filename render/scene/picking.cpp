#include "render/scene/picking.h"

#include <cmath>

namespace farfield::render {
namespace {

/// Logical pixel to normalised device coordinates.
glm::vec2 to_ndc(const ViewTransform& view, glm::vec2 pixel)
{
    const glm::vec2 size = view.viewport.logical_size();
    return {2.0F * pixel.x / size.x - 1.0F, 1.0F - 2.0F * pixel.y / size.y};
}

/// The world point at a pixel with this clip-space z and w.
glm::vec3 world_at(const ViewTransform& view, glm::vec2 pixel, float clip_z, float clip_w)
{
    const glm::vec2 ndc = to_ndc(view, pixel);
    const glm::vec4 world = glm::inverse(view.view_projection) * glm::vec4(ndc * clip_w, clip_z, clip_w);
    return glm::vec3(world) / world.w;
}

}  // namespace

std::optional<glm::vec2> project(const ViewTransform& view, glm::vec3 world)
{
    const glm::vec4 clip = view.view_projection * glm::vec4(seen_place(view, world), 1.0F);
    if (!(clip.w > 0.0F)) return std::nullopt;
    const glm::vec2 ndc = glm::vec2(clip) / clip.w;
    return 0.5F * glm::vec2(ndc.x + 1.0F, 1.0F - ndc.y) * view.viewport.logical_size();
}

Ray ray_through(const ViewTransform& view, glm::vec2 pixel)
{
    const glm::vec2 ndc = to_ndc(view, pixel);
    // A perspective projection has the eye at the origin of eye space, looking along -z.
    const glm::vec4 on_far = glm::inverse(view.projection) * glm::vec4(ndc, 1.0F, 1.0F);
    const glm::mat3 to_world = glm::inverse(glm::mat3(view.view));
    return {view.eye, glm::normalize(to_world * glm::vec3(on_far))};
}

glm::vec3 drag_parallel_to_screen(const ViewTransform& view, glm::vec3 point, glm::vec2 from_pixel,
                                  glm::vec2 to_pixel)
{
    // Equal z and w in clip space mean equal distance from the eye's plane.
    const glm::vec3 seen = seen_place(view, point);
    const glm::vec4 clip = view.view_projection * glm::vec4(seen, 1.0F);
    return place_seen_at(view, seen + world_at(view, to_pixel, clip.z, clip.w) -
                                   world_at(view, from_pixel, clip.z, clip.w));
}

std::optional<HandleId> pick_handle(const ViewTransform& view, std::span<const RakeShape> rakes,
                                    glm::vec2 pixel, float radius)
{
    constexpr float equally_near = 1.0F;  // pixels: a mouse is not more exact
    std::optional<HandleId> best;
    float best_pixels = 0.0F;
    float best_distance = 0.0F;
    for (std::size_t r = 0; r < rakes.size(); ++r) {
        for (std::size_t h = 0; h < rakes[r].handles.size(); ++h) {
            const auto at = project(view, rakes[r].handles[h]);
            const float pixels = at ? glm::distance(*at, pixel) : radius + 1.0F;
            if (pixels > radius) continue;
            const glm::vec3 seen = seen_place(view, rakes[r].handles[h]);
            const float distance = glm::length(glm::vec3(view.view * glm::vec4(seen, 1.0F)));
            const bool same_place = best && std::abs(pixels - best_pixels) < equally_near;
            if (best && (same_place ? distance >= best_distance : pixels > best_pixels)) continue;
            best = HandleId{.rake = r, .handle = h};
            best_pixels = pixels;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace farfield::render
