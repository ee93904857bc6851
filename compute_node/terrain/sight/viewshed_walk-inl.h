// Lines of sight that no bound of the horizon decides, by packets down the tree (per-target include).
#if defined(FARFIELD_VIEWSHED_WALK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_VIEWSHED_WALK_INL_H
#undef FARFIELD_VIEWSHED_WALK_INL_H
#else
#define FARFIELD_VIEWSHED_WALK_INL_H
#endif

#include "compute_node/support/parallel.h"
#include "compute_node/terrain/rays/ray_aiming-inl.h"
#include "compute_node/terrain/sight/viewshed_ends-inl.h"

#include <glm/common.hpp>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

/// A post of an octant that the bounds leave undecided.
struct OpenPost {
    std::int32_t step = 0;
    std::int32_t side = 0;
    bool ends_clear = false;  ///< no ground hides it over the last steps
};

class OpenPosts {
public:
    OpenPosts(const ViewshedWork& work, const ViewshedOctant& octant) : work_{work}, octant_{octant}
    {
        const HeightBlocks& terrain = work.terrain;
        packet_.z = lowered_eye(terrain, work.sight.eye.z);
        packet_.x = axis_from(work.sight.eye.x);
        packet_.y = axis_from(work.sight.eye.y);
        const bool back_x = octant.along_columns ? octant.is_back : octant.is_flipped;
        const bool back_y = octant.along_columns ? octant.is_flipped : octant.is_back;
        packet_.x.is_back = back_x;
        packet_.y.is_back = back_y;
        packet_.flip = (back_x ? 1U : 0U) | (back_y ? 2U : 0U);
    }

    void add(const OpenPost& post) { posts_.push_back(post); }

    /// Decides all posts and writes those that are visible.
    void decide()
    {
        constexpr std::size_t together = packets_together * lanes;
        for (std::size_t first = 0; first < posts_.size() && !is_set(work_.cancelled); first += together)
            decide(std::span{posts_}.subspan(first, std::min(together, posts_.size() - first)));
        posts_.clear();
    }

private:
    static constexpr std::size_t packets_together = 8;  ///< neighbours that enter the tree as one beam

    struct Place {
        std::int64_t column, row;
    };

    Place place_of(const OpenPost& post) const
    {
        const std::int64_t along = octant_.post_of(post.step), side = octant_.side_post(post.side);
        return octant_.along_columns ? Place{along, side} : Place{side, along};
    }

    void decide(std::span<const OpenPost> posts)
    {
        enter_for(posts);
        for (std::size_t first = 0; first < posts.size(); first += lanes)
            decide_packet(posts.subspan(first, std::min(lanes, posts.size() - first)), first);
    }

    void enter_for(std::span<const OpenPost> posts)
    {
        const glm::dvec2 bend = work_.sight.post_bend;
        Beam beam{.origin = work_.sight.eye,
                  .lowest = glm::dvec3{1e300},
                  .highest = glm::dvec3{-1e300},
                  .least_bend = 1e300,
                  .flip = packet_.flip};
        for (std::size_t n = 0; n < posts.size(); ++n) {
            const Place place = place_of(posts[n]);
            const double height = work_.terrain.height_at(place.column, place.row);
            glm::dvec3 d{static_cast<double>(place.column) - work_.sight.eye.x,
                         static_cast<double>(place.row) - work_.sight.eye.y, 0.0};
            directions_.at(n / lanes).bend[n % lanes] = bend.x * d.x * d.x + bend.y * d.y * d.y;
            const double bent = directions_.at(n / lanes).bend[n % lanes];
            d.z = height + work_.sight.target_metres - work_.sight.eye.z - bent;
            directions_.at(n / lanes).x[n % lanes] = d.x;
            directions_.at(n / lanes).y[n % lanes] = d.y;
            directions_.at(n / lanes).z[n % lanes] = d.z;
            beam.lowest = glm::min(beam.lowest, d);
            beam.highest = glm::max(beam.highest, d);
            beam.least_bend = std::min(beam.least_bend, bent);
        }
        for (std::size_t n = posts.size(); n % lanes != 0; ++n) {
            Directions<1>& d = directions_.at(n / lanes);
            d.x[n % lanes] = d.x[0];
            d.y[n % lanes] = d.y[0];
            d.z[n % lanes] = d.z[0];
            d.bend[n % lanes] = d.bend[0];
        }
        constexpr std::size_t most_entries = 16;
        enter(work_.terrain, beam, most_entries, entry_);
    }

    HWY_INLINE void walk(LaneBits wanted)
    {
        const HeightBlocks& terrain = work_.terrain;
        const bool is_curved = work_.sight.post_bend.x > 0.0, is_down = all_true(packet_.down);
        if (is_curved) return PacketWalk<true, false, false, 1>{terrain, entry_, packet_, found_}.run(wanted);
        if (is_down) return PacketWalk<false, true, false, 1>{terrain, entry_, packet_, found_}.run(wanted);
        PacketWalk<false, false, false, 1>{terrain, entry_, packet_, found_}.run(wanted);
    }

    void decide_packet(std::span<const OpenPost> posts, std::size_t first)
    {
        aim<true>(packet_, directions_.at(first / lanes));
        walk(all_lanes<1> >> (lanes - posts.size()));
        for (std::size_t lane = 0; lane < posts.size(); ++lane) {
            const OpenPost& post = posts[lane];
            const Place place = place_of(post);
            const bool met = (found_.found >> lane & 1) != 0;
            if (is_seen(post, place, met, {found_.column[lane], found_.row[lane]}))
                work_.at(place.column, place.row) = post_visible;
        }
    }

    /// True for a visible post. met: the line may meet a cell; cell: the first of these.
    bool is_seen(const OpenPost& post, const Place& place, bool met, const Place& cell) const
    {
        const std::int64_t along = octant_.along_columns ? cell.column : cell.row;
        const std::int64_t back =
            octant_.is_back ? along - octant_.post_of(post.step) : octant_.post_of(post.step) - 1 - along;
        if (!met || back < end_steps) {
            if (post.ends_clear) return true;
        } else if (is_hidden_by(work_.terrain, work_.sight, place.column, place.row, cell.column, cell.row)) {
            return false;
        }
        return sees_post(work_.terrain, work_.sight, place.column, place.row);
    }

    const ViewshedWork& work_;
    const ViewshedOctant& octant_;
    std::vector<OpenPost> posts_;
    std::array<Directions<1>, packets_together> directions_{};
    BeamEntry entry_;
    Packet<1> packet_;
    Candidates<1> found_;
};

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
