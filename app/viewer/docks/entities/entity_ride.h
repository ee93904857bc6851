#pragma once

#include <optional>

#include "app/layers/entities/entity_layer.h"
#include "render/scene/view.h"

namespace farfield::app {

/// Motion of the camera with an entity.
enum class Ride {
    None,
    Follow,  ///< the camera keeps its offset and direction
    Tether   ///< the camera turns with the entity, too
};

/// Moves a camera with an entity. The user's own moves of the camera stay.
class EntityRide {
public:
    [[nodiscard]] Ride kind() const noexcept { return kind_; }
    void set(Ride kind);
    /// Forgets the last place: the next moved() brings its entity to the middle of the picture.
    void begin_anew() { last_.reset(); }
    /// The camera moved to the entity's present place.
    [[nodiscard]] render::CameraView moved(render::CameraView camera, const model::PlacedMotion& entity);

private:
    Ride kind_ = Ride::None;
    std::optional<model::PlacedMotion> last_;  ///< in the last picture
};

}  // namespace farfield::app
