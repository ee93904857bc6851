#pragma once

#include <array>
#include <string>
#include <string_view>

namespace farfield::compute {

/// The descriptions of a vector's second and third component beside that of the first, which has a word such
/// as eastward, zonal or x component, all as compact_name() spells them: "zonalcurrent" gives
/// "meridionalcurrent" and "verticalcurrent". Empty where `first` has no such word.
[[nodiscard]] std::array<std::string, 2> descriptions_beside(std::string_view first);

/// True when a description speaks of a wind, current or velocity; for arrays without a unit that says so.
[[nodiscard]] bool describes_flow(std::string_view description);

/// True when a description speaks of ice or waves, which have another velocity than air or water around them.
[[nodiscard]] bool describes_ice_or_waves(std::string_view description);

}  // namespace farfield::compute
