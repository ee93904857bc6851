#pragma once

#include <chrono>
#include <string>

namespace farfield::app {

/// Says on standard error what is waited for, once, when that has lasted for two seconds: whoever sits
/// before a silent program wants to know what it does. Threads: one.
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
