// Samplers: the field at one position and time per lane, for each kind of grid (per-target include).
// A sampler offers sample(), crossing_rate() in cells per time where it was sampled last, and prefetch() for
// positions that come soon; load(), store(), put() and get() carry the cells that it remembers for particles.
// Its constants: `changes` with time; `partial`, where nodes may not be in memory; `looks_ahead`, where it
// has look_ahead(), which asks for the nodes along a way before they are needed; `deferred`, where samples
// are noted and taken between two runs of the kernel: then it also has begin(), begin_release() and
// is_trial().
#if defined(FARFIELD_SAMPLERS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_SAMPLERS_INL_H
#undef FARFIELD_SAMPLERS_INL_H
#else
#define FARFIELD_SAMPLERS_INL_H
#endif

#include "compute_node/fields/analytic_flow-inl.h"
#include "compute_node/grids/periodic_axis.h"
#include "compute_node/grids/rectilinear_grid.h"
#include "compute_node/grids/uniform_grid.h"
#include "compute_node/kernels/samplers/all_nodes-inl.h"
#include "compute_node/kernels/samplers/node_values-inl.h"

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// For samplers that need nothing but the position.
struct Forgetful {
    static constexpr bool deferred = false;
    static constexpr bool looks_ahead = false;

    HWY_INLINE void prefetch(Vec3 /*position*/) const {}
    HWY_INLINE void load(const CellCursor* /*of_lane_0*/) {}
    HWY_INLINE void store(CellCursor* /*of_lane_0*/) const {}
    HWY_INLINE void put(std::size_t /*lane*/, const CellCursor& /*cursor*/) {}
    HWY_INLINE CellCursor get(std::size_t /*lane*/) const { return {}; }
};

/// 1 over the time in which a velocity crosses a cell of these widths.
HWY_INLINE Float rate_across(Vec3 velocity, Vec3 inverse_width)
{
    return hn::Max(hn::Abs(hn::Mul(velocity.x, inverse_width.x)),
                   hn::Max(hn::Abs(hn::Mul(velocity.y, inverse_width.y)),
                           hn::Abs(hn::Mul(velocity.z, inverse_width.z))));
}

/// Cells between a line and the nodes that are asked for ahead of it, so that they come from memory in time.
inline constexpr float cells_ahead = 1.5F;

/// The position that far along a way, or at its end. cells: those that the way crosses.
HWY_INLINE Vec3 ahead_on(Vec3 way, Vec3 from, Float cells)
{
    return add_scaled(from, hn::Max(hn::Div(set(cells_ahead), cells), set(1.0F)), way);
}

/// The same places in the turn that the grid's nodes are in.
HWY_INLINE Vec3 wrapped(Vec3 p, const PeriodicAxis& around)
{
    if (!around.is_periodic()) return p;
    const Float lo = set(around.lo), hi = set(around.lo + around.period), period = set(around.period);
    const Float turns = hn::Floor(hn::Div(hn::Sub(p.x, lo), period));
    p.x = hn::NegMulAdd(period, turns, p.x);
    p.x = hn::IfThenElse(hn::Lt(p.x, lo), lo, p.x);  // not Min and Max, which lose NaN
    p.x = hn::IfThenElse(hn::Gt(p.x, hi), hi, p.x);
    return p;
}

/// Storage: which nodes are in memory. Where it is partial, samples may be wanted only where has_nodes_at().
template <class Values, class Storage = AllNodes>
class UniformSampler : public Forgetful {
public:
    static constexpr bool changes = Values::changes;
    static constexpr bool partial = Storage::partial;
    static constexpr bool looks_ahead = !partial && !changes;  // with two slices to ask for it gains nothing

    HWY_INLINE UniformSampler(const UniformGrid& grid, const NodeSlices& slices)
        : grid_{grid}, values_{slices}, strides_{Storage::strides(grid)}
    {}

    HWY_INLINE Sample sample(Vec3 p, Float t, Mask wanted)
    {
        p = wrapped(p, grid_.around);
        Mask inside = hn::And(is_inside(p), values_.at_times(t));
        if constexpr (Storage::partial) inside = hn::And(inside, wanted);
        return interpolate(values_, locate(p, inside), strides_, inside);
    }
    /// With a partial storage: whether the nodes around a position are in memory, or it has none.
    HWY_INLINE Mask has_nodes_at(Vec3 p) const
    {
        p = wrapped(p, grid_.around);
        const Mask inside = is_inside(p);
        Vec3 fraction;
        return hn::Or(hn::Not(inside), Storage::contains(grid_, find_cells(p, inside, fraction)));
    }
    HWY_INLINE void prefetch(Vec3 p) const
    {
        p = wrapped(p, grid_.around);
        prefetch_nodes(values_, strides_, locate(p, is_inside(p)).node);
    }

