#pragma once

#include <QImage>
#include <QOpenGLWidget>
#include <QTimer>
#include <memory>
#include <string>

#include "app/layers/particle_layer.h"
#include "app/layers/terrain_layer.h"
#include "app/show/layer_set.h"
#include "app/viewer/session/frame_figures.h"
#include "app/viewer/view/flight_keys.h"
#include "app/viewer/view/view_gestures.h"
#include "render/layers/scene_renderer.h"
#include "render/primitives/glyph_atlas.h"

namespace farfield::app {

class SessionModel;

/// The picture: draws the newest frame, and the user's moves of camera and rakes, without ever waiting
/// for the node. It draws only when something changed. Owns all OpenGL objects of the window.
///
/// Threads: the GUI's.
class FlowView : public QOpenGLWidget {
    Q_OBJECT

public:
    explicit FlowView(SessionModel& model, QWidget* parent = nullptr);
    ~FlowView() override;

    /// Sets the layers to draw; null: none. They outlive the view, except for their OpenGL objects.
    void set_layers(LayerSet* layers);
    [[nodiscard]] const LayerSet* layers() const noexcept { return layers_; }
    [[nodiscard]] std::uint64_t lines_drawn() const;
    /// Tiles that would have refined the last picture of the ground.
    [[nodiscard]] std::vector<model::TileAddress> missing_tiles() const;
    /// Place of the ground under a logical pixel of the view; nullopt in the sky, or while the view on
    /// show has another camera.
    [[nodiscard]] std::optional<glm::dvec3> ground_under(QPointF pixel) const;
    /// Lays a viewshed over the ground; nullopt: removes it.
    void lay_viewshed(std::optional<render::RasterOverlay> viewshed);
    void set_sight_annotations(std::shared_ptr<const render::GroundAnnotations> annotations);
    /// Moves the eye to a man's height over a place of the ground, looking level in its present direction.
    void look_from(glm::dvec3 place);
    void look_from_cursor();
    /// Height in metres; nullopt where no tile covers the place.
    [[nodiscard]] std::optional<double> ground_height(glm::dvec2 place) const;
    /// Pose and pixel size of a view of the terrain that looks like the present picture.
    [[nodiscard]] model::Pose terrain_pose() const;
    [[nodiscard]] std::array<std::uint32_t, 2> picture_size() const;

    /// Counts of drawing since the start.
    struct Counters {
        std::uint64_t drawn = 0;    ///< pictures
        std::uint64_t repeats = 0;  ///< of these, pictures without a new frame
        std::uint64_t frames = 0;   ///< frames shown
        std::uint64_t dropped = 0;  ///< frames passed over, policy *latest*
    };
    [[nodiscard]] const Counters& counters() const noexcept { return counters_; }
    [[nodiscard]] const std::optional<ShownFrame>& shown() const noexcept { return shown_; }
    /// Share of the ring's slots that hold frames not yet taken, 0 to 1.
    [[nodiscard]] double ring_fill() const noexcept;
    /// Path of slots to the GPU: "mapped", or "plain: " and the reason; empty before the first stream.
    [[nodiscard]] QString slot_path() const;
    /// Driver and version, such as "OpenGL 4.5, llvmpipe"; empty until the window is shown.
    [[nodiscard]] const QString& driver() const noexcept { return driver_; }

