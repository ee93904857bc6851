#pragma once

#include "model/fields/json_fields.h"
#include "model/geometry/point.h"

namespace farfield::model {

/// Position and direction of an eye, in a frame whose axes point east, north and up.
struct Pose {
    Point eye{};           ///< metres east and north of the frame's origin, and height
    double heading = 0.0;  ///< degrees clockwise from north
    double pitch = 0.0;    ///< degrees above the horizon
    double roll = 0.0;     ///< degrees clockwise, as the eye sees it: the picture turns the other way
    double hfov = 60.0;    ///< degrees between the left and the right edge, in (0, 180)

    friend bool operator==(const Pose&, const Pose&) = default;
    /// Reads and writes seven numbers: the eye's three, heading, pitch, roll and hfov.
    static Pose from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

/// The rays of a picture. The ray through (x, y), from -1 at the left and bottom edge to 1 at the right and
/// top edge, leads from the eye along forward + x right + y up. `right` and `up` are as long as half the
/// picture is wide and high at a distance of 1.
struct PoseRays {
    glm::dvec3 forward{0.0, 1.0, 0.0};
    glm::dvec3 right{1.0, 0.0, 0.0};
    glm::dvec3 up{0.0, 0.0, 1.0};
};
/// The rays of a pose's picture. aspect: width by height.
[[nodiscard]] PoseRays rays_of(const Pose& pose, double aspect);

/// The axes of a pose as unit vectors, and half the width of its picture at a distance of 1.
[[nodiscard]] PoseRays axes_of(const Pose& pose);
[[nodiscard]] double half_width_of(const Pose& pose);

}  // namespace farfield::model
