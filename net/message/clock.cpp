#include "net/message/clock.h"

#include <chrono>

namespace farfield::net {

std::uint64_t now_ns() noexcept
{
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count());
}

}  // namespace farfield::net
