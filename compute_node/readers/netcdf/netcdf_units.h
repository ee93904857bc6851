#pragma once

#include <optional>
#include <string_view>

namespace farfield::compute {

/// How many metres one of a unit of length is: "m", "kilometers", "cm" ...; nothing for other units.
[[nodiscard]] std::optional<double> metres_in(std::string_view unit);

/// How many metres a second one of a unit of speed is, in the spellings of CF and UDUNITS: "cm s-1", "km/h",
/// "knots", "meters second-1" ...; nothing for other and unknown units. Knots: 1852 m/h.
[[nodiscard]] std::optional<double> metres_per_second(std::string_view unit);

}  // namespace farfield::compute
