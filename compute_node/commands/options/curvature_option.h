#pragma once

#include "model/geometry/geocentric.h"

namespace CLI {
class App;
}

namespace farfield::node {

/// The Earth that a command looks over: flat, unless it was asked for round.
struct CurvatureOption {
    bool is_curved = false;
    double refraction = model::usual_refraction;

    /// The drop of the ground, see earth_curvature(); 0 on a flat Earth.
    [[nodiscard]] double curvature() const;
};

/// Adds --curvature, and --refraction, which is wrong usage without it.
void add_curvature_options(CLI::App& command, CurvatureOption& option);

}  // namespace farfield::node
