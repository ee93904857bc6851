#include "app/viewer/docks/entities/entity_ride.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <utility>

namespace farfield::app {
namespace {

/// The vector turned about the vertical, clockwise from above.
glm::vec3 turned(glm::vec3 vector, double degrees)
{
    const double angle = glm::radians(degrees);
    const double c = std::cos(angle), s = std::sin(angle);
    const glm::dvec3 v(vector);
    return glm::vec3(glm::dvec3(c * v.x + s * v.y, c * v.y - s * v.x, v.z));
}

}  // namespace

void EntityRide::set(Ride kind)
{
    if (std::exchange(kind_, kind) != kind) last_.reset();
}

render::CameraView EntityRide::moved(render::CameraView camera, const model::PlacedMotion& entity)
{
    if (kind_ == Ride::None) return camera;
    if (!last_) {
        const glm::vec3 offset = camera.eye - camera.target;
        const double away = double{glm::length(glm::vec2(offset))};
        camera.target = glm::vec3(entity.place);
        camera.eye = camera.target + offset;
        // A tethered camera begins behind the entity, at its present distance and height.
        if (kind_ == Ride::Tether)
            camera.eye =
                camera.target + turned({0.0F, static_cast<float>(-away), offset.z}, entity.heading_degrees);
        last_ = entity;
        return camera;
    }
    glm::vec3 offset = camera.eye - camera.target;
    if (kind_ == Ride::Tether) offset = turned(offset, entity.heading_degrees - last_->heading_degrees);
    camera.target += glm::vec3(entity.place - last_->place);
    camera.eye = camera.target + offset;
    last_ = entity;
    return camera;
}

}  // namespace farfield::app
