#pragma once

#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_helpers.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <vector>

namespace farfield::compute {

/// The work distribution of one job's seeds over helpers and this process, in order and in parts that shrink
/// towards the end. Results are put in order again. Parts are given out at most max_ahead seeds ahead of the
/// first block still missing, so that memory is bounded.
class LineDistribution {
public:
    /// Traces blocks of seeds [first, first + count) here.
    using TraceHere = std::function<std::vector<LineBlock>(std::size_t first, std::size_t count)>;

    /// Borrows its arguments. threads: of this process.
    LineDistribution(const LineSeeds& seeds, int threads, LineHelp& help, TraceHere trace_here)
        : seeds_{seeds}, threads_{threads}, help_{help}, trace_here_{std::move(trace_here)}
    {}

    /// Traces all seeds. deliver: gets the blocks in the order of their seeds; none once `cancelled` is true.
    void run(const std::function<void(const LineBlock&)>& deliver, const std::atomic<bool>* cancelled);

private:
    static constexpr std::size_t max_ahead = 1 << 16;  ///< seeds

    [[nodiscard]] bool may_distribute() const;
    [[nodiscard]] std::size_t part_for(int threads) const;
    void give_to_helpers();
    void keep(std::vector<LineBlock> blocks);

    const LineSeeds& seeds_;
    int threads_;
    LineHelp& help_;
    TraceHere trace_here_;
    std::size_t distributed_ = 0;               ///< seeds
    std::size_t delivered_ = 0;                 ///< seeds
    int all_threads_ = 1;                       ///< here and of all helpers
    std::map<std::size_t, LineBlock> waiting_;  ///< by first seed
};

}  // namespace farfield::compute
