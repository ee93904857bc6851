#pragma once

#include <cstdint>

namespace farfield::net {

/// This program's clock, which stamps frames: ns since the Unix epoch, set from the system's clock when the
/// program begins. It then advances evenly, also while the machine is suspended, and never steps back; it
/// differs from the system's clock when that is adjusted. Threads: any.
[[nodiscard]] std::uint64_t now_ns() noexcept;

/// Nanoseconds by which now_ns() is ahead of the system's clock: the offset that turns a time stamp of the
/// system's clock into one of now_ns(); 0 when they differ by less than 1 ms. Threads: any.
[[nodiscard]] std::int64_t ahead_of_system_ns() noexcept;

}  // namespace farfield::net
