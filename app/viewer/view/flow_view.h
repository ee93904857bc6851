#pragma once

#include <QImage>
#include <QOpenGLWidget>
#include <QTimer>
#include <memory>
#include <string>

#include "app/show/frames/frame_stream.h"
#include "app/show/frames/line_stream.h"
#include "app/show/drawings.h"
#include "app/viewer/controls/frame_figures.h"
#include "app/viewer/view/flight_keys.h"
#include "app/viewer/view/ground_picture.h"
#include "app/viewer/view/view_gestures.h"
#include "render/layers/scene_renderer.h"
#include "render/primitives/glyph_atlas.h"

namespace farfield::app {

class SessionModel;

/// The picture: draws the newest frame, and whatever the user does to camera and rakes, without ever waiting
/// for the node. It draws only when something changed. Owns all OpenGL objects of the window.
///
/// Streams: open_stream() prepares the slots of the next one; the last picture stays until the first frame of
/// it has come. Threads: the GUI's.
class FlowView : public QOpenGLWidget {
    Q_OBJECT

public:
    explicit FlowView(SessionModel& model, QWidget* parent = nullptr);
    ~FlowView() override;

    /// Makes the slots of a stream that is about to start and returns its ring. Throws std::runtime_error
    /// when the driver refuses. Whatever ring was opened before must be detached from the client.
    net::FrameRing& open_stream(const FrameStream::Settings& settings);
    /// Shows no particles until the next stream's first frame. No ring may be attached to the client.
    void forget_frames();

    /// The same for a program `lines`, which is drawn beside the particles.
    net::FrameRing& open_lines(std::size_t parts, std::size_t slot_bytes);
    void forget_lines();
    [[nodiscard]] std::uint64_t lines_drawn() const noexcept { return lines_ ? lines_->lines() : 0; }

    /// The same for a program `terrain.view`, under both. The last view stays until the first of it is here.
    net::FrameRing& open_terrain(const FrameStream::Settings& settings);
    void forget_terrain();
    /// A tile of the terrain that is open: drawn where no view was cast yet.
    void put_tile(std::span<const std::byte> payload);
    /// Tiles that the last picture could have used.
    [[nodiscard]] const std::vector<model::TileAddress>& missing_tiles() const noexcept
    {
        return ground_.missing_tiles();
    }
    /// The place of the ground under a logical pixel of the view; nothing over the sky, or while the view on
    /// show is of another camera.
    [[nodiscard]] std::optional<glm::dvec3> ground_under(QPointF pixel) const;
    /// What lies over the ground; nothing: no longer.
    void lay_picture(std::optional<render::GroundSheet> picture);
    void lay_viewshed(std::optional<render::GroundSheet> viewshed);
    void set_overlay(std::shared_ptr<const render::GroundMarks> marks);
    void set_sight_marks(std::shared_ptr<const render::GroundMarks> marks);
    /// Puts the eye at a man's height over a place of the ground, looking level the way it looks.
    void look_from(glm::dvec3 place);
    void look_from_cursor();
    /// Metres; nothing where no tile tells.
    [[nodiscard]] std::optional<double> ground_height(glm::dvec2 place) const;
    /// What a view of the terrain should be of, to look as the picture does now, and its size in pixels.
    [[nodiscard]] render::TerrainPose terrain_pose() const;
    [[nodiscard]] std::array<std::uint32_t, 2> picture_size() const;

    /// What drawing counted since the start.
    struct Counters {
        std::uint64_t drawn = 0;    ///< pictures
        std::uint64_t repeats = 0;  ///< of them, pictures that brought no new frame
        std::uint64_t frames = 0;   ///< frames shown
        std::uint64_t dropped = 0;  ///< frames passed over, policy *latest*
    };
    [[nodiscard]] const Counters& counters() const noexcept { return counters_; }
    [[nodiscard]] const std::optional<ShownFrame>& shown() const noexcept { return shown_; }
    /// Share of the ring's slots that hold frames not yet taken, 0 to 1.
    [[nodiscard]] double ring_fill() const noexcept;
    /// "mapped", or "plain: " and why; empty before the first stream.
    [[nodiscard]] QString slot_path() const;
    /// Such as "OpenGL 4.5, llvmpipe"; empty until the window is shown.
    [[nodiscard]] const QString& driver() const noexcept { return driver_; }

