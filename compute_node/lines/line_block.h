#pragma once

#include "compute_node/lines/termination.h"

#include <glm/vec4.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Starts of lines. t: on the clock of the field's slices; any value in a steady field.
struct LineSeeds {
    std::vector<float> x, y, z, t;
    std::vector<float> max_time;  ///< [seeds], each line's own limit; empty: that of the settings

    [[nodiscard]] std::size_t size() const { return x.size(); }
    /// Adds a seed without a time limit of its own.
    void add(glm::vec4 position_and_time)
    {
        x.push_back(position_and_time.x);
        y.push_back(position_and_time.y);
        z.push_back(position_and_time.z);
        t.push_back(position_and_time.w);
    }
};

struct Line {
    std::size_t first_point = 0;  ///< its number among the block's points
    std::uint32_t points = 0;     ///< >= 1; the first is the seed when all are kept
    std::uint32_t steps = 0;      ///< the last one may be a part of a step
    Termination reason = Termination::Cancelled;
};

/// Lines of consecutive seeds. A seed outside the domain gives a line of one point, with NaN as its scalar.
struct LineBlock {
    std::size_t first_seed = 0;
    std::vector<Line> lines;        ///< in the order of the seeds
    std::vector<glm::vec4> points;  ///< x y z and the scalar; a line's lie together, lines in any order
    std::vector<float> elapsed;     ///< [points] time since the seed's, negative on a backward line

    /// Removes all lines; their memory stays for the next ones.
    void clear()
    {
        first_seed = 0;
        lines.clear();
        points.clear();
        elapsed.clear();
    }
};

}  // namespace farfield::compute
