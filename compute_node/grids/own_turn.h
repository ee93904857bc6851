#pragma once

#include "compute_node/grids/bounds.h"

#include <glm/vec3.hpp>

#include <string>

namespace farfield::compute {

/// The turn of 360 degrees that a dataset's longitudes are in: users name places in any. Places move by whole
/// turns, those that are within the dataset's bounds not at all. Where positions are no degrees nothing
/// moves.
class OwnTurn {
public:
    OwnTurn(const Bounds& bounds, const std::string& position_units);
    /// The turn of a dataset. info: a FieldInfo or DatasetInfo.
    explicit OwnTurn(const auto& info) : OwnTurn{info.bounds, info.position_units} {}

    /// The same place within the bounds of longitudes; as it is where no turn leads there.
    [[nodiscard]] glm::dvec3 moved(glm::dvec3 place) const;
    /// The same box where it meets the bounds of longitudes; as it is where it does, or in no turn.
    [[nodiscard]] Bounds moved(Bounds box) const;

private:
    [[nodiscard]] bool meets(double west, double east) const;

    double west_ = 0.0, east_ = 0.0;
    bool is_degrees_;
};

}  // namespace farfield::compute
