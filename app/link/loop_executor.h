#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "app/link/executor.h"

namespace farfield::app {

/// An executor for a thread without an event loop. Threads: post() any; others the one that runs the tasks.
/// Allocates nothing in steady state, while no more than a few hundred tasks wait.
class LoopExecutor final : public Executor {
public:
    LoopExecutor();
    using Executor::post;
    void post(std::shared_ptr<const Task> task) override;

    /// Runs the posted tasks; where there are none, waits for one for up to at_most.
    /// An exception of a task passes through; the tasks after it run in the next call.
    void run(std::chrono::milliseconds at_most);
    /// Runs tasks until a stop is requested, and then those that are left.
    void run_until(const std::stop_token& stop);

private:
    void run_ready();

    std::mutex mutex_;
    std::condition_variable_any posted_;
    std::vector<std::shared_ptr<const Task>> waiting_;
    std::vector<std::shared_ptr<const Task>> running_;  ///< keeps its memory
    std::size_t next_ = 0;                              ///< index in running_ of the next task
};

}  // namespace farfield::app
