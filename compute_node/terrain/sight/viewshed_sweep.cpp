#include "compute_node/support/targets.h"
#include "compute_node/terrain/sight/viewshed_octant.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/terrain/sight/viewshed_sweep.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/terrain/sight/viewshed_walk-inl.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

/// Sweeps some bins of an octant from the eye outwards, a row or column of posts a step.
class SectorSweep {
public:
    SectorSweep(const ViewshedWork& work, const ViewshedOctant& octant, std::int64_t first_bin)
        : work_{work},
          octant_{octant},
          first_bin_{first_bin},
          bounded_{octant.distance_of(0) >= 1.0 ? 0 : 1},
          posts_{work, octant},
          bounds_{octant, first_bin},
          ends_{work, octant, posts_},
          open_{work, octant},
          next_upper_{bounded_},
          seen_(4 * seen_stride())
    {}

    void run()
    {
        bounds_.begin({work_.terrain, work_.sight, octant_, octant_.distance_of(bounded_)});
        for (std::int64_t step = 0; step < octant_.steps; step = strip_.end) {
            if (octant_.edge(octant_.distance_of(step), first_bin_) >= static_cast<double>(octant_.end_side))
                break;
            if (is_set(work_.cancelled)) return;
            begin_strip(step);
            if (is_strip_hidden())
                pass_strip();
            else
                sweep_strip();
        }
        open_.decide();
    }

private:
    struct Range {
        std::int64_t begin = 0, end = 0;
    };

    std::size_t seen_stride() const { return static_cast<std::size_t>(octant_.side_posts) + lanes; }
    std::uint8_t* seen(std::int64_t step)
    {
        return seen_.data() + static_cast<std::size_t>(step - strip_.begin) * seen_stride();
    }

    /// The sides of a step that are this sector's.
    Range sides_of(std::int64_t step) const
    {
        const double distance = octant_.distance_of(step);
        const auto from_edge = [&](std::int64_t bin) {
            return static_cast<std::int64_t>(std::ceil(octant_.edge(distance, bin)));
        };
        Range sides;
        sides.begin =
            first_bin_ == 0 ? octant_.first_side : std::max(octant_.first_side, from_edge(first_bin_));
        sides.end = from_edge(first_bin_ + sector_bins);
        if (first_bin_ + sector_bins == octant_.bins) {
            // Diagonals go with the columns.
            const auto is_ours = [&](std::int64_t side) {
                const double aside = octant_.side_distance(side);
                return octant_.along_columns ? aside <= distance : aside < distance;
            };
            while (is_ours(sides.end)) ++sides.end;
            while (sides.end > sides.begin && !is_ours(sides.end - 1)) --sides.end;
        }
        sides.end = std::min(sides.end, octant_.end_side);
        return sides;
    }

    void begin_strip(std::int64_t step)
    {
        const std::int64_t post = octant_.post_of(step);
        const std::int64_t left = octant_.is_back ? post % 4 + 1 : 4 - post % 4;
        before_ = strip_;
        strip_ = {step, std::min(step + left, octant_.steps)};
        const double low = octant_.edge(octant_.distance_of(step), first_bin_);
        const double high = octant_.edge(octant_.distance_of(strip_.end - 1), first_bin_ + sector_bins);
        strip_.low = static_cast<std::int64_t>(std::floor(low)) - 4;
        strip_.high = static_cast<std::int64_t>(std::ceil(high)) + 4;
    }

    /// True when all targets of the strip are below all horizons: its ground then raises none either.
    bool is_strip_hidden() const
    {
        // Posts near the eye are decided one by one, and the values read for them are kept.
        if (strip_.begin <= bounded_ + 2 * end_steps) return false;
        return posts_.is_below(strip_, bounds_.least_lower());
    }

    /// Skips a hidden strip: its posts stay hidden in the image.
    void pass_strip()
    {
        if (!is_passed_)
            for (; next_upper_ < strip_.begin; ++next_upper_)
                bounds_.raise_upper(posts_, next_upper_, next_upper_ + 1 < strip_.begin);
        next_upper_ = strip_.end - 1;
        is_passed_ = true;
    }

    void sweep_strip()
    {
        if (is_passed_) posts_.load(before_);
        is_passed_ = false;
        posts_.load(strip_);
        for (std::int64_t step = strip_.begin; step < strip_.end; ++step) {
            if (step - 1 >= bounded_) bounds_.raise_lower(posts_, step - 1);
            for (; next_upper_ < step - end_steps; ++next_upper_) bounds_.raise_upper(posts_, next_upper_);
            const Range sides = sides_of(step);
            sides_.at(static_cast<std::size_t>(step - strip_.begin)) = sides;
            if (step - end_steps >= bounded_)
                decide(step, sides);
            else
                decide_alone(step, sides);
        }
        write();
    }

