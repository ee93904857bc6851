// Packets of rays from one eye down the tree of maxima, a ray a lane (per-target include). All that is
// decided in binary32 is decided so that no ray passes what it might meet: the rays are bent down and
// surfaces raised by more than rounding can come to. What remains is settled in binary64
// (ray_settling-inl.h).
#if defined(FARFIELD_RAY_PACKETS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_RAY_PACKETS_INL_H
#undef FARFIELD_RAY_PACKETS_INL_H
#else
#define FARFIELD_RAY_PACKETS_INL_H
#endif

#include "compute_node/terrain/beam.h"
#include "compute_node/terrain/height_blocks.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr hn::CappedTag<float, 16> floats;
inline constexpr hn::RebindToSigned<hn::CappedTag<float, 16>> ints;
using Float = hn::Vec<hn::CappedTag<float, 16>>;
using Int = hn::Vec<hn::RebindToSigned<hn::CappedTag<float, 16>>>;
using Mask = hn::Mask<hn::CappedTag<float, 16>>;
inline constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<float, 16>());
inline constexpr float rounding = 4e-7F;  ///< several units in the last place of 1

HWY_INLINE Float set(float value)
{
    return hn::Set(floats, value);
}

/// An axis as seen from the eye, split so that a plane's distance is rounded once.
struct Axis {
    std::int32_t post = 0;  ///< the eye's, rounded down
    float rest = 0.0F;      ///< of the eye's place, in [0, 1]
    bool is_back = false;   ///< the rays run towards lower posts

    HWY_INLINE float distance(std::int32_t plane) const { return static_cast<float>(plane - post) - rest; }
    /// Of the planes of two squares side by side, in the order in which rays come to them.
    HWY_INLINE std::array<float, 3> distances(std::int32_t first, std::int32_t side) const
    {
        return {distance(first + (is_back ? 2 * side : 0)), distance(first + side),
                distance(first + (is_back ? 0 : 2 * side))};
    }
    /// Of the planes in the middle of two squares side by side, the nearer's first.
    HWY_INLINE std::array<float, 2> middles(std::int32_t first, std::int32_t side) const
    {
        const float low = distance(first + side / 2), high = distance(first + side + side / 2);
        return {is_back ? high : low, is_back ? low : high};
    }
};

/// Neighbouring rays from one eye that run towards one quadrant.
struct Packet {
    Float dx, dy, dz;  ///< posts and metres a unit of t; dz is lowered
    Float inverse_x, inverse_y;
    Float bend;  ///< see GridRay
    Float blur;  ///< how far a place may be off by rounding, posts a unit of t
    Mask down;   ///< dz < 0
    Axis x, y;
    float z = 0.0F;     ///< of the eye, lowered
    unsigned flip = 0;  ///< see Beam
    /// Posts a unit of t that are too small to be seen.
    float detail = 0.0F;
};

/// What may be the first hit of each lane: a cell with its four posts, and about when the ray comes into it.
struct Candidates {
    Mask found;
    Mask boxed;  ///< met the box of a node that is too small to be seen, at t
    Float t;
    Int column, row;
    Float h00, h10, h01, h11;
};

/// When the lanes are above each of 2 x 2 squares, in the order in which they come to them.
struct Quad {
    std::array<Float, 4> begin, end;
    std::array<Mask, 4> touched;
};

/// The lowest that rays come to over parts of them.
template <bool is_curved, bool is_down>
HWY_INLINE Float lowest_on(const Packet& p, Float begin, Float end)
{
    const Float at = is_down ? end : hn::IfThenElse(p.down, end, begin);
    const Float lowest = hn::MulAdd(p.dz, at, set(p.z));
    return is_curved ? hn::MulAdd(hn::Mul(p.bend, begin), begin, lowest) : lowest;
}

