// Values at nodes, steady or linear between time slices, interpolated for a vector of particles (per-target
// include).
#if defined(FARFIELD_NODE_VALUES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_NODE_VALUES_INL_H
#undef FARFIELD_NODE_VALUES_INL_H
#else
#define FARFIELD_NODE_VALUES_INL_H
#endif

#include "compute_node/fields/node_slices.h"
#include "compute_node/grids/tetrahedral_mesh.h"
#include "compute_node/kernels/motion/lane_arrays-inl.h"
#include "compute_node/kernels/samplers/cells-inl.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Blends for a particle with barycentric coordinates 1 to 3. NaN where a corner is, whatever its
/// weight.
HWY_INLINE hn::Vec<Quad> blend_one(const Node* nodes, const TetrahedronCorners& corners, glm::vec3 local)
{
    const Quad quad;
    const auto corner = [&](int i) HWY_ATTR { return hn::LoadU(quad, &nodes[corners[i]].x); };
    const auto first = corner(0);
    auto sum = hn::MulAdd(hn::Set(quad, local.x), hn::Sub(corner(1), first), first);
    sum = hn::MulAdd(hn::Set(quad, local.y), hn::Sub(corner(2), first), sum);
    return hn::MulAdd(hn::Set(quad, local.z), hn::Sub(corner(3), first), sum);
}

/// Values that hold at all times.
class SteadyValues {
public:
    /// True where slices may be missing.
    static constexpr bool changes = false;

    HWY_INLINE explicit SteadyValues(const NodeSlices& slices) : nodes_{slices.nodes.front()} {}

    /// Takes the lanes to their times; returns where there are data.
    HWY_INLINE Mask at_times(Float t) const { return hn::Eq(t, t); }
    /// The values around a node for a lane; nodes is not null.
    HWY_INLINE const Node* nodes(std::size_t /*lane*/) const { return nodes_; }
    HWY_INLINE hn::Vec<Quad> interpolate_lane(std::size_t /*lane*/, std::size_t node, const Strides& strides,
                                              float fx, float fy, float fz) const
    {
        return interpolate_one(&nodes_[node].x, strides, fx, fy, fz);
    }
    /// In a tetrahedron: local holds the barycentric coordinates of corners 1 to 3.
    HWY_INLINE hn::Vec<Quad> blend_lane(std::size_t /*lane*/, const TetrahedronCorners& corners,
                                        glm::vec3 local) const
    {
        return blend_one(nodes_, corners, local);
    }
    /// one: what a lane sees of a slice's nodes.
    template <class One>
    HWY_INLINE hn::Vec<Quad> mix_lane(std::size_t /*lane*/, const One& one) const
    {
        return one(nodes_);
    }

private:
    const Node* nodes_;
};

/// Part of the span of all slices by which a stage may lie beyond the last one, for rounding puts it there.
inline constexpr float time_slack = 1e-6F;

/// Values between slices. A lane remembers its interval; which one that is follows from its time alone, so
/// that a line has the same bits whatever its lane did before. At the very time of a slice that one alone
/// counts: it then is both.
class TimedValues {
public:
    static constexpr bool changes = true;

    HWY_INLINE explicit TimedValues(const NodeSlices& slices)
        : slices_{slices},
          first_{slices.times.front()},
          last_{slices.times.back()},
          slack_{time_slack * (last_ - first_)}
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) enter(lane, 0);
    }

    HWY_INLINE Mask at_times(Float t)
    {
        const Float at = hn::Min(hn::Max(t, set(first_)), set(last_));
        if (!hn::AllTrue(floats, hn::And(hn::Ge(at, from_.value()), hn::Lt(at, to_.value())))) seek(at);
        fraction_.take(hn::Mul(hn::Sub(at, from_.value()), inverse_.value()));
        const bool are_between =
            hn::AllTrue(floats, hn::And(hn::Gt(at, from_.value()), hn::Lt(at, end_.value())));
        if (!are_between || !were_between_) choose(at);
        were_between_ = are_between;
        return within(t, first_ - slack_, last_ + slack_);
    }
    HWY_INLINE const Node* nodes(std::size_t lane) const { return before_[lane]; }
    HWY_INLINE hn::Vec<Quad> interpolate_lane(std::size_t lane, std::size_t node, const Strides& strides,
                                              float fx, float fy, float fz) const
    {
        const auto before = interpolate_one(&before_[lane][node].x, strides, fx, fy, fz);
        const auto after = interpolate_one(&after_[lane][node].x, strides, fx, fy, fz);
        return hn::MulAdd(hn::Set(Quad(), fraction_.at[lane]), hn::Sub(after, before), before);
    }
    HWY_INLINE hn::Vec<Quad> blend_lane(std::size_t lane, const TetrahedronCorners& corners,
                                        glm::vec3 local) const
    {
        const auto before = blend_one(before_[lane], corners, local);
        const auto after = blend_one(after_[lane], corners, local);
        return hn::MulAdd(hn::Set(Quad(), fraction_.at[lane]), hn::Sub(after, before), before);
    }
    template <class One>
    HWY_INLINE hn::Vec<Quad> mix_lane(std::size_t lane, const One& one) const
    {
        const auto before = one(before_[lane]), after = one(after_[lane]);
        return hn::MulAdd(hn::Set(Quad(), fraction_.at[lane]), hn::Sub(after, before), before);
    }

