#include "compute_node/lines/block_pipeline.h"

#include "compute_node/lines/trace_blocks.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// Blocks of a thread that are made and not delivered yet.
constexpr std::size_t blocks_per_thread = 8;

class Run {
public:
    Run(const BlockPipeline& pipeline, std::size_t threads)
        : pipeline_{pipeline}, slots_(std::min(pipeline.blocks, threads * blocks_per_thread))
    {}

    /// The work of each thread.
    void work()
    {
        while (const auto block = take()) {
            try {
                LineBlock& made = slot(*block).block;
                made.clear();
                pipeline_.make(*block, made);
                hand_over(*block);
            } catch (...) {
                fail(std::current_exception());
            }
        }
    }

    void rethrow() const
    {
        if (error_) std::rethrow_exception(error_);
    }

private:
    struct Slot {
        LineBlock block;
        bool is_made = false;
    };

    Slot& slot(std::size_t block) { return slots_[block % slots_.size()]; }

    [[nodiscard]] bool is_over() const { return error_ || is_set(pipeline_.cancelled); }

    /// The next block to be made, once there is room for it; none when all are, or the pipeline is over.
    std::optional<std::size_t> take()
    {
        std::unique_lock lock{mutex_};
        room_.wait(lock, [this] { return is_over() || taken_ < delivered_ + slots_.size(); });
        if (is_over() || taken_ == pipeline_.blocks) return std::nullopt;
        return taken_++;
    }

    /// Keeps a block. The thread that makes the block all wait for delivers it, and those made meanwhile.
    void hand_over(std::size_t block)
    {
        std::unique_lock lock{mutex_};
        slot(block).is_made = true;
        if (std::exchange(delivering_, true)) return;
        while (!is_over() && slot(delivered_).is_made) {
            lock.unlock();
            pipeline_.deliver(slot(delivered_).block);
            lock.lock();
            slot(delivered_++).is_made = false;
            room_.notify_all();
        }
        delivering_ = false;
        room_.notify_all();  // also threads that find no block left
    }

    void fail(std::exception_ptr error)
    {
        const std::lock_guard lock{mutex_};
        if (!error_) error_ = std::move(error);
        room_.notify_all();
    }

    const BlockPipeline& pipeline_;
    std::vector<Slot> slots_;  ///< [block % size]
    std::mutex mutex_;
    std::condition_variable room_;
    std::size_t taken_ = 0, delivered_ = 0;
    bool delivering_ = false;
    std::exception_ptr error_;
};

}  // namespace

void run_pipeline(const BlockPipeline& pipeline, int threads)
{
    if (pipeline.blocks == 0) return;
    const auto team = static_cast<std::size_t>(thread_count(threads));
    Run run{pipeline, team};
    parallel_sum(static_cast<std::int64_t>(team), threads, [&run](std::int64_t) {
        run.work();
        return 0;
    });
    run.rethrow();
}

}  // namespace farfield::compute
