// Bounds of the horizon of a viewshed, bin by bin of the azimuth (per-target include).
#if defined(FARFIELD_VIEWSHED_HORIZON_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_VIEWSHED_HORIZON_INL_H
#undef FARFIELD_VIEWSHED_HORIZON_INL_H
#else
#define FARFIELD_VIEWSHED_HORIZON_INL_H
#endif

#include "compute_node/terrain/sight/near_horizon.h"
#include "compute_node/terrain/sight/viewshed_posts-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

/// The bound of a side's rounding error.
inline constexpr float side_doubt = 4e-6F;

/// Values of consecutive sides, which lanes look up.
class SideTable {
public:
    explicit HWY_INLINE SideTable(const float* first)
        : low_{hn::LoadU(floats, first)}, high_{hn::LoadU(floats, first + lanes)}
    {}
    HWY_INLINE Float operator[](Int side) const
    {
        const Int last = hn::Set(ints, static_cast<std::int32_t>(lanes) - 1);
        const auto place = hn::IndicesFromVec(floats, hn::And(side, last));
        return hn::IfThenElse(hn::RebindMask(floats, hn::Gt(side, last)), hn::TableLookupLanes(high_, place),
                              hn::TableLookupLanes(low_, place));
    }

private:
    Float low_, high_;
};

/// Bounds for each bin of a sector: a line that rises less than the lower one is hidden, one above the upper
/// one is clear. Both are rises a step of the ground, seen from the eye, up to some step.
class HorizonBounds {
public:
    HorizonBounds(const ViewshedOctant& octant, std::int64_t first_bin)
        : octant_{octant},
          first_bin_{first_bin},
          scratch_(static_cast<std::size_t>(octant.side_posts) + 2 * margin)
    {
        lower_.fill(no_rise);
    }

    void begin(const NearHorizon& near)
    {
        const double bins = static_cast<double>(octant_.bins);
        for (std::size_t bin = 0; bin < lower_.size(); bin += lanes) {
            const double tangent = static_cast<double>(first_bin_ + static_cast<std::int64_t>(bin)) / bins;
            const double highest = near.highest_between(tangent, tangent + lanes / bins);
            const auto above = static_cast<float>(highest + 1e-6 * std::abs(highest));
            std::fill_n(upper_.begin() + static_cast<std::ptrdiff_t>(bin), lanes, above);
        }
    }

    HWY_INLINE Float lower(Int bins) const { return hn::GatherIndex(floats, lower_.data(), bins); }
    HWY_INLINE Float upper(Int bins) const { return hn::GatherIndex(floats, upper_.data(), bins); }

    /// The least lower bound of all bins.
    float least_lower() const
    {
        Float least = hn::Load(floats, lower_.data());
        for (std::size_t bin = lanes; bin < lower_.size(); bin += lanes)
            least = hn::Min(least, hn::Load(floats, &lower_[bin]));
        return hn::GetLane(hn::MinOfLanes(floats, least));
    }

    /// Raises the lower bounds by the ground along the posts of a step. The next step is loaded as well: an
    /// edge of two posts is there for certain when the cell behind it has a surface.
    void raise_lower(const OctantPosts& posts, std::int64_t step)
    {
        const double distance = octant_.distance_of(step);
        const double last = octant_.edge(distance, first_bin_ + sector_bins);
        const auto from = static_cast<std::int64_t>(octant_.edge(distance, first_bin_)) - 1;
        const std::int64_t to = std::min(static_cast<std::int64_t>(last) + 2, octant_.side_posts + 24);
        float* ground = scratch_.data() + margin;
        for (std::int64_t side = from; side <= to; side += lanes) {
            const Float sum = hn::Add(hn::LoadU(floats, posts.heights(step) + side),
                                      hn::LoadU(floats, posts.heights(step + 1) + side));
            const Float rise = hn::LoadU(floats, posts.lowest_rise(step) + side);
            hn::StoreU(hn::IfThenElse(hn::IsNaN(sum), set(no_rise), rise), floats, ground + side);
        }
        const double bin_sides = distance / static_cast<double>(octant_.bins);
        const Float across = hn::Mul(hn::Iota(floats, 0.0F), set(static_cast<float>(bin_sides)));
        const Float width = set(static_cast<float>(bin_sides) + 2.0F * side_doubt);
        double side = octant_.edge(distance, first_bin_) - side_doubt;
        for (std::size_t bin = 0; bin < lower_.size(); bin += lanes, side += bin_sides * lanes) {
            if (side >= static_cast<double>(octant_.side_posts)) return;
            const double first = std::floor(side);
            const Float lowest = lowest_across(ground + static_cast<std::int64_t>(first),
                                               hn::Add(set(static_cast<float>(side - first)), across), width);
            hn::Store(hn::Max(hn::Load(floats, &lower_[bin]), lowest), floats, &lower_[bin]);
        }
    }

