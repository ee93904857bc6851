#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/viewer/session/session_model.h"
#include "app/viewer/view/first_view.h"
#include "app/viewer/view/flow_view.h"
#include "net/message/clock.h"
#include "render/scene/flight.h"

// FlowView: user's input, and the camera's reaction.
namespace farfield::app {

namespace {

constexpr float eye_height = 2.0F;  // metres above the ground, on foot

/// Distance from a camera to the ground along its direction; nullopt in the sky, or without known heights.
/// height_at: metres at a place, if known.
template <typename HeightAt>
std::optional<float> metres_to_ground(const render::CameraView& camera, float farthest,
                                      const HeightAt& height_at)
{
    const glm::vec3 ahead = glm::normalize(camera.target - camera.eye);
    constexpr float nearest = 10.0F, growth = 1.02F;
    for (float metres = nearest; metres < farthest; metres *= growth) {
        const glm::vec3 place = camera.eye + metres * ahead;
        const auto height = height_at(glm::dvec2(place));
        if (height && double{place.z} <= *height) return metres;
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> FlowView::ground_height(glm::dvec2 place) const
{
    return ground() == nullptr ? std::nullopt : ground()->height_at(place);
}

std::optional<glm::dvec3> FlowView::ground_under(QPointF pixel) const
{
    if (ground() == nullptr) return std::nullopt;
    return ground()->seen_at({pixel.x() / std::max(1, width()), pixel.y() / std::max(1, height())},
                             camera_.view());
}

void FlowView::fit_camera()
{
    fit_wanted_ = true;
    update();
}

/// Shows a scene of entities alone as a whole, until the user moves the camera.
void FlowView::follow_plane()
{
    if (layers_ == nullptr || !layers_->has_plane()) return plane_view_.reset();
    const bool is_as_it_was = !plane_view_ || *plane_view_ == camera_.view();
    const render::Bounds& reach = layers_->frame().bounds;
    if (plane_view_ && scene_.bounds == reach) return;
    scene_.bounds = reach;
    scene_.vertical_scale = 1.0F;
    if (!is_as_it_was) return;
    constexpr float pitch_degrees = 48.0F;
    if (!plane_view_) camera_.set_angles(0.0F, glm::radians(pitch_degrees));  // north is up
    camera_.fit(reach, scene_.viewport.aspect(), 1.0F);
    plane_view_ = camera_.view();
}

void FlowView::look_along(float yaw_radians, float pitch_radians)
{
    camera_.set_angles(yaw_radians, pitch_radians);
    fit_camera();
}

void FlowView::look_at_domain()
{
    const ViewAngles view =
        first_view(render::drawn_bounds(scene_.bounds, scene_.vertical_scale), scene_.vertical_scale);
    look_along(view.yaw, view.pitch);
}

void FlowView::look_at(const render::Bounds& box)
{
    const ViewAngles view = first_view(box);
    look_along(view.yaw, view.pitch);
    camera_.fit(box, viewport().aspect());
    fit_wanted_ = false;
    stay_above_ground();
    update();
}

void FlowView::look_from(glm::dvec3 place)
{
    auto camera = camera_.view();
    camera.target.z = camera.eye.z;  // level
    if (camera.target == camera.eye) camera.target.y += 1.0F;
    set_camera(render::placed(camera, glm::vec3(place) + glm::vec3(0.0F, 0.0F, eye_height)));
    set_navigation(Navigation::Walk);
}

void FlowView::look_from_cursor()
{
    if (const auto place = ground_under(cursor_)) look_from(*place);
}

void FlowView::set_navigation(Navigation navigation)
{
    const bool lands = gestures_.navigation() != Navigation::Orbit && navigation == Navigation::Orbit;
    gestures_.set_navigation(navigation);
    if (lands) circle_what_is_ahead();
    stay_above_ground();
    Q_EMIT navigation_changed();
    update();
}

void FlowView::mousePressEvent(QMouseEvent* event)
{
    pressed_at_ = event->position();
    gestures_.press(*event, view_transform(), scene_.rakes);
}

void FlowView::mouseMoveEvent(QMouseEvent* event)
{
    if (gestures_.move(*event, view_transform(), scene_.rakes)) {
        stay_above_ground();
        update();
    }
    cursor_ = event->position();
    if (event->buttons() == Qt::NoButton) Q_EMIT hovered(cursor_);
    if (model_.terrain() && event->buttons() == Qt::NoButton) {
        report_hovered();
        update();  // redraws the coordinates under the cursor
    }
    setCursor(gestures_.highlighted() ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

/// Reports the ground under the cursor. Unknown ground is reported by take_frames(), once a view shows it.
void FlowView::report_hovered()
{
    const auto place = ground_under(cursor_);
    hovers_nothing_ = !place;
    Q_EMIT ground_hovered(place);
}

void FlowView::mouseReleaseEvent(QMouseEvent* event)
{
    gestures_.release();
    const auto moved = event->position() - pressed_at_;
    constexpr double still = 3.0;  // pixels
    if (event->button() != Qt::LeftButton || std::hypot(moved.x(), moved.y()) > still) return;
    if (const auto place = ground_under(event->position())) Q_EMIT ground_clicked(*place);
}

void FlowView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) fit_camera();
}

void FlowView::wheelEvent(QWheelEvent* event)
{
    gestures_.wheel(*event);
    stay_above_ground();
    update();
}

/// Handles keys of flight before menus: Ctrl+S is slow backward flight, not "save".
bool FlowView::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && navigation() != Navigation::Orbit &&
        FlightKeys::knows(static_cast<QKeyEvent*>(event)->key())) {
        event->accept();
        return true;
    }
    constexpr QPointF nowhere(-1e6, -1e6);
    if (event->type() == QEvent::Leave) Q_EMIT hovered(nowhere);
    return QOpenGLWidget::event(event);
}

void FlowView::keyPressEvent(QKeyEvent* event)
{
    const bool flies = navigation() != Navigation::Orbit && flight_keys_.press(event->key());
    if (!flies) return QOpenGLWidget::keyPressEvent(event);
    if (!flight_keys_.any() || flight_timer_.isActive()) return;
    flown_until_ns_ = net::now_ns();
    flight_timer_.start();
}

void FlowView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->isAutoRepeat() || !flight_keys_.release(event->key()))
        return QOpenGLWidget::keyReleaseEvent(event);
    if (!flight_keys_.any()) flight_timer_.stop();
}

