#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace farfield {

/// Threads that OpenMP would take, or as many as asked for when that is not 0.
[[nodiscard]] inline int thread_count(int wanted)
{
    return wanted > 0 ? wanted : omp_get_max_threads();
}

/// True when work is cancelled by a flag, which may be null.
[[nodiscard]] inline bool is_set(const std::atomic<bool>* cancelled)
{
    return cancelled != nullptr && cancelled->load(std::memory_order_relaxed);
}

/// Limits parallel_sum of the thread that made it, while it lives, to so many threads. One for each thread.
class TeamLimit {
public:
    explicit TeamLimit(int threads) noexcept { most_ = threads; }
    ~TeamLimit() { most_ = std::numeric_limits<int>::max(); }
    TeamLimit(const TeamLimit&) = delete;
    TeamLimit& operator=(const TeamLimit&) = delete;

    /// Limit of this thread.
    [[nodiscard]] static int most() noexcept { return most_; }

private:
    inline static thread_local int most_ = std::numeric_limits<int>::max();
};

/// Counts work of other threads while it lives: those that help the thread that made it (parallel_sum) add
/// the time that they work to `sum_ns`. One for each thread. Threads: any may read the sum.
class TeamTime {
public:
    explicit TeamTime(std::atomic<std::uint64_t>& sum_ns) noexcept { sum_ = &sum_ns; }
    ~TeamTime() { sum_ = nullptr; }
    TeamTime(const TeamTime&) = delete;
    TeamTime& operator=(const TeamTime&) = delete;

    /// Sum of this thread; null: none.
    [[nodiscard]] static std::atomic<std::uint64_t>* sum() noexcept { return sum_; }

private:
    inline static thread_local std::atomic<std::uint64_t>* sum_ = nullptr;
};

/// Adds the time from here to the destructor to the sum; null: to none.
class HelpedTime {
public:
    explicit HelpedTime(std::atomic<std::uint64_t>* sum_ns) noexcept : sum_{sum_ns}
    {
        if (sum_ != nullptr) begun_ = Clock::now();
    }
    ~HelpedTime()
    {
        if (sum_ == nullptr) return;
        const std::chrono::nanoseconds took = Clock::now() - begun_;
        sum_->fetch_add(static_cast<std::uint64_t>(took.count()), std::memory_order_relaxed);
    }
    HelpedTime(const HelpedTime&) = delete;
    HelpedTime& operator=(const HelpedTime&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    std::atomic<std::uint64_t>* sum_;
    Clock::time_point begun_;
};

/// The sum of body(i) over i in [0, count), on up to `threads` threads (0: as many as OpenMP would take).
/// Work items differ in cost, so a free thread takes the next one. body must not throw; takes no memory once
/// a thread has called it with this number of threads.
template <class Body>
std::uint64_t parallel_sum(std::int64_t count, int threads, const Body& body)
{
    const int most = std::min(thread_count(threads), TeamLimit::most());
    const int team = static_cast<int>(std::clamp<std::int64_t>(count, 1, most));
    std::uint64_t sum = 0;
    if (team == 1) {  // without a team, so that the thread's larger one stays for the next time
        for (std::int64_t i = 0; i < count; ++i) sum += body(i);
        return sum;
    }
    // These atomics order memory for the thread sanitizer, which does not see libgomp's own barriers.
    std::atomic<int> begun{0}, ended{0};
    begun.store(1, std::memory_order_release);
    std::atomic<std::uint64_t>* const helped = TeamTime::sum();
#pragma omp parallel num_threads(team) reduction(+ : sum)
    {
        (void)begun.load(std::memory_order_acquire);
        const HelpedTime time{omp_get_thread_num() == 0 ? nullptr : helped};
#pragma omp for schedule(dynamic) nowait
        for (std::int64_t i = 0; i < count; ++i) sum += body(i);
        ended.fetch_add(1, std::memory_order_release);
    }
    (void)ended.load(std::memory_order_acquire);
    return sum;
}

}  // namespace farfield
