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

/// Tasks for a thread without an event loop. Threads: post() any; all else the thread that runs the tasks.
/// Allocates nothing in steady state, while no more than a few hundred tasks wait.
class LoopExecutor final : public Executor {
public:
    LoopExecutor();
    using Executor::post;
    void post(std::shared_ptr<const Task> task) override;

    /// Runs what has been posted; waits for at most so long where there is nothing.
    /// Lets through what a task throws; those after it run the next time.
    void run(std::chrono::milliseconds at_most);
    /// Runs tasks until it is asked to stop, and then those that are left.
    void run_until(const std::stop_token& stop);

private:
    void run_ready();

    std::mutex mutex_;
    std::condition_variable_any posted_;
    std::vector<std::shared_ptr<const Task>> waiting_;
    std::vector<std::shared_ptr<const Task>> running_;  ///< keeps its memory
    std::size_t next_ = 0;                              ///< of these to be run
};

}  // namespace farfield::app
