#pragma once

#include <atomic>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <semaphore.h>

namespace farfield::net {

/// A wake event for one thread: calls of post() while it does not wait count as one, for its next wait_for().
/// Writes before post() are visible after the wait_for() that it ended. Threads: post() any; wait_for() one.
/// Cheaper than a condition variable: post() without a waiting thread makes no system call. POSIX's
/// semaphore, since the one of libstdc++ 12 yields its core several times before each sleep.
class WakeSemaphore {
public:
    WakeSemaphore() { ::sem_init(&semaphore_, 0, 0); }
    ~WakeSemaphore() { ::sem_destroy(&semaphore_); }
    WakeSemaphore(const WakeSemaphore&) = delete;
    WakeSemaphore& operator=(const WakeSemaphore&) = delete;

    void post() noexcept
    {
        if (!is_posted_.exchange(true, std::memory_order_acq_rel)) ::sem_post(&semaphore_);
    }

    /// Waits for the first post() since the last call; returns false after `at_most`.
    bool wait_for(std::chrono::milliseconds at_most)
    {
        using namespace std::chrono;
        const auto until = (steady_clock::now() + at_most).time_since_epoch();
        const auto whole = duration_cast<seconds>(until);
        const timespec deadline{.tv_sec = whole.count(), .tv_nsec = nanoseconds{until - whole}.count()};
        while (::sem_clockwait(&semaphore_, CLOCK_MONOTONIC, &deadline) != 0)
            if (errno != EINTR) return false;
        is_posted_.exchange(false, std::memory_order_acq_rel);
        return true;
    }

private:
    std::atomic<bool> is_posted_{false};
    ::sem_t semaphore_{};
};

}  // namespace farfield::net
