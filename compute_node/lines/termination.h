#pragma once

#include <cstdint>
#include <string_view>

namespace farfield::compute {

/// Reason why a line stopped. Stopping is a result, never an error. The numbers are those of the wire.
enum class Termination : std::uint8_t {
    StepLimit = 0,
    LengthLimit = 1,
    TimeLimit = 2,
    LeftDomain = 3,
    Blanked = 4,      ///< entered a region that the grid declares to be no part of the flow
    Stagnant = 5,     ///< slower than the settings call standing still
    OutOfTime = 6,    ///< before the first or after the last time slice
    InvalidData = 7,  ///< met NaN, infinite or fill values
    Cancelled = 8,
};

/// Name in files and reports: "step-limit", "left-domain" ...
[[nodiscard]] std::string_view to_string(Termination reason);

}  // namespace farfield::compute
