#include "app/link/loop_executor.h"

#include <utility>

namespace farfield::app {

LoopExecutor::LoopExecutor()
{
    // Each frame that waits in a ring posts a task; the rings of a large document hold fewer than this.
    constexpr std::size_t usual = 256;
    waiting_.reserve(usual);
    running_.reserve(usual);
}

void LoopExecutor::post(std::shared_ptr<const Task> task)
{
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(task));
    }
    posted_.notify_one();
}

void LoopExecutor::run(std::chrono::milliseconds at_most)
{
    {
        std::unique_lock lock(mutex_);
        posted_.wait_for(lock, at_most, [this] { return !waiting_.empty() || next_ < running_.size(); });
    }
    run_ready();
}

void LoopExecutor::run_until(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(mutex_);
            posted_.wait(lock, stop, [this] { return !waiting_.empty(); });
        }
        run_ready();
    }
    run_ready();
}

void LoopExecutor::run_ready()
{
    if (next_ == running_.size()) {
        running_.clear();
        next_ = 0;
        const std::lock_guard lock(mutex_);
        running_.swap(waiting_);
    }
    while (next_ < running_.size()) {
        const auto task = std::move(running_[next_++]);
        (*task)();
    }
}

}  // namespace farfield::app
