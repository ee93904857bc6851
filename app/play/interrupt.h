#pragma once

#include <csignal>

namespace farfield::app {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a flag that a loop polls. During its life these signals are
/// blocked in the constructing thread and in every thread started since: construct it before all others.
class Interrupt {
public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();  ///< takes pending signals and unblocks them

    [[nodiscard]] bool pending() const noexcept;

private:
    sigset_t signals_{};
    sigset_t before_{};
};

}  // namespace farfield::app
