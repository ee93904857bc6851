#pragma once

#include "compute_node/lines/line_tracer.h"
#include "compute_node/ranks/blocks/block_root.h"
#include "compute_node/ranks/blocks/block_worker.h"
#include "compute_node/ranks/ranks.h"
#include "tests/catch.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

/// Results of jobs of several ranks, compared with those of one.
namespace farfield::compute::testing {

/// Those of this run, with fields in blocks: MPI begins once.
struct RanksOfTests {
    BlockRoot* blocks = nullptr;  ///< of the ranks
    std::unique_ptr<Ranks> all = lead_ranks({[this](Messenger& messenger) {
        auto made = std::make_unique<BlockRoot>(messenger);
        blocks = made.get();
        return made;
    }});
};
inline const RanksOfTests& ranks_of_tests()
{
    static const RanksOfTests ranks;
    if (!ranks.all) throw std::runtime_error("these tests want mpirun and at least two ranks");
    return ranks;
}
inline Ranks& ranks()
{
    return *ranks_of_tests().all;
}
inline BlockRoot& block_root()
{
    return *ranks_of_tests().blocks;
}
/// The work of the other ranks.
inline int help_ranks()
{
    return help_first_rank(
        {[](Messenger& messenger, RankTasks& tasks, const std::shared_ptr<FieldReader>& reader) {
            return std::make_unique<BlockWorker>(messenger, tasks, reader);
        }});
}

/// All that a job delivers, in the order it came.
struct Delivered {
    std::vector<std::size_t> first_seeds;
    std::vector<glm::vec4> points;
    std::vector<float> elapsed;
    std::vector<std::uint32_t> numbers;  ///< points, steps and reason of each line

    LineTracer::Sink sink()
    {
        return [this](const LineBlock& block, const TraceProgress&) {
            first_seeds.push_back(block.first_seed);
            for (const Line& line : block.lines) {
                for (std::size_t p = line.first_point; p < line.first_point + line.points; ++p) {
                    points.push_back(block.points[p]);
                    elapsed.push_back(block.elapsed[p]);
                }
                numbers.insert(numbers.end(), {line.points, line.steps, static_cast<unsigned>(line.reason)});
            }
        };
    }
};

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

inline void check_same(const Delivered& one, const Delivered& all)
{
    CHECK(one.points.size() > 1000);
    CHECK(same_bits(one.points, all.points));
    CHECK(same_bits(one.elapsed, all.elapsed));
    CHECK(one.numbers == all.numbers);
    CHECK(one.first_seeds == all.first_seeds);
}

/// Cancels a job when its first block is delivered. Lines that are delivered after that.
inline std::size_t delivered_after_cancelling(const LineTracer& tracer, const LineSeeds& seeds)
{
    std::atomic<bool> cancelled{false};
    std::size_t lines = 0;
    const auto cancel = [&](const LineBlock& block, const TraceProgress&) {
        if (cancelled.exchange(true)) lines += block.lines.size();
    };
    tracer.trace(seeds, cancel, &cancelled);
    CHECK(cancelled);
    return lines;
}

}  // namespace farfield::compute::testing
