#include "model/document/camera.h"

namespace farfield::model {

namespace {

/// Checks the direction of a key, or of a camera with an eye: a target, or a heading.
void check_sight(const Point& eye, const auto& camera, const std::string& path)
{
    if (camera.target.has_value() == camera.heading.has_value())
        throw FieldError(path, "either 'target' or 'heading'", camera.target ? "both" : "neither");
    if (camera.target && camera.pitch != 0.0)
        throw FieldError(path + ".pitch", "it belongs to 'heading', not to 'target'");
    if (camera.target == eye) throw FieldError(path, "'eye' and 'target' must differ");
}

}  // namespace

void check_direction(const std::optional<Point>& direction, const JsonValue& json)
{
    if (direction == Point{}) json.complain("a direction other than [0, 0, 0]");
}

void CameraKey::check(const CameraKey& key, const std::string& path)
{
    if (!key.follow) return check_sight(key.eye, key, path);
    if (key.target || key.heading || key.pitch != 0.0)
        throw FieldError(path, "it looks at what it follows: 'follow' has no 'target', 'heading' or 'pitch'");
    if (key.eye == Point{}) throw FieldError(path + ".eye", "a place beside what it follows", "[0, 0, 0]");
}

void Camera::check(const Camera& camera, const std::string& path)
{
    if (camera.eye && !camera.keys.empty()) throw FieldError(path, "either 'eye' or 'keys'", "both");
    if (camera.eye) return check_sight(*camera.eye, camera, path);
    if (camera.target || camera.heading || camera.pitch != 0.0)
        throw FieldError(path + ".eye", "an array of three numbers, beside 'target', 'heading' or 'pitch'",
                         "nothing");
}

}  // namespace farfield::model
