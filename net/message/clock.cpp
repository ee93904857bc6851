#include "net/message/clock.h"

#include <ctime>

#include <chrono>
#include <cstdlib>

namespace farfield::net {

namespace {
using std::chrono::nanoseconds;

std::int64_t system_ns() noexcept
{
    return nanoseconds{std::chrono::system_clock::now().time_since_epoch()}.count();
}

/// Time since boot from the system, as std::chrono has no clock that runs while the machine is suspended.
std::int64_t since_boot_ns() noexcept
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return (std::chrono::seconds{time.tv_sec} + nanoseconds{time.tv_nsec}).count();
}

std::int64_t our_ns() noexcept
{
    static const std::int64_t boot_ns = system_ns() - since_boot_ns();
    return boot_ns + since_boot_ns();
}
}  // namespace

std::uint64_t now_ns() noexcept
{
    return static_cast<std::uint64_t>(our_ns());
}

std::int64_t ahead_of_system_ns() noexcept
{
    // A smaller difference is the time between the two calls, in which this thread may have been stopped.
    constexpr std::int64_t least_ns = 1'000'000;
    const std::int64_t ahead = our_ns() - system_ns();
    return std::abs(ahead) < least_ns ? 0 : ahead;
}

}  // namespace farfield::net
