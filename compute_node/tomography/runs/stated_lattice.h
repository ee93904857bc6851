#pragma once

#include "compute_node/tomography/lattices/lattice.h"
#include "compute_node/tomography/surveys/survey.h"

#include <array>
#include <optional>

namespace farfield::tomography {

/// The grid of travel times, as a user states it.
struct StatedLattice {
    double spacing = 0.0;                      ///< metres; 0: not stated
    std::optional<std::array<double, 6>> box;  ///< x0, x1, y0, y1, z0, z1, metres; never without a spacing
};

/// The lattice over the stated box, or over all sensors grown by a tenth of their longest side. given: taken
/// instead where neither box nor spacing is stated. Throws std::runtime_error for too many nodes, and for a
/// receiver outside, by its number.
[[nodiscard]] Lattice lattice_for(const StatedLattice& stated, const Survey& survey,
                                  const std::optional<Lattice>& given = std::nullopt);

}  // namespace farfield::tomography
