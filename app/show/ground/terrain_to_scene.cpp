#include "app/show/ground/terrain_to_scene.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "model/programs/terrain_view.h"
#include "net/message/byte_order.h"
#include "render/scene/camera_pose.h"

namespace farfield::app {
namespace {

glm::dvec2 to_vec2(const std::array<double, 2>& pair)
{
    return {pair[0], pair[1]};
}

/// True when a camera can have this pose: a faulty node may send any numbers.
bool is_possible(const model::Pose& pose)
{
    const bool is_finite = model::is_finite(pose.eye) && std::isfinite(pose.heading) &&
                           std::isfinite(pose.pitch) && std::isfinite(pose.roll);
    return is_finite && pose.hfov > 0.0 && pose.hfov < 180.0;
}

/// Nearest range among a sample of the pixels: ground has no thin spikes.
float nearest_range(std::span<const std::byte> ranges, std::uint32_t width, std::uint32_t height)
{
    constexpr std::uint32_t across = 24, down = 16;
    float nearest = std::numeric_limits<float>::infinity();
    for (std::uint32_t row = 0; row < down; ++row)
        for (std::uint32_t column = 0; column < across; ++column) {
            const std::uint64_t y = (2 * row + 1) * std::uint64_t{height} / (2 * down);
            const std::uint64_t x = (2 * column + 1) * std::uint64_t{width} / (2 * across);
            const auto range = net::load_big<float>(ranges.data() + 4 * (y * width + x));
            if (range < nearest) nearest = range;  // never NaN
        }
    return nearest < std::numeric_limits<float>::infinity() ? 0.7F * nearest : 1.0F;
}

}  // namespace

render::Bounds bounds_of(const model::TerrainDescription& terrain)
{
    return {.min = glm::vec3(to_vec2(terrain.bounds.min), terrain.heights[0]),
            .max = glm::vec3(to_vec2(terrain.bounds.max), terrain.heights[1])};
}

glm::dvec3 coordinates_of(const model::TerrainDescription& terrain, glm::dvec3 place)
{
    return {to_vec2(terrain.origin) + glm::dvec2(place) / to_vec2(terrain.metres_per_unit), place.z};
}

glm::dvec3 place_of(const model::TerrainDescription& terrain, glm::dvec3 coordinates)
{
    return {(glm::dvec2(coordinates) - to_vec2(terrain.origin)) * to_vec2(terrain.metres_per_unit),
            coordinates.z};
}

std::optional<render::TerrainFrame> terrain_frame_in(std::size_t slot, std::span<const std::byte> memory,
                                                     const net::MessageHeader& header)
{
    if (header.type != net::MessageType::TerrainView || header.payload_bytes < model::terrain_preamble_bytes)
        return std::nullopt;
    const auto preamble = model::decode_terrain_preamble(memory.first<model::terrain_preamble_bytes>());
    const bool sized = preamble.width >= 1 && preamble.width <= model::max_view_side &&
                       preamble.height >= 1 && preamble.height <= model::max_view_side;
    const std::uint64_t pixels = std::uint64_t{preamble.width} * preamble.height;
    if (!sized || model::terrain_payload_bytes(pixels) != header.payload_bytes) return std::nullopt;
    if (!is_possible(preamble.pose)) return std::nullopt;
    return render::TerrainFrame{.slot = slot,
                                .range_bytes = model::terrain_preamble_bytes,
                                .elevation_bytes = model::elevation_offset(pixels),
                                .width = static_cast<int>(preamble.width),
                                .height = static_cast<int>(preamble.height),
                                .pose = preamble.pose,
                                .nearest_metres =
                                    nearest_range(memory.subspan(model::terrain_preamble_bytes, 4 * pixels),
                                                  preamble.width, preamble.height)};
}

std::optional<glm::dvec3> seen_in(const render::TerrainFrame& view, std::span<const std::byte> payload,
                                  const render::CameraView& camera, glm::dvec2 point)
{
    const double aspect = static_cast<double>(view.width) / view.height;
    const auto cast = model::rays_of(view.pose, aspect), seen = render::rays_of(camera, aspect);
    const glm::dvec3 ray =
        seen.forward + (2.0 * point.x - 1.0) * seen.right + (1.0 - 2.0 * point.y) * seen.up;
    const double ahead = glm::dot(ray, cast.forward);
    if (!(ahead > 0.0)) return std::nullopt;
    const glm::dvec2 at{glm::dot(ray, cast.right) / glm::dot(cast.right, cast.right) / ahead,
                        -glm::dot(ray, cast.up) / glm::dot(cast.up, cast.up) / ahead};
    const glm::dvec2 pixel = glm::floor((at * 0.5 + 0.5) * glm::dvec2(view.width, view.height));
    if (!(pixel.x >= 0.0 && pixel.y >= 0.0 && pixel.x < view.width && pixel.y < view.height))
        return std::nullopt;
    const auto index = static_cast<std::size_t>(pixel.y) * static_cast<std::size_t>(view.width) +
                       static_cast<std::size_t>(pixel.x);
    const double range = double{net::load_big<float>(payload.data() + view.range_bytes + 4 * index)};
    if (!(range >= 0.0)) return std::nullopt;
    const double height = double{net::load_big<float>(payload.data() + view.elevation_bytes + 4 * index)};
    return glm::dvec3(glm::dvec2(model::vec_of(view.pose.eye) + range * glm::normalize(ray)), height);
}

std::string coordinates_text(const model::TerrainDescription& terrain, glm::dvec3 place)
{
    const glm::dvec3 at = coordinates_of(terrain, place);
    if (terrain.geographic)
        return fmt::format("{:.5f}{}  {:.5f}{}  {:.0f} m", std::abs(at.y), at.y < 0.0 ? "S" : "N",
                           std::abs(at.x), at.x < 0.0 ? "W" : "E", at.z);
    return fmt::format("E {:.0f}  N {:.0f}  {:.0f} m", at.x, at.y, at.z);
}

}  // namespace farfield::app
