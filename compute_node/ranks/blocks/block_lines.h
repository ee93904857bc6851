#pragma once

#include "compute_node/lines/line_settings.h"
#include "compute_node/ranks/blocks/line_migration.h"

#include <atomic>
#include <cstddef>
#include <map>
#include <vector>

namespace farfield::compute {

/// The results of lines in one block of a field.
struct BlockVisit {
    std::vector<MigratingLine> leaving;  ///< lines that go on in another block
    LinePieces pieces;                   ///< points added, and results of ended lines
};

/// Follows lines through a block of a field until they end or need nodes that it does not hold. Their bits
/// are those of the whole field. settings: bounded() by the field. Once `cancelled` is true this returns
/// soon, without some of them. Throws std::bad_alloc only.
[[nodiscard]] BlockVisit trace_in_block(const Field& block, const LineSettings& settings,
                                        std::vector<MigratingLine> lines, int threads,
                                        const std::atomic<bool>* cancelled);

/// Number of lines that are traced before their results are sent, so that other ranks soon have work.
[[nodiscard]] std::size_t lines_of_a_visit(int threads);

/// Takes up to `count` lines off the end.
[[nodiscard]] std::vector<MigratingLine> take_some(std::vector<MigratingLine>& lines, std::size_t count);

/// The lines by the block in which they go on.
[[nodiscard]] std::map<int, std::vector<MigratingLine>>
by_block(std::vector<MigratingLine> lines, const LatticeBlocks& blocks, const Grid& grid);

}  // namespace farfield::compute
