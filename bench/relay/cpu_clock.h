#pragma once

#include <ctime>

namespace farfield::net::relay {

/// Seconds of CPU time that the calling thread has used: other programs change it little.
[[nodiscard]] inline double thread_cpu_seconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace farfield::net::relay
