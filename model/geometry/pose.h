#pragma once

#include "model/fields/json_fields.h"
#include "model/geometry/point.h"

namespace farfield::model {

/// Where an eye is and where it looks, in a frame whose axes point east, north and up.
struct Pose {
    Point eye{};           ///< metres east and north of the frame's origin, and height
    double heading = 0.0;  ///< degrees clockwise from north
    double pitch = 0.0;    ///< degrees above the horizon
    double roll = 0.0;     ///< degrees clockwise, as the eye sees it: the picture turns the other way
    double hfov = 60.0;    ///< degrees from the left edge to the right one, in (0, 180)

    friend bool operator==(const Pose&, const Pose&) = default;
    /// Seven numbers: the eye's, heading, pitch, roll and hfov.
    static Pose from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

/// The rays of a picture: the one through (x, y), from -1 at the left and the bottom to 1 at the right and
/// the top, leads from the eye along forward + x right + y up. right and up are as long as half the picture
/// is wide and high at a distance of 1.
struct PoseRays {
    glm::dvec3 forward{0.0, 1.0, 0.0};
    glm::dvec3 right{1.0, 0.0, 0.0};
    glm::dvec3 up{0.0, 0.0, 1.0};
};
/// aspect: width by height.
[[nodiscard]] PoseRays rays_of(const Pose& pose, double aspect);

/// The rays' directions, of length 1, and half the width of the picture at a distance of 1.
[[nodiscard]] PoseRays axes_of(const Pose& pose);
[[nodiscard]] double half_width_of(const Pose& pose);

}  // namespace farfield::model
