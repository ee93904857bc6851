// Pictures of rays that are cast in packets, held against the same rays cast one by one.
#include "compute_node/terrain/rays/single_ray.h"
#include "compute_node/terrain/rays/view_rays.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/made_terrain.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

constexpr double degree = 0.017453292519943295;

struct Picture {
    explicit Picture(const ViewRays& rays)
        : range(static_cast<std::size_t>(rays.width) * static_cast<std::size_t>(rays.height), -1.0F),
          elevation(range)
    {}
    ViewImage image() { return {range, elevation}; }
    std::vector<float> range, elevation;
};

/// heading: from north (higher rows) over east; pitch: up. Degrees.
ViewRays view_from(glm::dvec3 eye, double heading, double pitch, int width, int height, double tangent = 0.7)
{
    const double h = heading * degree, p = pitch * degree;
    ViewRays rays;
    rays.origin = eye;
    // Exact where a picture is to look along the grid.
    const double sine = std::fmod(heading, 180.0) == 0.0 ? 0.0 : std::sin(h);
    const double cosine = std::fmod(heading, 180.0) == 90.0 ? 0.0 : std::cos(h);
    const double level = std::abs(pitch) == 90.0 ? 0.0 : std::cos(p);
    rays.forward = {sine * level, cosine * level, std::sin(p)};
    rays.right = {cosine, -sine, 0.0};
    rays.up = glm::cross(rays.right, rays.forward);
    rays.tangent = {tangent, tangent * height / width};
    rays.width = width;
    rays.height = height;
    return rays;
}

GridRay ray_of(const ViewRays& rays, int x, int y)
{
    const double a = (2.0 * (x + 0.5) / rays.width - 1.0) * rays.tangent.x;
    const double b = (1.0 - 2.0 * (y + 0.5) / rays.height) * rays.tangent.y;
    const glm::dvec3 d = rays.forward + a * rays.right + b * rays.up;
    const glm::dvec2 metres = glm::dvec2{d} * rays.post_metres;
    return {rays.origin, d, rays.curvature * glm::dot(metres, metres)};
}

/// To within 1 cm or a millionth of the range, what binary32 holds of it, and a touch (see brute_ray.h).
bool is_seen_right(const HeightBlocks& terrain, const ViewRays& rays, GridRay ray, float range,
                   float elevation)
{
    const glm::dvec3 metres{glm::dvec2{ray.direction} * rays.post_metres, ray.direction.z};
    constexpr double clearance_of_rounding = 1e-7;
    const double z = ray.origin.z;
    for (const double lift : {0.0, clearance_of_rounding, -clearance_of_rounding}) {
        ray.origin.z = z + lift;
        const RayHit hit = cast_ray(terrain, ray);
        if (hit.end != RayEnd::Ground) {
            if (std::isnan(range) && std::isnan(elevation)) return true;
            continue;
        }
        const double wanted = hit.t * glm::length(metres), height = ray.height_at(hit.t);
        const double tolerance = std::max(0.01, 1e-6 * wanted);
        const double down = tolerance * (1.0 + std::abs(metres.z) / glm::length(metres));
        if (std::abs(range - wanted) <= tolerance &&
            std::abs(elevation - height) <= down + 1e-6 * std::abs(height))
            return true;
    }
    return false;
}

/// The number of wrong pixels; `first` describes the first.
int wrong_pixels(const HeightBlocks& terrain, const ViewRays& rays, std::string& first)
{
    Picture picture{rays}, again{rays};
    cast_view(terrain, rays, picture.image(), 1);
    cast_view(terrain, rays, again.image(), 2);
    const std::size_t bytes = picture.range.size() * sizeof(float);
    CHECK(std::memcmp(picture.range.data(), again.range.data(), bytes) == 0);
    CHECK(std::memcmp(picture.elevation.data(), again.elevation.data(), bytes) == 0);
    int wrong = 0;
    for (int y = 0; y < rays.height; ++y)
        for (int x = 0; x < rays.width; ++x) {
            const auto n = static_cast<std::size_t>(y) * static_cast<std::size_t>(rays.width) +
                           static_cast<std::size_t>(x);
            const GridRay ray = ray_of(rays, x, y);
            if (is_seen_right(terrain, rays, ray, picture.range[n], picture.elevation[n])) continue;
            if (wrong++ > 0) continue;
            const RayHit hit = cast_ray(terrain, ray);
            first = fmt::format("({}, {}): range {}, wanted end {} at {}", x, y, picture.range[n],
                                static_cast<int>(hit.end), hit.t);
        }
    return wrong;
}

struct Eye {
    const char* name;
    glm::dvec3 place;
};

std::vector<Eye> eyes_over(const HeightBlocks& t)
{
    const double i = static_cast<double>(t.columns - 1), j = static_cast<double>(t.rows - 1);
    const double span = t.highest - t.lowest + 1.0;
    return {{"low inside", {0.37 * i, 0.41 * j, t.lowest + 0.55 * span}},
            {"high inside", {0.5 * i, 0.5 * j, t.highest + 5.0}},
            {"exactly over a post", {std::floor(i / 2), std::floor(j / 2), t.highest + 2.0}},
            {"outside", {-3.7, -0.3 * j, t.highest + 0.2 * span}},
            {"far outside, low", {2.5 * i, 0.3 * j, t.lowest + 0.3 * span}},
            {"below ground", {0.6 * i, 0.4 * j, t.lowest - 3.0}},
            // with_holes() takes a square of posts out there
            {"above a hole", {std::floor(i / 2) + 4.3, std::floor(j / 2) + 3.2, t.highest + 1.0}}};
}