/// distances: of the planes of the squares along each axis; maxima: row by row.
template <bool is_curved, bool is_down>
HWY_INLINE Quad cross(const Packet& p, Mask live, const std::array<float, 3>& x_planes,
                      const std::array<float, 3>& y_planes, const float* maxima)
{
    const auto come_to = [](float distance, Float inverse) { return hn::Mul(set(distance), inverse); };
    const Float zero = hn::Zero(floats);
    const Float x0 = hn::Max(come_to(x_planes[0], p.inverse_x), zero), y0 = come_to(y_planes[0], p.inverse_y);
    const Float x1 = come_to(x_planes[1], p.inverse_x), y1 = come_to(y_planes[1], p.inverse_y);
    const Float x2 = come_to(x_planes[2], p.inverse_x), y2 = come_to(y_planes[2], p.inverse_y);
    const Float x1_begin = hn::Max(x1, zero);
    Quad quad;
    quad.begin = {hn::Max(x0, y0), hn::Max(x1_begin, y0), hn::Max(x0, y1), hn::Max(x1_begin, y1)};
    quad.end = {hn::Min(x1, y1), hn::Min(x2, y1), hn::Min(x1, y2), hn::Min(x2, y2)};
    for (unsigned k = 0; k < 4; ++k) {
        const Float lowest = lowest_on<is_curved, is_down>(p, quad.begin[k], quad.end[k]);
        const Mask above = hn::And(live, hn::Le(quad.begin[k], quad.end[k]));
        quad.touched[k] = hn::And(above, hn::Le(lowest, set(maxima[k ^ p.flip])));
    }
    return quad;
}

/// The maxima of 2 x 2 cells, row by row. Those of cells that lack a post are any number: their surface is
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

/// The lanes that may meet the surface of a cell. Roots are not worked out: there is one if the ray is below
/// at the begin or the end, or turns around in between below the level of the surface.
/// upper, lower: two posts each.
template <bool is_curved>
HWY_INLINE Mask meet(const Packet& p, Mask live, Float begin, Float end, std::int32_t column,
                     std::int32_t row, const float* upper, const float* lower)
{
    const float a = upper[0], b = upper[1] - a, c = lower[0] - a, e = lower[1] - lower[0] - b;
    const float steepness = std::abs(b) + std::abs(c) + 2.0F * std::abs(e);
    const Float zero = hn::Zero(floats), vb = set(b), vc = set(c), ve = set(e);
    const Float x = hn::MulAdd(begin, p.dx, set(-p.x.distance(column)));
    const Float y = hn::MulAdd(begin, p.dy, set(-p.y.distance(row)));
    const Float slope_y = hn::MulAdd(ve, x, vc);
    Float z = hn::MulAdd(begin, p.dz, set(p.z - a));
    Float dz = p.dz;
    Float second = hn::Neg(hn::Mul(ve, hn::Mul(p.dx, p.dy)));
    if constexpr (is_curved) {
        const Float rise = hn::Mul(p.bend, begin);
        z = hn::MulAdd(rise, begin, z);
        dz = hn::MulAdd(set(2.0F), rise, dz);
        second = hn::Add(second, p.bend);
    }
    z = hn::NegMulAdd(hn::Mul(begin, p.blur), set(steepness), z);
    const Float clear = hn::Sub(z, hn::MulAdd(vb, x, hn::Mul(slope_y, y)));
    const Float first = hn::Sub(dz, hn::MulAdd(hn::MulAdd(ve, y, vb), p.dx, hn::Mul(slope_y, p.dy)));
    const Float length = hn::Sub(end, begin);
    const Float last = hn::MulAdd(hn::MulAdd(second, length, first), length, clear);
    const Float turn = hn::MulAdd(hn::Add(second, second), length, first);
    const Float discriminant = hn::NegMulAdd(hn::Mul(set(4.0F), second), clear, hn::Mul(first, first));
    const Mask dips = hn::And(hn::And(hn::Lt(first, zero), hn::Gt(turn, zero)), hn::Ge(discriminant, zero));
    return hn::And(live, hn::Or(hn::Le(hn::Min(clear, last), zero), dips));
}

/// Walks a packet down from a beam's entry. is_down: all rays are. is_coarse: what is smaller than the
/// packet's detail is taken for a box.
template <bool is_curved, bool is_down, bool is_coarse>
class PacketWalk {
public:
    PacketWalk(const HeightBlocks& terrain, const BeamEntry& entry, const Packet& packet)
        : terrain_{terrain}, entry_{entry}, p_{packet}
    {}

    HWY_INLINE Candidates run(Mask wanted)
    {
        found_.found = found_.boxed = hn::MaskFromVec(hn::Zero(floats));
        found_.t = found_.h00 = found_.h10 = found_.h01 = found_.h11 = hn::Zero(floats);
        found_.column = found_.row = hn::Zero(ints);
        live_ = wanted;
        for (std::size_t n = 0; n < entry_.count && !hn::AllFalse(floats, live_); ++n) {
            const Node node = node_at(entry_.nodes[n]);
            if (!hn::AllFalse(floats, node.touched)) descend(node);
        }
        return found_;
    }

private:
    struct Node {
        std::array<float, 3> x, y;  ///< distances of the planes of its children
        int level;
        std::uint32_t index;
        std::int32_t i, j;  ///< counted in nodes of the level
        Mask touched;       ///< lanes that may meet what is below it
    };
    /// 2 x 2 cells of a block.
    struct Quarter {
        std::array<float, 3> x, y;  ///< distances of the planes of its cells
        std::int32_t column, row;   ///< of its first cell
        const float* posts;         ///< from its first, in the block
        Mask touched;
    };
    using Stack = std::array<Node, 4 * HeightBlocks::max_levels>;

