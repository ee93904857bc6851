#pragma once

#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/lattices/lattice.h"
#include "compute_node/tomography/surveys/survey.h"

#include <functional>
#include <vector>

namespace farfield::node {

/// An inversion to measure.
struct BenchInversion {
    tomography::Survey survey;
    tomography::SlownessModel start;
    tomography::InversionSettings settings;
};

/// The built-in mine with a metre between nodes.
[[nodiscard]] BenchInversion mine_inversion();

/// 34 sources and 24 x 24 receivers on 85 x 85 x 85 nodes, 8 iterations: times at half the spacing with 1 ms
/// of noise. Takes some ten seconds to make.
[[nodiscard]] BenchInversion large_inversion();

/// A cube of 1 km with its first node in the origin.
[[nodiscard]] tomography::Lattice cube_lattice(int nodes);

[[nodiscard]] double seconds_of(const std::function<void()>& work);

}  // namespace farfield::node
