// Packets of rays down the tree of maxima, to the cell that each may meet first (per-target include). The hit
// is then settled in binary64 (ray_settling-inl.h).
#if defined(FARFIELD_RAY_PACKETS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_RAY_PACKETS_INL_H
#undef FARFIELD_RAY_PACKETS_INL_H
#else
#define FARFIELD_RAY_PACKETS_INL_H
#endif

#include "compute_node/terrain/rays/beam.h"
#include "compute_node/terrain/rays/ray_crossing-inl.h"

#include <hwy/cache_control.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

/// The candidate for the first hit of each lane: a cell with its four posts, and the approximate t at which
/// the ray enters it. Lanes that found none hold any number.
template <std::size_t parts>
struct Candidates {
    alignas(64) std::array<float, parts * lanes> t{}, h00{}, h10{}, h01{}, h11{};
    alignas(64) std::array<std::int32_t, parts * lanes> column{}, row{};
    LaneBits found = 0;
    LaneBits boxed = 0;     ///< met the box of a node that is too small to be seen, at t
    LaneBits doubtful = 0;  ///< came into such a box by a side that may have no ground
};

/// Walks a packet down from a beam's entry. is_down: all rays are. is_coarse: nodes smaller than the packet's
/// detail are boxes.
template <bool is_curved, bool is_down, bool is_coarse, std::size_t parts>
class PacketWalk {
public:
    /// Borrows its arguments, which must outlive the walk. found: filled by run().
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
        Lanes touched;      ///< lanes that may meet the ground below it
    };
    /// 2 x 2 cells of a block.
    struct Quarter {
        std::array<float, 3> x, y;  ///< distances of the planes of its cells
        std::int32_t column, row;   ///< position of its first cell
        const float* posts;         ///< its first post, in the block
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
        const Wide end = min(come_to(node.x[2], p_.late_x), come_to(node.y[2], p_.late_y));
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

    /// The squares that any lane touches, a bit each: branches of a loop over them are predicted better than
    /// four tests.
    static HWY_INLINE unsigned some_of(const Quad<parts>& quad)
    {
        unsigned some = 0;
        for (unsigned k = 0; k < 4; ++k) some |= (all_false(quad.touched[k]) ? 0U : 1U) << k;
        return some;
    }

    HWY_INLINE const float* maxima_below(const Node& node, std::uint32_t first) const
    {
        return terrain_.maxima[static_cast<std::size_t>(node.level) - 1].data() + first;
    }

    /// Puts touched children on the stack, the nearest last: the last is taken first.
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

    /// Prefetches the data of a node.
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

    /// Takes children for boxes as high as their maxima. A ray comes in by a side where the ground rises
    /// towards it; far below the top, it may come from a hole or the terrain's edge.
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

    /// Crosses a block by quarters: they need no place on the stack, where reading just after writing stalls.
    HWY_INLINE void cross_block(const Node& node, Lanes live)
    {
        const HeightBlock& block = terrain_.blocks[node.index];
        const Quad<parts> quad = cross<is_curved, is_down>(p_, live, node.x, node.y, block.maxima.data());
        if constexpr (is_coarse)
            if (is_too_small(0, live, quad.begin[0])) return meet_boxes(0, quad, block.maxima.data());
        const std::int32_t i = HeightBlock::cells * node.i, j = HeightBlock::cells * node.j;
        const std::array<float, 3> x = node.x, y = node.y;
        const std::array<float, 2> middle_x = p_.x.middles(i, 2), middle_y = p_.y.middles(j, 2);
        for (unsigned rest = some_of(quad); rest != 0; rest &= rest - 1) {
            const auto k = static_cast<unsigned>(std::countr_zero(rest));
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
        for (unsigned rest = some_of(cells); rest != 0; rest &= rest - 1) {
            const auto k = static_cast<unsigned>(std::countr_zero(rest));
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

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
