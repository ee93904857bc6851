#pragma once

#include "compute_node/grids/bounds.h"

#include <glm/vec3.hpp>

#include <string>

namespace farfield::compute {

/// The turn of 360 degrees that a dataset's longitudes are in; users may name places in any turn. Places are
/// moved by whole turns, and stay if they are within the dataset's bounds. Where positions are not degrees,
/// nothing moves.
class OwnTurn {
public:
    OwnTurn(const Bounds& bounds, const std::string& position_units);
    /// The turn of a dataset. info: a FieldInfo or DatasetInfo.
    explicit OwnTurn(const auto& info) : OwnTurn{info.bounds, info.position_units} {}

    /// Moves a place within the bounds of longitudes; leaves it where no turn leads there.
    [[nodiscard]] glm::dvec3 moved(glm::dvec3 place) const;
    /// Moves a box to where it meets the bounds of longitudes; leaves it where it does already, or never.
    [[nodiscard]] Bounds moved(Bounds box) const;

private:
    [[nodiscard]] bool meets(double west, double east) const;

    double west_ = 0.0, east_ = 0.0;
    bool is_degrees_;
};

}  // namespace farfield::compute
