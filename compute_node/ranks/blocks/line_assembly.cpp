#include "compute_node/ranks/blocks/line_assembly.h"

#include "compute_node/lines/line_kernel.h"

#include <algorithm>

namespace farfield::compute {

void LineAssembly::add(const LinePieces& pieces)
{
    for (const LinePieces::Piece& piece : pieces.pieces) {
        const std::size_t at = piece.seed - first_;
        if (at >= lines_.size()) lines_.resize(at + 1);
        GrowingLine& growing = lines_[at];
        if (piece.number >= growing.pieces.size()) growing.pieces.resize(piece.number + 1);
        const auto begin = static_cast<std::ptrdiff_t>(piece.line.first_point);
        const auto end = begin + static_cast<std::ptrdiff_t>(piece.line.points);
        growing.pieces[piece.number] = {{pieces.points.begin() + begin, pieces.points.begin() + end},
                                        {pieces.elapsed.begin() + begin, pieces.elapsed.begin() + end}};
        ++growing.came;
        if (!piece.last) continue;
        growing.all = piece.number + 1;
        growing.line = piece.line;
    }
}

std::optional<LineBlock> LineAssembly::take_block()
{
    const std::size_t count = std::min(block_lines, seeds_ - first_);
    if (count == 0 || lines_.size() < count) return std::nullopt;
    const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(count);
    if (!std::all_of(lines_.begin(), end, [](const GrowingLine& line) { return line.is_complete(); }))
        return std::nullopt;
    LineBlock block;
    block.first_seed = first_;
    for (auto growing = lines_.begin(); growing != end; ++growing) {
        Line line = growing->line;
        line.first_point = block.points.size();
        for (const Points& piece : growing->pieces) {
            block.points.insert(block.points.end(), piece.points.begin(), piece.points.end());
            block.elapsed.insert(block.elapsed.end(), piece.elapsed.begin(), piece.elapsed.end());
        }
        line.points = static_cast<std::uint32_t>(block.points.size() - line.first_point);
        block.lines.push_back(line);
    }
    lines_.erase(lines_.begin(), end);
    first_ += count;
    return block;
}

}  // namespace farfield::compute
