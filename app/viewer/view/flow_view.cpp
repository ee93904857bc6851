#include "app/viewer/view/flow_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/layers/line_layer.h"
#include "app/show/frame_to_scene.h"
#include "app/show/glyph_atlas_qt.h"
#include "app/show/ground/terrain_to_scene.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/view/first_view.h"
#include "app/viewer/view/model_to_scene.h"
#include "app/viewer/view/plane_handles.h"
#include "net/client/client.h"
#include "net/message/clock.h"
#include "render/gl/renderer_name.h"
#include "render/layers/legend_painter.h"
#include "render/scene/camera_pose.h"
#include "render/scene/flight.h"

namespace farfield::app {

namespace {

constexpr float text_pixels = 13.0F;

/// Asks for OpenGL 4.5 core; where the driver has less, Qt takes the newest version.
QSurfaceFormat wanted_format()
{
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setVersion(4, 5);
    format.setDepthBufferSize(24);
    format.setSwapInterval(1);
    return format;
}

}  // namespace

FlowView::FlowView(SessionModel& model, QWidget* parent)
    : QOpenGLWidget(parent), model_(model), gestures_(model, camera_)
{
    setFormat(wanted_format());
    setMinimumSize(320, 240);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    release_timer_.setSingleShot(true);
    release_timer_.setInterval(4);
    connect(&release_timer_, &QTimer::timeout, this, &FlowView::release_slots);
    moving_timer_.setSingleShot(true);
    moving_timer_.setInterval(16);
    connect(&moving_timer_, &QTimer::timeout, this, [this] { update(); });
    flight_timer_.setInterval(10);
    connect(&flight_timer_, &QTimer::timeout, this, &FlowView::fly);
    connect(this, &QOpenGLWidget::frameSwapped, this, &FlowView::swapped);
    follow_model();
    take_dataset(false);
}

FlowView::~FlowView()
{
    if (context() != nullptr) context()->disconnect(this);  // Qt deletes it when only the base class is left
    drop_gl_objects();
}

void FlowView::follow_model()
{
    connect(&model_, &SessionModel::dataset_changed, this, &FlowView::take_dataset);
    for (const auto changed :
         {&SessionModel::document_changed, &SessionModel::selection_changed, &SessionModel::held_changed})
        connect(&model_, changed, this, &FlowView::take_rakes);
    connect(&model_, &SessionModel::program_changed, this, [this] { update(); });
    connect(&model_, &SessionModel::gesture_broken, this, [this] { gestures_.drop_handle(); });
    connect(&model_, &SessionModel::document_changed, this, &FlowView::take_vertical_scale);
    connect(&model_, &SessionModel::terrain_changed, this, &FlowView::take_terrain);
}

void FlowView::take_dataset(bool kept_settings)
{
    show_dataset_of(model_, scene_);
    if (!model_.terrain()) scene_.vertical_scale = drawn_vertical_scale(model_);
    if (!kept_settings && !model_.terrain()) look_at_domain();
    take_rakes();
}

/// Takes a terrain: the camera goes to the node's suggested pose; the same terrain, opened again, keeps it.
void FlowView::take_terrain(bool same)
{
    take_dataset(model_.terrain().has_value());
    if (same) return;
    lay_viewshed(std::nullopt);
    set_sight_annotations(nullptr);
    if (const auto& terrain = model_.terrain()) {
        scene_.vertical_scale = 1.0F;
        const auto pose = terrain->suggested_pose;
        const auto middle = glm::dvec3(bounds_of(*terrain).centre());
        set_camera(render::camera_of(pose, double{viewport().aspect()},
                                     std::max(glm::distance(model::vec_of(pose.eye), middle), 1.0)));
    }
    set_navigation(Navigation::Orbit);
}

void FlowView::set_layers(LayerSet* layers)
{
    gestures_.set_layers(layers_ = layers);
    if (layers_ != nullptr) layers_->set_tool([this](Drape& drape) { this->drape(drape); });
}

/// Adds the overlays of tools to the ground.
void FlowView::drape(Drape& drape) const
{
    if (tool_viewshed_) drape.viewshed = &*tool_viewshed_;
    if (tool_annotations_) drape.annotations.push_back(tool_annotations_);
}

const ParticleLayer* FlowView::particles() const
{
    return layers_ == nullptr ? nullptr
                              : dynamic_cast<const ParticleLayer*>(layers_->find(model_.edited().particles));
}

const TerrainLayer* FlowView::ground() const
{
    return layers_ == nullptr ? nullptr
                              : dynamic_cast<const TerrainLayer*>(layers_->find(model_.edited().terrain));
}

std::uint64_t FlowView::lines_drawn() const
{
    const auto* lines =
        layers_ == nullptr ? nullptr : dynamic_cast<const LineLayer*>(layers_->find(model_.edited().lines));
    return lines == nullptr ? 0 : lines->lines_shown();
}

std::vector<model::TileAddress> FlowView::missing_tiles() const
{
    return ground() == nullptr ? std::vector<model::TileAddress>{} : ground()->missing_tiles();
}

double FlowView::ring_fill() const noexcept
{
    const FrameStream* frames = particles() == nullptr ? nullptr : particles()->frames().shown();
    if (frames == nullptr) return 0.0;
    return static_cast<double>(frames->ring().waiting()) / static_cast<double>(frames->ring().slots());
}

QString FlowView::slot_path() const
{
    const render::FrameSlots* slots = particles() == nullptr ? nullptr : particles()->slots_opened();
    if (slots == nullptr) return {};
    const auto path = slots->path();
    return QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size()));
}

