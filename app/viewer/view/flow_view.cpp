#include "app/viewer/view/flow_view.h"

#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <cmath>

#include "app/show/frame_to_scene.h"
#include "app/show/glyph_atlas_qt.h"
#include "app/show/frames/terrain_to_scene.h"
#include "app/viewer/controls/session_model.h"
#include "app/viewer/view/model_to_scene.h"
#include "net/client/client.h"
#include "render/gl/renderer_name.h"
#include "render/layers/legend_layer.h"

namespace farfield::app {

namespace {

constexpr float text_pixels = 13.0F;

/// 4.5 core is asked for; where the driver has less, Qt takes the newest there is.
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
    flight_timer_.setInterval(10);
    connect(&flight_timer_, &QTimer::timeout, this, &FlowView::fly);
    connect(this, &QOpenGLWidget::frameSwapped, this, &FlowView::swapped);
    follow_model();
    take_dataset(false);
}

FlowView::~FlowView()
{
    // The widget's own destructor deletes the context, when there is no FlowView left to hear of it.
    if (context() != nullptr) context()->disconnect(this);
    drop_gl_objects();
}

void FlowView::follow_model()
{
    connect(&model_, &SessionModel::dataset_changed, this, &FlowView::take_dataset);
    connect(&model_, &SessionModel::rakes_changed, this, &FlowView::take_rakes);
    connect(&model_, &SessionModel::selection_changed, this, &FlowView::take_rakes);
    connect(&model_, &SessionModel::particles_changed, this, &FlowView::take_colours);
    connect(&model_, &SessionModel::colour_changed, this, &FlowView::take_colours);
    connect(&model_, &SessionModel::vertical_scale_changed, this, &FlowView::take_vertical_scale);
    connect(&model_, &SessionModel::program_changed, this, &FlowView::take_colours);
    connect(&model_, &SessionModel::terrain_changed, this, &FlowView::take_terrain);
    connect(&model_, &SessionModel::terrain_settings_changed, this, &FlowView::take_colours);
}

void FlowView::take_dataset(bool kept_settings)
{
    show_dataset_of(model_, scene_, drawings_);
    if (!model_.terrain()) scene_.vertical_scale = static_cast<float>(model_.vertical_scale());
    if (!kept_settings && !model_.terrain()) fit_camera();
    take_colours();
    take_rakes();
}

/// Over ground one stands at first where the node suggests; the same ground is seen from where it was.
void FlowView::take_terrain(bool same)
{
    take_dataset(model_.terrain().has_value());
    ground_.set_terrain(model_.terrain());
    if (same) return;
    lay_picture(std::nullopt);
    lay_viewshed(std::nullopt);
    set_overlay(nullptr);
    set_sight_marks(nullptr);
    if (const auto& terrain = model_.terrain()) {
        scene_.vertical_scale = 1.0F;
        const auto pose = to_render(terrain->suggested_pose);
        const auto middle = glm::dvec3(bounds_of(*terrain).centre());
        set_camera(render::camera_of(pose, double{viewport().aspect()},
                                     std::max(glm::distance(pose.eye, middle), 1.0)));
    }
    set_navigation(Navigation::Orbit);
}

void FlowView::put_tile(std::span<const std::byte> payload)
{
    ground_.put_tile(payload);
    stay_above_ground();  // what was known of the ground before was coarse
}

std::optional<double> FlowView::ground_height(glm::dvec2 place) const
{
    return ground_.height_at(place);
}

std::optional<glm::dvec3> FlowView::ground_under(QPointF pixel) const
{
    return ground_.seen_at({pixel.x() / std::max(1, width()), pixel.y() / std::max(1, height())},
                           camera_.view());
}

void FlowView::lay_picture(std::optional<render::GroundSheet> picture)
{
    drawings_.terrain.picture = std::move(picture);
    update();
}

void FlowView::lay_viewshed(std::optional<render::GroundSheet> viewshed)
{
    drawings_.terrain.viewshed = std::move(viewshed);
    update();
}

void FlowView::set_overlay(std::shared_ptr<const render::GroundMarks> marks)
{
    ground_.set_overlay(std::move(marks));
    update();
}

void FlowView::set_sight_marks(std::shared_ptr<const render::GroundMarks> marks)
{
    ground_.set_sight_marks(std::move(marks));
    update();
}

/// Where the cursor is, in the terrain's own coordinates, at the lower edge.
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

void FlowView::take_colours()
{
    show_colours_of(model_, scene_, drawings_);
    update();
}

void FlowView::take_rakes()
{
    show_rakes_of(model_, scene_);
    update();
}

/// The camera goes on looking at the same place, from the same distance and side.
void FlowView::take_vertical_scale()
{
    if (model_.terrain()) return;
    const auto before = std::exchange(scene_.vertical_scale, static_cast<float>(model_.vertical_scale()));
    if (before == scene_.vertical_scale) return;
    auto view = camera_.view();
    const float up = view.target.z * (scene_.vertical_scale / before - 1.0F);
    view.target.z += up;
    view.eye.z += up;
    camera_.set(view);
    update();
}

render::TerrainPose FlowView::terrain_pose() const
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

void FlowView::fit_camera()
{
    fit_wanted_ = true;
    update();
}

void FlowView::look_along(float yaw_radians, float pitch_radians)
{
    camera_.set_angles(yaw_radians, pitch_radians);
    fit_camera();
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
    drawings_.set_smooth(!render::is_software_renderer(render::renderer_name()));
    glyphs_known_ = false;
}

void FlowView::drop_gl_objects()
{
    if (!renderer_ && !stream_ && !next_ && !lines_ && !ground_.has_streams()) return;
    makeCurrent();
    ground_.forget();
    lines_.reset();
    next_.reset();
    stream_.reset();
    renderer_.reset();
    doneCurrent();
}

void FlowView::describe_picture()
{
    scene_.viewport = viewport();
    if (std::exchange(fit_wanted_, false)) {
        const bool beside_legend = scene_.show.legend && !model_.terrain();
        camera_.fit(render::drawn_bounds(scene_.bounds, scene_.vertical_scale), scene_.viewport.aspect(),
                    beside_legend ? render::width_beside_legend(scene_.viewport) : 1.0F);
        stay_above_ground();
    }
    scene_.camera = camera_.view();
    make_glyphs();
    show_hint(model_, hint_, glyphs_, scene_);
    scene_.highlighted = gestures_.highlighted();
    if (scene_.highlighted && scene_.highlighted->rake >= scene_.rakes.size()) scene_.highlighted.reset();
    describe_drawings();
    const auto middle = ground_.seen_at({0.5, 0.5}, scene_.camera);
    scene_.metres_to_middle =
        middle ? static_cast<float>(glm::distance(*middle, glm::dvec3(scene_.camera.eye))) : 0.0F;
    show_cursor();
}

void FlowView::describe_drawings()
{
    auto& [particles, lines, terrain] = drawings_;
    particles.slots = lines.slots = nullptr;
    if (stream_) {
        stream_->describe(particles);
        // A recording may hold lines: they come as the one stream that it has.
        stream_->describe(lines);
    }
    if (lines_) lines_->describe(lines);
    ground_.describe(terrain, scene_.camera);
    const auto longest = std::size_t{model_.colour().trail_frames} + 1;
    if (particles.trail.size() > longest) particles.trail.resize(longest);
}

/// In the resolution of the screen that the window is on now.
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
    ground_.drawn();
    if (stream_) stream_->drawn();
    if (lines_) lines_->drawn();
}

void FlowView::paintGL()
{
    if (!renderer_) return;
    take_lines();
    take_ground();
    const bool fresh = take_frame().has_value();
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
    if (!missing_tiles().empty()) Q_EMIT tiles_missing();
    ++counters_.drawn;
    if (!fresh) ++counters_.repeats;
    if (stream_ && stream_->release_finished()) Q_EMIT slots_freed();
    // What the GPU has not finished yet is given back a little later, also when no further frame comes.
    if (fresh) release_timer_.start();
}

void FlowView::swapped()
{
    if (lines_drawing_) Q_EMIT lines_shown(*std::exchange(lines_drawing_, std::nullopt), net::now_ns());
    if (const auto ground = std::exchange(ground_drawing_, std::nullopt))
        Q_EMIT terrain_shown(ground->header.interaction, ground->received_ns, net::now_ns());
    if (!drawing_) return;
    shown_ = std::exchange(drawing_, std::nullopt);
    shown_->shown_ns = net::now_ns();
    Q_EMIT frame_shown(*shown_);
}

}  // namespace farfield::app
