#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <span>

#include "app/show/frames/plain_ring.h"
#include "bench/link/client_stream.h"
#include "net/message/control_messages.h"

namespace farfield::app {

/// A program of particles without end, seeded at side x side x side lattice points, in a field that every
/// compute node has.
[[nodiscard]] net::ProgramStart lattice_of_particles(std::uint32_t side);

/// A viewer with an endless stream of 32,768 particles, policy *latest*, in a field that every
/// compute node has. It takes frames as fast as they come, and only during run(), so that the node makes
/// none at other times. Threads: as ClientStream, except for members that say otherwise.
class ParticleViewer {
public:
    using Clock = std::chrono::steady_clock;

    explicit ParticleViewer(const net::ClientSettings& node);

    /// Begins the stream, or joins it where another member of the session has begun it.
    void start();
    /// Ends the stream.
    void stop();
    /// Takes frames from now until `end`, and counts those from `begin` on.
    void run(Clock::time_point begin, Clock::time_point end);

    /// Frames counted in the last run(). Any thread, after the run.
    [[nodiscard]] double frames() const noexcept { return frames_; }
    /// Number of frames that the node had made by the newest frame received. Any thread.
    [[nodiscard]] std::uint64_t made() const noexcept { return made_.load(std::memory_order_relaxed); }
    [[nodiscard]] net::Client& client() noexcept { return stream_.client(); }

private:
    PlainRing ring_;
    std::atomic<std::uint64_t> made_{0};
    double frames_ = 0;
    ClientStream stream_;  // last: its thread uses the members above
};

/// Runs all viewers at the same time, each in a thread of its own; returns after `end`. The caller's thread
/// sleeps meanwhile, and calls at_begin and at_end at those times. Throws std::runtime_error where frames
/// do not come.
void run_at_once(std::span<ParticleViewer* const> viewers, ParticleViewer::Clock::time_point begin,
                 ParticleViewer::Clock::time_point end, const std::function<void()>& at_begin = {},
                 const std::function<void()>& at_end = {});

}  // namespace farfield::app
