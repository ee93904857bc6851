#include "compute_node/terrain/sight/viewshed.h"

#include "compute_node/support/parallel.h"
#include "compute_node/terrain/sight/sight_line.h"
#include "compute_node/terrain/sight/viewshed_octant.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/type_precision.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <vector>

namespace farfield::terrain {

namespace {

/// The azimuths in which posts are decided.
class Azimuths {
public:
    Azimuths(double from_degrees, double to_degrees)
        : from_{towards(from_degrees)},
          to_{towards(to_degrees)},
          is_all_{std::abs(to_degrees - from_degrees) >= 360.0}
    {
        const double span = std::fmod(std::fmod(to_degrees - from_degrees, 360.0) + 360.0, 360.0);
        is_wide_ = span > 180.0;
    }

    bool are_all() const { return is_all_; }

    /// True when the azimuth of a place is one of these. east, north: from the eye to the place.
    bool contain(double east, double north) const
    {
        if (is_all_ || (east == 0.0 && north == 0.0)) return true;
        // Azimuths such as 45 degrees are rounded; posts that lie on them are within.
        const double rounded = -1e-12 * (std::abs(east) + std::abs(north));
        const bool after_from = east * from_.y - north * from_.x >= rounded;
        const bool before_to = to_.x * north - to_.y * east >= rounded;
        if (is_wide_) return after_from || before_to;
        // Rules out the half-plane opposite to both, which passes the same two tests.
        return after_from && before_to &&
               (east * (from_.x + to_.x) + north * (from_.y + to_.y) >= 0.0 || !is_thin());
    }

    const glm::dvec2& from() const { return from_; }
    const glm::dvec2& to() const { return to_; }

private:
    bool is_thin() const { return glm::dot(from_, to_) > 0.0; }

    /// Direction east and north of an azimuth; exact for whole quadrants.
    static glm::dvec2 towards(double degrees)
    {
        const double turned = std::fmod(std::fmod(degrees, 360.0) + 360.0, 360.0);
        const double quadrants = std::floor(turned / 90.0);
        const double rest = (turned - 90.0 * quadrants) * std::numbers::pi / 180.0;
        const double sine = std::sin(rest), cosine = turned == 90.0 * quadrants ? 1.0 : std::cos(rest);
        switch (static_cast<int>(quadrants)) {
        case 0:
            return {sine, cosine};
        case 1:
            return {cosine, -sine};
        case 2:
            return {-sine, -cosine};
        default:
            return {-cosine, sine};
        }
    }

    glm::dvec2 from_, to_;
    bool is_all_;
    bool is_wide_ = false;
};

bool holds(const PostWindow& window, const PostWindow& part)
{
    return window.first_column <= part.first_column && window.first_row <= part.first_row &&
           window.first_column + window.columns >= part.first_column + part.columns &&
           window.first_row + window.rows >= part.first_row + part.rows;
}

struct Sector {
    ViewshedOctant octant;
    std::int64_t first_bin = 0;
};

class Viewshed {
public:
    Viewshed(const HeightBlocks& terrain, const ViewshedSettings& settings, const ViewshedImage& image,
             const std::atomic<bool>* cancelled)
        : terrain_{terrain},
          settings_{settings},
          azimuths_{settings.from_degrees, settings.to_degrees},
          work_{terrain,
                {settings.eye, settings.eye.z - ground_at(terrain, glm::dvec2{settings.eye}),
                 settings.target_metres, settings.curvature * settings.post_metres * settings.post_metres,
                 touch_metres(terrain, settings.eye.z)},
                image,
                cancelled}
    {}

