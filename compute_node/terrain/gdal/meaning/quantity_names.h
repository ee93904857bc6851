#pragma once

#include <string_view>

namespace farfield::terrain {

/// True when a variable, or a band, is named as heights of ground are: "elevation", "dem", "z", "Band1",
/// "topo_2", ... Case, digits at the end and punctuation do not matter.
[[nodiscard]] bool is_height_name(std::string_view name);

/// True when a text says that it is about heights of ground: "Relief of the surface of the Earth", ...
[[nodiscard]] bool names_heights(std::string_view text);

/// True when a name or a text is that of a quantity other than heights: "wind speed", "geopotential", ...
[[nodiscard]] bool names_other_quantities(std::string_view text);

/// Rank of a standard name among those of ground, from 0 for the best; -1 where it is none of them. Source:
/// CF Standard Name Table, version 83.
[[nodiscard]] int rank_of_ground(std::string_view standard_name);

/// True when a standard name, or a variable's name, says that its numbers count downwards.
[[nodiscard]] bool counts_down(std::string_view name);

}  // namespace farfield::terrain
