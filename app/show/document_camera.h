#pragma once

#include <vector>

#include "app/show/scene_frame.h"
#include "render/scene/orbit_camera.h"

namespace farfield::app {

/// The camera of a document's pictures. Pure: the same frame has the same camera always.
class DocumentCamera {
public:
    /// Throws std::runtime_error where 'up' points where a camera looks, as drawn: a document's own units may
    /// be degrees beside metres.
    DocumentCamera(const model::Document& document, const SceneFrame& frame);

    /// free_width: the part of the picture's width that the whole scene may take, where neither keys nor an
    /// eye are given.
    [[nodiscard]] render::CameraView at(std::uint64_t frame, float aspect, float free_width = 1.0F) const;

private:
    model::Camera camera_;
    model::Clock clock_;
    glm::vec3 up_;
    render::Bounds drawn_;
    std::vector<render::CameraKey> keys_;
};

}  // namespace farfield::app
