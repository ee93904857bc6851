// The posts of an octant step by step, as a sweep of a viewshed reads them (per-target include).
#if defined(FARFIELD_VIEWSHED_POSTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_VIEWSHED_POSTS_INL_H
#undef FARFIELD_VIEWSHED_POSTS_INL_H
#else
#define FARFIELD_VIEWSHED_POSTS_INL_H
#endif

#include "compute_node/terrain/ray_settling-inl.h"
#include "compute_node/terrain/viewshed_octant.h"

#include <algorithm>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Stands for no surface among what posts rise a step.
inline constexpr float no_rise = -1e30F;

/// The last few steps of an octant: heights, and what posts rise a step as seen from the eye, lowered and
/// raised by more than rounding comes to. All by sides, NaN where there is no post.
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

    /// Reads steps [begin, end), all in one row or column of blocks, for sides [low, high].
    void load(std::int64_t begin, std::int64_t end, std::int64_t low, std::int64_t high)
    {
        low = std::max<std::int64_t>(low, -beyond);
        high = std::min(high, octant_.side_posts + beyond);
        const std::int64_t first = octant_.side_post(octant_.is_flipped ? high : low) >> 2;
        const std::int64_t last = octant_.side_post(octant_.is_flipped ? low : high) >> 2;
        for (std::int64_t block = first; block <= last; ++block) load_block(begin, end, block);
        for (std::int64_t step = begin; step < end; ++step) find_rises(step, low, high);
    }

private:
    static constexpr std::size_t kept = 16;     ///< steps
    static constexpr std::size_t margin = 64;   ///< sides before the first and after the last
    static constexpr std::int64_t beyond = 24;  ///< of the margin, to be filled
    static constexpr float doubt = 1.5e-6F;     ///< of what is added up; several roundings

    const float* at(std::size_t what, std::int64_t step) const
    {
        return values_.data() + (what * kept + static_cast<std::size_t>(step) % kept) * stride_ + margin;
    }
    float* at(std::size_t what, std::int64_t step)
    {
        return values_.data() + (what * kept + static_cast<std::size_t>(step) % kept) * stride_ + margin;
    }

    /// block: of those along the sides, as posts count.
    void load_block(std::int64_t begin, std::int64_t end, std::int64_t block)
    {
        const std::int64_t along = octant_.post_of(begin) >> 2;
        const bool is_inside =
            block >= 0 && block <= (octant_.side_posts - 2) / 4 && along <= (octant_.step_posts - 2) / 4;
        if (!is_inside) return load_one_by_one(begin, end, block);
        const auto i = static_cast<std::uint32_t>(octant_.along_columns ? along : block);
        const auto j = static_cast<std::uint32_t>(octant_.along_columns ? block : along);
        const HeightBlock& from = terrain_.blocks[terrain_.node_at(0, i, j)];
        const std::int64_t toward = octant_.is_flipped ? -1 : 1;
        const std::int64_t side = octant_.side_post(4 * block);
        for (std::int64_t step = begin; step < end; ++step) {
            float* to = at(0, step) + side;
            const auto k = static_cast<std::size_t>(octant_.post_of(step) & 3);
            for (std::int64_t n = 0; n < HeightBlock::cells; ++n)
                to[n * toward] = octant_.along_columns ? from.heights[static_cast<std::size_t>(n)][k]
                                                       : from.heights[k][static_cast<std::size_t>(n)];
        }
    }

    void load_one_by_one(std::int64_t begin, std::int64_t end, std::int64_t block)
    {
        for (std::int64_t step = begin; step < end; ++step)
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
        // The ground between posts bends over their line by this much at most.
        const auto least = static_cast<float>(sight_.touch_metres + 0.25 * (bend_step + bend_side) +
                                              1e-6 * sight_.target_metres);
        const float* heights = at(0, step);
        float *lowest = at(1, step), *highest = at(2, step);
        for (std::int64_t side = low; side <= high; side += lanes) {
            const Float aside = hn::Add(set(static_cast<float>(static_cast<double>(side) - octant_.eye_side)),
                                        hn::Iota(floats, 0.0F));
            const Float drop = hn::MulAdd(hn::Mul(aside, set(static_cast<float>(bend_side))), aside, fallen);
            const Float up = hn::Sub(hn::Sub(hn::LoadU(floats, heights + side), set(eye)), rest);
            const Float rise = hn::Sub(up, drop);
            const Float off = hn::MulAdd(hn::Add(hn::Abs(up), drop), set(doubt), set(least));
            hn::StoreU(hn::Mul(hn::Sub(rise, off), inverse), floats, lowest + side);
            hn::StoreU(hn::Mul(hn::Add(rise, off), inverse), floats, highest + side);
        }
    }

    const HeightBlocks& terrain_;
    const PostSight& sight_;
    const ViewshedOctant& octant_;
    std::size_t stride_;
    std::vector<float> values_;  ///< [heights, lowest, highest][kept][stride]
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
