#include "compute_node/ranks/blocks/split_lines.h"

#include "compute_node/lines/trace_blocks.h"
#include "compute_node/ranks/blocks/block_lines.h"
#include "compute_node/ranks/blocks/line_assembly.h"

#include <iterator>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

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
