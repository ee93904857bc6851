// Lanes one by one: vectors in memory, masks as bits (per-target include).
#if defined(FARFIELD_LANE_ARRAYS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LANE_ARRAYS_INL_H
#undef FARFIELD_LANE_ARRAYS_INL_H
#else
#define FARFIELD_LANE_ARRAYS_INL_H
#endif

#include "compute_node/kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// A vector's lanes in memory.
struct LaneArray {
    alignas(32) float at[lanes];
    HWY_INLINE void take(Float value) { hn::Store(value, floats, at); }
    HWY_INLINE Float value() const { return hn::Load(floats, at); }
};

HWY_INLINE std::uint32_t to_bits(Mask mask)
{
    LaneArray flags;
    flags.take(hn::IfThenElseZero(mask, set(1.0F)));
    std::uint32_t bits = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) bits |= (flags.at[lane] != 0.0F ? 1U : 0U) << lane;
    return bits;
}

HWY_INLINE Mask from_bits(std::uint32_t bits)
{
    LaneArray flags;
    for (std::size_t lane = 0; lane < lanes; ++lane) flags.at[lane] = (bits >> lane & 1U) != 0 ? 1.0F : 0.0F;
    return hn::Gt(flags.value(), hn::Zero(floats));
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
