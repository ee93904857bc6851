// Packets of rays from one eye, a ray a lane, crossing cells and nodes (per-target include). All decisions in
// binary32 are such that no ray passes a surface it might meet: the rays are bent down and surfaces raised by
// more than the bound of rounding.
#if defined(FARFIELD_RAY_CROSSING_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_RAY_CROSSING_INL_H
#undef FARFIELD_RAY_CROSSING_INL_H
#else
#define FARFIELD_RAY_CROSSING_INL_H
#endif

#include "compute_node/terrain/rays/wide_floats-inl.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <array>
#include <cmath>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

inline constexpr float rounding = 4e-7F;  ///< several units in the last place of 1

/// An axis as seen from the eye, split so that a plane's distance is rounded once.
struct Axis {
    std::int32_t post = 0;  ///< the eye's post, rounded down
    float rest = 0.0F;      ///< fraction of the eye's place, in [0, 1]
    bool is_back = false;   ///< the rays run towards lower posts

    HWY_INLINE float distance(std::int32_t plane) const { return static_cast<float>(plane - post) - rest; }
    /// Distances of the planes of two squares side by side, in the order in which rays come to them.
    HWY_INLINE std::array<float, 3> distances(std::int32_t first, std::int32_t side) const
    {
        return {distance(first + (is_back ? 2 * side : 0)), distance(first + side),
                distance(first + (is_back ? 0 : 2 * side))};
    }
    /// Distances of the planes in the middle of two squares side by side, the nearer's first.
    HWY_INLINE std::array<float, 2> middles(std::int32_t first, std::int32_t side) const
    {
        const float low = distance(first + side / 2), high = distance(first + side + side / 2);
        return {is_back ? high : low, is_back ? low : high};
    }
};

/// Neighbouring rays from one eye that run towards one quadrant.
template <std::size_t parts>
struct Packet {
    Floats<parts> dx{}, dy{}, dz{};  ///< posts and metres a unit of t; dz is lowered
    Floats<parts> inverse_x{}, inverse_y{};
    Floats<parts> late_x{}, late_y{};  ///< the same, longer: rays leave late, so that none misses a corner
    Floats<parts> bend{};              ///< see GridRay
    Floats<parts> blur{};              ///< error of a place by rounding, posts a unit of t
    Masks<parts> down{};               ///< dz < 0
    Axis x, y;
    float z = 0.0F;            ///< height of the eye, lowered
    unsigned flip = 0;         ///< see Beam
    float detail = 0.0F;       ///< size too small to be seen, posts a unit of t
    float wall_metres = 0.0F;  ///< metres a post up to which a node's side is no wall
};

/// Times at which the lanes are above each of 2 x 2 squares, in the order in which they come to these.
template <std::size_t parts>
struct Quad {
    std::array<Floats<parts>, 4> begin, end;
    std::array<Masks<parts>, 4> touched;
};

/// The least heights of rays over parts of them.
template <bool is_curved, bool is_down, std::size_t parts>
HWY_INLINE Floats<parts> lowest_on(const Packet<parts>& p, Floats<parts> begin, Floats<parts> end)
{
    const Floats<parts> at = is_down ? end : if_then_else(p.down, end, begin);
    const Floats<parts> lowest = mul_add(p.dz, at, all<parts>(p.z));
    return is_curved ? mul_add(p.bend * begin, begin, lowest) : lowest;
}