    /// Of the present camera and size; for tests too.
    [[nodiscard]] render::ViewTransform view_transform() const;
    [[nodiscard]] const render::Scene& scene() const noexcept { return scene_; }
    [[nodiscard]] const Drawings& drawings() const noexcept { return drawings_; }
    void fit_camera();
    void look_along(float yaw_radians, float pitch_radians);
    [[nodiscard]] render::CameraView camera() const { return camera_.view(); }
    void set_camera(const render::CameraView& camera);
    [[nodiscard]] Navigation navigation() const noexcept { return gestures_.navigation(); }
    void set_navigation(Navigation navigation);
    [[nodiscard]] QImage picture();
    /// What stands in the middle while there is nothing to be seen.
    void set_hint(const std::string& hint);
    [[nodiscard]] const std::string& hint() const noexcept { return hint_; }

    /// Frames with a smaller interaction number have been outdated by a change; 0: none has.
    void expect_interaction(std::uint32_t interaction) noexcept { asked_ = interaction; }

    void frame_arrived();  ///< of any stream: there is something new to draw

Q_SIGNALS:
    void frame_shown(const farfield::app::ShownFrame& frame);
    /// An answer of lines is complete on the screen.
    void lines_shown(std::uint32_t interaction, std::uint64_t shown_ns);
    /// A new view of the terrain is on the screen.
    void terrain_shown(std::uint32_t interaction, std::uint64_t received_ns, std::uint64_t shown_ns);
    /// The cursor is over this place of the ground, or over none; and: it was clicked, without a drag.
    void ground_hovered(std::optional<glm::dvec3> place);
    void ground_clicked(glm::dvec3 place);
    void tiles_missing();  ///< see missing_tiles()
    void camera_moved();   ///< since the last picture, or the window has another size
    void navigation_changed();
    void slots_freed();  ///< the client should be told
    void cannot_draw(const QString& why);

protected:
    bool event(QEvent* event) override;
    void initializeGL() override;
    void paintGL() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void follow_model();
    void take_dataset(bool kept_settings);
    void take_colours();
    void take_rakes();
    void take_vertical_scale();
    void take_terrain(bool same);
    void fly();
    void show_cursor();
    void stay_above_ground();
    void circle_what_is_ahead();
    void take_ground();
    void tell_hovered();
    void describe_picture();
    void describe_drawings();
    void make_glyphs();
    void make_gl_objects();
    void drop_gl_objects();
    [[nodiscard]] std::optional<net::FrameRing::Taken> take_frame();
    void take_lines();
    void draw_scene();
    void release_slots();
    void swapped();
    [[nodiscard]] render::Viewport viewport() const;

    SessionModel& model_;
    render::OrbitCamera camera_;
    ViewGestures gestures_;
    render::Scene scene_;
    Drawings drawings_;  ///< that the scene shows
    std::unique_ptr<render::SceneRenderer> renderer_;
    std::unique_ptr<FrameStream> stream_;  ///< what is shown
    std::unique_ptr<FrameStream> next_;    ///< opened, no frame yet
    std::unique_ptr<LineStream> lines_;
    GroundPicture ground_;
    std::optional<net::FrameInfo> ground_drawing_;  ///< of a new view, drawn, not yet shown
    QPointF pressed_at_, cursor_;
    bool hovers_nothing_ = false;  ///< the cursor came to no ground that a view tells of
    std::optional<std::pair<render::CameraView, render::Viewport>> seen_;  ///< by the last picture
    std::optional<std::uint32_t> lines_drawing_;  ///< interaction of a complete answer, drawn, not yet shown
    std::optional<ShownFrame> drawing_;           ///< drawn, not yet handed to the display
    std::optional<ShownFrame> shown_;
    Counters counters_;
    std::uint32_t asked_ = 0;
    FlightKeys flight_keys_;
    QTimer flight_timer_;
    std::uint64_t flown_until_ns_ = 0;
    QTimer release_timer_;
    QString driver_;
    render::GlyphAtlas glyphs_;
    float glyph_ratio_ = 0.0F;   ///< that glyphs_ were made for
    bool glyphs_known_ = false;  ///< to the renderer
    std::string hint_;
    bool fit_wanted_ = true;
};

}  // namespace farfield::app
