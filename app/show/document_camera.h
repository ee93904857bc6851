#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/show/scene_frame.h"
#include "render/scene/orbit_camera.h"

namespace farfield::app {

/// The camera of a document's pictures. The same frame has the same camera, as long as what it follows has
/// the same place in it.
class DocumentCamera {
public:
    /// Where an entity is in the picture of a frame, as drawn; nothing: it is not known.
    using PlaceAt =
        std::function<std::optional<glm::dvec3>(const model::EntityName& entity, std::uint64_t frame)>;

    /// Throws std::runtime_error where 'up' points where a camera looks, as drawn: a document's own units may
    /// be degrees beside metres.
    DocumentCamera(const model::Document& document, const SceneFrame& frame);

    /// free_width: the part of the picture's width that the whole scene may take, where neither keys nor an
    /// eye are given.
    [[nodiscard]] render::CameraView at(std::uint64_t frame, float aspect, float free_width = 1.0F) const;
    /// For keys that follow an entity. Where it is not known, these look at the middle of the scene.
    void set_places(PlaceAt place_at) { place_at_ = std::move(place_at); }

private:
    [[nodiscard]] std::vector<render::CameraKey> keys_with_places(std::uint64_t frame) const;

    model::Camera camera_;
    model::Clock clock_;
    glm::vec3 up_;
    render::Bounds drawn_;
    float vertical_scale_ = 1.0F;
    std::vector<render::CameraKey> keys_;
    std::vector<std::optional<model::EntityName>> followed_;  ///< by key; empty: none follows
    PlaceAt place_at_;
};

}  // namespace farfield::app
