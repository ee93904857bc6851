#include "model/geometry/eye_pose.h"

namespace farfield::model {

EyePose EyePose::from_json(const JsonValue& value)
{
    const auto numbers = value.elements(7, "seven numbers: eye x, y and z, heading, pitch, roll and hfov");
    const EyePose pose{.eye = {numbers[0].number(), numbers[1].number(), numbers[2].number()},
                       .heading = numbers[3].number(),
                       .pitch = numbers[4].number(),
                       .roll = numbers[5].number(),
                       .hfov = numbers[6].number()};
    if (pose.hfov <= 0.0 || pose.hfov >= 180.0) numbers[6].complain("a number between 0 and 180");
    return pose;
}

Json EyePose::to_json() const
{
    return {eye[0], eye[1], eye[2], heading, pitch, roll, hfov};
}

}  // namespace farfield::model
