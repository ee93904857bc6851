// Include guard of Highway: this file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/volumes/kernels/layer_edges.cpp"
#include "compute_node/support/targets.h"
// After the choice of instruction sets.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compute_node/volumes/kernels/layer_edges.h"
#include "compute_node/volumes/kernels/node_slopes-inl.h"
#include "compute_node/volumes/kernels/surface_store-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Cuts as many edges as a vector has lanes.
template <class Slopes>
HWY_INLINE void cut_lanes(const LayerEdges& edges, Indices i, Indices j, std::byte* vertices,
                          std::byte* normals)
{
    const auto step = [&](int axis) HWY_ATTR { return hn::Set(i32, edges.axis == axis ? 1 : 0); };
    const auto i_to = hn::Add(i, step(0)), j_to = hn::Add(j, step(1));
    const NodeLanes from = Slopes::at(edges, i, j, edges.k);
    const NodeLanes to = Slopes::at(edges, i_to, j_to, edges.k + (edges.axis == 2 ? 1 : 0));
    const auto f = hn::Div(hn::Sub(hn::Set(f32, edges.value), from.value), hn::Sub(to.value, from.value));
    const auto blend = [&](Vector a, Vector b) HWY_ATTR { return hn::MulAdd(f, hn::Sub(b, a), a); };
    auto colour = hn::Set(f32, edges.value);
    if (edges.colours != nullptr)
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
    // What is behind the last one belongs to another thread.
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
