#include "compute_node/lines/termination.h"

#include <array>
#include <cstddef>

namespace farfield::compute {

std::string_view to_string(Termination reason)
{
    constexpr std::array<std::string_view, 9> names{"step-limit",  "length-limit", "time-limit",
                                                    "left-domain", "blanked",      "stagnant",
                                                    "out-of-time", "invalid-data", "cancelled"};
    return names.at(static_cast<std::size_t>(reason));
}

}  // namespace farfield::compute
