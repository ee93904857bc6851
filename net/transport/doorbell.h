#pragma once

#include <atomic>
#include <chrono>
#include <semaphore>

namespace farfield::net {

/// A wake event for one thread: calls of ring() while it does not wait count as one, for its next wait_for().
/// Writes before ring() are visible after the wait_for() that it ended. Threads: ring() any; wait_for() one.
/// Cheaper than a condition variable: ring() without a waiting thread makes no system call.
class Doorbell {
public:
    void ring() noexcept
    {
        if (!is_rung_.exchange(true, std::memory_order_acq_rel)) bell_.release();
    }

    /// Returns at the first ring since the last call, or after so long with false.
    bool wait_for(std::chrono::milliseconds at_most)
    {
        if (!bell_.try_acquire_for(at_most)) return false;
        is_rung_.exchange(false, std::memory_order_acq_rel);
        return true;
    }

private:
    std::atomic<bool> is_rung_{false};
    std::binary_semaphore bell_{0};
};

}  // namespace farfield::net
