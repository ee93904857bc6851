// Include guard of Highway: this file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/volumes/kernels/layer_edges.cpp"
#include "compute_node/support/targets.h"
// These headers have to follow the choice of instruction sets.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compute_node/volumes/kernels/layer_edges.h"
#include "compute_node/volumes/kernels/node_slopes-inl.h"
#include "compute_node/volumes/kernels/surface_store-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

HWY_INLINE Vector dot(const VectorLanes& a, const VectorLanes& b)
{
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

/// A vector that changes linearly from one end of an edge to the other.
struct LinearVector {
    VectorLanes first, change;

    HWY_INLINE LinearVector(const float* vectors, Indices from, Indices to)
    {
        const auto three = hn::Set(i32, 3);
        const auto a = hn::Mul(from, three), b = hn::Mul(to, three);
        const auto at = [&](int axis, Indices index)
                            HWY_ATTR { return hn::GatherIndex(f32, vectors + axis, index); };
        first = {at(0, a), at(1, a), at(2, a)};
        change = {hn::Sub(at(0, b), first.x), hn::Sub(at(1, b), first.y), hn::Sub(at(2, b), first.z)};
    }
    /// The part at which its length, which is `own` at the first end, has a value: ScalarField::part_at().
    HWY_INLINE Vector part_at(Vector own, Vector value) const
    {
        const auto zero = hn::Zero(f32);
        const auto over = hn::Mul(hn::Sub(own, value), hn::Add(own, value));
        const auto along = dot(first, change);
        const auto root =
            hn::Sqrt(hn::Max(hn::NegMulAdd(dot(change, change), over, hn::Mul(along, along)), zero));
        const auto rises = hn::Lt(over, zero);
        const auto f = hn::Div(hn::Abs(over), hn::Add(root, hn::IfThenElse(rises, along, hn::Neg(along))));
        return hn::Min(hn::Max(f, zero), hn::Set(f32, 1.0F));
    }
    HWY_INLINE Vector length_at(Vector f) const
    {
        const VectorLanes v{hn::MulAdd(f, change.x, first.x), hn::MulAdd(f, change.y, first.y),
                            hn::MulAdd(f, change.z, first.z)};
        return hn::Sqrt(dot(v, v));
    }
};

/// Cuts as many edges as a vector has lanes.
template <class Slopes>
HWY_INLINE void cut_lanes(const LayerEdges& edges, Indices i, Indices j, std::byte* vertices,
                          std::byte* normals)
{
    const auto step = [&](int axis) HWY_ATTR { return hn::Set(i32, edges.axis == axis ? 1 : 0); };
    const auto i_to = hn::Add(i, step(0)), j_to = hn::Add(j, step(1));
    const NodeLanes from = Slopes::at(edges, i, j, edges.k);
    const NodeLanes to = Slopes::at(edges, i_to, j_to, edges.k + (edges.axis == 2 ? 1 : 0));
    const auto value = hn::Set(f32, edges.value);
    const auto f = edges.vectors == nullptr
                       ? hn::Div(hn::Sub(value, from.value), hn::Sub(to.value, from.value))
                       : LinearVector{edges.vectors, from.node, to.node}.part_at(from.value, value);
    const auto blend = [&](Vector a, Vector b) HWY_ATTR { return hn::MulAdd(f, hn::Sub(b, a), a); };
    auto colour = value;
    if (edges.colour_vectors != nullptr)
        colour = LinearVector{edges.colour_vectors, from.node, to.node}.length_at(f);
    else if (edges.colours != nullptr)
        colour = blend(hn::GatherIndex(f32, edges.colours, from.node),
                       hn::GatherIndex(f32, edges.colours, to.node));
    store_vertices(f32, blend(from.x, to.x), blend(from.y, to.y), blend(from.z, to.z), colour, vertices);
    store_normals(f32, hn::Neg(blend(from.slope_x, to.slope_x)), hn::Neg(blend(from.slope_y, to.slope_y)),
                  hn::Neg(blend(from.slope_z, to.slope_z)), normals);
}

template <class Slopes>
void cut_all(const LayerEdges& edges, std::span<const std::int32_t> i, std::span<const std::int32_t> j,
             std::byte* vertices, std::byte* normals)
{
    const std::size_t lanes = hn::Lanes(i32);
    std::size_t done = 0;
    for (; done + lanes <= i.size(); done += lanes)
        cut_lanes<Slopes>(edges, hn::LoadU(i32, &i[done]), hn::LoadU(i32, &j[done]), vertices + 16 * done,
                          normals + 4 * done);
    if (done == i.size()) return;
    // Bytes behind the last edge belong to another thread.
    const std::size_t rest = i.size() - done;
    HWY_ALIGN std::int32_t padded_i[hn::MaxLanes(i32)];
    HWY_ALIGN std::int32_t padded_j[hn::MaxLanes(i32)];
    HWY_ALIGN std::byte vertex_bytes[16 * hn::MaxLanes(i32)];
    HWY_ALIGN std::byte normal_bytes[4 * hn::MaxLanes(i32)];
    std::fill_n(padded_i, lanes, i.back());
    std::fill_n(padded_j, lanes, j.back());
    std::copy_n(&i[done], rest, padded_i);
    std::copy_n(&j[done], rest, padded_j);
    cut_lanes<Slopes>(edges, hn::Load(i32, padded_i), hn::Load(i32, padded_j), vertex_bytes, normal_bytes);
    std::memcpy(vertices + 16 * done, vertex_bytes, 16 * rest);
    std::memcpy(normals + 4 * done, normal_bytes, 4 * rest);
}

void cut_layer(const LayerEdges& edges, std::span<const std::int32_t> i, std::span<const std::int32_t> j,
               std::byte* vertices, std::byte* normals)
{
    if (edges.points != nullptr)
        edges.has_invalid ? cut_all<BentSlopes<true>>(edges, i, j, vertices, normals)
                          : cut_all<BentSlopes<false>>(edges, i, j, vertices, normals);
    else
        edges.has_invalid ? cut_all<AxisAlignedSlopes<true>>(edges, i, j, vertices, normals)
                          : cut_all<AxisAlignedSlopes<false>>(edges, i, j, vertices, normals);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(cut_layer);

AxisSlopes::AxisSlopes(std::span<const float> coordinates) : at{coordinates.begin(), coordinates.end()}
{
    const std::size_t nodes = at.size();
    for (std::size_t i = 0; i < nodes; ++i) {
        const std::size_t lower = i == 0 ? 0 : i - 1, higher = std::min(i + 1, nodes - 1);
        const auto inverse = [&](std::size_t a, std::size_t b) {
            return at[b] > at[a] ? 1.0F / (at[b] - at[a]) : 0.0F;
        };
        both.push_back(inverse(lower, higher));
        low.push_back(inverse(lower, i));
        high.push_back(inverse(i, higher));
    }
}

void cut_edges(const LayerEdges& edges, std::span<const std::int32_t> i, std::span<const std::int32_t> j,
               std::byte* vertices, std::byte* normals) noexcept
{
    HWY_DYNAMIC_DISPATCH(cut_layer)(edges, i, j, vertices, normals);
}

}  // namespace farfield::compute
#endif  // HWY_ONCE
