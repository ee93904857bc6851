#pragma once

#include <chrono>
#include <string>

namespace farfield::app {

/// Names on standard error, once, what a program waits for, after two seconds without news.
/// Threads: one.
class WaitingNote {
public:
    static constexpr std::chrono::seconds unspoken{2};

    /// Called repeatedly while a wait lasts. what: "the answer to dataset.open". usual: length of a wait
    /// that needs no note.
    void nothing_yet(const std::string& what, std::chrono::duration<double> usual = {});
    /// Called when the awaited thing has arrived; the next wait may be noted again.
    void begin_anew();

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point since_ = Clock::now();
    bool said_ = false;
};

}  // namespace farfield::app
