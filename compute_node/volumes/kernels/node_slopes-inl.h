// Nodes of lattices, a vector of them, with the gradients of a scalar there. Included once for each
// instruction set.
#if defined(FARFIELD_NODE_SLOPES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_NODE_SLOPES_INL_H_
#undef FARFIELD_NODE_SLOPES_INL_H_
#else
#define FARFIELD_NODE_SLOPES_INL_H_
#endif

#include "compute_node/volumes/kernels/layer_edges.h"

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Integers = hn::RebindToSigned<Floats>;
using Vector = hn::Vec<Floats>;
using Indices = hn::Vec<Integers>;
constexpr Floats f32;
constexpr Integers i32;

struct NodeLanes {
    Indices node;  ///< number in the lattice
    Vector value, x, y, z, slope_x, slope_y, slope_z;
};

/// The next nodes along an axis; at the ends the node itself. 32 bits suffice: a dataset has at most 2^28.
struct NeighbourLanes {
    Indices low, high;
};

HWY_INLINE Indices node_at(const LayerEdges& edges, Indices i, Indices j, int k)
{
    const auto row = hn::Add(j, hn::Set(i32, edges.dims.y * k));
    return hn::Add(i, hn::Mul(row, hn::Set(i32, edges.dims.x)));
}

/// The next nodes. at: the index along the axis; stride: from one node to the next one.
HWY_INLINE NeighbourLanes neighbours(Indices node, Indices at, int nodes, int stride)
{
    const auto step = hn::Set(i32, stride);
    return {hn::Sub(node, hn::IfThenElseZero(hn::Gt(at, hn::Zero(i32)), step)),
            hn::Add(node, hn::IfThenElseZero(hn::Lt(at, hn::Set(i32, nodes - 1)), step))};
}

HWY_INLINE NeighbourLanes neighbours_i(const LayerEdges& edges, Indices node, Indices i)
{
    return neighbours(node, i, edges.dims.x, 1);
}
HWY_INLINE NeighbourLanes neighbours_j(const LayerEdges& edges, Indices node, Indices j)
{
    return neighbours(node, j, edges.dims.y, edges.dims.x);
}
HWY_INLINE NeighbourLanes neighbours_k(const LayerEdges& edges, Indices node, int k)
{
    return neighbours(node, hn::Set(i32, k), edges.dims.z, edges.dims.x * edges.dims.y);
}

HWY_INLINE Vector numbers_at(const std::vector<float>& from, Indices at)
{
    return hn::GatherIndex(f32, from.data(), at);
}

/// Slopes at nodes of a lattice with nodes along axes.
template <bool has_invalid>
struct AxisAlignedSlopes {
    static HWY_INLINE NodeLanes at(const LayerEdges& edges, Indices i, Indices j, int k)
    {
        const auto& [x, y, z] = *edges.axes;
        const auto all_k = hn::Set(i32, k);
        NodeLanes lanes;  // NOLINT(cppcoreguidelines-pro-type-member-init): set below, register by register
        lanes.node = node_at(edges, i, j, k);
        lanes.value = hn::GatherIndex(f32, edges.values, lanes.node);
        lanes.x = numbers_at(x.at, i);
        lanes.y = numbers_at(y.at, j);
        lanes.z = hn::Set(f32, z.at[static_cast<std::size_t>(k)]);
        lanes.slope_x = slope(edges, neighbours_i(edges, lanes.node, i), lanes.value, x, i);
        lanes.slope_y = slope(edges, neighbours_j(edges, lanes.node, j), lanes.value, y, j);
        lanes.slope_z = slope(edges, neighbours_k(edges, lanes.node, k), lanes.value, z, all_k);
        return lanes;
    }

private:
    /// A difference between neighbours; one-sided beside an invalid one, 0 between two.
    static HWY_INLINE Vector slope(const LayerEdges& edges, NeighbourLanes next, Vector middle,
                                   const AxisSlopes& axis, Indices at)
    {
        const auto low = hn::GatherIndex(f32, edges.values, next.low);
        const auto high = hn::GatherIndex(f32, edges.values, next.high);
        const auto central = hn::Mul(hn::Sub(high, low), numbers_at(axis.both, at));
        if constexpr (!has_invalid) return central;
        const auto high_is_bad = hn::IsNaN(high), low_is_bad = hn::IsNaN(low);
        const auto from_low = hn::Mul(hn::Sub(middle, low), numbers_at(axis.low, at));
        const auto to_high = hn::Mul(hn::Sub(high, middle), numbers_at(axis.high, at));
        const auto one_sided =
            hn::IfThenElse(high_is_bad, from_low, hn::IfThenElse(low_is_bad, to_high, central));
        return hn::IfThenZeroElse(hn::And(high_is_bad, low_is_bad), one_sided);
    }
};

