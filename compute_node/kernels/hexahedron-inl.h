// The trilinear map of one cell per lane, and its inverse (per-target include). Scalar twin: hexahedron.h.
#if defined(FARFIELD_HEXAHEDRON_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_HEXAHEDRON_INL_H
#undef FARFIELD_HEXAHEDRON_INL_H
#else
#define FARFIELD_HEXAHEDRON_INL_H
#endif

#include "compute_node/fields/hexahedron.h"
#include "compute_node/kernels/lanes-inl.h"

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

/// The map in powers of the local coordinates.
struct CellMap {
    /// corner: relative to the points sought; bit 0 of the index is the side along i, bit 1 j, bit 2 k.
    HWY_INLINE explicit CellMap(const Vec3 (&corner)[8])
        : one{corner[0]},
          r{subtract(corner[1], corner[0])},
          s{subtract(corner[2], corner[0])},
          t{subtract(corner[4], corner[0])},
          rs{subtract(subtract(corner[3], corner[2]), r)},
          rt{subtract(subtract(corner[5], corner[4]), r)},
          st{subtract(subtract(corner[6], corner[4]), s)},
          rst{subtract(subtract(subtract(corner[7], corner[6]), subtract(corner[5], corner[4])), rs)}
    {}
    Vec3 one, r, s, t, rs, rt, st, rst;
};

/// Newton's method from `local`, which becomes the local coordinates. Returns where it has converged within
/// the cell. Each lane stops when it has settled, so that what it gets does not depend on its neighbours.
HWY_INLINE Mask invert(const CellMap& map, Mask wanted, Vec3& local)
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
    return hn::And(converged, hn::Le(largest_from(local, 0.5F), set(0.5F + cell_tolerance)));
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