    /// way: of the next step.
    HWY_INLINE void look_ahead(Vec3 from, Vec3 way) const
    {
        prefetch(ahead_on(way, from, crossing_rate(from, way)));
    }

    HWY_INLINE Float crossing_rate(Vec3 /*p*/, Vec3 velocity) const
    {
        const glm::vec3 inverse = grid_.inverse_spacing;
        return rate_across(velocity, {set(inverse.x), set(inverse.y), set(inverse.z)});
    }

private:
    HWY_INLINE Mask is_inside(Vec3 p) const
    {
        return hn::And(within(p.x, grid_.lo.x, grid_.hi.x),
                       hn::And(within(p.y, grid_.lo.y, grid_.hi.y), within(p.z, grid_.lo.z, grid_.hi.z)));
    }
    HWY_INLINE Cells locate(Vec3 p, Mask inside) const
    {
        Cells cells;
        const CellIndices found = find_cells(p, inside, cells.fraction);
        cells.node = Storage::index(grid_, found, inside);
        return cells;
    }
    HWY_INLINE CellIndices find_cells(Vec3 p, Mask inside, Vec3& fraction) const
    {
        const Int i = cell_along(0, p.x, inside, fraction.x), j = cell_along(1, p.y, inside, fraction.y);
        return {i, j, cell_along(2, p.z, inside, fraction.z)};
    }

    /// Lanes outside, NaN among them, take cell 0, so that every load is within the grid.
    HWY_INLINE Int cell_along(int axis, Float position, Mask inside, Float& fraction) const
    {
        const Float q = hn::IfThenElseZero(
            inside, hn::Mul(hn::Sub(position, set(grid_.origin[axis])), set(grid_.inverse_spacing[axis])));
        const Float cell = hn::Min(hn::Floor(q), set(static_cast<float>(grid_.dims[axis] - 2)));
        fraction = hn::Sub(q, cell);
        return small_to_int(cell);
    }

    const UniformGrid& grid_;
    Values values_;
    Strides strides_;
};

template <class Values, class Storage = AllNodes>
class RectilinearSampler : public Forgetful {
public:
    static constexpr bool changes = Values::changes;
    static constexpr bool partial = Storage::partial;
    static constexpr bool looks_ahead = !partial && !changes;  // as above

    HWY_INLINE RectilinearSampler(const RectilinearGrid& grid, const NodeSlices& slices)
        : grid_{grid}, values_{slices}, strides_{Storage::strides(grid)}
    {}

    HWY_INLINE Sample sample(Vec3 p, Float t, Mask wanted)
    {
        p = wrapped(p, grid_.around);
        Mask inside = hn::And(is_inside(p), values_.at_times(t));
        if constexpr (Storage::partial) inside = hn::And(inside, wanted);
        return interpolate(values_, locate(p, inside), strides_, inside);
    }
    /// With a partial storage: whether the nodes around a position are in memory, or it has none.
    HWY_INLINE Mask has_nodes_at(Vec3 p) const
    {
        p = wrapped(p, grid_.around);
        const Mask inside = is_inside(p);
        Vec3 fraction;
        return hn::Or(hn::Not(inside), Storage::contains(grid_, find_cells(p, inside, fraction)));
    }
    HWY_INLINE void prefetch(Vec3 p) const
    {
        p = wrapped(p, grid_.around);
        prefetch_nodes(values_, strides_, locate(p, is_inside(p)).node);
    }

    /// way: of the next step.
    HWY_INLINE void look_ahead(Vec3 from, Vec3 way) const
    {
        prefetch(ahead_on(way, from, crossing_rate(from, way)));
    }