    /// Transform of the present camera and size; for tests too.
    [[nodiscard]] render::ViewTransform view_transform() const;
    [[nodiscard]] const render::Scene& scene() const noexcept { return scene_; }
    /// The first drawing of a type in the picture; null: none. For tests, too.
    template <class Drawing>
    [[nodiscard]] const Drawing* drawing() const
    {
        for (const render::Drawing* each : scene_.drawings)
            if (const auto* found = dynamic_cast<const Drawing*>(each)) return found;
        return nullptr;
    }
    void fit_camera();
    void look_along(float yaw_radians, float pitch_radians);
    void look_at(const render::Bounds& box);  ///< in the scene
    void look_at_domain();                    ///< as a whole, from its first view (first_view.h)
    [[nodiscard]] render::CameraView camera() const { return camera_.view(); }
    void set_camera(const render::CameraView& camera);
    [[nodiscard]] Navigation navigation() const noexcept { return gestures_.navigation(); }
    void set_navigation(Navigation navigation);
    [[nodiscard]] QImage picture();
    /// Sets the text in the middle of a view that has nothing to draw.
    void set_hint(const std::string& hint);
    /// Sets the height in pixels of the top that is covered; colour bars keep away from it.
    void set_covered(int pixels)
    {
        scene_.covered = static_cast<float>(pixels);
        update();
    }
    [[nodiscard]] int covered() const noexcept { return static_cast<int>(scene_.covered); }
    [[nodiscard]] const std::string& hint() const noexcept { return hint_; }

    void frame_arrived();  ///< on any stream: a new picture is due
    /// Draws rakes anew, after their places in the scene changed.
    void places_changed() { take_rakes(); }

Q_SIGNALS:
    void frame_shown(const farfield::app::ShownFrame& frame);
    /// A complete answer of lines is on the screen.
    void lines_shown(std::uint32_t interaction, std::uint64_t shown_ns);
    /// A new view of the terrain is on the screen.
    void terrain_shown(std::uint32_t interaction, std::uint64_t received_ns, std::uint64_t shown_ns);
    /// The cursor moved over the view, without a button, to this logical pixel.
    void hovered(QPointF pixel);
    /// The cursor moved over this place of the ground, or over none; it was clicked there, without a drag.
    void ground_hovered(std::optional<glm::dvec3> place);
    void ground_clicked(glm::dvec3 place);
    void camera_moved();  ///< since the last picture, or the window's size changed
    void navigation_changed();
    void gl_made();  ///< layers can make their rings
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
    void take_rakes();
    void take_vertical_scale();
    void take_terrain(bool same);
    void fly();
    void show_cursor();
    void stay_above_ground();
    void circle_what_is_ahead();
    void follow_plane();
    void follow_reach();
    void report_hovered();
    void describe_picture();
    void make_glyphs();
    void make_gl_objects();
    void drape(Drape& drape) const;
    void drop_gl_objects();
    [[nodiscard]] bool take_frames();
    [[nodiscard]] const ParticleLayer* particles() const;
    [[nodiscard]] const TerrainLayer* ground() const;
    void draw_scene();
    void release_slots();
    void swapped();
    [[nodiscard]] render::Viewport viewport() const;

    SessionModel& model_;
    render::OrbitCamera camera_;
    ViewGestures gestures_;
    render::Scene scene_;
    std::unique_ptr<render::SceneRenderer> renderer_;
    LayerSet* layers_ = nullptr;
    std::optional<render::RasterOverlay> tool_viewshed_;
    std::shared_ptr<const render::GroundAnnotations> tool_annotations_;
    QPointF pressed_at_, cursor_;
    bool hovers_nothing_ = false;  ///< the cursor's ground is not known to a view
    std::optional<std::pair<render::CameraView, render::Viewport>> seen_;  ///< by the last picture
    std::optional<ShownFrame> drawing_;  ///< drawn, not yet handed to the display
    std::optional<ShownFrame> shown_;
    Counters counters_;
    FlightKeys flight_keys_;
    QTimer flight_timer_;
    std::uint64_t flown_until_ns_ = 0;
    QTimer release_timer_, moving_timer_;
    QString driver_;
    render::GlyphAtlas glyphs_;
    float glyph_ratio_ = 0.0F;   ///< pixel ratio of glyphs_
    bool glyphs_known_ = false;  ///< to the renderer
    std::string hint_;
    bool fit_wanted_ = true;
    std::optional<render::CameraView> fitted_view_;  ///< of the last fit
    std::optional<render::CameraView> plane_view_;   ///< of a whole scene of entities alone
};

}  // namespace farfield::app
