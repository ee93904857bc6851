#pragma once

#include "compute_node/fields/velocity/vector_meaning.h"

#include <array>
#include <string>
#include <vector>

namespace farfield::compute {

/// Names of three scalars that are the components of one vector, as compact_name() spells them. The third may
/// be missing in a file; "" = the vector never has a third.
struct ComponentNames {
    std::array<std::string, 3> names;
    NameMeaning meaning;
};

/// The names that flow solvers, ocean, atmosphere and astrophysics models use, the surest first.
[[nodiscard]] const std::vector<ComponentNames>& component_names();

/// CF's standard names of the second and third component beside a first; empty where `first` is not a
/// velocity's first. "eastward_sea_water_velocity" gives "northward_..." and "upward_...", "x_wind" "y_wind"
/// and "upward_air_velocity". Source: CF Standard Name Table, version 92.
[[nodiscard]] std::array<std::string, 2> standard_names_beside(const std::string& first);

/// Names of the components beside a first one that is in no list of names.
struct GuessedNames {
    std::string second, third;  ///< the third may be ""
    const char* reason;         ///< what the names do: "say zonal and meridional"
};

/// Guesses the other components' names: "viento_zonal" gives "viento_meridional"; "U10_present", with a u at
/// the beginning of a word, "v10_present" and "w10_present"; "Liquid X-Velocity", with a word x, "liquid
/// y-velocity" and "liquid z-velocity".
[[nodiscard]] std::vector<GuessedNames> names_to_guess(const std::string& first);

}  // namespace farfield::compute