    /// Raises the upper horizon by the surface between a step and the next. Without the next step, its posts
    /// count as no higher than this one's.
    void raise_upper(const OctantPosts& posts, std::int64_t step, bool has_next = true)
    {
        const double near = octant_.distance_of(step), far = octant_.distance_of(step + 1);
        const auto from = static_cast<std::int64_t>(octant_.edge(near, first_bin_)) - 1;
        const std::int64_t to =
            std::min(static_cast<std::int64_t>(octant_.edge(far, first_bin_ + sector_bins)) + 3,
                     octant_.side_posts + 24);
        const float *inner = posts.highest_rise(step),
                    *outer = has_next ? posts.highest_rise(step + 1) : inner;
        float* pairs = scratch_.data() + margin;
        const auto present = [](const float* rise) {
            const Float value = hn::LoadU(floats, rise);
            return hn::IfThenElse(hn::IsNaN(value), set(no_rise), value);
        };
        for (std::int64_t side = from; side <= to; side += lanes) {
            const Float one = hn::Max(present(inner + side), present(outer + side));
            const Float next = hn::Max(present(inner + side + 1), present(outer + side + 1));
            hn::StoreU(hn::Max(one, next), floats, pairs + side);
        }
        const double bins = static_cast<double>(octant_.bins), near_sides = near / bins,
                     far_sides = far / bins;
        const Float near_across = hn::Mul(hn::Iota(floats, 0.0F), set(static_cast<float>(near_sides)));
        const Float far_across = hn::Mul(hn::Iota(floats, 1.0F), set(static_cast<float>(far_sides)));
        double low = octant_.edge(near, first_bin_) - side_doubt,
               high = octant_.edge(far, first_bin_) + side_doubt;
        for (std::size_t bin = 0; bin < upper_.size(); bin += lanes) {
            if (low >= static_cast<double>(octant_.side_posts)) return;
            const double first = std::floor(low);
            const SideTable table{pairs + static_cast<std::int64_t>(first)};
            const Int lowest =
                hn::ConvertTo(ints, hn::Add(set(static_cast<float>(low - first)), near_across));
            const Int highest =
                hn::ConvertTo(ints, hn::Add(set(static_cast<float>(high - first)), far_across));
            const Float met = hn::Max(table[lowest], table[highest]);
            hn::Store(hn::Max(hn::Load(floats, &upper_[bin]), met), floats, &upper_[bin]);
            low += near_sides * lanes;
            high += far_sides * lanes;
        }
    }

private:
    static constexpr std::size_t margin = 64;

    /// The lowest ground from each lane's side over a width of less than a side.
    static HWY_INLINE Float lowest_across(const float* ground, Float begin, Float width)
    {
        const Float table = hn::LoadU(floats, ground), end = hn::Add(begin, width);
        const Int first = hn::ConvertTo(ints, begin), last = hn::ConvertTo(ints, end), one = hn::Set(ints, 1);
        const auto look_up = [&](Int side) {
            return hn::TableLookupLanes(table, hn::IndicesFromVec(floats, side));
        };
        const Float a = look_up(first), b = look_up(last);
        const Float at_begin = hn::MulAdd(hn::Sub(begin, hn::ConvertTo(floats, first)),
                                          hn::Sub(look_up(hn::Add(first, one)), a), a);
        const Float at_end =
            hn::MulAdd(hn::Sub(end, hn::ConvertTo(floats, last)), hn::Sub(look_up(hn::Add(last, one)), b), b);
        const Mask has_post = hn::RebindMask(floats, hn::Gt(last, first));
        return hn::Min(hn::Min(at_begin, at_end), hn::IfThenElse(has_post, b, at_begin));
    }

    const ViewshedOctant& octant_;
    std::int64_t first_bin_;
    alignas(64) std::array<float, sector_bins> lower_{}, upper_{};
    std::vector<float> scratch_;
};

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
