// The posts of an octant step by step, as a sweep of a viewshed reads them (per-target include).
#if defined(FARFIELD_VIEWSHED_POSTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_VIEWSHED_POSTS_INL_H
#undef FARFIELD_VIEWSHED_POSTS_INL_H
#else
#define FARFIELD_VIEWSHED_POSTS_INL_H
#endif

#include "compute_node/terrain/rays/ray_settling-inl.h"
#include "compute_node/terrain/sight/viewshed_octant.h"

#include <algorithm>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

/// Value among the rises of posts a step that stands for no surface.
inline constexpr float no_rise = -1e30F;

/// Steps of an octant that lie in one row or column of blocks, and a range of sides, some of which may be
/// beyond the terrain.
struct PostStrip {
    std::int64_t begin = 0, end = 0;  ///< steps
    std::int64_t low = 0, high = 0;   ///< sides, both included
};

/// The last few steps of an octant: heights, and rises of posts a step as seen from the eye, lowered and
/// raised by more than the bound of rounding. Values are ordered by sides, NaN where there is no post.
class OctantPosts {
public:
    OctantPosts(const ViewshedWork& work, const ViewshedOctant& octant)
        : terrain_{work.terrain},
          sight_{work.sight},
          octant_{octant},
          stride_{static_cast<std::size_t>(octant.side_posts) + 2 * margin},
          values_(3 * kept * stride_, std::numeric_limits<float>::quiet_NaN())
    {}

    const float* heights(std::int64_t step) const { return at(0, step); }
    const float* lowest_rise(std::int64_t step) const { return at(1, step); }
    const float* highest_rise(std::int64_t step) const { return at(2, step); }

    void load(const PostStrip& strip)
    {
        const auto [first, last] = blocks_of(strip);
        for (std::int64_t block = first; block <= last; ++block) load_block(strip, block);
        for (std::int64_t step = strip.begin; step < strip.end; ++step)
            find_rises(step, lowest_side(strip), highest_side(strip));
    }

    /// True when all targets of a strip rise less a step than the horizon. Reads its posts only where some
    /// post of the terrain lacks a height.
    bool is_below(const PostStrip& strip, double horizon) const
    {
        constexpr int above = 2;  // nodes of this level bound more than the strip, and sooner
        if (terrain_.voids == 0 && most_rise(strip, highest_of(strip, above)) < horizon) return true;
        return most_rise(strip, highest_of(strip, 0)) < horizon;
    }

private:
    static constexpr std::size_t kept = 16;     ///< steps
    static constexpr std::size_t margin = 64;   ///< sides before the first and after the last
    static constexpr std::int64_t beyond = 24;  ///< part of the margin to be filled
    static constexpr float doubt = 1.5e-6F;     ///< relative error of sums; several roundings

    const float* at(std::size_t what, std::int64_t step) const
    {
        return values_.data() + (what * kept + static_cast<std::size_t>(step) % kept) * stride_ + margin;
    }
    float* at(std::size_t what, std::int64_t step)
    {
        return values_.data() + (what * kept + static_cast<std::size_t>(step) % kept) * stride_ + margin;
    }

    std::int64_t lowest_side(const PostStrip& strip) const
    {
        return std::max<std::int64_t>(strip.low, -beyond);
    }
    std::int64_t highest_side(const PostStrip& strip) const
    {
        return std::min(strip.high, octant_.side_posts + beyond);
    }

    struct BlockRange {
        std::int64_t first, last;
    };

    /// Blocks of a strip along the axis of sides, by posts.
    BlockRange blocks_of(const PostStrip& strip) const
    {
        const std::int64_t a = octant_.side_post(lowest_side(strip)) >> 2;
        const std::int64_t b = octant_.side_post(highest_side(strip)) >> 2;
        return {std::min(a, b), std::max(a, b)};
    }
    /// True when a block of the terrain begins there.
    bool is_inside(const PostStrip& strip, std::int64_t block) const
    {
        return block >= 0 && block <= (octant_.side_posts - 2) / 4 &&
               octant_.post_of(strip.begin) >> 2 <= (octant_.step_posts - 2) / 4;
    }
    /// Largest rise a step of targets on posts up to such a height.
    double most_rise(const PostStrip& strip, float highest) const
    {
        if (highest == HeightBlocks::none) return double{no_rise};
        const double near = octant_.distance_of(strip.begin), far = octant_.distance_of(strip.end - 1);
        const double bend = octant_.along_columns ? sight_.post_bend.x : sight_.post_bend.y;
        const double up = double{highest} - sight_.eye.z, drop = bend * near * near;
        const double most =
            up - drop + double{doubt} * (std::abs(up) + drop) + least() + sight_.target_metres;
        return most / (most > 0.0 ? near : far) + double{doubt} * std::abs(most / near);
    }

