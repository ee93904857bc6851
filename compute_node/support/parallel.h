#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace farfield {

/// Threads that OpenMP would take, or as many as asked for when that is not 0.
[[nodiscard]] inline int thread_count(int wanted)
{
    return wanted > 0 ? wanted : omp_get_max_threads();
}

/// Whether work is cancelled by a flag that may be absent.
[[nodiscard]] inline bool is_set(const std::atomic<bool>* cancelled)
{
    return cancelled != nullptr && cancelled->load(std::memory_order_relaxed);
}

/// The sum of body(i) over i in [0, count), on up to `threads` threads (0: as many as OpenMP would take).
/// Work items differ in cost, so a free thread takes the next one. body must not throw; takes no memory once
/// a thread has called it with this number of threads.
template <class Body>
std::uint64_t parallel_sum(std::int64_t count, int threads, const Body& body)
{
    const int team = static_cast<int>(std::clamp<std::int64_t>(count, 1, thread_count(threads)));
    std::uint64_t sum = 0;
    // libgomp's own barriers order all this; the thread sanitizer sees only these.
    std::atomic<int> begun{0}, ended{0};
    begun.store(1, std::memory_order_release);
#pragma omp parallel num_threads(team) reduction(+ : sum)
    {
        (void)begun.load(std::memory_order_acquire);
#pragma omp for schedule(dynamic) nowait
        for (std::int64_t i = 0; i < count; ++i) sum += body(i);
        ended.fetch_add(1, std::memory_order_release);
    }
    (void)ended.load(std::memory_order_acquire);
    return sum;
}

}  // namespace farfield
