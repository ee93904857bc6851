// Trilinear interpolation of float4 nodes for a vector of particles (per-target include).
#if defined(FARFIELD_CELLS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_CELLS_INL_H
#undef FARFIELD_CELLS_INL_H
#else
#define FARFIELD_CELLS_INL_H
#endif

#include "compute_node/fields/trilinear.h"
#include "compute_node/kernels/lanes-inl.h"

#include <hwy/cache_control.h>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Nodes, and how many floats lie between neighbours along y and z.
struct NodeLattice {
    const float* nodes;
    std::size_t stride_y, stride_z;
};

/// One cell per lane: the index of its lowest node, and the fractions within it.
struct Cells {
    Int node;
    Vec3 fraction;
};

/// Asks for the nodes of cells that will be needed soon.
HWY_INLINE void prefetch_nodes(const NodeLattice& lattice, Int node)
{
    alignas(32) std::int32_t index[lanes];
    hn::Store(node, ints, index);
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < lanes; ++j) {
        const float* n = lattice.nodes + 4 * static_cast<std::size_t>(index[j]);
        hwy::Prefetch(n);
        hwy::Prefetch(n + lattice.stride_y);
        hwy::Prefetch(n + lattice.stride_z);
        hwy::Prefetch(n + lattice.stride_z + lattice.stride_y);
    }
}

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE Sample interpolate(const NodeLattice& lattice, const Cells& cells, Mask inside)
{
    const float* n = lattice.nodes + 4 * static_cast<std::size_t>(hn::GetLane(cells.node));
    const float fx = hn::GetLane(cells.fraction.x), fy = hn::GetLane(cells.fraction.y);
    const float fz = hn::GetLane(cells.fraction.z);
    float value[4];
    for (int c = 0; c < 4; ++c) {
        float side[2];
        for (int i = 0; i < 2; ++i) {
            const float* p = n + 4 * i + c;
            const float near = p[0] + fy * (p[lattice.stride_y] - p[0]);
            const float* q = p + lattice.stride_z;
            const float far = q[0] + fy * (q[lattice.stride_y] - q[0]);
            side[i] = near + fz * (far - near);
        }
        value[c] = side[0] + fx * (side[1] - side[0]);
    }
    return {{set(value[0]), set(value[1]), set(value[2])}, set(value[3]), inside};
}

#else

using Quad = hn::FixedTag<float, 4>;  // one node

#if HWY_MAX_BYTES >= 32

using Row = hn::FixedTag<float, 8>;  // two nodes side by side along x

/// One particle: four loads of a row each, both x-corners at once.
HWY_INLINE hn::Vec<Quad> interpolate_one(const NodeLattice& lattice, std::int32_t node, float fx, float fy,
                                         float fz)
{
    const Row row;
    const float* n = lattice.nodes + 4 * static_cast<std::size_t>(node);
    const auto r0 = hn::LoadU(row, n), r1 = hn::LoadU(row, n + lattice.stride_y);
    const auto r2 = hn::LoadU(row, n + lattice.stride_z),
               r3 = hn::LoadU(row, n + lattice.stride_z + lattice.stride_y);
    const auto y = hn::Set(row, fy);
    const auto near = hn::MulAdd(y, hn::Sub(r1, r0), r0), far = hn::MulAdd(y, hn::Sub(r3, r2), r2);
    const auto sides = hn::MulAdd(hn::Set(row, fz), hn::Sub(far, near), near);
    const auto left = hn::LowerHalf(sides), right = hn::UpperHalf(Quad(), sides);
    return hn::MulAdd(hn::Set(Quad(), fx), hn::Sub(right, left), left);
}

#else

HWY_INLINE hn::Vec<Quad> interpolate_one(const NodeLattice& lattice, std::int32_t node, float fx, float fy,
                                         float fz)
{
    const Quad quad;
    const float* n = lattice.nodes + 4 * static_cast<std::size_t>(node);
    const auto y = hn::Set(quad, fy), z = hn::Set(quad, fz);
    hn::Vec<Quad> side[2];
    for (int i = 0; i < 2; ++i, n += 4) {
        const auto r0 = hn::LoadU(quad, n), r1 = hn::LoadU(quad, n + lattice.stride_y);
        const auto r2 = hn::LoadU(quad, n + lattice.stride_z);
        const auto r3 = hn::LoadU(quad, n + lattice.stride_z + lattice.stride_y);
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

HWY_INLINE Sample interpolate(const NodeLattice& lattice, const Cells& cells, Mask inside)
{
    alignas(32) std::int32_t node[lanes];
    alignas(32) float fx[lanes], fy[lanes], fz[lanes];
    hn::Store(cells.node, ints, node);
    hn::Store(cells.fraction.x, floats, fx);
    hn::Store(cells.fraction.y, floats, fy);
    hn::Store(cells.fraction.z, floats, fz);
    hn::Vec<Quad> one[lanes];
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < lanes; ++j) one[j] = interpolate_one(lattice, node[j], fx[j], fy[j], fz[j]);
    return transpose(one, inside);
}

#endif

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