struct VectorLanes {
    Vector x, y, z;
};

HWY_INLINE VectorLanes cross(const VectorLanes& a, const VectorLanes& b)
{
    return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
            hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

/// Slopes at nodes of a lattice whose nodes lie anywhere: differences along i, j and k, to the next valid
/// neighbours on both sides, combined with those of the positions. 0 where these lie in a plane.
template <bool has_invalid>
struct BentSlopes {
    static HWY_INLINE NodeLanes at(const LayerEdges& edges, Indices i, Indices j, int k)
    {
        NodeLanes lanes;  // NOLINT(cppcoreguidelines-pro-type-member-init): set below, register by register
        lanes.node = node_at(edges, i, j, k);
        lanes.value = hn::GatherIndex(f32, edges.values, lanes.node);
        const VectorLanes place = place_of(edges, lanes.node);
        lanes.x = place.x;
        lanes.y = place.y;
        lanes.z = place.z;
        const Difference a = difference(edges, lanes, neighbours_i(edges, lanes.node, i));
        const Difference b = difference(edges, lanes, neighbours_j(edges, lanes.node, j));
        const Difference c = difference(edges, lanes, neighbours_k(edges, lanes.node, k));
        const VectorLanes bc = cross(b.place, c.place), ca = cross(c.place, a.place),
                          ab = cross(a.place, b.place);
        const auto sum = [](Vector a0, Vector a1, Vector b0, Vector b1, Vector c0, Vector c1)
                             HWY_ATTR { return hn::MulAdd(a0, a1, hn::MulAdd(b0, b1, hn::Mul(c0, c1))); };
        const auto determinant = sum(a.place.x, bc.x, a.place.y, bc.y, a.place.z, bc.z);
        const auto inverse = hn::Div(hn::Set(f32, 1.0F), determinant);
        const auto is_flat = hn::Eq(determinant, hn::Zero(f32));
        const auto slope = [&](Vector p, Vector q, Vector r) HWY_ATTR {
            return hn::IfThenZeroElse(is_flat, hn::Mul(sum(a.value, p, b.value, q, c.value, r), inverse));
        };
        lanes.slope_x = slope(bc.x, ca.x, ab.x);
        lanes.slope_y = slope(bc.y, ca.y, ab.y);
        lanes.slope_z = slope(bc.z, ca.z, ab.z);
        return lanes;
    }

private:
    /// Changes of the scalar and the place along an index, over the same one or two cells.
    struct Difference {
        Vector value;
        VectorLanes place;
    };

    static HWY_INLINE VectorLanes place_of(const LayerEdges& edges, Indices node)
    {
        const auto first = hn::ShiftLeft<2>(node);
        return {hn::GatherIndex(f32, edges.points, first), hn::GatherIndex(f32, edges.points + 1, first),
                hn::GatherIndex(f32, edges.points + 2, first)};
    }

    static HWY_INLINE Difference difference(const LayerEdges& edges, const NodeLanes& own,
                                            NeighbourLanes next)
    {
        auto low = hn::GatherIndex(f32, edges.values, next.low);
        auto high = hn::GatherIndex(f32, edges.values, next.high);
        if constexpr (has_invalid) {
            const auto low_is_bad = hn::IsNaN(low), high_is_bad = hn::IsNaN(high);
            next.low = hn::IfThenElse(hn::RebindMask(i32, low_is_bad), own.node, next.low);
            next.high = hn::IfThenElse(hn::RebindMask(i32, high_is_bad), own.node, next.high);
            low = hn::IfThenElse(low_is_bad, own.value, low);
            high = hn::IfThenElse(high_is_bad, own.value, high);
        }
        const VectorLanes a = place_of(edges, next.low), b = place_of(edges, next.high);
        return {hn::Sub(high, low), {hn::Sub(b.x, a.x), hn::Sub(b.y, a.y), hn::Sub(b.z, a.z)}};
    }
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
