#include "compute_node/ranks/blocks/block_lines.h"

#include "compute_node/lines/line_kernel.h"
#include "compute_node/lines/trace_blocks.h"
#include "compute_node/ranks/blocks/kernels/block_kernel.h"
#include "compute_node/support/parallel.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::size_t blocks_per_thread = 4;

/// Moves the points of `state` into a piece.
void hand_over(MigratingLine& line, LinePieces& to)
{
    LineState& state = line.state;
    if (state.points.empty()) return;
    Line points;
    points.first_point = to.points.size();
    points.points = static_cast<std::uint32_t>(state.points.size());
    to.pieces.push_back({line.seed, line.pieces++, false, points});
    to.points.insert(to.points.end(), state.points.begin(), state.points.end());
    to.elapsed.insert(to.elapsed.end(), state.elapsed_at.begin(), state.elapsed_at.end());
    state.points.clear();
    state.elapsed_at.clear();
}

/// Lines of one LineBlock: seed i of it is lines[i].
class Visit {
public:
    explicit Visit(std::span<MigratingLine> lines) : lines_{lines}
    {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            MigratingLine& line = lines[i];
            seeds_.add(line.begins);
            seeds_.max_time.push_back(line.max_time);
            SuspendedLine suspended{i, line.begins.w, false, nullptr, line.place};
            if (line.begun) suspended.state = std::make_unique<LineState>(std::move(line.state));
            suspended_.push_back(std::move(suspended));
        }
    }

    [[nodiscard]] BlockVisit trace(LineJob job)
    {
        job.seeds = &seeds_;
        job.suspended = &suspended_;
        LineBlock block;
        run_kernel(trace_resident, job, 0, lines_.size(), block);
        if (is_set(job.cancelled)) return {};
        BlockVisit visit;
        visit.pieces.points = std::move(block.points);
        visit.pieces.elapsed = std::move(block.elapsed);
        std::vector<bool> leaves(lines_.size(), false);
        for (const SuspendedLine& suspended : suspended_) leaves[suspended.seed] = true;
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (!leaves[i])
                visit.pieces.pieces.push_back({lines_[i].seed, lines_[i].pieces, true, block.lines[i]});
        for (SuspendedLine& suspended : suspended_) leave(suspended, visit);
        return visit;
    }

private:
    void leave(SuspendedLine& suspended, BlockVisit& visit)
    {
        MigratingLine& line = lines_[suspended.seed];
        line.begun = true;
        line.place = suspended.place;
        line.state = std::move(*suspended.state);
        hand_over(line, visit.pieces);
        visit.leaving.push_back(std::move(line));
    }

    std::span<MigratingLine> lines_;
    LineSeeds seeds_;
    std::vector<SuspendedLine> suspended_;
};

}  // namespace

void LinePieces::add(const LinePieces& others)
{
    for (Piece piece : others.pieces) {
        piece.line.first_point += points.size();
        pieces.push_back(piece);
    }
    points.insert(points.end(), others.points.begin(), others.points.end());
    elapsed.insert(elapsed.end(), others.elapsed.begin(), others.elapsed.end());
}

BlockVisit trace_in_block(const Field& block, const LineSettings& settings, std::vector<MigratingLine> lines,
                          int threads, const std::atomic<bool>* cancelled)
{
    const LineJob job{&block, nullptr, settings, cancelled};
    std::vector<BlockVisit> visits((lines.size() + block_lines - 1) / block_lines);
    trace_side_by_side(visits.size(), threads, [&](std::size_t i) {
        const std::size_t begin = i * block_lines, count = std::min(block_lines, lines.size() - begin);
        visits[i] = Visit{std::span{lines}.subspan(begin, count)}.trace(job);
    });
    BlockVisit all;
    for (BlockVisit& visit : visits) {
        std::move(visit.leaving.begin(), visit.leaving.end(), std::back_inserter(all.leaving));
        all.pieces.add(visit.pieces);
    }
    return all;
}

std::size_t lines_of_a_visit(int threads)
{
    return blocks_per_thread * block_lines * static_cast<std::size_t>(thread_count(threads));
}

std::vector<MigratingLine> take_some(std::vector<MigratingLine>& lines, std::size_t count)
{
    const auto first = lines.end() - static_cast<std::ptrdiff_t>(std::min(count, lines.size()));
    std::vector<MigratingLine> some{std::make_move_iterator(first), std::make_move_iterator(lines.end())};
    lines.erase(first, lines.end());
    return some;
}

std::map<int, std::vector<MigratingLine>> by_block(std::vector<MigratingLine> lines,
                                                   const LatticeBlocks& blocks, const Grid& grid)
{
    std::map<int, std::vector<MigratingLine>> sorted;
    for (MigratingLine& line : lines) sorted[blocks.block_of(grid, line.place)].push_back(std::move(line));
    return sorted;
}

}  // namespace farfield::compute
