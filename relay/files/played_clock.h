#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/calls/relay.h"

namespace farfield::net::relay {

/// The clock of a relay: if all its inputs are files, that of the recording played by the first one; else
/// live. Times: ns. Threads: one at a time.
class PlayedClock {
public:
    /// inputs: as on the command line; all must be inputs.
    explicit PlayedClock(std::span<const std::string> inputs);

    /// An input plays a message recorded at this time. True when the clock has changed: it starts, or the
    /// recording starts again.
    [[nodiscard]] bool note(std::uint32_t input, std::uint64_t recorded_ns, std::uint64_t now_ns);
    /// An input has ended. True when the clock has changed: it stops.
    [[nodiscard]] bool note_ended(std::uint32_t input, std::uint64_t now_ns);
    [[nodiscard]] const model::RelayClock& now() const { return clock_; }

private:
    [[nodiscard]] bool leads(std::uint32_t input) const
    {
        return input == 0 && clock_.state == model::ClockState::Recorded;
    }

    model::RelayClock clock_;
    double speed_ = 1.0;
    std::uint64_t last_ns_ = 0;  ///< last recorded time
};

}  // namespace farfield::net::relay
