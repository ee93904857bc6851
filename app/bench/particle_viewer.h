#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <span>

#include "app/bench/client_stream.h"
#include "app/show/frames/plain_ring.h"
#include "net/message/control_messages.h"

namespace farfield::app {

/// A cube of so many seeds in each direction, in a field that every compute node has, of particles that
/// nothing ends.
[[nodiscard]] net::ProgramStart lattice_of_particles(std::uint32_t side);

/// A viewer with a stream of 32,768 particles, policy *latest*, that nothing ends, in a field that every
/// compute node has. It takes frames as fast as they come, and only while it runs, so that the node makes
/// none in between. Threads: as ClientStream, but for what says otherwise.
class ParticleViewer {
public:
    using Clock = std::chrono::steady_clock;

    explicit ParticleViewer(const net::ClientSettings& node);

    /// The stream begins, or where another member of the session has begun it, that one is taken.
    void start();
    /// Ends the stream.
    void stop();
    /// Takes frames from now until the end, and counts those from `begin` on.
    void run(Clock::time_point begin, Clock::time_point end);

    /// Of the last run. Any thread after it.
    [[nodiscard]] double frames() const noexcept { return frames_; }
    /// How many frames the node had made when it made the last one that came. Any thread.
    [[nodiscard]] std::uint64_t made() const noexcept { return made_.load(std::memory_order_relaxed); }
    [[nodiscard]] net::Client& client() noexcept { return stream_.client(); }

private:
    PlainRing ring_;
    std::atomic<std::uint64_t> made_{0};
    double frames_ = 0;
    ClientStream stream_;  // last: its thread uses what stands above
};

/// All of them at the same time, each in a thread of its own, while this program waits; returns after `end`.
/// at_begin and at_end: called on the caller's thread at those times. Throws std::runtime_error where frames
/// do not come.
void run_at_once(std::span<ParticleViewer* const> viewers, ParticleViewer::Clock::time_point begin,
                 ParticleViewer::Clock::time_point end, const std::function<void()>& at_begin = {},
                 const std::function<void()>& at_end = {});

}  // namespace farfield::app
