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
#include "compute_node/terrain/wide_floats-inl.h"

#include <hwy/cache_control.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

inline constexpr float rounding = 4e-7F;  ///< several units in the last place of 1

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
template <std::size_t parts>
struct Packet {
    Floats<parts> dx{}, dy{}, dz{};  ///< posts and metres a unit of t; dz is lowered
    Floats<parts> inverse_x{}, inverse_y{};
    Floats<parts> bend{};  ///< see GridRay
    Floats<parts> blur{};  ///< how far a place may be off by rounding, posts a unit of t
    Masks<parts> down{};   ///< dz < 0
    Axis x, y;
    float z = 0.0F;            ///< of the eye, lowered
    unsigned flip = 0;         ///< see Beam
    float detail = 0.0F;       ///< posts a unit of t that are too small to be seen
    float wall_metres = 0.0F;  ///< a node's side is no wall up to so many metres a post
};

/// What may be the first hit of each lane: a cell with its four posts, and about when the ray comes into it.
/// Other lanes hold any number.
template <std::size_t parts>
struct Candidates {
    alignas(64) std::array<float, parts * lanes> t{}, h00{}, h10{}, h01{}, h11{};
    alignas(64) std::array<std::int32_t, parts * lanes> column{}, row{};
    LaneBits found = 0;
    LaneBits boxed = 0;     ///< met the box of a node that is too small to be seen, at t
    LaneBits doubtful = 0;  ///< came into such a box by its side where the ground may be none
};

/// When the lanes are above each of 2 x 2 squares, in the order in which they come to them.
template <std::size_t parts>
struct Quad {
    std::array<Floats<parts>, 4> begin, end;
    std::array<Masks<parts>, 4> touched;
};

/// The lowest that rays come to over parts of them.
template <bool is_curved, bool is_down, std::size_t parts>
HWY_INLINE Floats<parts> lowest_on(const Packet<parts>& p, Floats<parts> begin, Floats<parts> end)
{
    const Floats<parts> at = is_down ? end : if_then_else(p.down, end, begin);
    const Floats<parts> lowest = mul_add(p.dz, at, all<parts>(p.z));
    return is_curved ? mul_add(p.bend * begin, begin, lowest) : lowest;
}

