// Include guard of Highway: this file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/volumes/kernels/lattice_rows.cpp"
#include "compute_node/support/targets.h"
// These headers have to follow the choice of instruction sets.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compute_node/volumes/kernels/lattice_rows.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Singles = hn::CappedTag<float, beyond_places / 2>;
using Whole = hn::RebindToSigned<Singles>;
using Quad = hn::FixedTag<float, 4>;
constexpr Singles singles;
constexpr Whole whole;
constexpr Quad quad;

/// a + f (b - a) in three operations, as lerp() has it: the compiler may not contract them (CMakeLists.txt).
template <class V>
HWY_INLINE V between(V a, V b, V f)
{
    return hn::Add(a, hn::Mul(f, hn::Sub(b, a)));
}

void positions_of(const RowAxis& axis, const double* parts, std::size_t places, float* positions)
{
    constexpr Doubles d;
    constexpr hn::Rebind<float, Doubles> half;
    const auto nothing = hn::Set(d, std::numeric_limits<double>::quiet_NaN());
    const auto lo = hn::Set(d, axis.region_lo), hi = hn::Set(d, axis.region_hi);
    for (std::size_t i = 0; i < places; i += hn::Lanes(d)) {
        const auto along = hn::Mul(hn::LoadU(d, parts + i), hn::Set(d, axis.edge_u));
        const auto place = hn::Add(hn::Add(hn::Set(d, axis.origin), along), hn::Set(d, axis.row));
        const auto within = hn::And(hn::Ge(place, lo), hn::Le(place, hi));
        const auto from_zero = hn::Sub(hn::IfThenElse(within, place, nothing), hn::Set(d, axis.zero));
        hn::StoreU(hn::DemoteTo(half, from_zero), half, positions + i);
    }
}

void cells_of(const UniformGrid& grid, int axis, const float* positions, std::size_t places, AxisCells& cells)
{
    const auto lo = hn::Set(singles, grid.lo[axis]), hi = hn::Set(singles, grid.hi[axis]);
    const auto origin = hn::Set(singles, grid.origin[axis]);
    const auto inverse = hn::Set(singles, grid.inverse_spacing[axis]);
    const auto last = hn::Set(whole, grid.dims[axis] - 2);
    const auto nothing = hn::Set(singles, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < places; i += hn::Lanes(singles)) {
        const auto at = hn::LoadU(singles, positions + i);
        const auto within = hn::And(hn::Ge(at, lo), hn::Le(at, hi));
        const auto q = hn::Mul(hn::Sub(at, origin), inverse);
        const auto below = hn::ConvertTo(whole, hn::Floor(q));
        const auto cell = hn::Max(hn::Zero(whole), hn::Min(below, last));
        const auto fraction = hn::Sub(q, hn::ConvertTo(singles, cell));
        hn::StoreU(cell, whole, &cells.cell[i]);
        hn::StoreU(hn::IfThenElse(within, fraction, nothing), singles, &cells.fraction[i]);
    }
}

/// Two nodes that follow each other along x.
#if HWY_MAX_BYTES >= 32
struct NodePair {
    using Eight = hn::FixedTag<float, 8>;
    hn::Vec<Eight> both;

    static HWY_INLINE NodePair load(const Node* nodes) { return {hn::LoadU(Eight(), &nodes->x)}; }
    static HWY_INLINE NodePair blended(const NodePair& a, const NodePair& b, float f)
    {
        return {between(a.both, b.both, hn::Set(Eight(), f))};
    }
    [[nodiscard]] HWY_INLINE hn::Vec<Quad> lower() const { return hn::LowerHalf(quad, both); }
    [[nodiscard]] HWY_INLINE hn::Vec<Quad> upper() const { return hn::UpperHalf(quad, both); }
};
#else
struct NodePair {
    hn::Vec<Quad> first, second;

    static HWY_INLINE NodePair load(const Node* nodes)
    {
        return {hn::LoadU(quad, &nodes[0].x), hn::LoadU(quad, &nodes[1].x)};
    }
    static HWY_INLINE NodePair blended(const NodePair& a, const NodePair& b, float f)
    {
        const auto part = hn::Set(quad, f);
        return {between(a.first, b.first, part), between(a.second, b.second, part)};
    }
    [[nodiscard]] HWY_INLINE hn::Vec<Quad> lower() const { return first; }
    [[nodiscard]] HWY_INLINE hn::Vec<Quad> upper() const { return second; }
};
#endif

/// Blends two nodes along y, then z.
HWY_INLINE NodePair blended_pair(const Node* lowest, std::ptrdiff_t stride_y, std::ptrdiff_t stride_z,
                                 float y, float z)
{
    const NodePair near = NodePair::blended(NodePair::load(lowest), NodePair::load(lowest + stride_y), y);
    const Node* const behind = lowest + stride_z;
    const NodePair far = NodePair::blended(NodePair::load(behind), NodePair::load(behind + stride_y), y);
    return NodePair::blended(near, far, z);
}

/// Sorts consecutive nodes into lanes.
void take_apart(const float* nodes, std::size_t count, SampleLanes& lanes)
{
    for (std::size_t i = 0; i < count; i += hn::Lanes(singles)) {
        hn::Vec<Singles> x, y, z, w;
        hn::LoadInterleaved4(singles, nodes + 4 * i, x, y, z, w);
        hn::StoreU(x, singles, &lanes.of[0][i]);
        hn::StoreU(y, singles, &lanes.of[1][i]);
        hn::StoreU(z, singles, &lanes.of[2][i]);
        hn::StoreU(w, singles, &lanes.of[3][i]);
    }
}

