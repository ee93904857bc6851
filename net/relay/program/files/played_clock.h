#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/calls/relay.h"

namespace farfield::net::relay {

/// The clock of a relay: where all its inputs are files, that of the recording that the first one plays; else
/// live. Times: ns. Threads: one at a time.
class PlayedClock {
public:
    /// inputs: as on the command line; all of them are inputs.
    explicit PlayedClock(std::span<const std::string> inputs);

    /// An input plays what was recorded at this time. True where the clock has changed: it begins, or the
    /// recording does again.
    [[nodiscard]] bool note(std::uint32_t input, std::uint64_t recorded_ns, std::uint64_t now_ns);
    /// An input has ended. True where the clock has changed: it stands.
    [[nodiscard]] bool note_ended(std::uint32_t input, std::uint64_t now_ns);
    [[nodiscard]] const model::RelayClock& now() const { return clock_; }

private:
    [[nodiscard]] bool leads(std::uint32_t input) const
    {
        return input == 0 && clock_.state == model::ClockState::Recorded;
    }

    model::RelayClock clock_;
    double speed_ = 1.0;
    std::uint64_t last_ns_ = 0;  ///< recorded
};

}  // namespace farfield::net::relay
