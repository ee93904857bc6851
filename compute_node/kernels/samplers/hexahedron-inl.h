// The trilinear map of one cell per lane, and its inverse (per-target include). Scalar twin: hexahedron.h.
#if defined(FARFIELD_HEXAHEDRON_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_HEXAHEDRON_INL_H
#undef FARFIELD_HEXAHEDRON_INL_H
#else
#define FARFIELD_HEXAHEDRON_INL_H
#endif

#include "compute_node/grids/cells/hexahedron.h"
#include "compute_node/kernels/motion/lane_arrays-inl.h"
#include "compute_node/kernels/samplers/cells-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

HWY_INLINE Float dot(Vec3 a, Vec3 b)
{
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

HWY_INLINE Vec3 cross(Vec3 a, Vec3 b)
{
    return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
            hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

/// Largest distance of a coordinate from `centre`.
HWY_INLINE Float largest_from(Vec3 v, float centre)
{
    const Float c = set(centre);
    return hn::Max(hn::Abs(hn::Sub(v.x, c)), hn::Max(hn::Abs(hn::Sub(v.y, c)), hn::Abs(hn::Sub(v.z, c))));
}

/// The map in powers of the local coordinates, seen from the points sought.
struct CellMap {
    Vec3 one, r, s, t, rs, rt, st, rst;
};

/// The maps of the lanes' cells. A particle takes several samples before it leaves a cell, so that what the
/// map needs of the corners is worth keeping.
class CellMaps {
public:
    /// lowest: the cell's lowest corner, x y z and a fourth float for each node.
    HWY_INLINE void enter(std::size_t lane, const float* lowest, const Strides& strides)
    {
        const auto corner = [&](std::size_t i, std::size_t along_y, std::size_t along_z)
                                HWY_ATTR { return hn::LoadU(Quad(), lowest + 4 * i + along_y + along_z); };
        const auto c0 = corner(0, 0, 0), c1 = corner(1, 0, 0);
        const auto c2 = corner(0, strides.y, 0), c3 = corner(1, strides.y, 0);
        const auto c4 = corner(0, 0, strides.z), c5 = corner(1, 0, strides.z);
        const auto c6 = corner(0, strides.y, strides.z), c7 = corner(1, strides.y, strides.z);
        const auto r = hn::Sub(c1, c0), s = hn::Sub(c2, c0), t = hn::Sub(c4, c0);
        const auto rs = hn::Sub(hn::Sub(c3, c2), r), rt = hn::Sub(hn::Sub(c5, c4), r);
        put(one_, lane, c0);
        put(r_, lane, r);
        put(s_, lane, s);
        put(t_, lane, t);
        put(rs_, lane, rs);
        put(rt_, lane, rt);
        put(st_, lane, hn::Sub(hn::Sub(c6, c4), s));
        put(rst_, lane, hn::Sub(hn::Sub(hn::Sub(c7, c6), hn::Sub(c5, c4)), rs));
    }
    HWY_INLINE void enter(std::size_t lane, const TrilinearMap& map)
    {
        one_.put(lane, map.one);
        r_.put(lane, map.r);
        s_.put(lane, map.s);
        t_.put(lane, map.t);
        rs_.put(lane, map.rs);
        rt_.put(lane, map.rt);
        st_.put(lane, map.st);
        rst_.put(lane, map.rst);
    }
    HWY_INLINE CellMap seen_from(Vec3 p) const
    {
        return {subtract(one_.value(), p),
                r_.value(),
                s_.value(),
                t_.value(),
                rs_.value(),
                rt_.value(),
                st_.value(),
                rst_.value()};
    }

private:
    static HWY_INLINE void put(LanePoints& term, std::size_t lane, hn::Vec<Quad> value)
    {
        alignas(16) float xyz[4];
        hn::Store(value, Quad(), xyz);
        term.put(lane, {xyz[0], xyz[1], xyz[2]});
    }

    LanePoints one_, r_, s_, t_, rs_, rt_, st_, rst_;
};

/// Newton's method from `local`, which becomes the local coordinates. Returns where it has converged. Each
/// lane stops when it has settled, so that what it gets does not depend on its neighbours.
HWY_INLINE Mask settle(const CellMap& map, Mask wanted, Vec3& local)
{
    Mask active = wanted, converged = hn::Ne(set(0.0F), set(0.0F));
    for (int step = 0; step < max_newton_steps && !hn::AllFalse(floats, active); ++step) {
        const Vec3 l = local;
        const Vec3 along_r =
            add_scaled(add_scaled(map.r, l.y, map.rs), l.z, add_scaled(map.rt, l.y, map.rst));
        const Vec3 along_s =
            add_scaled(add_scaled(map.s, l.x, map.rs), l.z, add_scaled(map.st, l.x, map.rst));
        const Vec3 along_t =
            add_scaled(add_scaled(map.t, l.x, map.rt), l.y, add_scaled(map.st, l.x, map.rst));
        const Vec3 without_r = add_scaled(map.s, l.z, map.st);
        const Vec3 miss =
            add_scaled(add_scaled(add_scaled(map.one, l.x, along_r), l.y, without_r), l.z, map.t);
        const Vec3 st = cross(along_s, along_t), rm = cross(along_r, miss);
        const Float determinant = dot(along_r, st);
        const Float scale = hn::Div(set(-1.0F), determinant);
        const Vec3 move{hn::Mul(dot(miss, st), scale), hn::Mul(dot(rm, along_t), scale),
                        hn::Mul(hn::Neg(dot(rm, along_s)), scale)};
        active = hn::And(active, hn::Gt(hn::Abs(determinant), hn::Zero(floats)));
        local = select(active, {hn::Add(l.x, move.x), hn::Add(l.y, move.y), hn::Add(l.z, move.z)}, l);
        const Mask settled = hn::And(active, hn::Lt(largest_from(move, 0.0F), set(newton_settled)));
        converged = hn::Or(converged, settled);
        active = hn::And(active, hn::Lt(largest_from(local, 0.5F), set(newton_neighbourhood)));
        active = hn::AndNot(settled, active);
    }
    return converged;
}

/// The same; returns where it has converged within the unit cube.
HWY_INLINE Mask invert(const CellMap& map, Mask wanted, Vec3& local)
{
    const Mask converged = settle(map, wanted, local);
    return hn::And(converged, hn::Le(largest_from(local, 0.5F), set(0.5F + cell_tolerance)));
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