    /// Index of a node. side: its number along the sides, in nodes of the level.
    std::uint32_t node_of(const PostStrip& strip, std::int64_t side, int level = 0) const
    {
        const std::int64_t step =
            std::min(octant_.post_of(strip.begin), octant_.step_posts - 2) >> (2 + level);
        return terrain_.node_at(level, static_cast<std::uint32_t>(octant_.along_columns ? step : side),
                                static_cast<std::uint32_t>(octant_.along_columns ? side : step));
    }

    float highest_of(const PostStrip& strip, int level) const
    {
        const auto [first, last] = blocks_of(strip);
        const std::int64_t last_there = (octant_.side_posts - 2) >> 2;
        const std::int64_t end = std::min(last, last_there) >> level;
        float highest = HeightBlocks::none;
        for (std::int64_t n = std::clamp<std::int64_t>(first, 0, last_there) >> level; n <= end; ++n)
            highest = std::max(highest, highest_in(node_of(strip, n, level), level));
        return highest;
    }

    /// Highest post of a node: its maximum, but where there are voids a post may have a height and no cell.
    float highest_in(std::uint32_t node, int level) const
    {
        if (terrain_.voids == 0) return terrain_.maxima[static_cast<std::size_t>(level)][node];
        float highest = HeightBlocks::none;
        for (const auto& row : terrain_.blocks[node].heights)
            for (const float height : row) highest = std::max(highest, height);  // past NaN
        return highest;
    }

    /// Loads a block of a strip. block: its number along the sides, by posts.
    void load_block(const PostStrip& strip, std::int64_t block)
    {
        if (!is_inside(strip, block)) return load_one_by_one(strip, block);
        const HeightBlock& from = terrain_.blocks[node_of(strip, block)];
        const std::int64_t toward = octant_.is_flipped ? -1 : 1;
        const std::int64_t side = octant_.side_post(4 * block);
        for (std::int64_t step = strip.begin; step < strip.end; ++step) {
            float* to = at(0, step) + side;
            const auto k = static_cast<std::size_t>(octant_.post_of(step) & 3);
            for (std::int64_t n = 0; n < HeightBlock::cells; ++n)
                to[n * toward] = octant_.along_columns ? from.heights[static_cast<std::size_t>(n)][k]
                                                       : from.heights[k][static_cast<std::size_t>(n)];
        }
    }

    void load_one_by_one(const PostStrip& strip, std::int64_t block)
    {
        for (std::int64_t step = strip.begin; step < strip.end; ++step)
            for (std::int64_t post = 4 * block; post < 4 * block + 4; ++post) {
                const std::int64_t column = octant_.along_columns ? octant_.post_of(step) : post;
                const std::int64_t row = octant_.along_columns ? post : octant_.post_of(step);
                const bool is_there = post >= 0 && post < octant_.side_posts;
                at(0, step)[octant_.side_post(post)] =
                    is_there ? terrain_.height_at(column, row) : std::numeric_limits<float>::quiet_NaN();
            }
    }

    void find_rises(std::int64_t step, std::int64_t low, std::int64_t high)
    {
        const double distance = octant_.distance_of(step);
        const bool columns = octant_.along_columns;
        const double bend_step = columns ? sight_.post_bend.x : sight_.post_bend.y;
        const double bend_side = columns ? sight_.post_bend.y : sight_.post_bend.x;
        const Float inverse = set(static_cast<float>(1.0 / distance));
        const auto eye = static_cast<float>(sight_.eye.z);
        const Float rest = set(static_cast<float>(sight_.eye.z - eye));
        const Float fallen = set(static_cast<float>(bend_step * distance * distance));
        const auto slack = static_cast<float>(least());
        const float* heights = at(0, step);
        float *lowest = at(1, step), *highest = at(2, step);
        for (std::int64_t side = low; side <= high; side += lanes) {
            const Float aside = hn::Add(set(static_cast<float>(static_cast<double>(side) - octant_.eye_side)),
                                        hn::Iota(floats, 0.0F));
            const Float drop = hn::MulAdd(hn::Mul(aside, set(static_cast<float>(bend_side))), aside, fallen);
            const Float up = hn::Sub(hn::Sub(hn::LoadU(floats, heights + side), set(eye)), rest);
            const Float rise = hn::Sub(up, drop);
            const Float off = hn::MulAdd(hn::Add(hn::Abs(up), drop), set(doubt), set(slack));
            hn::StoreU(hn::Mul(hn::Sub(rise, off), inverse), floats, lowest + side);
            hn::StoreU(hn::Mul(hn::Add(rise, off), inverse), floats, highest + side);
        }
    }

    /// Largest rise of the ground between posts over the line between them, with the touch.
    double least() const
    {
        return sight_.touch_metres + 0.25 * (sight_.post_bend.x + sight_.post_bend.y) +
               1e-6 * sight_.target_metres;
    }

    const HeightBlocks& terrain_;
    const PostSight& sight_;
    const ViewshedOctant& octant_;
    std::size_t stride_;
    std::vector<float> values_;  ///< [heights, lowest, highest][kept][stride]
};

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