/// distances: of the planes of the squares along each axis; maxima: row by row.
template <bool is_curved, bool is_down, std::size_t parts>
HWY_INLINE Quad<parts> cross(const Packet<parts>& p, Masks<parts> live, const std::array<float, 3>& x_planes,
                             const std::array<float, 3>& y_planes, const float* maxima)
{
    const auto come_to = [](float distance, Floats<parts> inverse) { return all<parts>(distance) * inverse; };
    const Floats<parts> zero = all<parts>(0.0F);
    const Floats<parts> x0 = max(come_to(x_planes[0], p.inverse_x), zero);
    const Floats<parts> x1 = come_to(x_planes[1], p.inverse_x), x2 = come_to(x_planes[2], p.inverse_x);
    const Floats<parts> y0 = come_to(y_planes[0], p.inverse_y), y1 = come_to(y_planes[1], p.inverse_y);
    const Floats<parts> y2 = come_to(y_planes[2], p.inverse_y), x1_begin = max(x1, zero);
    Quad<parts> quad;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    quad.begin = {max(x0, y0), max(x1_begin, y0), max(x0, y1), max(x1_begin, y1)};
    quad.end = {min(x1, y1), min(x2, y1), min(x1, y2), min(x2, y2)};
    for (unsigned k = 0; k < 4; ++k) {
        const Floats<parts> lowest = lowest_on<is_curved, is_down>(p, quad.begin[k], quad.end[k]);
        const Masks<parts> above = live & (quad.begin[k] <= quad.end[k]);
        quad.touched[k] = above & (lowest <= all<parts>(maxima[k ^ p.flip]));
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

/// Walks a packet down from a beam's entry. is_down: all rays are. is_coarse: what is smaller than the
/// packet's detail is taken for a box.
template <bool is_curved, bool is_down, bool is_coarse, std::size_t parts>
class PacketWalk {
public:
    /// All must outlive the walk. found: to be filled.
    PacketWalk(const HeightBlocks& terrain, const BeamEntry& entry, const Packet<parts>& packet,
               Candidates<parts>& found)
        : terrain_{terrain}, entry_{entry}, p_{packet}, found_{found}
    {}

    HWY_INLINE void run(LaneBits wanted)
    {
        found_.found = found_.boxed = found_.doubtful = 0;
        live_ = masks_of<parts>(wanted);
        for (std::size_t n = 0; n < entry_.count && !all_false(live_); ++n) {
            const Node node = node_at(entry_.nodes[n]);
            if (!all_false(node.touched)) descend(node);
        }
    }

private:
    using Wide = Floats<parts>;
    using Lanes = Masks<parts>;

    struct Node {
        std::array<float, 3> x, y;  ///< distances of the planes of its children
        int level;
        std::uint32_t index;
        std::int32_t i, j;  ///< counted in nodes of the level
        Lanes touched;      ///< lanes that may meet what is below it
    };
    /// 2 x 2 cells of a block.
    struct Quarter {
        std::array<float, 3> x, y;  ///< distances of the planes of its cells
        std::int32_t column, row;   ///< of its first cell
        const float* posts;         ///< from its first, in the block
        Lanes touched;
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
        const auto come_to = [](float distance, Wide inverse) { return all<parts>(distance) * inverse; };
        const Wide x = come_to(node.x[0], p_.inverse_x), y = come_to(node.y[0], p_.inverse_y);
        const Wide begin = max(max(x, y), all<parts>(0.0F));
        const Wide end = min(come_to(node.x[2], p_.inverse_x), come_to(node.y[2], p_.inverse_y));
        const Wide lowest = lowest_on<is_curved, is_down>(p_, begin, end);
        const float maximum = terrain_.maxima[static_cast<std::size_t>(entry_.level)][from.index];
        node.touched = live_ & (begin <= end) & (lowest <= all<parts>(maximum));
        return node;
    }

    HWY_INLINE void descend(const Node& from)
    {
        Stack stack;
        std::size_t depth = 0;
        stack[depth++] = from;
        while (depth > 0) {
            const Node& node = stack[--depth];
            const Lanes live = node.touched & live_;
            if (all_false(live)) continue;
            if (node.level == 0)
                cross_block(node, live);
            else
                depth = cross_children(node, live, stack, depth);
            if (all_false(live_)) return;
        }
    }

    HWY_INLINE const float* maxima_below(const Node& node, std::uint32_t first) const
    {
        return terrain_.maxima[static_cast<std::size_t>(node.level) - 1].data() + first;
    }

    /// Nearest children last, where they are taken first.
    HWY_INLINE std::size_t cross_children(const Node& node, Lanes live, Stack& stack, std::size_t depth)
    {
        const std::uint32_t first = terrain_.first_child(node.level, node.index);
        const float* maxima = maxima_below(node, first);
        const Quad<parts> quad = cross<is_curved, is_down>(p_, live, node.x, node.y, maxima);
        if constexpr (is_coarse)
            if (is_too_small(node.level, live, quad.begin[0])) {
                meet_boxes(node.level, quad, maxima);
                return depth;
            }
        const std::int32_t side = std::int32_t{2} << node.level;
        const std::int32_t i = 2 * node.i, j = 2 * node.j;
        const int level = node.level - 1;
        const std::array<float, 3> x = node.x, y = node.y;
        const std::array<float, 2> middle_x = p_.x.middles(i * side, side),
                                   middle_y = p_.y.middles(j * side, side);
        for (unsigned k = 4; k-- > 0;) {
            if (all_false(quad.touched[k])) continue;
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

    HWY_INLINE bool is_too_small(int level, Lanes live, Wide begin) const
    {
        const Wide far_off = all<parts>(std::numeric_limits<float>::max());
        const float nearest = least_of(if_then_else(live, begin, far_off));
        return static_cast<float>(std::int32_t{2} << level) <= p_.detail * nearest;
    }

    /// Children are taken for boxes as high as their maxima. A ray comes in by a side where the ground rises
    /// towards it; far below the top, what it comes from may be a hole or the terrain's edge.
    HWY_INLINE void meet_boxes(int level, const Quad<parts>& quad, const float* maxima)
    {
        const Wide wall = all<parts>(p_.wall_metres * static_cast<float>(std::int32_t{2} << level));
        for (unsigned k = 0; k < 4; ++k) {
            const Lanes live = quad.touched[k] & live_;
            if (all_false(live)) continue;
            const Wide begin = quad.begin[k], top = all<parts>(maxima[k ^ p_.flip]);
            const Wide t = if_then_else(p_.down, max(begin, (top - all<parts>(p_.z)) / p_.dz), begin);
            const Lanes met = live & (t <= quad.end[k]);
            const Wide height = lowest_on<is_curved, true>(p_, begin, begin);
            const Lanes deep = met & (height < top - wall);
            put(met, found_.t, t);
            found_.boxed |= bits_of(and_not(deep, met));
            found_.doubtful |= bits_of(deep);
            live_ = and_not(met, live_);
        }
    }

    /// Quarter by quarter: they need no place on the stack, which holds up reading what was just written.
    HWY_INLINE void cross_block(const Node& node, Lanes live)
    {
        const HeightBlock& block = terrain_.blocks[node.index];
        const Quad<parts> quad = cross<is_curved, is_down>(p_, live, node.x, node.y, block.maxima.data());
        if constexpr (is_coarse)
            if (is_too_small(0, live, quad.begin[0])) return meet_boxes(0, quad, block.maxima.data());
        const std::int32_t i = HeightBlock::cells * node.i, j = HeightBlock::cells * node.j;
        const std::array<float, 3> x = node.x, y = node.y;
        const std::array<float, 2> middle_x = p_.x.middles(i, 2), middle_y = p_.y.middles(j, 2);
        for (unsigned k = 0; k < 4; ++k) {
            const Lanes touched = quad.touched[k] & live_;
            if (all_false(touched)) continue;
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
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled below
        HWY_ALIGN std::array<float, 6> maxima;
        cell_maxima(posts, maxima.data());
        const Quad<parts> cells =
            cross<is_curved, is_down>(p_, quarter.touched, quarter.x, quarter.y, maxima.data());
        for (unsigned k = 0; k < 4; ++k) {
            const Lanes touched = cells.touched[k] & live_;
            if (all_false(touched)) continue;
            const unsigned i = (k ^ p_.flip) & 1, j = (k ^ p_.flip) >> 1;
            const std::int32_t column = quarter.column + static_cast<std::int32_t>(i);
            const std::int32_t row = quarter.row + static_cast<std::int32_t>(j);
            const float* upper = posts + j * HeightBlock::posts + i;
            const float* lower = upper + HeightBlock::posts;
            const Lanes met =
                meet<is_curved>(p_, touched, cells.begin[k], cells.end[k], column, row, upper, lower);
            if (!all_false(met)) keep(met, cells.begin[k], column, row, upper, lower);
        }
    }

    HWY_INLINE void keep(Lanes met, Wide t, std::int32_t column, std::int32_t row, const float* upper,
                         const float* lower)
    {
        live_ = and_not(met, live_);
        found_.found |= bits_of(met);
        put(met, found_.t, t);
        put(met, found_.h00, all<parts>(upper[0]));
        put(met, found_.h10, all<parts>(upper[1]));
        put(met, found_.h01, all<parts>(lower[0]));
        put(met, found_.h11, all<parts>(lower[1]));
        put(met, found_.column, column);
        put(met, found_.row, row);
    }

    static HWY_INLINE void put(Lanes where, std::array<float, parts * lanes>& to, Wide values)
    {
        put(where.first, to.data(), values.first);
        if constexpr (parts == 2) put(where.second, &to[lanes], values.second);
    }
    static HWY_INLINE void put(Lanes where, std::array<std::int32_t, parts * lanes>& to, std::int32_t value)
    {
        put(where.first, to.data(), value);
        if constexpr (parts == 2) put(where.second, &to[lanes], value);
    }
    static HWY_INLINE void put(Mask where, float* to, Float values)
    {
        hn::Store(hn::IfThenElse(where, values, hn::Load(floats, to)), floats, to);
    }
    static HWY_INLINE void put(Mask where, std::int32_t* to, std::int32_t value)
    {
        const auto chosen = hn::RebindMask(ints, where);
        hn::Store(hn::IfThenElse(chosen, hn::Set(ints, value), hn::Load(ints, to)), ints, to);
    }

    const HeightBlocks& terrain_;
    const BeamEntry& entry_;
    const Packet<parts>& p_;
    Candidates<parts>& found_;
    Lanes live_{};
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
