// The last few cells of lines of sight to neighbouring posts (per-target include).
#if defined(FARFIELD_VIEWSHED_ENDS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_VIEWSHED_ENDS_INL_H
#undef FARFIELD_VIEWSHED_ENDS_INL_H
#else
#define FARFIELD_VIEWSHED_ENDS_INL_H
#endif

#include "compute_node/terrain/sight/viewshed_horizon-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

/// Steps before a target over which each line is tested by itself; bounds of the horizon do the rest.
inline constexpr std::int64_t end_steps = 4;

struct LineEnds {
    Mask hidden;  ///< hidden for certain, by the last steps
    Mask clear;   ///< clear for certain of the last steps
};

/// The lines to the targets on `lanes` posts side by side, of one step.
class LineEndsOfStep {
public:
    LineEndsOfStep(const ViewshedWork& work, const ViewshedOctant& octant, const OctantPosts& posts)
        : posts_{posts}, sight_{work.sight}, octant_{octant}
    {}

    HWY_INLINE LineEnds look(std::int64_t step, std::int64_t first_side, Mask wanted)
    {
        begin(step, first_side);
        for (std::int64_t back = 1; back <= end_steps; ++back) {
            cross(step, first_side, back);
            if (hn::AllFalse(floats, hn::AndNot(ends_.hidden, wanted))) break;
        }
        return ends_;
    }

private:
    HWY_INLINE void begin(std::int64_t step, std::int64_t first_side)
    {
        distance_ = octant_.distance_of(step);
        const bool columns = octant_.along_columns;
        const double bend_step = columns ? sight_.post_bend.x : sight_.post_bend.y;
        const double bend_side = columns ? sight_.post_bend.y : sight_.post_bend.x;
        aside_ = static_cast<double>(first_side) - octant_.eye_side;
        const auto inverse = static_cast<float>(1.0 / distance_);
        const Float lane = hn::Iota(floats, 0.0F);
        tangent_ = hn::MulAdd(lane, set(inverse), set(static_cast<float>(aside_ / distance_)));
        const Float across = hn::Mul(tangent_, tangent_);
        // The curvature of the line over a step, relative to the ground; it is constant.
        bend_ = hn::MulAdd(across, set(static_cast<float>(bend_side)), set(static_cast<float>(bend_step)));
        ground_ = hn::LoadU(floats, posts_.heights(step) + first_side);
        const auto eye = static_cast<float>(sight_.eye.z);
        target_ = static_cast<float>(sight_.target_metres);
        const Float rest = set(static_cast<float>(sight_.target_metres - (sight_.eye.z - eye)));
        const Float rise = hn::Add(hn::Sub(ground_, set(eye)), rest);
        const Float bent = hn::Mul(bend_, set(static_cast<float>(distance_))),
                    straight = hn::Mul(rise, set(inverse));
        rise_ = hn::Add(straight, bent);
        rise_parts_ = hn::Add(hn::Abs(straight), bent);
        touch_ = static_cast<float>(sight_.touch_metres + 1e-6 * sight_.target_metres);
        none_ = doubt_ = ends_.hidden = hn::MaskFromVec(hn::Zero(floats));
        ends_.clear = hn::Not(none_);
    }

    /// Height of the line above its target's post, at a place `back` steps before it.
    HWY_INLINE Float line_at(Float back) const
    {
        return hn::MulAdd(back, hn::MulSub(back, bend_, rise_), set(target_));
    }