    HWY_INLINE Float crossing_rate(Vec3 p, Vec3 velocity) const
    {
        p = wrapped(p, grid_.around);
        const Mask inside = is_inside(p);
        const auto inverse_width = [&](const AxisTable& axis, Float position) HWY_ATTR {
            Float fraction;
            return hn::GatherIndex(floats, axis.inverse_width.data(),
                                   cell_along(axis, position, inside, fraction));
        };
        const auto& [x, y, z] = grid_.axes;
        return rate_across(velocity, {inverse_width(x, p.x), inverse_width(y, p.y), inverse_width(z, p.z)});
    }

private:
    HWY_INLINE Mask is_inside(Vec3 p) const
    {
        const auto& [x, y, z] = grid_.axes;
        return hn::And(within(p.x, x.lo, x.hi), hn::And(within(p.y, y.lo, y.hi), within(p.z, z.lo, z.hi)));
    }
    HWY_INLINE Cells locate(Vec3 p, Mask inside) const
    {
        Cells cells;
        const CellIndices found = find_cells(p, inside, cells.fraction);
        cells.node = Storage::index(grid_, found, inside);
        return cells;
    }
    HWY_INLINE CellIndices find_cells(Vec3 p, Mask inside, Vec3& fraction) const
    {
        const auto& [x, y, z] = grid_.axes;
        const Int i = cell_along(x, p.x, inside, fraction.x), j = cell_along(y, p.y, inside, fraction.y);
        return {i, j, cell_along(z, p.z, inside, fraction.z)};
    }

    /// Lanes outside take the first node's position, so that every look-up is within the tables.
    static HWY_INLINE Int cell_along(const AxisTable& axis, Float position, Mask inside, Float& fraction)
    {
        const Float first = set(axis.node.front());
        const Float p = hn::IfThenElse(inside, position, first);
        const Int last_bin = hn::Set(ints, static_cast<std::int32_t>(axis.bin_cell.size()) - 1);
        const Int last_cell = hn::Set(ints, static_cast<std::int32_t>(axis.inverse_width.size()) - 1);
        const Int bin = hn::ConvertTo(ints, hn::Mul(hn::Sub(p, first), set(axis.bins_per_unit)));
        Int cell = hn::GatherIndex(ints, axis.bin_cell.data(), hn::Min(bin, last_bin));
        const Int one = hn::Set(ints, 1);
        for (int step = 0; step < axis.max_steps; ++step) {
            const Float next = hn::GatherIndex(floats, axis.node.data(), hn::Add(cell, one));
            const Int beyond = hn::BitCast(ints, hn::VecFromMask(floats, hn::Ge(p, next)));
            cell = hn::Min(hn::Add(cell, hn::And(beyond, one)), last_cell);
        }
        fraction = hn::Mul(hn::Sub(p, hn::GatherIndex(floats, axis.node.data(), cell)),
                           hn::GatherIndex(floats, axis.inverse_width.data(), cell));
        return cell;
    }

    const RectilinearGrid& grid_;
    Values values_;
    Strides strides_;
};

/// Math of analytic_flow-inl.h on vectors, in binary32.
struct VectorMath {
    HWY_INLINE Float constant(double value) const { return set(static_cast<float>(value)); }
    HWY_INLINE Float sin(Float x) const { return hn::Sin(floats, x); }
    HWY_INLINE Float cos(Float x) const { return hn::Cos(floats, x); }
    HWY_INLINE Float sqrt(Float x) const { return hn::Sqrt(x); }
    HWY_INLINE Float abs(Float x) const { return hn::Abs(x); }
    HWY_INLINE Float max(Float a, Float b) const { return hn::Max(a, b); }
    HWY_INLINE Float if_greater(Float a, Float b, Float yes, Float no) const
    {
        return hn::IfThenElse(hn::Gt(a, b), yes, no);
    }
};

template <AnalyticFlow flow>
class AnalyticSampler : public Forgetful {
public:
    static constexpr bool changes = false;
    static constexpr bool partial = false;

    HWY_INLINE AnalyticSampler(AnalyticFlow /*flow*/, const NodeSlices& /*none*/)
        : lo_{domain_of(flow).lo}, hi_{domain_of(flow).hi}
    {}

    /// Lanes outside are evaluated at 0, where sine and cosine are quick.
    HWY_INLINE Sample sample(Vec3 p, Float /*t*/, Mask /*wanted*/)
    {
        const Mask inside =
            hn::And(within(p.x, lo_.x, hi_.x), hn::And(within(p.y, lo_.y, hi_.y), within(p.z, lo_.z, hi_.z)));
        const auto at = [&](Float v) HWY_ATTR { return hn::IfThenElseZero(inside, v); };
        const Velocity<Float> velocity = flow_velocity<flow>(VectorMath{}, at(p.x), at(p.y), at(p.z));
        return {{velocity.u, velocity.v, velocity.w}, hn::Zero(floats), inside};
    }

    /// There are no cells; settings that would ask for this are refused.
    HWY_INLINE Float crossing_rate(Vec3 /*p*/, Vec3 /*velocity*/) const { return hn::Zero(floats); }

private:
    glm::vec3 lo_, hi_;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
