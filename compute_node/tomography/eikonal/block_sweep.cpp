#include "compute_node/tomography/eikonal/block_sweep.h"

#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/tomography/eikonal/block_sweep.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/tomography/eikonal/diagonals.h"
#include "compute_node/tomography/eikonal/upwind_update-inl.h"

#include <glm/common.hpp>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace farfield::tomography::HWY_NAMESPACE {

inline constexpr std::size_t widest =
    std::min(max_lanes, std::size_t{hn::MaxLanes(hn::ScalableTag<float>())});

/// Sweep of one block in one direction, for `lanes` sources.
template <SweepPass pass, std::size_t lanes>
class BlockSweep {
public:
    HWY_INLINE BlockSweep(const SweepArrays& arrays, glm::ivec3 first, unsigned towards)
        : a_{arrays},
          first_{first},
          nodes_{glm::min(glm::ivec3{block_nodes}, arrays.lattice.nodes - first)},
          towards_{towards},
          tolerance_{hn::Load(tag, arrays.sources.tolerance.data())}
    {}

    HWY_INLINE SweepChange run()
    {
        for (int k = 0; k < nodes_.z; ++k)
            for (const BlockDiagonals::Place& place : block_diagonals.places)
                if (place.i < nodes_.x && place.j < nodes_.y) update(turned({place.i, place.j, k}));
        return change_;
    }

private:
    using Tag = hn::CappedTag<float, lanes>;
    using Float = hn::Vec<Tag>;
    using Mask = hn::Mask<Tag>;
    static constexpr Tag tag{};
    static constexpr bool is_second_order = pass != SweepPass::FirstOrder;

    /// A node of the block, counted in the direction of the sweep.
    HWY_INLINE glm::ivec3 turned(glm::ivec3 n) const
    {
        return {(towards_ & 1U) != 0U ? nodes_.x - 1 - n.x : n.x,
                (towards_ & 2U) != 0U ? nodes_.y - 1 - n.y : n.y,
                (towards_ & 4U) != 0U ? nodes_.z - 1 - n.z : n.z};
    }

    HWY_INLINE void update(glm::ivec3 inner)
    {
        const glm::ivec3 node = first_ + inner;
        const std::size_t n = a_.lattice.index(node);
        float* const at = a_.times + n * lanes;
        const Float time = time_at(node, at, a_.steps[n]), old = hn::Load(tag, at);
        Mask changed = is_changed(time, old);
        if (HWY_UNLIKELY(a_.held[n] != 0)) changed = hn::AndNot(held(a_.held[n]), changed);
        if (hn::AllFalse(tag, changed)) return;
        hn::Store(hn::IfThenElse(changed, time, old), tag, at);
        note(changed, inner);
    }

    HWY_INLINE Float time_at(glm::ivec3 node, const float* at, float step) const
    {
        const SourceLanes& s = a_.sources;
        const Float dx = hn::Sub(hn::Set(tag, static_cast<float>(node.x)), hn::Load(tag, s.x.data()));
        const Float dy = hn::Sub(hn::Set(tag, static_cast<float>(node.y)), hn::Load(tag, s.y.data()));
        const Float dz = hn::Sub(hn::Set(tag, static_cast<float>(node.z)), hn::Load(tag, s.z.data()));
        constexpr float not_zero = 1e-12F;  // a node at the source is held
        const Float square =
            hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::MulAdd(dz, dz, hn::Set(tag, not_zero))));
        const Float slope = hn::Div(hn::Load(tag, s.step.data()), hn::Sqrt(square));
        const Float inverse = hn::Set(tag, 1.0F / step);
        const auto row = static_cast<std::ptrdiff_t>(a_.lattice.row * lanes);
        const auto plane = static_cast<std::ptrdiff_t>(a_.lattice.plane * lanes);
        constexpr auto column = static_cast<std::ptrdiff_t>(lanes);
        return upwind_time(tag, upwind<is_second_order>(tag, at, column, hn::Mul(slope, dx), inverse),
                           upwind<is_second_order>(tag, at, row, hn::Mul(slope, dy), inverse),
                           upwind<is_second_order>(tag, at, plane, hn::Mul(slope, dz), inverse),
                           hn::Set(tag, step));
    }

    HWY_INLINE Mask is_changed(Float time, Float old) const
    {
        if constexpr (pass == SweepPass::SecondOrder)
            return hn::Gt(hn::Abs(hn::Sub(time, old)), tolerance_);
        else
            return hn::Lt(hn::Add(time, tolerance_), old);
    }

    static HWY_INLINE Mask held(std::uint16_t bits)
    {
        const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8)};
        return hn::LoadMaskBits(tag, bytes);
    }

    HWY_INLINE void note(Mask changed, glm::ivec3 inner)
    {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(tag, changed, bytes);
        change_.lanes |= static_cast<std::uint32_t>(bytes[0] | bytes[1] << 8);
        for (int axis = 0; axis < 3; ++axis) {
            if (inner[axis] < PaddedLattice::margin) change_.faces |= 1U << (2 * axis);
            if (inner[axis] >= nodes_[axis] - PaddedLattice::margin) change_.faces |= 2U << (2 * axis);
        }
    }

    const SweepArrays& a_;
    glm::ivec3 first_, nodes_;
    unsigned towards_;
    Float tolerance_;
    SweepChange change_;
};

template <std::size_t lanes>
SweepChange sweep_lanes(const SweepArrays& arrays, SweepPass pass, glm::ivec3 first, unsigned towards)
{
    switch (pass) {
    case SweepPass::FirstOrder:
        return BlockSweep<SweepPass::FirstOrder, lanes>{arrays, first, towards}.run();
    case SweepPass::SecondOrder:
        return BlockSweep<SweepPass::SecondOrder, lanes>{arrays, first, towards}.run();
    default:
        return BlockSweep<SweepPass::Falling, lanes>{arrays, first, towards}.run();
    }
}

SweepChange sweep_on_target(const SweepArrays& arrays, SweepPass pass, glm::ivec3 first, unsigned towards)
{
    if (arrays.lanes >= 16)
        return sweep_lanes<std::min<std::size_t>(16, widest)>(arrays, pass, first, towards);
    if (arrays.lanes == 8) return sweep_lanes<std::min<std::size_t>(8, widest)>(arrays, pass, first, towards);
    return sweep_lanes<4>(arrays, pass, first, towards);
}

std::size_t lanes_of_target()
{
    return widest;
}

}  // namespace farfield::tomography::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::tomography {

HWY_EXPORT(sweep_on_target);
HWY_EXPORT(lanes_of_target);

std::size_t vector_lanes()
{
    return HWY_DYNAMIC_DISPATCH(lanes_of_target)();
}

SweepChange sweep_block(const SweepArrays& arrays, SweepPass pass, glm::ivec3 first,
                        unsigned towards) noexcept
{
    return HWY_DYNAMIC_DISPATCH(sweep_on_target)(arrays, pass, first, towards);
}

}  // namespace farfield::tomography
#endif