    /// Tests the ground between `back` steps before the target and a step less.
    HWY_INLINE void cross(std::int64_t step, std::int64_t first_side, std::int64_t back)
    {
        const auto b = static_cast<double>(back);
        const double side = static_cast<double>(first_side) - b * aside_ / distance_;
        const double base = std::floor(side);
        const Float lane = hn::Iota(floats, 0.0F), tiny = set(side_doubt), one = set(1.0F);
        const Float place = hn::MulAdd(lane, set(static_cast<float>(1.0 - b / distance_)),
                                       set(static_cast<float>(side - base)));
        const Int row = hn::ConvertTo(ints, place);
        const Float part = hn::Sub(place, hn::ConvertTo(floats, row));
        // The side at which the line came to the step after this one.
        const auto shift = static_cast<std::int32_t>(static_cast<double>(first_side) - base);
        const Int outer_row = back == 1
                                  ? hn::Add(hn::Iota(ints, 0), hn::Set(ints, shift - 1))
                                  : hn::Add(row_, hn::Set(ints, static_cast<std::int32_t>(base_ - base)));
        const Mask two = hn::RebindMask(floats, hn::Gt(outer_row, row));
        const auto first = static_cast<std::int64_t>(base);
        const SideTable inner{posts_.heights(step - back) + first},
            outer{posts_.heights(step - back + 1) + first};
        const Int next = hn::Add(row, hn::Set(ints, 1)), after = hn::Add(row, hn::Set(ints, 2));
        const Float in0 = hn::Sub(inner[row], ground_), in1 = hn::Sub(inner[next], ground_);
        const Float out0 = hn::Sub(outer[row], ground_), out1 = hn::Sub(outer[next], ground_);
        const Float in2 = hn::IfThenElse(two, hn::Sub(inner[after], ground_), in1);
        const Float out2 = hn::IfThenElse(two, hn::Sub(outer[after], ground_), out1);

        const Float at = set(static_cast<float>(b)), after_at = set(static_cast<float>(b - 1.0));
        const Float line = line_at(at);
        const Float in_slope = hn::Sub(in1, in0), out_slope = hn::Sub(out1, out0);
        const Float above = hn::Sub(line, hn::MulAdd(part, in_slope, in0));
        // The line comes over the next row of posts this far back; as far as it is lower than that row.
        const Float over = hn::Min(hn::Div(hn::Sub(one, part), tangent_), one);
        const Float to_row = hn::IfThenElse(two, over, one);
        const Float row_at = hn::Sub(at, to_row);
        const Float row_above =
            hn::IfThenElse(two, hn::Sub(line_at(row_at), hn::MulAdd(to_row, hn::Sub(out1, in1), in1)), above);
        const Float in_twist = hn::Sub(out_slope, in_slope);
        const Float out_twist = hn::Sub(hn::Sub(out2, out1), hn::Sub(in2, in1));
        const Float steep = hn::Add(hn::Add(hn::Abs(in_slope), hn::Abs(out_slope)),
                                    hn::Add(hn::Abs(hn::Sub(in2, in1)), hn::Abs(hn::Sub(out2, out1))));
        const Float sum = hn::Add(hn::Add(hn::Abs(in1), hn::Abs(out1)), hn::MulAdd(at, rise_parts_, steep));
        const Float slack = hn::MulAdd(sum, set(side_doubt), set(touch_));

        const auto dip = [&](Float twist, Float length) {
            const Float second = hn::Max(hn::NegMulAdd(twist, tangent_, bend_), hn::Zero(floats));
            return hn::Mul(hn::Mul(second, set(0.25F)), hn::Mul(length, length));
        };
        const Float near_edge = back == 1 ? set(target_) : above_;
        const Float inner_end = hn::IfThenElse(two, row_above, near_edge);
        const Float in_lowest = hn::Sub(hn::Min(above, inner_end), dip(in_twist, to_row));
        const Float out_lowest =
            hn::Sub(hn::Min(row_above, near_edge), dip(out_twist, hn::Sub(row_at, after_at)));
        Mask clear = hn::Gt(in_lowest, slack);
        clear = hn::And(clear, hn::Or(hn::Not(two), hn::Gt(out_lowest, slack)));
        if (back == 1) {
            // Height over the cell the line ends in, less the target's, is back (first + back second).
            const Float second = hn::NegMulAdd(in_twist, tangent_, bend_);
            const Float fall = hn::Sub(above, set(target_));
            clear = hn::Or(clear, hn::And(hn::Gt(fall, slack), hn::Gt(hn::Sub(fall, second), slack)));
        }
        const Mask edge = hn::Or(hn::Lt(part, tiny), hn::Gt(part, hn::Sub(one, tiny)));
        const Mask hole = hn::IsNaN(hn::Add(steep, hn::Add(in1, out1)));
        doubt_ = hn::Or(doubt_, hn::Or(edge, hole));
        const Mask under = hn::Lt(hn::Min(above, row_above), hn::Neg(slack));
        ends_.hidden = hn::Or(ends_.hidden, hn::AndNot(doubt_, under));
        ends_.clear = hn::AndNot(doubt_, hn::And(ends_.clear, clear));
        row_ = row;
        base_ = base;
        above_ = above;
    }

    const OctantPosts& posts_;
    const PostSight& sight_;
    const ViewshedOctant& octant_;
    double distance_ = 1.0, aside_ = 0.0;
    Float tangent_{}, bend_{}, rise_{}, rise_parts_{}, ground_{};
    float target_ = 0.0F, touch_ = 0.0F;
    Mask none_{}, doubt_{};
    LineEnds ends_{};
    // Values of the step before:
    Int row_{};
    double base_ = 0.0;
    Float above_{};
};

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
