#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace farfield::terrain {

struct HeightUnit {
    std::string name;  ///< in the singular: "metre", "foot", "US survey foot", ...
    double metres = 1.0;
};

/// The unit of a name in a file or by a user: "m", "Meters", "ft", "us-ft", "US_survey_foot", ... Empty when
/// no unit has this name.
[[nodiscard]] std::optional<HeightUnit> height_unit(std::string_view name);

/// The spellings of all units, for messages.
[[nodiscard]] std::string height_unit_names();

}  // namespace farfield::terrain
