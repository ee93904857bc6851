#pragma once

#include <optional>
#include <span>

#include "app/show/layer.h"
#include "model/geometry/slice_plane.h"
#include "render/scene/orbit_camera.h"
#include "render/scene/picking.h"

class QMouseEvent;
class QWheelEvent;

namespace farfield::app {

class LayerSet;
class SessionModel;

/// Motion of the camera: about its target, or from its own place; on foot it follows the ground.
enum class Navigation { Orbit, Fly, Walk };

/// Gestures of mouse and wheel in the view: a handle of a rake or a plane is dragged (left), else the camera
/// orbits (left), pans (right or middle button, or left with Shift) or zooms (wheel); in flight it looks
/// around (left) and goes ahead (wheel). Ownership: borrows model, camera and layers.
class ViewGestures {
public:
    ViewGestures(SessionModel& model, render::OrbitCamera& camera) : model_(model), camera_(camera) {}

    /// Sets the layers of the scene, which place the handles; null: none.
    void set_layers(const LayerSet* layers) noexcept { layers_ = layers; }

    void press(const QMouseEvent& event, const render::ViewTransform& view,
               std::span<const render::RakeShape> shapes);
    /// Moves camera or handle. True when the picture changes.
    bool move(const QMouseEvent& event, const render::ViewTransform& view,
              std::span<const render::RakeShape> shapes);
    void release() noexcept;
    /// Ends a drag: the dragged shape stays, and the pressed button moves nothing further.
    void drop_handle() noexcept
    {
        if (is_dragging_handle()) action_ = Action::None;
    }
    void wheel(const QWheelEvent& event);

    [[nodiscard]] Navigation navigation() const noexcept { return navigation_; }
    void set_navigation(Navigation navigation) noexcept { navigation_ = navigation; }

    /// The handle under the cursor, or being dragged.
    [[nodiscard]] std::optional<render::HandleId> highlighted() const noexcept { return highlighted_; }
    [[nodiscard]] bool is_dragging_handle() const noexcept
    {
        return action_ == Action::Handle || action_ == Action::Plane;
    }
    /// True while the eye moves about the camera's target.
    [[nodiscard]] bool is_orbiting() const noexcept { return action_ == Action::Orbit; }

private:
    enum class Action { None, Orbit, Look, Pan, Handle, Plane };

    void hold_handle(std::span<const render::RakeShape> shapes);
    void drag_handle(glm::vec2 pixel, const render::ViewTransform& view);
    void drag_plane(glm::vec2 pixel, const render::ViewTransform& view);

    SessionModel& model_;
    render::OrbitCamera& camera_;
    const LayerSet* layers_ = nullptr;
    Navigation navigation_ = Navigation::Orbit;
    Action action_ = Action::None;
    glm::vec2 last_{0.0F};
    std::optional<render::HandleId> highlighted_;
    glm::vec3 handle_start_{0.0F};  ///< where the drag began, of handle and cursor
    glm::vec2 pixel_start_{0.0F};
    glm::dvec3 own_start_{0.0};      ///< the handle's position in the dataset
    model::SlicePlane plane_start_;  ///< the plane then, and its frame
    PlaneFrame frame_start_;
};

}  // namespace farfield::app