struct Look {
    double heading, pitch;
    int width, height;
};

constexpr Look looks[] = {{0, 0, 33, 31},      {90, -10, 33, 31},     {180, -30, 3, 5},   {270, 0, 64, 48},
                          {33.3, -17, 64, 61}, {221.7, -9.1, 47, 39}, {300, 15, 1, 1},    {0, -90, 33, 31},
                          {0, 90, 3, 5},       {45, -45, 1, 1},       {123, -90, 16, 16}, {10, -60, 40, 7}};

}  // namespace

TEST_CASE("cast_view: pictures are those of rays cast one by one", "[terrain]")
{
    for (const NamedTerrain& named : all_terrains())
        for (const Eye& eye : eyes_over(named.terrain.blocks))
            for (const Look& look : looks)
                for (const double curvature : {0.0, 1e-4}) {
                    ViewRays rays = view_from(eye.place, look.heading, look.pitch, look.width, look.height);
                    rays.curvature = curvature;
                    std::string first;
                    const int wrong = wrong_pixels(named.terrain.blocks, rays, first);
                    INFO(named.name << ", " << eye.name << ", heading " << look.heading << ", pitch "
                                    << look.pitch << ", " << look.width << " x " << look.height
                                    << ", curvature " << curvature << ": " << first);
                    CHECK(wrong == 0);
                }
}

TEST_CASE("cast_view: posts need not be as far apart along both axes, nor rows go north", "[terrain]")
{
    const Terrain terrain = fractal_part(120, 90, 11, 0.5F);
    for (const glm::dvec2 metres : {glm::dvec2{30, -30}, {64, -92}, {10, 90}}) {
        ViewRays rays = view_from({60.2, 50.7, terrain.blocks.highest + 20.0}, 0, 0, 40, 30);
        rays.post_metres = metres;
        rays.curvature = earth_curvature(0.13);
        for (const double heading : {0.0, 60.0, 140.0, 270.0}) {
            const ViewRays level = view_from(rays.origin, heading, -12, 40, 30);
            const auto over_posts = [&](glm::dvec3 d) { return glm::dvec3{glm::dvec2{d} / metres, d.z}; };
            rays.forward = over_posts(level.forward);
            rays.right = over_posts(level.right);
            rays.up = over_posts(level.up);
            std::string first;
            const int wrong = wrong_pixels(terrain.blocks, rays, first);
            INFO(metres.x << " x " << metres.y << ", heading " << heading << ": " << first);
            CHECK(wrong == 0);
        }
    }
}

namespace {

/// The lowest and the highest post up to so many columns or rows off; lowest > highest: there is none.
std::pair<double, double> heights_near(const HeightBlocks& t, glm::dvec2 place, double off)
{
    std::pair<double, double> heights{1e300, -1e300};
    const auto from = [off](double along) { return std::max(0.0, std::floor(along - off)); };
    const auto to = [off](double along, std::int64_t posts) {
        return std::min(static_cast<double>(posts - 1), std::ceil(along + off));
    };
    for (double j = from(place.y); j <= to(place.y, t.rows); ++j)
        for (double i = from(place.x); i <= to(place.x, t.columns); ++i) {
            const double height = t.height_at(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
            if (std::isnan(height)) continue;
            heights.first = std::min(heights.first, height);
            heights.second = std::max(heights.second, height);
        }
    return heights;
}

/// How many pixels of a picture with detail are further from the ground than they are large.
int pixels_off_the_ground(const HeightBlocks& terrain, const ViewRays& rays)
{
    Picture picture{rays};
    cast_view(terrain, rays, picture.image(), 1);
    int off = 0;
    for (int y = 0; y < rays.height; ++y)
        for (int x = 0; x < rays.width; ++x) {
            const auto n = static_cast<std::size_t>(y) * static_cast<std::size_t>(rays.width) +
                           static_cast<std::size_t>(x);
            if (std::isnan(picture.range[n])) continue;
            const GridRay ray = ray_of(rays, x, y);
            const double t = picture.range[n] / glm::length(ray.direction);
            const double pixel = t * 2.0 * rays.tangent.x / rays.width * rays.detail_pixels;
            const glm::dvec2 place{ray.origin + t * ray.direction};
            const auto [lowest, highest] = heights_near(terrain, place, pixel + 1.01);
            const double tolerance = 0.01 + 1e-5 * t + 1e-6 * std::abs(highest);
            if (picture.elevation[n] < lowest - pixel - tolerance ||
                picture.elevation[n] > highest + tolerance)
                ++off;
        }
    return off;
}

}  // namespace

TEST_CASE("cast_view: with detail all that is seen is on the ground, at holes and edges, too", "[terrain]")
{
    for (const NamedTerrain& named : all_terrains())
        for (const Eye& eye : eyes_over(named.terrain.blocks))
            for (const Look& look : looks) {
                ViewRays rays = view_from(eye.place, look.heading, look.pitch, look.width, look.height);
                rays.detail_pixels = 1.0;
                INFO(named.name << ", " << eye.name << ", heading " << look.heading << ", pitch "
                                << look.pitch << ", " << look.width << " x " << look.height);
                CHECK(pixels_off_the_ground(named.terrain.blocks, rays) == 0);
            }
}
