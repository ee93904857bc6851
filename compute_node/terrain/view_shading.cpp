#include "compute_node/terrain/view_shading.h"

#include "compute_node/support/parallel.h"
#include "compute_node/terrain/posed_view.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace farfield::terrain {

namespace {

struct ColourStop {
    float part;  ///< part of the range of heights, from the lowest
    glm::vec3 colour;
};

// Lowlands green, then grass, soil, rock and snow: the usual tints of relief maps.
constexpr std::array<ColourStop, 6> height_colours{{
    {0.0F, {0.33F, 0.55F, 0.35F}},
    {0.2F, {0.55F, 0.68F, 0.40F}},
    {0.45F, {0.80F, 0.73F, 0.51F}},
    {0.7F, {0.62F, 0.49F, 0.36F}},
    {0.88F, {0.66F, 0.63F, 0.61F}},
    {1.0F, {0.97F, 0.97F, 0.98F}},
}};
constexpr glm::vec3 sea_colour{0.33F, 0.53F, 0.68F};
constexpr glm::vec3 horizon_colour{0.80F, 0.87F, 0.93F};
constexpr glm::vec3 zenith_colour{0.38F, 0.58F, 0.84F};
constexpr glm::vec3 no_ground_colour{0.42F, 0.45F, 0.50F};  // below the horizon, where there are no heights
constexpr float ambient = 0.35F;

/// Error of heights of level ground, seen from this distance, in metres: ranges are right to a millionth.
float roughness_at(float range)
{
    return std::max(0.01F, 2e-6F * range);
}

glm::vec3 colour_of(float height, float range, const ViewShading& shading)
{
    // Water's heights are not all exactly 0 once they have been cast.
    const float water = roughness_at(range);
    if (height <= water && shading.lowest <= water) return sea_colour;
    const float span = std::max(shading.highest - shading.lowest, 1e-6F);
    const float part = std::clamp((height - shading.lowest) / span, 0.0F, 1.0F);
    std::size_t n = 1;
    while (n + 1 < height_colours.size() && height_colours[n].part < part) ++n;
    const ColourStop& low = height_colours[n - 1];
    const ColourStop& high = height_colours[n];
    return glm::mix(low.colour, high.colour, (part - low.part) / (high.part - low.part));
}

/// The pixels of a view as places.
class Places {
public:
    Places(const ViewRays& rays, std::span<const float> range) : rays_{rays}, range_{range} {}

    /// Metres east, north and up from the eye to a pixel's ground; empty where no ground is seen.
    std::optional<glm::dvec3> at(int x, int y) const
    {
        if (x < 0 || y < 0 || x >= rays_.width || y >= rays_.height) return std::nullopt;
        const float range = range_[static_cast<std::size_t>(y) * static_cast<std::size_t>(rays_.width) +
                                   static_cast<std::size_t>(x)];
        if (std::isnan(range)) return std::nullopt;
        return glm::normalize(pixel_direction(rays_, x, y)) * double{range};
    }

    /// Step from a pixel to the next along an axis, on the side where the ground goes on with the smaller
    /// step: not over the edge of a hill.
    std::optional<glm::dvec3> step(int x, int y, int dx, int dy) const
    {
        const auto here = at(x, y), before = at(x - dx, y - dy), after = at(x + dx, y + dy);
        if (!here || (!before && !after)) return std::nullopt;
        if (!before) return *after - *here;
        if (!after) return *here - *before;
        const glm::dvec3 back = *here - *before, on = *after - *here;
        return glm::dot(back, back) < glm::dot(on, on) ? back : on;
    }

private:
    const ViewRays& rays_;
    std::span<const float> range_;
};

/// Colour of a pixel without ground.
glm::vec3 sky_colour(const ViewRays& rays, int x, int y)
{
    const auto up = static_cast<float>(glm::normalize(pixel_direction(rays, x, y)).z);
    if (up < 0.0F) return glm::mix(horizon_colour, no_ground_colour, std::min(-20.0F * up, 1.0F));
    return glm::mix(horizon_colour, zenith_colour, std::sqrt(std::min(up, 1.0F)));
}

/// The part of the light that falls on a pixel's ground.
float light_on(const Places& places, int x, int y, glm::dvec3 sun)
{
    const auto across = places.step(x, y, 1, 0), down = places.step(x, y, 0, 1);
    if (!across || !down) return 0.5F * (1.0F + ambient);
    const glm::dvec3 normal = glm::cross(*down, *across);
    const double length = glm::length(normal);
    if (length == 0.0) return ambient;
    const double facing = glm::dot(normal, sun) / length * (normal.z < 0.0 ? -1.0 : 1.0);
    return ambient + (1.0F - ambient) * static_cast<float>(std::max(facing, 0.0));
}

}  // namespace

void shade_view(const ViewRays& rays, std::span<const float> range, std::span<const float> elevation,
                const ViewShading& shading, std::span<std::uint8_t> rgb)
{
    const double azimuth = glm::radians(shading.sun_azimuth_degrees);
    const double height = glm::radians(shading.sun_elevation_degrees);
    const glm::dvec3 sun{std::cos(height) * std::sin(azimuth), std::cos(height) * std::cos(azimuth),
                         std::sin(height)};
    const Places places{rays, range};
    parallel_sum(rays.height, 0, [&](std::int64_t row) -> std::uint64_t {
        const int y = static_cast<int>(row);
        for (int x = 0; x < rays.width; ++x) {
            const std::size_t pixel = static_cast<std::size_t>(row) * static_cast<std::size_t>(rays.width) +
                                      static_cast<std::size_t>(x);
            glm::vec3 colour = sky_colour(rays, x, y);
            if (!std::isnan(range[pixel])) {
                colour = colour_of(elevation[pixel], range[pixel], shading) * light_on(places, x, y, sun);
                if (shading.haze_metres > 0.0)
                    colour = glm::mix(horizon_colour, colour,
                                      static_cast<float>(std::exp(-range[pixel] / shading.haze_metres)));
            }
            for (glm::length_t c = 0; c < 3; ++c)
                rgb[3 * pixel + static_cast<std::size_t>(c)] =
                    static_cast<std::uint8_t>(std::lround(255.0F * std::clamp(colour[c], 0.0F, 1.0F)));
        }
        return 0;
    });
}

}  // namespace farfield::terrain
