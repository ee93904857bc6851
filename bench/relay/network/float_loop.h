#pragma once

#include <atomic>
#include <cstdint>

#include "bench/relay/network/child_process.h"
#include "bench/relay/network/shared_memory.h"

namespace farfield::net::relay {

/// A process of the lowest priority (SCHED_IDLE) that computes in floating point on one core while no other
/// work is done there: its loss is the time that other work takes, including the system's for interrupts.
/// The thesis measured in this way. Threads: one.
/// Source: A. Bobo, "Message-Bundle Converting in Internet Protocol Multicast-Based High Level Architecture
/// Exercises", Air Force Institute of Technology, 1997, section 3.3.
class FloatLoop {
public:
    explicit FloatLoop(int core);
    /// Loop turns so far.
    [[nodiscard]] std::uint64_t turns() const { return turns_->load(std::memory_order_relaxed); }

private:
    SharedMemory<std::atomic<std::uint64_t>> turns_;
    ChildProcess process_;
};

}  // namespace farfield::net::relay