/// Crosses 2 x 2 squares. x_planes, y_planes: distances of their planes; maxima: row by row.
template <bool is_curved, bool is_down, std::size_t parts>
HWY_INLINE Quad<parts> cross(const Packet<parts>& p, Masks<parts> live, const std::array<float, 3>& x_planes,
                             const std::array<float, 3>& y_planes, const float* maxima)
{
    const auto come_to = [](float distance, Floats<parts> inverse) { return all<parts>(distance) * inverse; };
    const Floats<parts> zero = all<parts>(0.0F);
    const Floats<parts> x0 = max(come_to(x_planes[0], p.inverse_x), zero);
    const Floats<parts> x1 = max(come_to(x_planes[1], p.inverse_x), zero);
    const Floats<parts> y0 = come_to(y_planes[0], p.inverse_y), y1 = come_to(y_planes[1], p.inverse_y);
    const Floats<parts> x1_late = come_to(x_planes[1], p.late_x), x2 = come_to(x_planes[2], p.late_x);
    const Floats<parts> y1_late = come_to(y_planes[1], p.late_y), y2 = come_to(y_planes[2], p.late_y);
    Quad<parts> quad;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    quad.begin = {max(x0, y0), max(x1, y0), max(x0, y1), max(x1, y1)};
    quad.end = {min(x1_late, y1_late), min(x2, y1_late), min(x1_late, y2), min(x2, y2)};
    for (unsigned k = 0; k < 4; ++k) {
        const Floats<parts> lowest = lowest_on<is_curved, is_down>(p, quad.begin[k], quad.end[k]);
        const Masks<parts> above = live & (quad.begin[k] <= quad.end[k]);
        quad.touched[k] = above & (lowest <= all<parts>(maxima[k ^ p.flip]));
    }
    return quad;
}

/// Computes the maxima of 2 x 2 cells, row by row. Cells that lack a post get any number: their surface is
/// NaN, which is never met. maxima: [6], of which four are filled.
HWY_INLINE void cell_maxima(const float* posts, float* maxima)
{
    const hn::FixedTag<float, 4> four;
    const auto top = hn::LoadU(four, posts);
    const auto middle = hn::LoadU(four, posts + HeightBlock::posts);
    const auto bottom = hn::LoadU(four, posts + 2 * HeightBlock::posts);
    const auto upper = hn::Max(top, middle), lower = hn::Max(middle, bottom);
    hn::StoreU(hn::Max(upper, hn::ShiftRightLanes<1>(four, upper)), four, maxima);
    hn::StoreU(hn::Max(lower, hn::ShiftRightLanes<1>(four, lower)), four, maxima + 2);
}

/// The lanes that may meet the surface of a cell. Roots are not computed: there is one if the ray is below
/// at the begin or the end, or turns around in between below the level of the surface.
/// upper, lower: two posts each.
template <bool is_curved, std::size_t parts>
HWY_INLINE Masks<parts> meet(const Packet<parts>& p, Masks<parts> live, Floats<parts> begin,
                             Floats<parts> end, std::int32_t column, std::int32_t row, const float* upper,
                             const float* lower)
{
    const float a = upper[0], b = upper[1] - a, c = lower[0] - a, e = lower[1] - lower[0] - b;
    const float steepness = std::abs(b) + std::abs(c) + 2.0F * std::abs(e);
    const Floats<parts> zero = all<parts>(0.0F), vb = all<parts>(b), vc = all<parts>(c), ve = all<parts>(e);
    const Floats<parts> x = mul_add(begin, p.dx, all<parts>(-p.x.distance(column)));
    const Floats<parts> y = mul_add(begin, p.dy, all<parts>(-p.y.distance(row)));
    const Floats<parts> slope_y = mul_add(ve, x, vc);
    Floats<parts> z = mul_add(begin, p.dz, all<parts>(p.z - a));
    Floats<parts> dz = p.dz;
    Floats<parts> second = -(ve * (p.dx * p.dy));
    if constexpr (is_curved) {
        const Floats<parts> rise = p.bend * begin;
        z = mul_add(rise, begin, z);
        dz = mul_add(all<parts>(2.0F), rise, dz);
        second = second + p.bend;
    }
    z = neg_mul_add(begin * p.blur, all<parts>(steepness), z);
    const Floats<parts> clear = z - mul_add(vb, x, slope_y * y);
    const Floats<parts> first = dz - mul_add(mul_add(ve, y, vb), p.dx, slope_y * p.dy);
    const Floats<parts> length = end - begin;
    const Floats<parts> last = mul_add(mul_add(second, length, first), length, clear);
    const Floats<parts> turn = mul_add(second + second, length, first);
    const Floats<parts> discriminant = neg_mul_add(all<parts>(4.0F) * second, clear, first * first);
    const Masks<parts> dips = (first < zero) & (zero < turn) & (zero <= discriminant);
    return live & ((min(clear, last) <= zero) | dips);
}

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
