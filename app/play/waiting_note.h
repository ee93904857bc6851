#pragma once

#include <chrono>
#include <string>

namespace farfield::app {

/// Writes to standard error what a program waits for, once, after two seconds, so that it is not silent.
/// Threads: one.
class WaitingNote {
public:
    static constexpr std::chrono::seconds unspoken{2};

    /// To be called again and again while nothing comes. what: "the answer to dataset.open". usual: a wait
    /// that is as it should be.
    void nothing_yet(const std::string& what, std::chrono::duration<double> usual = {});
    /// It has come.
    void begin_anew();

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point since_ = Clock::now();
    bool said_ = false;
};

}  // namespace farfield::app
