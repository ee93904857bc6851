#pragma once

#include <csignal>

namespace farfield::app {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a question that a loop asks. While one lives these signals are
/// blocked in the thread that made it and in every thread started since: make it before any other thread.
class Interrupt {
public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();  ///< takes pending signals and unblocks them again

    [[nodiscard]] bool pending() const noexcept;

private:
    sigset_t signals_{};
    sigset_t before_{};
};

}  // namespace farfield::app
