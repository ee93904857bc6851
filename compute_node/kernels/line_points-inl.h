// The points of the lines that a vector's lanes are at, until they are whole (per-target include).
#if defined(FARFIELD_LINE_POINTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LINE_POINTS_INL_H
#undef FARFIELD_LINE_POINTS_INL_H
#else
#define FARFIELD_LINE_POINTS_INL_H
#endif

#include "compute_node/kernels/integrators-inl.h"
#include "compute_node/lines/line_block.h"
#include "compute_node/lines/suspended_line.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Room for each lane's line, which grows; a line that is done is moved to its block.
class LinePoints {
public:
    HWY_INLINE explicit LinePoints(LineBlock& block) : block_{block} { reserve(first_room); }

    HWY_INLINE void begin(std::size_t lane) { count_[lane] = 0; }

    /// A point for each lane that has its bit set.
    HWY_INLINE void keep(const Heads& heads, std::uint32_t bits)
    {
        alignas(32) float points[4 * lanes], elapsed[lanes];
        hn::StoreInterleaved4(heads.x.value, heads.y.value, heads.z.value, heads.scalar, floats, points);
        hn::Store(heads.elapsed.value, floats, elapsed);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if ((bits >> lane & 1U) != 0) append(lane, points + 4 * lane, elapsed[lane]);
    }
    HWY_INLINE void keep_one(std::size_t lane, glm::vec4 point, float elapsed)
    {
        append(lane, &point.x, elapsed);
    }

    /// earlier: the suspended part of the line; or null.
    HWY_INLINE void finish(std::size_t lane, Line& line, const LineState* earlier)
    {
        line.first_point = block_.points.size();
        if (earlier != nullptr) {
            block_.points.insert(block_.points.end(), earlier->points.begin(), earlier->points.end());
            block_.elapsed.insert(block_.elapsed.end(), earlier->elapsed_at.begin(),
                                  earlier->elapsed_at.end());
        }
        move_to(lane, block_.points, block_.elapsed);
        line.points = static_cast<std::uint32_t>(block_.points.size() - line.first_point);
    }
    HWY_INLINE void set_aside(std::size_t lane, LineState& state)
    {
        move_to(lane, state.points, state.elapsed_at);
    }

private:
    static constexpr std::size_t first_room = 256;

    HWY_INLINE void move_to(std::size_t lane, std::vector<glm::vec4>& points, std::vector<float>& elapsed)
    {
        const auto first = static_cast<std::ptrdiff_t>(lane * room_);
        const auto count = static_cast<std::ptrdiff_t>(count_[lane]);
        points.insert(points.end(), points_.begin() + first, points_.begin() + first + count);
        elapsed.insert(elapsed.end(), elapsed_.begin() + first, elapsed_.begin() + first + count);
        count_[lane] = 0;
    }

    HWY_INLINE void append(std::size_t lane, const float* point, float elapsed)
    {
        if (count_[lane] == room_) reserve(2 * room_);
        const std::size_t at = lane * room_ + count_[lane]++;
        std::memcpy(static_cast<void*>(&points_[at]), point, sizeof(glm::vec4));
        elapsed_[at] = elapsed;
    }

    HWY_NOINLINE void reserve(std::size_t room)
    {
        std::vector<glm::vec4> points(lanes * room);
        std::vector<float> elapsed(lanes * room);
        for (std::size_t lane = 0; room_ != 0 && lane < lanes; ++lane) {
            std::copy_n(points_.begin() + static_cast<std::ptrdiff_t>(lane * room_), count_[lane],
                        points.begin() + static_cast<std::ptrdiff_t>(lane * room));
            std::copy_n(elapsed_.begin() + static_cast<std::ptrdiff_t>(lane * room_), count_[lane],
                        elapsed.begin() + static_cast<std::ptrdiff_t>(lane * room));
        }
        points_ = std::move(points);
        elapsed_ = std::move(elapsed);
        room_ = room;
    }

    LineBlock& block_;
    std::size_t room_ = 0;  ///< points of each lane
    std::size_t count_[lanes] = {};
    std::vector<glm::vec4> points_;  ///< [lanes x room_]
    std::vector<float> elapsed_;     ///< [lanes x room_]
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
