#include "app/viewer/view/view_gestures.h"

#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "app/show/frame_to_scene.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/view/model_to_scene.h"
#include "app/viewer/view/plane_handles.h"
#include "app/viewer/view/rake_edit.h"
#include "render/scene/flight.h"

namespace farfield::app {

namespace {

constexpr float radians_per_pixel = 0.008F;
constexpr float zoom_per_notch = 0.88F;

glm::vec2 pixel_of(const QMouseEvent& event)
{
    return {static_cast<float>(event.position().x()), static_cast<float>(event.position().y())};
}

}  // namespace

void ViewGestures::press(const QMouseEvent& event, const render::ViewTransform& view,
                         std::span<const render::RakeShape> shapes)
{
    last_ = pixel_of(event);
    const bool left = event.button() == Qt::LeftButton;
    const bool shifted = event.modifiers().testFlag(Qt::ShiftModifier);
    const auto turn = navigation_ == Navigation::Orbit ? Action::Orbit : Action::Look;
    action_ = left && !shifted ? turn : Action::Pan;
    if (!left || shifted) return;
    highlighted_ = render::pick_handle(view, shapes, last_);
    if (!highlighted_) return;
    hold_handle(shapes);
}

/// Begins to drag a handle. Shapes behind the rakes' are planes.
void ViewGestures::hold_handle(std::span<const render::RakeShape> shapes)
{
    const render::RakeShape& shape = shapes[highlighted_->rake];
    handle_start_ = shape.handles[highlighted_->handle];
    pixel_start_ = last_;
    const bool is_rake = highlighted_->rake < model_.rakes().size();
    if (is_rake) model_.select_rake(highlighted_->rake);
    if (model_.is_watching()) {
        action_ = Action::None;
        return model_.refuse_change();
    }
    if (is_rake) {
        if (!model_.editable() || !model_.dataset()) return;
        if (model_.holder_of(highlighted_->rake) != nullptr) {
            action_ = Action::None;  // a turning camera would hide the reason
            return model_.touch_held(highlighted_->rake);
        }
        const glm::dvec3 origin = origin_of(*model_.dataset());
        const auto own = render::rake_shape(model_.rakes()[highlighted_->rake].shape,
                                            bounds_of(*model_.dataset()), origin);
        own_start_ = glm::dvec3(own.handles.at(highlighted_->handle)) + origin;
        action_ = Action::Handle;
    } else {
        const auto plane = plane_of_shape(model_, highlighted_->rake);
        const auto frame = frame_of_shape(model_, layers_, highlighted_->rake);
        if (!plane || !frame) return;
        plane_start_ = *plane;
        frame_start_ = *frame;
        own_start_ = handle_place(*frame, highlighted_->handle);
        action_ = Action::Plane;
    }
    model_.begin_gesture(is_rake ? model_.selected_rake_id() : std::string());
}

bool ViewGestures::move(const QMouseEvent& event, const render::ViewTransform& view,
                        std::span<const render::RakeShape> shapes)
{
    const auto pixel = pixel_of(event);
    const auto delta = pixel - last_;
    last_ = pixel;
    switch (action_) {
    case Action::Orbit:
        // The scene follows the cursor, so the eye goes the other way.
        camera_.orbit(-radians_per_pixel * delta.x, radians_per_pixel * delta.y);
        return true;
    case Action::Look: {
        // The ground follows the cursor.
        const float radians = camera_.view().fov_y_radians / view.viewport.logical_size().y;
        camera_.set(render::looked_around(camera_.view(), radians * delta.x, radians * delta.y));
        return true;
    }
    case Action::Pan:
        camera_.pan(delta, view.viewport);
        return true;
    case Action::Handle:
        drag_handle(pixel, view);
        return true;
    case Action::Plane:
        drag_plane(pixel, view);
        return true;
    case Action::None:
        break;
    }
    const auto before = highlighted_;
    highlighted_ = render::pick_handle(view, shapes, pixel);
    return highlighted_ != before;
}

void ViewGestures::release() noexcept
{
    if (is_dragging_handle()) model_.end_gesture();
    action_ = Action::None;
}

void ViewGestures::wheel(const QWheelEvent& event)
{
    constexpr float eighths_of_a_degree_per_notch = 120.0F;
    const auto notches = static_cast<float>(event.angleDelta().y()) / eighths_of_a_degree_per_notch;
    if (navigation_ == Navigation::Orbit) return camera_.zoom(std::pow(zoom_per_notch, notches));
    const auto camera = camera_.view();
    const float ahead = (1.0F - zoom_per_notch) * glm::distance(camera.eye, camera.target);
    camera_.set(render::moved(camera, {0.0F, notches * ahead, 0.0F}, false));
}

void ViewGestures::drag_handle(glm::vec2 pixel, const render::ViewTransform& view)
{
    const auto& rakes = model_.rakes();
    if (!highlighted_ || highlighted_->rake >= rakes.size() || !model_.dataset()) return;
    const auto place = render::drag_parallel_to_screen(view, handle_start_, pixel_start_, pixel);
    const auto own = edited_place(model_, layers_, glm::dvec3(place), own_start_);
    if (!own) return;
    const auto inside = clamped(model::point_of(*own), *model_.dataset());
    model_.change_rake(highlighted_->rake,
                       with_handle_at(rakes[highlighted_->rake], highlighted_->handle, inside));
}

void ViewGestures::drag_plane(glm::vec2 pixel, const render::ViewTransform& view)
{
    if (!highlighted_ || !model_.dataset()) return;
    const glm::dvec3 place{render::drag_parallel_to_screen(view, handle_start_, pixel_start_, pixel)};
    const auto own = edited_place(model_, layers_, place, own_start_);
    if (!own) return;
    change_plane(model_, highlighted_->rake,
                 with_handle_at(plane_start_, frame_start_, highlighted_->handle, *own, *model_.dataset()));
}

}  // namespace farfield::app
