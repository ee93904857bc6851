// Trilinear interpolation of float4 nodes for a vector of particles (per-target include).
#if defined(FARFIELD_CELLS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_CELLS_INL_H
#undef FARFIELD_CELLS_INL_H
#else
#define FARFIELD_CELLS_INL_H
#endif

#include "compute_node/grids/trilinear.h"
#include "compute_node/kernels/motion/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Floats between neighbours along y and z.
struct Strides {
    std::size_t y, z;
};

HWY_INLINE Strides strides_of(glm::ivec3 dims)
{
    const std::size_t y = 4 * static_cast<std::size_t>(dims.x);
    return {y, y * static_cast<std::size_t>(dims.y)};
}

/// A cell per lane: the index of its lowest node, and the fractions within it.
struct Cells {
    Int node;
    Vec3 fraction;
};

/// The same pointer, of which the compiler knows nothing: a float is broadcast by the load that fetches it,
/// where shuffles of the register it was stored from would take the units that interpolate.
HWY_INLINE const float* from_memory(const float* first)
{
    __asm__("" : "+r"(first));
    return first;
}

using Quad = hn::FixedTag<float, 4>;  // one node

#if HWY_MAX_BYTES >= 32

using Row = hn::FixedTag<float, 8>;  // two nodes side by side along x

/// Interpolates for a particle. n: the first float of its lowest node. Four loads of a row, both x-corners at
/// once.
HWY_INLINE hn::Vec<Quad> interpolate_one(const float* n, const Strides& strides, float fx, float fy, float fz)
{
    const Row row;
    const auto r0 = hn::LoadU(row, n), r1 = hn::LoadU(row, n + strides.y);
    const auto r2 = hn::LoadU(row, n + strides.z), r3 = hn::LoadU(row, n + strides.z + strides.y);
    const auto y = hn::Set(row, fy);
    const auto near = hn::MulAdd(y, hn::Sub(r1, r0), r0), far = hn::MulAdd(y, hn::Sub(r3, r2), r2);
    const auto sides = hn::MulAdd(hn::Set(row, fz), hn::Sub(far, near), near);
    const auto left = hn::LowerHalf(sides), right = hn::UpperHalf(Quad(), sides);
    return hn::MulAdd(hn::Set(Quad(), fx), hn::Sub(right, left), left);
}

#else

HWY_INLINE hn::Vec<Quad> interpolate_one(const float* n, const Strides& strides, float fx, float fy, float fz)
{
    const Quad quad;
    const auto y = hn::Set(quad, fy), z = hn::Set(quad, fz);
    hn::Vec<Quad> side[2];
    for (int i = 0; i < 2; ++i, n += 4) {
        const auto r0 = hn::LoadU(quad, n), r1 = hn::LoadU(quad, n + strides.y);
        const auto r2 = hn::LoadU(quad, n + strides.z);
        const auto r3 = hn::LoadU(quad, n + strides.z + strides.y);
        const auto near = hn::MulAdd(y, hn::Sub(r1, r0), r0), far = hn::MulAdd(y, hn::Sub(r3, r2), r2);
        side[i] = hn::MulAdd(z, hn::Sub(far, near), near);
    }
    return hn::MulAdd(hn::Set(quad, fx), hn::Sub(side[1], side[0]), side[0]);
}

#endif

/// Particles i and, where vectors are that long, i + 4, one node each.
HWY_INLINE Float pair_up(const hn::Vec<Quad> (&one)[lanes], std::size_t i)
{
#if HWY_MAX_BYTES >= 32
    return hn::Combine(floats, one[i + 4], one[i]);
#else
    return one[i];
#endif
}

/// Turns the samples of single particles (u v w s each) into vectors over particles.
HWY_INLINE Sample transpose(const hn::Vec<Quad> (&one)[lanes], Mask inside)
{
    const hn::Repartition<double, Floats> pairs;
    const Float a = pair_up(one, 0), b = pair_up(one, 1), c = pair_up(one, 2), d = pair_up(one, 3);
    const auto uv01 = hn::BitCast(pairs, hn::InterleaveLower(floats, a, b));
    const auto ws01 = hn::BitCast(pairs, hn::InterleaveUpper(floats, a, b));
    const auto uv23 = hn::BitCast(pairs, hn::InterleaveLower(floats, c, d));
    const auto ws23 = hn::BitCast(pairs, hn::InterleaveUpper(floats, c, d));
    return {{hn::BitCast(floats, hn::InterleaveLower(pairs, uv01, uv23)),
             hn::BitCast(floats, hn::InterleaveUpper(pairs, uv01, uv23)),
             hn::BitCast(floats, hn::InterleaveLower(pairs, ws01, ws23))},
            hn::BitCast(floats, hn::InterleaveUpper(pairs, ws01, ws23)),
            inside};
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
