#pragma once

#include <array>
#include <string>
#include <string_view>

namespace farfield::compute {

/// What the descriptions of a vector's second and third component say where that of the first says eastward,
/// zonal, x component or the like, all as compact_name() spells them: "zonalcurrent" gives
/// "meridionalcurrent" and "verticalcurrent". Empty where a description has no such word.
[[nodiscard]] std::array<std::string, 2> descriptions_beside(std::string_view first);

/// Whether a description speaks of a wind, a current or a velocity, for what has no unit that says so.
[[nodiscard]] bool describes_flow(std::string_view description);

/// Whether a description speaks of ice or waves, which move with another velocity than what carries them.
[[nodiscard]] bool describes_ice_or_waves(std::string_view description);

}  // namespace farfield::compute