void FlowView::lay_viewshed(std::optional<render::RasterOverlay> viewshed)
{
    tool_viewshed_ = std::move(viewshed);
    update();
}

void FlowView::set_sight_annotations(std::shared_ptr<const render::GroundAnnotations> annotations)
{
    tool_annotations_ = std::move(annotations);
    update();
}

/// Shows the cursor's place at the lower edge, in the terrain's own coordinates.
void FlowView::show_cursor()
{
    if (!model_.terrain()) return;
    const auto place = ground_under(cursor_);
    if (!place || !underMouse()) return;
    scene_.texts.push_back({.text = coordinates_text(*model_.terrain(), *place),
                            .position = {14.0F, scene_.viewport.logical_size().y - 8.0F},
                            .colour = {0.93F, 0.95F, 0.97F, 1.0F}});
}

void FlowView::set_camera(const render::CameraView& camera)
{
    camera_.set(camera);
    fit_wanted_ = false;
    update();
}

void FlowView::take_rakes()
{
    show_rakes_of(model_, layers_, scene_);
    update();
}

/// Takes a vertical scale; the camera keeps looking at the same place, from the same distance and side.
void FlowView::take_vertical_scale()
{
    if (model_.terrain()) return;
    const auto before = std::exchange(scene_.vertical_scale, drawn_vertical_scale(model_));
    if (before == scene_.vertical_scale) return;
    auto view = camera_.view();
    const float up = view.target.z * (scene_.vertical_scale / before - 1.0F);
    view.target.z += up;
    view.eye.z += up;
    camera_.set(view);
    update();
}

model::Pose FlowView::terrain_pose() const
{
    return render::pose_of(camera_.view(), double{viewport().aspect()});
}

std::array<std::uint32_t, 2> FlowView::picture_size() const
{
    const auto size = viewport();
    return {static_cast<std::uint32_t>(size.width), static_cast<std::uint32_t>(size.height)};
}

render::Viewport FlowView::viewport() const
{
    const auto ratio = devicePixelRatio();
    return {.width = std::max(1, static_cast<int>(std::lround(width() * ratio))),
            .height = std::max(1, static_cast<int>(std::lround(height() * ratio))),
            .pixel_ratio = static_cast<float>(ratio)};
}

render::ViewTransform FlowView::view_transform() const
{
    render::Scene seen;
    seen.camera = camera_.view();
    seen.viewport = viewport();
    seen.bounds = scene_.bounds;
    seen.vertical_scale = scene_.vertical_scale;
    seen.drawings = scene_.drawings;
    return render::view_of(seen);
}

void FlowView::set_hint(const std::string& hint)
{
    if (std::exchange(hint_, hint) != hint) update();
}

QImage FlowView::picture()
{
    return grabFramebuffer();
}

void FlowView::frame_arrived()
{
    update();
}

void FlowView::initializeGL()
{
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &FlowView::drop_gl_objects,
            Qt::UniqueConnection);
    const auto* name = context()->functions()->glGetString(GL_RENDERER);
    const auto version = context()->format().version();
    driver_ = QStringLiteral("OpenGL %1.%2, %3")
                  .arg(version.first)
                  .arg(version.second)
                  .arg(QString::fromLatin1(reinterpret_cast<const char*>(name)));
    try {
        make_gl_objects();
    } catch (const std::exception& fault) {
        renderer_.reset();
        Q_EMIT cannot_draw(QString::fromUtf8(fault.what()));
    }
}

void FlowView::make_gl_objects()
{
    renderer_ = std::make_unique<render::SceneRenderer>();
    if (layers_ != nullptr)
        layers_->stage().smooth_lines = !render::is_software_renderer(render::renderer_name());
    glyphs_known_ = false;
    Q_EMIT gl_made();
}

void FlowView::drop_gl_objects()
{
    if (!renderer_) return;
    makeCurrent();
    if (layers_ != nullptr) layers_->close();
    scene_.drawings.clear();
    renderer_.reset();
    doneCurrent();
}

/// Takes the bounds of all shown data, and shows them as a whole until the user moves the camera.
void FlowView::follow_reach()
{
    if (layers_ == nullptr || layers_->frame().base.empty() || model_.terrain()) return;
    if (scene_.bounds == layers_->frame().reach) return;
    scene_.bounds = layers_->frame().reach;
    if (fitted_view_ == camera_.view()) fit_wanted_ = true;
}

