#include "compute_node/ranks/blocks/split_lines.h"

#include "compute_node/lines/line_kernel.h"
#include "compute_node/lines/trace_blocks.h"
#include "compute_node/ranks/blocks/block_lines.h"
#include "compute_node/ranks/blocks/line_migration.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

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

class SplitTrace {
public:
    SplitTrace(const LineJob& job, const LatticeBlocks& blocks, LineMigration& migration, int threads)
        : job_{job}, blocks_{blocks}, migration_{migration}, threads_{threads}, assembly_{job.seeds->size()}
    {}

    void run(const std::function<void(const LineBlock&)>& deliver)
    {
        while (assembly_.taken() < job_.seeds->size()) {
            if (is_set(job_.cancelled)) return;
            send_seeds();
            trace_some();
            receive(!may_send() && here_.empty());
            while (!is_set(job_.cancelled)) {
                const auto block = assembly_.take_block();
                if (!block) break;
                deliver(*block);
            }
        }
    }

private:
    [[nodiscard]] bool may_send() const
    {
        return sent_ < job_.seeds->size() && sent_ < assembly_.taken() + seeds_ahead;
    }

    void send_seeds()
    {
        const LineSeeds& seeds = *job_.seeds;
        std::vector<MigratingLine> lines;
        for (; may_send(); ++sent_) {
            MigratingLine line;
            line.seed = sent_;
            line.begins = {seeds.x[sent_], seeds.y[sent_], seeds.z[sent_], seeds.t[sent_]};
            line.max_time =
                seeds.max_time.empty() ? static_cast<float>(job_.settings.max_time) : seeds.max_time[sent_];
            line.place = glm::vec3{line.begins};
            lines.push_back(std::move(line));
        }
        send(std::move(lines));
    }

    void send(std::vector<MigratingLine> lines)
    {
        for (auto& [block, some] : by_block(std::move(lines), blocks_, job_.field->grid())) {
            if (block == 0)
                std::move(some.begin(), some.end(), std::back_inserter(here_));
            else
                migration_.send(block, std::move(some));
        }
    }

    void trace_some()
    {
        if (here_.empty()) return;
        BlockVisit visit =
            trace_in_block(*job_.field, job_.settings, take_some(here_, lines_of_a_visit(threads_)), threads_,
                           job_.cancelled);
        assembly_.add(visit.pieces);
        send(std::move(visit.leaving));
    }

    void receive(bool wait)
    {
        LineMigration::Arrivals arrivals = migration_.take(wait);
        for (const LinePieces& pieces : arrivals.pieces) assembly_.add(pieces);
        std::move(arrivals.lines.begin(), arrivals.lines.end(), std::back_inserter(here_));
    }

    const LineJob& job_;
    const LatticeBlocks& blocks_;
    LineMigration& migration_;
    int threads_;
    LineAssembly assembly_;
    std::size_t sent_ = 0;             ///< number of seeds sent
    std::vector<MigratingLine> here_;  ///< lines that go on in this block
};

}  // namespace

void trace_split(const LineJob& job, const LatticeBlocks& blocks, LineMigration& migration, int threads,
                 const std::function<void(const LineBlock&)>& deliver)
{
    SplitTrace{job, blocks, migration, threads}.run(deliver);
}

}  // namespace farfield::compute