    HWY_INLINE Node node_at(const BeamEntry::Node& from) const
    {
        const auto i = static_cast<std::int32_t>(from.i), j = static_cast<std::int32_t>(from.j);
        const std::int32_t half = HeightBlock::cells / 2 << entry_.level;
        Node node{p_.x.distances(2 * i * half, half),
                  p_.y.distances(2 * j * half, half),
                  entry_.level,
                  from.index,
                  i,
                  j,
                  live_};
        const auto come_to = [](float distance, Float inverse) { return hn::Mul(set(distance), inverse); };
        const Float x = come_to(node.x[0], p_.inverse_x), y = come_to(node.y[0], p_.inverse_y);
        const Float begin = hn::Max(hn::Max(x, y), hn::Zero(floats));
        const Float end = hn::Min(come_to(node.x[2], p_.inverse_x), come_to(node.y[2], p_.inverse_y));
        const Float lowest = lowest_on<is_curved, is_down>(p_, begin, end);
        const float maximum = terrain_.maxima[static_cast<std::size_t>(entry_.level)][from.index];
        node.touched = hn::And(hn::And(live_, hn::Le(begin, end)), hn::Le(lowest, set(maximum)));
        return node;
    }

    HWY_INLINE void descend(const Node& from)
    {
        Stack stack;
        std::size_t depth = 0;
        stack[depth++] = from;
        while (depth > 0) {
            const Node& node = stack[--depth];
            const Mask live = hn::And(node.touched, live_);
            if (hn::AllFalse(floats, live)) continue;
            if (node.level == 0)
                cross_block(node, live);
            else
                depth = cross_children(node, live, stack, depth);
            if (hn::AllFalse(floats, live_)) return;
        }
    }

    HWY_INLINE const float* maxima_below(const Node& node, std::uint32_t first) const
    {
        return terrain_.maxima[static_cast<std::size_t>(node.level) - 1].data() + first;
    }

    /// Nearest children last, where they are taken first.
    HWY_INLINE std::size_t cross_children(const Node& node, Mask live, Stack& stack, std::size_t depth)
    {
        const std::uint32_t first = terrain_.first_child(node.level, node.index);
        const float* maxima = maxima_below(node, first);
        const Quad quad = cross<is_curved, is_down>(p_, live, node.x, node.y, maxima);
        if constexpr (is_coarse)
            if (is_too_small(node.level, live, quad.begin[0])) {
                meet_boxes(quad, maxima);
                return depth;
            }
        const std::int32_t side = std::int32_t{2} << node.level;
        const std::int32_t i = 2 * node.i, j = 2 * node.j;
        const int level = node.level - 1;
        const std::array<float, 3> x = node.x, y = node.y;
        const std::array<float, 2> middle_x = p_.x.middles(i * side, side),
                                   middle_y = p_.y.middles(j * side, side);
        for (unsigned k = 4; k-- > 0;) {
            if (hn::AllFalse(floats, quad.touched[k])) continue;
            const unsigned child = k ^ p_.flip, right = k & 1, below = k >> 1;
            stack[depth] = {{x[right], middle_x[right], x[right + 1]},
                            {y[below], middle_y[below], y[below + 1]},
                            level,
                            first + child,
                            i + static_cast<std::int32_t>(child & 1),
                            j + static_cast<std::int32_t>(child >> 1),
                            quad.touched[k]};
            prefetch(stack[depth++]);
        }
        return depth;
    }

    /// What will be read when the node is taken.
    HWY_INLINE void prefetch(const Node& node) const
    {
        if (node.level > 0)
            return hwy::Prefetch(maxima_below(node, terrain_.first_child(node.level, node.index)));
        const float* block = terrain_.blocks[node.index].heights[0].data();
        hwy::Prefetch(block);
        hwy::Prefetch(block + sizeof(HeightBlock) / 2 / sizeof(float));
    }

    HWY_INLINE bool is_too_small(int level, Mask live, Float begin) const
    {
        const Float far_off = set(std::numeric_limits<float>::max());
        const float nearest = hn::GetLane(hn::MinOfLanes(floats, hn::IfThenElse(live, begin, far_off)));
        return static_cast<float>(std::int32_t{2} << level) <= p_.detail * nearest;
    }

