#pragma once

#include <vector>

namespace farfield::app {

/// Placements a second of CPU time, one figure for each run.
struct PlacementRates {
    std::vector<double> ours, proj;
};

/// Compares placements of geocentric positions about 8.5 E, 46.5 N into a terrain's frame in UTM with heights
/// above the geoid (without its grid, above the ellipsoid): one by one, as entities are placed, and all with
/// one proj_trans_generic(); in turns. Throws std::runtime_error where PROJ knows no conversion, or the
/// results differ by more than a centimetre.
[[nodiscard]] PlacementRates measure_placement(int runs);

}  // namespace farfield::app
