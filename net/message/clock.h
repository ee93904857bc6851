#pragma once

#include <cstdint>

namespace farfield::net {

/// Our clock as frames carry it: nanoseconds since the Unix epoch.
[[nodiscard]] std::uint64_t now_ns() noexcept;

}  // namespace farfield::net
