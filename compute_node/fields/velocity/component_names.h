#pragma once

#include "compute_node/fields/velocity/vector_meaning.h"

#include <array>
#include <string>
#include <vector>

namespace farfield::compute {

/// Names of three scalars that are the components of one vector, as compact_name() spells them. The third may
/// be missing in a file; "" = there never is one.
struct ComponentNames {
    std::array<std::string, 3> names;
    NameMeaning meaning;
};

/// The conventions of flow solvers, ocean, atmosphere and astrophysics, the surest first.
[[nodiscard]] const std::vector<ComponentNames>& component_names();

/// CF: the second and third standard name that go with a first one; empty where it is no velocity's first.
/// "eastward_sea_water_velocity" gives "northward_..." and "upward_...", "x_wind" "y_wind" and
/// "upward_air_velocity". Source: CF Standard Name Table, version 92.
[[nodiscard]] std::array<std::string, 2> standard_names_beside(const std::string& first);

/// Names of the components beside a first one that is in no list.
struct GuessedNames {
    std::string second, third;  ///< the third may be ""
    const char* reason;         ///< "they say zonal and meridional", without its first word
};

/// "viento_zonal" gives "viento_meridional"; "U10_present", with a u at the beginning of a word,
/// "v10_present" and "w10_present".
[[nodiscard]] std::vector<GuessedNames> names_to_guess(const std::string& first);

}  // namespace farfield::compute