    ViewshedCounts run(int threads)
    {
        std::ranges::fill(work_.image.posts, post_hidden);
        const std::vector<Sector> sectors = all_sectors();
        parallel_sum(static_cast<std::int64_t>(sectors.size()), threads,
                     [&](std::int64_t n) -> std::uint64_t {
                         const Sector& sector = sectors[static_cast<std::size_t>(n)];
                         if (!is_set(work_.cancelled)) sweep_sector(work_, sector.octant, sector.first_bin);
                         return 0;
                     });
        return is_set(work_.cancelled) ? ViewshedCounts{} : finish(threads);
    }

private:
    std::vector<Sector> all_sectors() const
    {
        std::vector<Sector> sectors;
        for (const bool along_columns : {true, false})
            for (const bool is_back : {false, true})
                for (const bool is_flipped : {false, true}) {
                    const std::optional<ViewshedOctant> octant =
                        octant_of(along_columns, is_back, is_flipped);
                    if (!octant) continue;
                    for (std::int64_t bin = 0; bin < octant->bins; bin += sector_bins)
                        if (is_looked_at(*octant, bin)) sectors.push_back({*octant, bin});
                }
        return sectors;
    }

    std::optional<ViewshedOctant> octant_of(bool along_columns, bool is_back, bool is_flipped) const
    {
        ViewshedOctant o;
        o.along_columns = along_columns;
        o.is_back = is_back;
        o.is_flipped = is_flipped;
        const int axis = along_columns ? 0 : 1, across = 1 - axis;
        const glm::dvec2 eye{settings_.eye};
        const glm::dvec2 metres = glm::abs(settings_.post_metres);
        o.step_posts = along_columns ? terrain_.columns : terrain_.rows;
        o.side_posts = along_columns ? terrain_.rows : terrain_.columns;
        o.eye_step = eye[axis];
        o.eye_side_post = eye[across];
        o.eye_side = is_flipped ? static_cast<double>(o.side_posts - 1) - eye[across] : eye[across];
        o.first =
            static_cast<std::int64_t>(is_back ? std::ceil(o.eye_step) - 1.0 : std::floor(o.eye_step) + 1.0);
        const PostWindow& window = work_.image.window;
        const glm::i64vec2 begin{window.first_column, window.first_row};
        const glm::i64vec2 end = begin + glm::i64vec2{window.columns, window.rows};
        o.steps = is_back ? o.first - begin[axis] + 1 : end[axis] - o.first;
        o.steps = std::min(o.steps, posts_within(settings_.radius_metres / metres[axis]));
        const auto nearest = static_cast<std::int64_t>(std::ceil(o.eye_side_post));
        o.first_side = is_flipped ? o.side_posts - nearest : nearest;
        o.end_side = is_flipped ? o.side_posts - begin[across] : end[across];
        o.end_side =
            std::min(o.end_side, o.first_side + posts_within(settings_.radius_metres / metres[across]));
        if (o.steps <= 0 || o.first_side >= o.end_side) return std::nullopt;
        const double sides = o.distance_of(o.steps - 1) / widest_bin;
        o.bins = (static_cast<std::int64_t>(sides) / sector_bins + 1) * sector_bins;
        return o;
    }

    static std::int64_t posts_within(double posts)
    {
        constexpr double most = 1e12;
        return static_cast<std::int64_t>(std::min(posts, most)) + 2;
    }

    /// True when any azimuth of a sector is one of those to decide.
    bool is_looked_at(const ViewshedOctant& octant, std::int64_t bin) const
    {
        if (azimuths_.are_all()) return true;
        const glm::dvec2 first = direction(octant, bin), last = direction(octant, bin + sector_bins);
        const auto cross = [](glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; };
        const auto between = [&](glm::dvec2 azimuth) {
            return cross(first, azimuth) * cross(azimuth, last) >= 0.0 &&
                   glm::dot(azimuth, first + last) > 0.0;
        };
        return azimuths_.contain(first.x, first.y) || azimuths_.contain(last.x, last.y) ||
               between(azimuths_.from()) || between(azimuths_.to());
    }

    /// Direction of the lower edge of a bin at one step: metres east and north.
    glm::dvec2 direction(const ViewshedOctant& o, std::int64_t bin) const
    {
        const double tangent = static_cast<double>(bin) / static_cast<double>(o.bins);
        const double step = o.is_back ? -1.0 : 1.0, side = o.is_flipped ? -tangent : tangent;
        return (o.along_columns ? glm::dvec2{step, side} : glm::dvec2{side, step}) * settings_.post_metres;
    }

