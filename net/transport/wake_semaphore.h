#pragma once

#include <atomic>
#include <chrono>
#include <semaphore>

namespace farfield::net {

/// A wake event for one thread: calls of post() while it does not wait count as one, for its next wait_for().
/// Writes before post() are visible after the wait_for() that it ended. Threads: post() any; wait_for() one.
/// Cheaper than a condition variable: post() without a waiting thread makes no system call.
class WakeSemaphore {
public:
    void post() noexcept
    {
        if (!is_posted_.exchange(true, std::memory_order_acq_rel)) semaphore_.release();
    }

    /// Returns at the first post() since the last call, or after so long with false.
    bool wait_for(std::chrono::milliseconds at_most)
    {
        if (!semaphore_.try_acquire_for(at_most)) return false;
        is_posted_.exchange(false, std::memory_order_acq_rel);
        return true;
    }

private:
    std::atomic<bool> is_posted_{false};
    std::binary_semaphore semaphore_{0};
};

}  // namespace farfield::net
