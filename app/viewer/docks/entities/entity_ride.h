#pragma once

#include <optional>

#include "app/layers/entities/entity_layer.h"
#include "render/scene/view.h"

namespace farfield::app {

/// How the camera goes with an entity.
enum class Ride {
    None,
    Follow,  ///< it keeps its place about the entity, and its direction
    Tether   ///< it turns with the entity, too
};

/// Moves a camera with an entity. What the user does to the camera meanwhile stays.
class EntityRide {
public:
    [[nodiscard]] Ride kind() const noexcept { return kind_; }
    void set(Ride kind);
    /// Another entity comes to the middle of the picture.
    void begin_anew() { last_.reset(); }
    /// The camera for where the entity is now.
    [[nodiscard]] render::CameraView moved(render::CameraView camera, const model::PlacedMotion& entity);

private:
    Ride kind_ = Ride::None;
    std::optional<model::PlacedMotion> last_;  ///< in the last picture
};

}  // namespace farfield::app
