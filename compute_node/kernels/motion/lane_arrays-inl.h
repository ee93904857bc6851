// Lanes one by one: vectors in memory, masks as bits (per-target include).
#if defined(FARFIELD_LANE_ARRAYS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LANE_ARRAYS_INL_H
#undef FARFIELD_LANE_ARRAYS_INL_H
#else
#define FARFIELD_LANE_ARRAYS_INL_H
#endif

#include "compute_node/kernels/motion/lanes-inl.h"

#include <glm/vec3.hpp>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// A vector's lanes in memory.
struct LaneArray {
    alignas(32) float at[lanes];
    HWY_INLINE void take(Float value) { hn::Store(value, floats, at); }
    HWY_INLINE Float value() const { return hn::Load(floats, at); }
};

/// A position or a velocity a lane, in memory.
struct LanePoints {
    LaneArray x, y, z;
    HWY_INLINE void take(Vec3 value)
    {
        x.take(value.x);
        y.take(value.y);
        z.take(value.z);
    }
    HWY_INLINE Vec3 value() const { return {x.value(), y.value(), z.value()}; }
    HWY_INLINE void put(std::size_t lane, glm::vec3 value)
    {
        x.at[lane] = value.x;
        y.at[lane] = value.y;
        z.at[lane] = value.z;
    }
    HWY_INLINE glm::vec3 get(std::size_t lane) const { return {x.at[lane], y.at[lane], z.at[lane]}; }
};

/// All lanes as bits, of which bit i is lane i.
inline constexpr std::uint32_t every_lane = (1U << lanes) - 1U;

/// Bit i is lane i.
HWY_INLINE std::uint32_t to_bits(Mask mask)
{
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(floats, mask, bits);
    return bits[0];
}

HWY_INLINE Mask from_bits(std::uint32_t bits)
{
    const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits)};
    return hn::LoadMaskBits(floats, bytes);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