private:
    HWY_INLINE void enter(std::size_t lane, std::size_t interval)
    {
        before_[lane] = lower_[lane] = slices_.nodes[interval];
        after_[lane] = upper_[lane] = slices_.nodes[interval + 1];
        from_.at[lane] = slices_.times[interval];
        to_.at[lane] = end_.at[lane] = slices_.times[interval + 1];
        inverse_.at[lane] = 1.0F / (to_.at[lane] - from_.at[lane]);
        if (to_.at[lane] == last_)
            to_.at[lane] = std::numeric_limits<float>::infinity();  // holds its end too
    }
    HWY_NOINLINE void seek(Float t)
    {
        LaneArray times;
        times.take(t);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if (const float at = times.at[lane]; at < from_.at[lane] || at >= to_.at[lane])
                enter(lane, slices_.interval(at));
    }
    /// The slices that count, where some lane is at the very time of one, or was.
    HWY_NOINLINE void choose(Float t)
    {
        LaneArray times;
        times.take(t);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            before_[lane] = times.at[lane] < end_.at[lane] ? lower_[lane] : upper_[lane];
            after_[lane] = times.at[lane] > from_.at[lane] ? upper_[lane] : lower_[lane];
        }
    }

    const NodeSlices& slices_;
    float first_, last_, slack_;
    const Node *lower_[lanes], *upper_[lanes];   ///< at the interval's ends
    const Node *before_[lanes], *after_[lanes];  ///< those that count
    LaneArray from_, end_, inverse_, fraction_;
    LaneArray to_;               ///< times from here on are in another interval
    bool were_between_ = false;  ///< all lanes were, so that their slices are those of their intervals
};

/// Values between slices at one time for all lanes: that of the first.
class SharedTimeValues {
public:
    static constexpr bool changes = true;

    HWY_INLINE explicit SharedTimeValues(const NodeSlices& slices) : slices_{slices}
    {
        // Nodes are asked for ahead before the first time is known: they must be in memory.
        std::size_t interval = 0;
        while (interval + 2 < slices_.nodes.size() && !slices_.has(interval)) ++interval;
        enter(interval);
    }

    HWY_INLINE Mask at_times(Float t)
    {
        const float at = hn::GetLane(t);
        // The interval follows from the time alone, whatever was asked before: the same bits in any order.
        if (at < from_ || at >= to_) seek(at);
        fraction_ = std::clamp((at - from_) * inverse_, 0.0F, 1.0F);
        before_ = at < to_ ? lower_ : upper_;
        after_ = at > from_ ? upper_ : lower_;
        return hn::Eq(t, t);
    }
    HWY_INLINE const Node* nodes(std::size_t /*lane*/) const { return before_; }
    HWY_INLINE hn::Vec<Quad> interpolate_lane(std::size_t /*lane*/, std::size_t node, const Strides& strides,
                                              float fx, float fy, float fz) const
    {
        const auto before = interpolate_one(&before_[node].x, strides, fx, fy, fz);
        const auto after = interpolate_one(&after_[node].x, strides, fx, fy, fz);
        return hn::MulAdd(hn::Set(Quad(), fraction_), hn::Sub(after, before), before);
    }
    HWY_INLINE hn::Vec<Quad> blend_lane(std::size_t /*lane*/, const TetrahedronCorners& corners,
                                        glm::vec3 local) const
    {
        const auto before = blend_one(before_, corners, local);
        const auto after = blend_one(after_, corners, local);
        return hn::MulAdd(hn::Set(Quad(), fraction_), hn::Sub(after, before), before);
    }
    template <class One>
    HWY_INLINE hn::Vec<Quad> mix_lane(std::size_t /*lane*/, const One& one) const
    {
        const auto before = one(before_), after = one(after_);
        return hn::MulAdd(hn::Set(Quad(), fraction_), hn::Sub(after, before), before);
    }

private:
    HWY_INLINE void enter(std::size_t interval)
    {
        before_ = lower_ = slices_.nodes[interval];
        after_ = upper_ = slices_.nodes[interval + 1];
        from_ = slices_.times[interval];
        to_ = slices_.times[interval + 1];
        inverse_ = 1.0F / (to_ - from_);
    }
    HWY_NOINLINE void seek(float t)
    {
        const auto inner = slices_.times.begin() + 1, last = slices_.times.end() - 1;
        enter(static_cast<std::size_t>(std::upper_bound(inner, last, t) - inner));
    }

    const NodeSlices& slices_;
    const Node *lower_, *upper_;   ///< at the interval's ends
    const Node *before_, *after_;  ///< those that count
    float from_, to_, inverse_, fraction_ = 0.0F;
};

template <class Values>
HWY_INLINE Sample interpolate(const Values& values, const Cells& cells, const Strides& strides, Mask inside)
{
    alignas(32) std::int32_t node[lanes];
    alignas(32) float fractions[3][lanes];
    hn::Store(cells.node, ints, node);
    hn::Store(cells.fraction.x, floats, fractions[0]);
    hn::Store(cells.fraction.y, floats, fractions[1]);
    hn::Store(cells.fraction.z, floats, fractions[2]);
    const float* const fx = from_memory(fractions[0]);
    const float* const fy = from_memory(fractions[1]);
    const float* const fz = from_memory(fractions[2]);
    hn::Vec<Quad> one[lanes];
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < lanes; ++j)
        one[j] = values.interpolate_lane(j, static_cast<std::size_t>(node[j]), strides, fx[j], fy[j], fz[j]);
    return transpose(one, inside);
}

/// Asks for the nodes of a cell that will be needed soon.
HWY_INLINE void prefetch_rows(const Node* lowest, const Strides& strides)
{
    const float* n = &lowest->x;
    hwy::Prefetch(n);
    hwy::Prefetch(n + strides.y);
    hwy::Prefetch(n + strides.z);
    hwy::Prefetch(n + strides.z + strides.y);
}

template <class Values>
HWY_INLINE void prefetch_nodes(const Values& values, const Strides& strides, Int node)
{
    alignas(32) std::int32_t index[lanes];
    hn::Store(node, ints, index);
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < lanes; ++j) prefetch_rows(values.nodes(j) + index[j], strides);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
