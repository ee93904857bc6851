#pragma once

#include <cstdint>

namespace farfield::net {

/// Our clock as frames carry it: nanoseconds since the Unix epoch, by the system's clock when the program
/// began. From then on it goes on evenly, also through a time of suspension, and never back: where the
/// system's clock is set, it and this one part. Threads: any.
[[nodiscard]] std::uint64_t now_ns() noexcept;

/// By how much now_ns() is ahead of the system's clock: what is to be added to a time stamp of the system's,
/// so that it is one of ours; 0 where they part by less than 1 ms. Threads: any.
[[nodiscard]] std::int64_t ahead_of_system_ns() noexcept;

}  // namespace farfield::net