void FlowView::focusOutEvent(QFocusEvent* event)
{
    flight_keys_.release_all();
    flight_timer_.stop();
    QOpenGLWidget::focusOutEvent(event);
}

/// Moves the camera: as many metres a second as the eye is above the ground.
void FlowView::fly()
{
    const auto now = net::now_ns();
    const auto seconds = static_cast<float>(now - std::exchange(flown_until_ns_, now)) * 1e-9F;
    constexpr float least_speed = 2.0F;
    const auto camera = camera_.view();
    const double ground = ground_height(glm::dvec2(camera.eye)).value_or(double{scene_.bounds.min.z});
    const float speed = std::max(least_speed, camera.eye.z - static_cast<float>(ground));
    const bool walks = navigation() == Navigation::Walk;
    // On foot the speed is that of running, and the ground sets the height.
    constexpr float running = 8.0F;
    auto way = flight_keys_.direction();
    if (walks) way.z = 0.0F;
    set_camera(render::moved(camera, seconds * (walks ? running : speed) * way, walks));
    stay_above_ground();
}

/// Lifts the camera above the ground. A camera that orbits keeps its target; any other keeps its direction.
/// Beyond the map's edge, and over holes, an orbiting eye stays above the ground beside them, or the lowest
/// ground.
void FlowView::stay_above_ground()
{
    if (!model_.terrain()) return;
    auto camera = camera_.view();
    const bool orbits = navigation() == Navigation::Orbit, walks = navigation() == Navigation::Walk;
    const auto& bounds = scene_.bounds;
    const glm::vec2 on_map = glm::clamp(glm::vec2(camera.eye), glm::vec2(bounds.min), glm::vec2(bounds.max));
    auto ground = ground_height(glm::dvec2(orbits ? on_map : glm::vec2(camera.eye)));
    if (orbits && !ground) ground = double{bounds.min.z};
    if (!ground) return;
    const float lowest = static_cast<float>(*ground) + eye_height;
    if (!walks && camera.eye.z >= lowest) return;
    const glm::vec3 lifted(glm::vec2(camera.eye), lowest);
    if (gestures_.is_orbiting())
        camera.eye = lifted;
    else
        camera = render::placed(camera, lifted);
    set_camera(camera);
}

/// Makes the ground in the middle of the picture the camera's target; with sky there, the ground below it.
void FlowView::circle_what_is_ahead()
{
    auto camera = camera_.view();
    const float farthest = glm::distance(scene_.bounds.min, scene_.bounds.max);
    for (const float below : {0.0F, 0.25F, 0.5F}) {
        const auto metres =
            metres_to_ground(render::looked_around(camera, 0.0F, -below * camera.fov_y_radians), farthest,
                             [this](glm::dvec2 place) { return ground_height(place); });
        if (!metres) continue;
        camera.target = camera.eye + *metres * glm::normalize(camera.target - camera.eye);
        return set_camera(camera);
    }
}

}  // namespace farfield::app
