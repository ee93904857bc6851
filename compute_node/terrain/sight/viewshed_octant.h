#pragma once

#include "compute_node/terrain/sight/post_sight.h"
#include "compute_node/terrain/sight/viewshed.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <cmath>
#include <cstdint>
#include <span>

namespace farfield::terrain {

/// An eighth of a terrain as seen from the eye, in which a viewshed is swept outwards. Its axes: steps from
/// the eye along columns or rows, and sides, the posts across. Sides count away from the eye, too, so that
/// each post has 0 <= (side - eye side) <= distance.
struct ViewshedOctant {
    bool along_columns = false;   ///< a step leads to another column
    bool is_back = false;         ///< steps lead to lower posts
    bool is_flipped = false;      ///< sides count from the last post
    double eye_step = 0.0;        ///< the eye's post along the axis of steps
    double eye_side = 0.0;        ///< the eye's side, as sides count here, rounded
    double eye_side_post = 0.0;   ///< the eye's post along the axis of sides
    std::int64_t step_posts = 0;  ///< posts of the terrain along the axes
    std::int64_t side_posts = 0;
    std::int64_t first = 0;  ///< post of step 0
    std::int64_t steps = 0;
    std::int64_t first_side = 0;  ///< the nearest side that is this octant's and not its neighbour's
    std::int64_t end_side = 0;    ///< sides from here on are not decided
    std::int64_t bins = 0;        ///< equal parts of the tangent of the azimuth, which is in [0, 1]

    [[nodiscard]] std::int64_t post_of(std::int64_t step) const
    {
        return is_back ? first - step : first + step;
    }
    [[nodiscard]] double distance_of(std::int64_t step) const
    {
        return std::abs(static_cast<double>(post_of(step)) - eye_step);
    }
    [[nodiscard]] std::int64_t side_post(std::int64_t side) const
    {
        return is_flipped ? side_posts - 1 - side : side;
    }
    [[nodiscard]] double side_distance(std::int64_t side) const
    {
        return std::abs(static_cast<double>(side_post(side)) - eye_side_post);
    }
    /// Side of the lower edge of a bin at a distance.
    [[nodiscard]] double edge(double distance, std::int64_t bin) const
    {
        return eye_side + distance * (static_cast<double>(bin) / static_cast<double>(bins));
    }
};

/// The data of a sweep.
struct ViewshedWork {
    const HeightBlocks& terrain;
    PostSight sight;
    ViewshedImage image;  ///< all posts are hidden at first
    const std::atomic<bool>* cancelled = nullptr;

    [[nodiscard]] std::uint8_t& at(std::int64_t column, std::int64_t row) const
    {
        return image.posts[static_cast<std::size_t>(image.window.index_of(column, row))];
    }
};

/// Bins that are swept together, from the eye outwards.
inline constexpr std::int64_t sector_bins = 256;
/// Largest width of a bin in posts: up to it a packet's tables hold all that it looks up.
inline constexpr double widest_bin = 0.48;

/// Decides the posts of bins [first_bin, first_bin + sector_bins) of an octant; stops soon when cancelled.
void sweep_sector(const ViewshedWork& work, const ViewshedOctant& octant, std::int64_t first_bin);

}  // namespace farfield::terrain
