#pragma once

#include <chrono>
#include <cstdint>

namespace farfield::app {

/// Progress of a playback on standard output: one line written anew on a terminal, else a line every few
/// seconds. Threads: one.
class ProgressLine {
public:
    /// is_shown: false for a line that writes nothing. total: number of frames to expect.
    ProgressLine(bool is_shown, std::uint64_t total);
    ~ProgressLine();  ///< clears a terminal's line
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void update(std::uint64_t frames);

private:
    using Clock = std::chrono::steady_clock;

    bool is_shown_;
    bool on_terminal_;
    std::uint64_t total_;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point next_;
};

}  // namespace farfield::app
