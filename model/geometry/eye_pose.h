#pragma once

#include <array>

#include "model/fields/json_fields.h"

namespace farfield::model {

/// Where an eye is and where it looks, in the terrain's local frame.
struct EyePose {
    std::array<double, 3> eye{};  ///< metres east and north of the local frame's origin, and height
    double heading = 0.0;         ///< degrees clockwise from north
    double pitch = 0.0;           ///< degrees above the horizon
    double roll = 0.0;            ///< degrees clockwise
    double hfov = 60.0;           ///< degrees from the left edge to the right one

    friend bool operator==(const EyePose&, const EyePose&) = default;
    /// Seven numbers: the eye's, heading, pitch, roll and hfov.
    static EyePose from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

}  // namespace farfield::model
