#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// Metres in one unit of length: "m", "kilometers", "cm" ...; none for other units. Case matters, as in "mm"
/// and "Mm"; spellings such as "KM" count where no other unit has that name.
[[nodiscard]] std::optional<double> metres_in(std::string_view unit);

/// Metres a second in one unit of speed, in the spellings of CF and UDUNITS: "cm s-1", "km/h", "knots",
/// "meters second-1" ...; none for other and unknown units. Knots: 1852 m/h.
[[nodiscard]] std::optional<double> metres_per_second(std::string_view unit);

/// Pascals in one unit of pressure: "hPa", "mb", "dbar", "atm" ...; none for other units.
[[nodiscard]] std::optional<double> pascals_in(std::string_view unit);

/// Pascals a second in one unit of a rate of pressure, any unit of pressure over any of time: "Pa s-1",
/// "hPa/day", "mb/h" ...; none for other units.
[[nodiscard]] std::optional<double> pascals_per_second(std::string_view unit);

/// Degrees in one unit of angle: "radians", "arcmin" ...; -1 for "degrees_west" and "degrees_south"; none for
/// other units and pure numbers.
[[nodiscard]] std::optional<double> degrees_in(std::string_view unit);

/// Seconds in a unit of time that UDUNITS knows, such as "6 hours" or "fortnight"; none for
/// others.
[[nodiscard]] std::optional<double> seconds_in(std::string_view unit);

/// Factor from one unit to another that UDUNITS knows, "km/hr" to "m s-1"; none for units of another kind or
/// zero, and without that library.
[[nodiscard]] std::optional<double> factor_between(std::string_view from, const std::string& to);

/// True when metres_per_second() takes a unit for m/s, cm/s or the like although its spelling means another:
/// "ms-1", by the rules one per millisecond, or "M/S".
[[nodiscard]] bool is_loosely_spelt(std::string_view unit);

/// A sentence on velocities whose places (`subject`, such as "Positions") are in a unit that is no length, or
/// in none; empty where velocities have no unit, or that of the places over a second.
[[nodiscard]] std::string remark_on_places(std::string_view subject, std::string_view places,
                                           std::string_view velocity);

/// Folder of the tables of UDUNITS; empty without that library.
[[nodiscard]] std::vector<std::filesystem::path> folders_of_units();

}  // namespace farfield::compute
