#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace farfield::terrain {

struct HeightUnit {
    std::string name;  ///< in the singular: "metre", "foot", "US survey foot", ...
    double metres = 1.0;
};

/// The unit that a file or a user calls so: "m", "Meters", "ft", "us-ft", "US_survey_foot", ... Nothing when
/// no unit is called so.
[[nodiscard]] std::optional<HeightUnit> height_unit(std::string_view name);

/// The spellings of all units, for messages.
[[nodiscard]] std::string height_unit_names();

}  // namespace farfield::terrain
