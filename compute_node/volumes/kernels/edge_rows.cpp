// Include guard of Highway: this file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/volumes/kernels/edge_rows.cpp"
#include "compute_node/support/targets.h"
// After the choice of instruction sets.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compute_node/volumes/kernels/edge_rows.h"
#include "compute_node/volumes/kernels/surface_store-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Integers = hn::RebindToSigned<Floats>;
using Vector = hn::Vec<Floats>;
using Indices = hn::Vec<Integers>;
constexpr Floats f32;
constexpr Integers i32;

/// A difference between neighbours; one-sided beside an invalid one, 0 between two.
template <bool has_invalid>
HWY_INLINE Vector slope(Vector low, Vector middle, Vector high, Vector both, Vector below, Vector above)
{
    const auto central = hn::Mul(hn::Sub(high, low), both);
    if constexpr (!has_invalid) return central;
    const auto high_is_bad = hn::IsNaN(high), low_is_bad = hn::IsNaN(low);
    const auto from_low = hn::Mul(hn::Sub(middle, low), below),
               to_high = hn::Mul(hn::Sub(high, middle), above);
    const auto one_sided =
        hn::IfThenElse(high_is_bad, from_low, hn::IfThenElse(low_is_bad, to_high, central));
    return hn::IfThenZeroElse(hn::And(high_is_bad, low_is_bad), one_sided);
}

struct NodeLanes {
    Vector value, x, slope_x, slope_y, slope_z;
};

template <bool has_invalid>
HWY_INLINE NodeLanes look_at(const NodeRow& row, const AxisSlopes& axis, Indices i)
{
    const auto last = hn::Set(i32, static_cast<std::int32_t>(axis.at.size()) - 1);
    const auto i_low = hn::Max(hn::Sub(i, hn::Set(i32, 1)), hn::Zero(i32));
    const auto i_high = hn::Min(hn::Add(i, hn::Set(i32, 1)), last);
    const auto of = [](const float* from, Indices at) HWY_ATTR { return hn::GatherIndex(f32, from, at); };
    const auto all = [](float number) HWY_ATTR { return hn::Set(f32, number); };
    const auto zero = hn::Zero(f32);
    NodeLanes node;
    node.value = of(row.values, i);
    node.x = of(axis.at.data(), i);
    const auto below = has_invalid ? of(axis.low.data(), i) : zero;
    const auto above = has_invalid ? of(axis.high.data(), i) : zero;
    node.slope_x = slope<has_invalid>(of(row.values, i_low), node.value, of(row.values, i_high),
                                      of(axis.both.data(), i), below, above);
    node.slope_y = slope<has_invalid>(of(row.j_low, i), node.value, of(row.j_high, i), all(row.j_both),
                                      all(row.j_below), all(row.j_above));
    node.slope_z = slope<has_invalid>(of(row.k_low, i), node.value, of(row.k_high, i), all(row.k_both),
                                      all(row.k_below), all(row.k_above));
    return node;
}

HWY_INLINE Vector blend(Vector a, Vector b, Vector f)
{
    return hn::MulAdd(f, hn::Sub(b, a), a);
}

/// Cuts as many edges as a vector has lanes.
template <bool has_invalid>
HWY_INLINE void cut_lanes(const EdgeRow& row, Indices i, std::byte* vertices, std::byte* normals)
{
    const auto i_to = hn::Add(i, hn::Set(i32, row.step));
    const NodeLanes from = look_at<has_invalid>(row.from, *row.along_i, i);
    const NodeLanes to = look_at<has_invalid>(row.to, *row.along_i, i_to);
    const auto f = hn::Div(hn::Sub(hn::Set(f32, row.value), from.value), hn::Sub(to.value, from.value));
    auto colour = hn::Set(f32, row.value);
    if (row.colour_from != nullptr)
        colour =
            blend(hn::GatherIndex(f32, row.colour_from, i), hn::GatherIndex(f32, row.colour_to, i_to), f);
    store_vertices(f32, blend(from.x, to.x, f), blend(hn::Set(f32, row.from.y), hn::Set(f32, row.to.y), f),
                   blend(hn::Set(f32, row.from.z), hn::Set(f32, row.to.z), f), colour, vertices);
    store_normals(f32, hn::Neg(blend(from.slope_x, to.slope_x, f)),
                  hn::Neg(blend(from.slope_y, to.slope_y, f)), hn::Neg(blend(from.slope_z, to.slope_z, f)),
                  normals);
}

template <bool has_invalid>
void cut_all(const EdgeRow& row, std::span<const std::int32_t> nodes, std::byte* vertices, std::byte* normals)
{
    const std::size_t lanes = hn::Lanes(i32);
    std::size_t done = 0;
    for (; done + lanes <= nodes.size(); done += lanes)
        cut_lanes<has_invalid>(row, hn::LoadU(i32, &nodes[done]), vertices + 16 * done, normals + 4 * done);
    if (done == nodes.size()) return;
    // What is behind the last one belongs to another thread.
    const std::size_t rest = nodes.size() - done;
    HWY_ALIGN std::int32_t padded[hn::MaxLanes(i32)];
    HWY_ALIGN std::byte vertex_bytes[16 * hn::MaxLanes(i32)];
    HWY_ALIGN std::byte normal_bytes[4 * hn::MaxLanes(i32)];
    std::fill_n(padded, lanes, nodes.back());
    std::copy_n(&nodes[done], rest, padded);
    cut_lanes<has_invalid>(row, hn::Load(i32, padded), vertex_bytes, normal_bytes);
    std::memcpy(vertices + 16 * done, vertex_bytes, 16 * rest);
    std::memcpy(normals + 4 * done, normal_bytes, 4 * rest);
}

void cut_row(const EdgeRow& row, std::span<const std::int32_t> nodes, std::byte* vertices, std::byte* normals)
{
    if (row.has_invalid)
        cut_all<true>(row, nodes, vertices, normals);
    else
        cut_all<false>(row, nodes, vertices, normals);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(cut_row);

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

void cut_edges(const EdgeRow& row, std::span<const std::int32_t> nodes, std::byte* vertices,
               std::byte* normals) noexcept
{
    HWY_DYNAMIC_DISPATCH(cut_row)(row, nodes, vertices, normals);
}

}  // namespace farfield::compute
#endif  // HWY_ONCE
