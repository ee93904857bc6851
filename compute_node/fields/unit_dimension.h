#pragma once

#include <optional>
#include <string_view>

namespace farfield::compute {

/// Powers of length, time, mass, temperature and electric current in a unit.
struct UnitDimension {
    int length = 0, time = 0, mass = 0, temperature = 0, current = 0;
    bool operator==(const UnitDimension&) const = default;
};

inline constexpr UnitDimension dimension_of_speed{1, -1};
inline constexpr UnitDimension dimension_of_density{-3, 0, 1};

/// The dimension of a unit in the spellings of CF, UDUNITS and simulation codes: "m s-1", "cm/s", "kg m**-2
/// s^-1", "code_length/code_time". None when it is empty, or a part of it is not known. Factors of size do
/// not count: "km/h" is a speed.
[[nodiscard]] std::optional<UnitDimension> unit_dimension(std::string_view unit);

}  // namespace farfield::compute
