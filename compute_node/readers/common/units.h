#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// How many metres one of a unit of length is: "m", "kilometers", "cm" ...; nothing for other units. Small
/// and capital letters are apart, as in "mm" and "Mm"; such as "KM" count where no other unit has that name.
[[nodiscard]] std::optional<double> metres_in(std::string_view unit);

/// How many metres a second one of a unit of speed is, in the spellings of CF and UDUNITS: "cm s-1", "km/h",
/// "knots", "meters second-1" ...; nothing for other and unknown units. Knots: 1852 m/h.
[[nodiscard]] std::optional<double> metres_per_second(std::string_view unit);

/// How many pascals one of a unit of pressure is: "hPa", "mb", "dbar", "atm" ...; nothing for other units.
[[nodiscard]] std::optional<double> pascals_in(std::string_view unit);

/// How many pascals a second one of a rate of pressure is, of any unit of pressure in any of time: "Pa s-1",
/// "hPa/day", "mb/h" ...; nothing for other units.
[[nodiscard]] std::optional<double> pascals_per_second(std::string_view unit);

/// How many degrees one of a unit of angle is: "radians", "arcmin" ...; -1 of "degrees_west" and
/// "degrees_south"; nothing for other units and pure numbers.
[[nodiscard]] std::optional<double> degrees_in(std::string_view unit);

/// How many seconds one of a unit of time is that UDUNITS knows, "6 hours" or "fortnight"; nothing for
/// others.
[[nodiscard]] std::optional<double> seconds_in(std::string_view unit);

/// True when metres_per_second() takes a unit for m/s, cm/s or the like that is none as it is spelt: "ms-1",
/// by the rules one each millisecond, or "M/S".
[[nodiscard]] bool is_loosely_spelt(std::string_view unit);

/// Sentence on velocities over places ("Positions") in a unit that is no length, or in none; empty where
/// velocities have no unit, or that of the places a second.
[[nodiscard]] std::string remark_on_places(std::string_view subject, std::string_view places,
                                           std::string_view velocity);

/// Folder of UDUNITS' tables; none without it.
[[nodiscard]] std::vector<std::filesystem::path> folders_of_units();

}  // namespace farfield::compute
