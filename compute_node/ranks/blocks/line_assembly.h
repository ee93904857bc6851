#pragma once

#include "compute_node/ranks/blocks/line_migration.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Joins pieces of lines, which come in any order, to whole lines in blocks in the order of their seeds.
class LineAssembly {
public:
    explicit LineAssembly(std::size_t seeds) : seeds_{seeds} {}

    void add(const LinePieces& pieces);
    /// The next block, once all of its lines are whole.
    [[nodiscard]] std::optional<LineBlock> take_block();
    /// Number of seeds of the blocks taken.
    [[nodiscard]] std::size_t taken() const { return first_; }

private:
    struct Points {
        std::vector<glm::vec4> points;
        std::vector<float> elapsed;
    };
    struct GrowingLine {
        std::vector<Points> pieces;  ///< [number], empty for pieces that have not come
        std::size_t came = 0;        ///< number of pieces that have come
        std::size_t all = 0;         ///< number of all pieces; 0: the last has not come
        Line line;                   ///< line of the last piece
        [[nodiscard]] bool is_complete() const { return all > 0 && came == all; }
    };

    std::size_t seeds_;
    std::size_t first_ = 0;
    std::deque<GrowingLine> lines_;  ///< lines from seed first_ on
};

}  // namespace farfield::compute
