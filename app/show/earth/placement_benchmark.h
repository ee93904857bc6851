#pragma once

#include <vector>

namespace farfield::app {

/// Places a second of CPU time, a figure for each run.
struct PlacementRates {
    std::vector<double> ours, proj;
};

/// Places of entities, geocentric, about 8.5 E, 46.5 N, into the frame of a terrain in UTM with heights above
/// the geoid (without its grid, above the ellipsoid): one by one, as entities are placed, and all of them
/// with one proj_trans_generic(); in turns. Throws std::runtime_error where PROJ knows no way, or where the
/// two differ by more than a centimetre.
[[nodiscard]] PlacementRates measure_placement(int runs);

}  // namespace farfield::app