    /// Marks the eye's own post, posts outside and posts without a height; returns the counts.
    ViewshedCounts finish(int threads)
    {
        const auto column = static_cast<std::int64_t>(settings_.eye.x);
        const auto row = static_cast<std::int64_t>(settings_.eye.y);
        if (static_cast<double>(column) == settings_.eye.x && static_cast<double>(row) == settings_.eye.y)
            work_.at(column, row) = post_visible;
        std::atomic<std::uint64_t> posts{0};
        const PostWindow& window = work_.image.window;
        const std::uint64_t visible = parallel_sum(window.rows, threads, [&](std::int64_t j) {
            if (is_set(work_.cancelled)) return std::uint64_t{0};
            const ViewshedCounts counts = finish_row(window.first_row + j);
            posts += counts.posts;
            return counts.visible;
        });
        return {posts, visible};
    }

    ViewshedCounts finish_row(std::int64_t row) const
    {
        const PostWindow& window = work_.image.window;
        const std::span<std::uint8_t> image{&work_.at(window.first_column, row),
                                            static_cast<std::size_t>(window.columns)};
        const auto column_of = [&](std::size_t n) {
            return window.first_column + static_cast<std::int64_t>(n);
        };
        std::uint64_t outside = 0;
        if (!azimuths_.are_all() || std::isfinite(settings_.radius_metres))
            for (std::size_t n = 0; n < image.size(); ++n)
                if (!is_within(static_cast<double>(column_of(n)), static_cast<double>(row))) {
                    image[n] = post_outside;
                    ++outside;
                }
        std::uint64_t voids = 0;
        if (terrain_.voids > 0)
            for (std::size_t n = 0; n < image.size(); ++n)
                if (std::isnan(terrain_.height_at(column_of(n), row))) {
                    voids += image[n] == post_outside ? 0 : 1;
                    image[n] = post_without_height;
                }
        const auto visible = static_cast<std::uint64_t>(std::ranges::count(image, post_visible));
        if (outside > 0) std::ranges::replace(image, post_outside, work_.image.outside);
        return {image.size() - outside - voids, visible};
    }

    bool is_within(double column, double row) const
    {
        const glm::dvec2 metres =
            (glm::dvec2{column, row} - glm::dvec2{settings_.eye}) * settings_.post_metres;
        return glm::dot(metres, metres) <= settings_.radius_metres * settings_.radius_metres &&
               azimuths_.contain(metres.x, metres.y);
    }

    static constexpr std::uint8_t post_outside = 1;  ///< mark while the image is made

    const HeightBlocks& terrain_;
    const ViewshedSettings& settings_;
    Azimuths azimuths_;
    ViewshedWork work_;
};

}  // namespace

PostWindow whole_window(const HeightBlocks& terrain)
{
    return {0, 0, terrain.columns, terrain.rows};
}

PostWindow viewshed_window(const HeightBlocks& terrain, const ViewshedSettings& settings)
{
    const glm::dvec2 last{static_cast<double>(terrain.columns - 1), static_cast<double>(terrain.rows - 1)};
    const glm::dvec2 eye{settings.eye}, radius = settings.radius_metres / glm::abs(settings.post_metres);
    // Rounding does not shorten a radius; 2 x 2 posts remain where it is close to zero.
    constexpr double rounding = 1e-6;
    const glm::dvec2 begin = glm::clamp(glm::floor(eye - radius - rounding), glm::dvec2{0.0}, last - 1.0);
    const glm::dvec2 end = glm::clamp(glm::ceil(eye + radius + rounding), begin + 1.0, last);
    return {static_cast<std::int64_t>(begin.x), static_cast<std::int64_t>(begin.y),
            static_cast<std::int64_t>(end.x - begin.x) + 1, static_cast<std::int64_t>(end.y - begin.y) + 1};
}

ViewshedCounts compute_viewshed(const HeightBlocks& terrain, const ViewshedSettings& settings,
                                const ViewshedImage& image, int threads, const std::atomic<bool>* cancelled)
{
    if (image.posts.size() != image.window.posts() || !holds(whole_window(terrain), image.window) ||
        !holds(image.window, viewshed_window(terrain, settings)))
        throw std::invalid_argument("a viewshed's image has a byte for each post of its window");
    return Viewshed{terrain, settings, image, cancelled}.run(threads);
}

}  // namespace farfield::terrain
