#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/show/scene_frame.h"
#include "render/scene/orbit_camera.h"

namespace farfield::app {

/// Camera of a document's pictures. The same frame always has the same camera, as long as followed entities
/// have the same places in it.
class DocumentCamera {
public:
    /// Place of an entity in the picture of a frame, as drawn; nullopt: unknown.
    using PlaceAt =
        std::function<std::optional<glm::dvec3>(const model::EntityName& entity, std::uint64_t frame)>;

    /// Throws std::runtime_error where 'up' is parallel to a camera's direction as drawn, since drawing may
    /// scale axes differently (degrees beside metres).
    DocumentCamera(const model::Document& document, const SceneFrame& frame);

    /// Camera of a frame. free_width: the part of the picture's width that the whole scene may take, where
    /// neither keys nor an eye are given.
    [[nodiscard]] render::CameraView at(std::uint64_t frame, float aspect, float free_width = 1.0F) const;
    /// Sets places for keys that follow an entity. Without a place a key looks at the middle of the scene.
    void set_places(PlaceAt place_at) { place_at_ = std::move(place_at); }

private:
    [[nodiscard]] std::vector<render::CameraKey> keys_with_places(std::uint64_t frame) const;

    model::Camera camera_;
    model::Clock clock_;
    glm::vec3 up_;
    render::Bounds drawn_;
    float vertical_scale_ = 1.0F;
    std::vector<render::CameraKey> keys_;
    std::vector<std::optional<model::EntityName>> followed_;  ///< by key; nullopt: follows none
    PlaceAt place_at_;
};

}  // namespace farfield::app