    /// Children are taken for boxes as high as their maxima.
    HWY_INLINE void meet_boxes(const Quad& quad, const float* maxima)
    {
        for (unsigned k = 0; k < 4; ++k) {
            const Mask live = hn::And(quad.touched[k], live_);
            const Float to_top = hn::Div(hn::Sub(set(maxima[k ^ p_.flip]), set(p_.z)), p_.dz);
            const Float t = hn::IfThenElse(p_.down, hn::Max(quad.begin[k], to_top), quad.begin[k]);
            const Mask met = hn::And(live, hn::Le(t, quad.end[k]));
            found_.t = hn::IfThenElse(met, t, found_.t);
            found_.boxed = hn::Or(found_.boxed, met);
            live_ = hn::AndNot(met, live_);
        }
    }

    /// Quarter by quarter: they need no place on the stack, which holds up reading what was just written.
    HWY_INLINE void cross_block(const Node& node, Mask live)
    {
        const HeightBlock& block = terrain_.blocks[node.index];
        const Quad quad = cross<is_curved, is_down>(p_, live, node.x, node.y, block.maxima.data());
        if constexpr (is_coarse)
            if (is_too_small(0, live, quad.begin[0])) return meet_boxes(quad, block.maxima.data());
        const std::int32_t i = HeightBlock::cells * node.i, j = HeightBlock::cells * node.j;
        const std::array<float, 3> x = node.x, y = node.y;
        const std::array<float, 2> middle_x = p_.x.middles(i, 2), middle_y = p_.y.middles(j, 2);
        for (unsigned k = 0; k < 4; ++k) {
            const Mask touched = hn::And(quad.touched[k], live_);
            if (hn::AllFalse(floats, touched)) continue;
            const unsigned column = (k ^ p_.flip) & 1, row = (k ^ p_.flip) >> 1;
            const unsigned right = k & 1, below = k >> 1;
            cross_cells({{x[right], middle_x[right], x[right + 1]},
                         {y[below], middle_y[below], y[below + 1]},
                         i + static_cast<std::int32_t>(2 * column),
                         j + static_cast<std::int32_t>(2 * row),
                         &block.heights[2 * row][2 * column],
                         touched});
        }
    }

    HWY_INLINE void cross_cells(const Quarter& quarter)
    {
        const float* posts = quarter.posts;
        HWY_ALIGN std::array<float, 6> maxima;
        cell_maxima(posts, maxima.data());
        const Quad cells =
            cross<is_curved, is_down>(p_, quarter.touched, quarter.x, quarter.y, maxima.data());
        for (unsigned k = 0; k < 4; ++k) {
            const Mask touched = hn::And(cells.touched[k], live_);
            if (hn::AllFalse(floats, touched)) continue;
            const unsigned i = (k ^ p_.flip) & 1, j = (k ^ p_.flip) >> 1;
            const std::int32_t column = quarter.column + static_cast<std::int32_t>(i);
            const std::int32_t row = quarter.row + static_cast<std::int32_t>(j);
            const float* upper = posts + j * HeightBlock::posts + i;
            const float* lower = upper + HeightBlock::posts;
            const Mask met =
                meet<is_curved>(p_, touched, cells.begin[k], cells.end[k], column, row, upper, lower);
            if (!hn::AllFalse(floats, met)) keep(met, cells.begin[k], column, row, upper, lower);
        }
    }

    HWY_INLINE void keep(Mask met, Float t, std::int32_t column, std::int32_t row, const float* upper,
                         const float* lower)
    {
        const auto met_ints = hn::RebindMask(ints, met);
        live_ = hn::AndNot(met, live_);
        found_.found = hn::Or(found_.found, met);
        found_.t = hn::IfThenElse(met, t, found_.t);
        found_.column = hn::IfThenElse(met_ints, hn::Set(ints, column), found_.column);
        found_.row = hn::IfThenElse(met_ints, hn::Set(ints, row), found_.row);
        found_.h00 = hn::IfThenElse(met, set(upper[0]), found_.h00);
        found_.h10 = hn::IfThenElse(met, set(upper[1]), found_.h10);
        found_.h01 = hn::IfThenElse(met, set(lower[0]), found_.h01);
        found_.h11 = hn::IfThenElse(met, set(lower[1]), found_.h11);
    }

    const HeightBlocks& terrain_;
    const BeamEntry& entry_;
    const Packet& p_;
    Mask live_;
    Candidates found_;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