    void decide(std::int64_t step, const Range& sides)
    {
        const double distance = octant_.distance_of(step), inverse = 1.0 / distance;
        const double side_bins = static_cast<double>(octant_.bins) * inverse;
        const Float across = hn::Mul(hn::Iota(floats, 0.0F), set(static_cast<float>(side_bins)));
        const Float raised = set(static_cast<float>(work_.sight.target_metres * inverse));
        const Int last_bin = hn::Set(ints, static_cast<std::int32_t>(sector_bins) - 1);
        for (std::int64_t side = sides.begin; side < sides.end; side += lanes) {
            const double bin =
                (static_cast<double>(side) - octant_.eye_side) * side_bins - static_cast<double>(first_bin_);
            const Float bins_in = hn::Add(across, set(static_cast<float>(bin)));
            const Int bins = hn::Min(hn::Max(hn::ConvertTo(ints, bins_in), hn::Zero(ints)), last_bin);
            const Float highest = hn::Add(hn::LoadU(floats, posts_.highest_rise(step) + side), raised);
            const Float lowest = hn::Add(hn::LoadU(floats, posts_.lowest_rise(step) + side), raised);
            Mask open = hn::FirstN(floats, static_cast<std::size_t>(sides.end - side));
            open = hn::And(open, hn::Ge(highest, bounds_.lower(bins)));
            Mask visible = hn::MaskFromVec(hn::Zero(floats));
            if (!hn::AllFalse(floats, open)) {
                const LineEnds ends = ends_.look(step, side, open);
                open = hn::AndNot(ends.hidden, open);
                visible = hn::And(hn::And(open, ends.clear), hn::Gt(lowest, bounds_.upper(bins)));
                open = hn::AndNot(visible, open);
                leave(step, side, bits_of(floats, open), bits_of(floats, ends.clear));
            }
            constexpr hn::Rebind<std::uint8_t, decltype(ints)> bytes;
            const Int values = hn::IfThenElseZero(hn::RebindMask(ints, visible), hn::Set(ints, 255));
            hn::StoreU(hn::DemoteTo(bytes, values), bytes, seen(step) + side);
        }
    }

    void leave(std::int64_t step, std::int64_t side, LaneBits open, LaneBits clear)
    {
        for (; open != 0; open &= open - 1) {
            const int lane = std::countr_zero(open);
            open_.add({static_cast<std::int32_t>(step), static_cast<std::int32_t>(side + lane),
                       (clear >> lane & 1) != 0});
        }
    }

    /// Decides posts near the eye one by one, where no bound of the horizon exists yet.
    void decide_alone(std::int64_t step, const Range& sides)
    {
        for (std::int64_t side = sides.begin; side < sides.end; ++side) {
            const std::int64_t along = octant_.post_of(step), across = octant_.side_post(side);
            const std::int64_t column = octant_.along_columns ? along : across;
            const std::int64_t row = octant_.along_columns ? across : along;
            const bool has_height = !std::isnan(work_.terrain.height_at(column, row));
            seen(step)[side] = has_height && sees_post(work_.terrain, work_.sight, column, row) ? 255 : 0;
        }
    }

    /// Writes the decided part of the strip.
    void write()
    {
        const std::int64_t columns = work_.image.window.columns;
        const std::int64_t toward = (octant_.is_flipped ? -1 : 1) * (octant_.along_columns ? columns : 1);
        for (std::int64_t step = strip_.begin; step < strip_.end; ++step) {
            const Range& sides = sides_.at(static_cast<std::size_t>(step - strip_.begin));
            if (sides.begin >= sides.end) continue;
            const std::int64_t along = octant_.post_of(step), across = octant_.side_post(sides.begin);
            std::uint8_t* to = octant_.along_columns ? &work_.at(along, across) : &work_.at(across, along);
            const std::uint8_t* from = seen(step) + sides.begin;
            for (std::int64_t n = 0; n < sides.end - sides.begin; ++n) to[n * toward] = from[n];
        }
    }

    const ViewshedWork& work_;
    const ViewshedOctant& octant_;
    std::int64_t first_bin_;
    std::int64_t bounded_;  ///< first step from which on posts bound the ground between them
    OctantPosts posts_;
    HorizonBounds bounds_;
    LineEndsOfStep ends_;
    OpenPosts open_;
    PostStrip strip_, before_;
    bool is_passed_ = false;          ///< the strip before was hidden, and has not been read
    std::int64_t next_upper_;         ///< the first step that has not raised the upper bounds
    std::array<Range, 4> sides_;      ///< ranges of the strip's steps
    std::vector<std::uint8_t> seen_;  ///< [step of the strip][side]
};

void sweep_sector_here(const ViewshedWork& work, const ViewshedOctant& octant, std::int64_t first_bin)
{
    SectorSweep{work, octant, first_bin}.run();
}

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::terrain {

HWY_EXPORT(sweep_sector_here);

void sweep_sector(const ViewshedWork& work, const ViewshedOctant& octant, std::int64_t first_bin)
{
    HWY_DYNAMIC_DISPATCH(sweep_sector_here)(work, octant, first_bin);
}

}  // namespace farfield::terrain
#endif
