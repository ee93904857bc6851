#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/search/cell_cursor.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Largest number of samples that a step takes.
inline constexpr std::size_t max_stages = 6;

/// State of a line that stopped in the midst of a step for lack of a time slice, or of nodes: all that it
/// takes to go on to the same bits as if they had been there.
struct LineState {
    glm::vec3 position{0.0F}, position_lost{0.0F};  ///< sum, and its part lost by rounding
    float elapsed = 0, elapsed_lost = 0;
    glm::vec3 velocity{0.0F};
    float scalar = 0, length = 0, length_lost = 0;
    float step = 0, trial = 0, unfinished = 0, full_step = 0, looked = 0;  ///< as in LineLanes
    std::uint32_t steps = 0;
    bool fresh = false, moved = false;
    CellCursor cursor;
    std::uint32_t stages = 0;                     ///< samples already taken of the step under way
    std::uint32_t inside = 0;                     ///< bit i: sample i is inside
    std::array<glm::vec4, max_stages> samples{};  ///< velocity and scalar
    std::vector<glm::vec4> points;                ///< kept so far
    std::vector<float> elapsed_at;                ///< [points]

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(position, position_lost, elapsed, elapsed_lost, velocity, scalar, length, length_lost, step,
             trial, unfinished, full_step, looked, steps, fresh, moved, cursor, stages, inside, samples,
             points, elapsed_at);
    }
};

/// A line that waits for a time slice, or for the nodes around a place.
struct SuspendedLine {
    std::size_t seed = 0;
    float needed = 0.0F;               ///< the field's time that it waits for
    bool done = false;                 ///< the line waits no more
    std::unique_ptr<LineState> state;  ///< null: not begun
    glm::vec3 place{0.0F};             ///< the position that it waits for, where other processes have nodes
};

/// A line, of a block, that is to be traced.
struct QueuedLine {
    std::size_t seed = 0;
    SuspendedLine* suspended = nullptr;  ///< null where all slices are in memory
};

/// The lines of a block, one after the other: seeds [begin, end), or, where lines wait, those with slices
/// that are in memory now.
class LineQueue {
public:
    LineQueue(const NodeSlices& slices, std::vector<SuspendedLine>* suspended, std::size_t begin,
              std::size_t end)
        : slices_{slices},
          suspended_{suspended},
          next_{suspended == nullptr ? begin : 0},
          end_{suspended == nullptr ? end : suspended->size()}
    {}

    [[nodiscard]] bool may_suspend() const { return suspended_ != nullptr; }

    std::optional<QueuedLine> next()
    {
        while (next_ < end_) {
            const std::size_t at = next_++;
            if (suspended_ == nullptr) return QueuedLine{at};
            SuspendedLine& line = (*suspended_)[at];
            if (slices_.steady() || slices_.has(slices_.interval(line.needed)))
                return QueuedLine{line.seed, &line};
        }
        return std::nullopt;
    }

private:
    const NodeSlices& slices_;
    std::vector<SuspendedLine>* suspended_;
    std::size_t next_, end_;
};

}  // namespace farfield::compute