void FlowView::describe_picture()
{
    scene_.viewport = viewport();
    follow_plane();
    follow_reach();
    if (std::exchange(fit_wanted_, false)) {
        const bool beside_legend = scene_.show.legend && !model_.terrain();
        camera_.fit(render::drawn_bounds(scene_.bounds, scene_.vertical_scale), scene_.viewport.aspect(),
                    beside_legend ? render::width_beside_legend(scene_.viewport) : 1.0F);
        stay_above_ground();
        fitted_view_ = camera_.view();
    }
    scene_.camera = camera_.view();
    make_glyphs();
    show_hint(model_, plane_view_ ? std::string() : hint_, glyphs_, scene_);
    if (layers_ != nullptr) add_plane_frames(model_, *layers_, scene_);
    scene_.highlighted = gestures_.highlighted();
    if (scene_.highlighted && scene_.highlighted->rake >= scene_.rakes.size()) scene_.highlighted.reset();
    if (layers_ != nullptr) layers_->describe(scene_);
    const auto middle = ground() == nullptr ? std::nullopt : ground()->seen_at({0.5, 0.5}, scene_.camera);
    scene_.metres_to_middle =
        middle ? static_cast<float>(glm::distance(*middle, glm::dvec3(scene_.camera.eye))) : 0.0F;
    show_cursor();
}

/// Makes glyphs in the resolution of the window's present screen.
void FlowView::make_glyphs()
{
    const auto ratio = scene_.viewport.pixel_ratio;
    if (std::exchange(glyph_ratio_, ratio) == ratio) return;
    glyphs_ = make_glyph_atlas(text_pixels, ratio);
    glyphs_known_ = false;
}

void FlowView::draw_scene()
{
    if (!std::exchange(glyphs_known_, true)) renderer_->set_glyph_atlas(glyphs_);
    renderer_->draw(scene_);
    if (layers_ != nullptr) layers_->drawn();
}

/// Takes frames. True when there is a new frame of particles.
bool FlowView::take_frames()
{
    if (layers_ == nullptr) return false;
    const auto before = particles() == nullptr ? 0 : particles()->frames_taken();
    const bool shows_every = model_.pace().policy == model::FramePolicy::Every;
    const auto policy = shows_every ? net::Policy::Every : net::Policy::Latest;
    if (layers_->take({.policy = policy, .now_ns = net::now_ns()})) release_timer_.start();
    stay_above_ground();  // earlier heights may have been coarse
    if (hovers_nothing_ && ground_under(cursor_)) report_hovered();
    const ParticleLayer* layer = particles();
    if (layer == nullptr || layer->frames_taken() == before || !layer->frame()) return false;
    counters_.frames += layer->frames_taken() - before;
    counters_.dropped = layer->frames_skipped();
    const auto frame = *layer->frame();
    drawing_ =
        ShownFrame{.info = frame.info, .stamp = frame.stamp, .time = *frame.time, .taken_ns = net::now_ns()};
    if (shows_every && layer->frames().waiting() > 0) update();
    return true;
}

void FlowView::release_slots()
{
    if (layers_ == nullptr || !renderer_) return;
    makeCurrent();
    layers_->release_finished();
    doneCurrent();
}

void FlowView::paintGL()
{
    if (!renderer_) return;
    const bool fresh = take_frames();
    describe_picture();
    try {
        draw_scene();
    } catch (const std::exception& fault) {
        renderer_.reset();
        Q_EMIT cannot_draw(QString::fromUtf8(fault.what()));
        return;
    }
    const auto seen = std::pair(scene_.camera, scene_.viewport);
    if (std::exchange(seen_, seen) != seen) Q_EMIT camera_moved();
    ++counters_.drawn;
    if (!fresh) ++counters_.repeats;
    if (layers_ != nullptr) layers_->release_finished();
    // Slots that the GPU still reads are given back a little later, also when no further frame comes.
    if (fresh) release_timer_.start();
}

void FlowView::swapped()
{
    const auto now = net::now_ns();
    if (layers_ != nullptr) {
        const auto completed = layers_->completed();
        layers_->shown(now);
        if (layers_->is_moving()) moving_timer_.start();
        for (const auto& [layer, shown] : completed) {
            if (*layer == model_.edited().lines) Q_EMIT lines_shown(shown.interaction, now);
            if (*layer == model_.edited().terrain && shown.key == "view")
                Q_EMIT terrain_shown(shown.interaction, shown.received_ns, now);
        }
    }
    if (!drawing_) return;
    shown_ = std::exchange(drawing_, std::nullopt);
    shown_->shown_ns = now;
    Q_EMIT frame_shown(*shown_);
}

// FlowView: user's input, and the camera's reaction.

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
