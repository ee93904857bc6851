#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace farfield::net {

/// Turns SIGINT, SIGTERM and SIGHUP into a call, and a file that grows too large into an error of writing it.
/// Construct it before any thread is started, so that all inherit its signal mask; threads that libraries
/// started before main() pass the signals on. The first signal makes the call; a second one ends the program.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    /// Calls `stop` at the first signal from now on, on a thread of its own.
    void call(std::function<void()> stop);

private:
    void wait(const std::function<void()>& stop) const;

    std::thread thread_;
    std::atomic<bool> ending_{false};
};

}  // namespace farfield::net