void blend_in_cells(const Node* nodes, glm::ivec3 dims, const std::array<AxisCells, 3>& cells,
                    std::size_t places, SampleLanes& samples)
{
    HWY_ALIGN float blended[4 * (places_at_once + beyond_places)];
    const auto& [x, y, z] = cells;
    const std::ptrdiff_t stride_y = dims.x, stride_z = stride_y * dims.y;
    for (std::size_t i = 0; i < places; ++i) {
        const Node* const lowest = nodes + (x.cell[i] + stride_y * y.cell[i] + stride_z * z.cell[i]);
        const NodePair pair = blended_pair(lowest, stride_y, stride_z, y.fraction[i], z.fraction[i]);
        hn::Store(between(pair.lower(), pair.upper(), hn::Set(quad, x.fraction[i])), quad, blended + 4 * i);
    }
    take_apart(blended, places, samples);
}

void blend_in_rows(const Node* row, glm::ivec3 dims, float y, float z, std::size_t count, SampleLanes& lanes)
{
    HWY_ALIGN float blended[4 * (places_at_once + beyond_places)];
    const std::ptrdiff_t stride_y = dims.x, stride_z = stride_y * dims.y;
    for (std::size_t i = 0; i + 1 < count; i += 2) {
        const NodePair pair = blended_pair(row + i, stride_y, stride_z, y, z);
        hn::Store(pair.lower(), quad, blended + 4 * i);
        hn::Store(pair.upper(), quad, blended + 4 * i + 4);
    }
    // An odd node is the upper one of the last pair, as there are at least two.
    const NodePair last = blended_pair(row + count - 2, stride_y, stride_z, y, z);
    hn::Store(last.upper(), quad, blended + 4 * (count - 1));
    take_apart(blended, count, lanes);
}

void blend_along_x(const SampleLanes& nodes, std::int32_t first, const AxisCells& cells, std::size_t places,
                   SampleLanes& samples)
{
    const auto lanes = static_cast<std::int32_t>(hn::Lanes(whole));
    for (std::size_t i = 0; i < places; i += hn::Lanes(singles)) {
        const auto cell = hn::LoadU(whole, &cells.cell[i]);
        const std::int32_t base = hn::GetLane(hn::MinOfLanes(whole, cell));
        const auto lower = hn::Sub(cell, hn::Set(whole, base));
        const auto upper = hn::Add(lower, hn::Set(whole, 1));
        const auto f = hn::LoadU(singles, &cells.fraction[i]);
        // Places are mostly closer than nodes: then the nodes of a vector of places fill at most one vector,
        // too.
        const bool fits = hn::AllTrue(whole, hn::Lt(upper, hn::Set(whole, lanes)));
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const float* const from = &nodes.of[lane][static_cast<std::size_t>(base - first)];
            hn::Vec<Singles> a, b;
            if (fits) {
                const auto row = hn::LoadU(singles, from);
                a = hn::TableLookupLanes(row, hn::IndicesFromVec(singles, lower));
                b = hn::TableLookupLanes(row, hn::IndicesFromVec(singles, upper));
            } else {
                a = hn::GatherIndex(singles, from, lower);
                b = hn::GatherIndex(singles, from, upper);
            }
            hn::StoreU(between(a, b, f), singles, &samples.of[lane][i]);
        }
    }
}

void lengths_of(const std::array<float, 3>& factors, std::size_t places, SampleLanes& samples)
{
    for (std::size_t i = 0; i < places; i += hn::Lanes(singles)) {
        const auto square = [&](std::size_t lane) HWY_ATTR {
            const auto part =
                hn::Mul(hn::Set(singles, factors[lane]), hn::LoadU(singles, &samples.of[lane][i]));
            return hn::Mul(part, part);
        };
        const auto sum = hn::Add(hn::Add(square(0), square(1)), square(2));
        hn::StoreU(hn::Sqrt(sum), singles, &samples.of[3][i]);
    }
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(positions_of);
HWY_EXPORT(cells_of);
HWY_EXPORT(blend_in_cells);
HWY_EXPORT(blend_in_rows);
HWY_EXPORT(blend_along_x);
HWY_EXPORT(lengths_of);

void positions_along(const RowAxis& axis, const double* parts, std::size_t places, float* positions) noexcept
{
    HWY_DYNAMIC_DISPATCH(positions_of)(axis, parts, places, positions);
}

void find_cells(const UniformGrid& grid, int axis, const float* positions, std::size_t places,
                AxisCells& cells) noexcept
{
    HWY_DYNAMIC_DISPATCH(cells_of)(grid, axis, positions, places, cells);
}

void blend_cells(const Node* nodes, glm::ivec3 dims, const std::array<AxisCells, 3>& cells,
                 std::size_t places, SampleLanes& samples) noexcept
{
    HWY_DYNAMIC_DISPATCH(blend_in_cells)(nodes, dims, cells, places, samples);
}

void blend_nodes(const Node* row, glm::ivec3 dims, float y, float z, std::size_t count,
                 SampleLanes& blended) noexcept
{
    HWY_DYNAMIC_DISPATCH(blend_in_rows)(row, dims, y, z, count, blended);
}

void blend_row(const SampleLanes& nodes, std::int32_t first, const AxisCells& cells, std::size_t places,
               SampleLanes& samples) noexcept
{
    HWY_DYNAMIC_DISPATCH(blend_along_x)(nodes, first, cells, places, samples);
}

void measure_lengths(const std::array<float, 3>& factors, std::size_t places, SampleLanes& samples) noexcept
{
    HWY_DYNAMIC_DISPATCH(lengths_of)(factors, places, samples);
}

}  // namespace farfield::compute
#endif  // HWY_ONCE
