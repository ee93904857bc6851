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

/// The picture: draws the newest frame, and whatever the user does to camera and rakes, without ever waiting
/// for the node. It draws only when something changed. Owns all OpenGL objects of the window.
///
/// Threads: the GUI's.
class FlowView : public QOpenGLWidget {
    Q_OBJECT

public:
    explicit FlowView(SessionModel& model, QWidget* parent = nullptr);
    ~FlowView() override;

    /// The layers that are drawn; null: none. They outlive the view, but for what OpenGL they hold.
    void set_layers(LayerSet* layers);
    [[nodiscard]] const LayerSet* layers() const noexcept { return layers_; }
    [[nodiscard]] std::uint64_t lines_drawn() const;
    /// Tiles that the last picture of the ground could have used.
    [[nodiscard]] std::vector<model::TileAddress> missing_tiles() const;
    /// The place of the ground under a logical pixel of the view; nothing over the sky, or while the view on
    /// show is of another camera.
    [[nodiscard]] std::optional<glm::dvec3> ground_under(QPointF pixel) const;
    /// What lies over the ground; nothing: no longer.
    void lay_viewshed(std::optional<render::RasterOverlay> viewshed);
    void set_sight_annotations(std::shared_ptr<const render::GroundAnnotations> annotations);
    /// Puts the eye at a man's height over a place of the ground, looking level the way it looks.
    void look_from(glm::dvec3 place);
    void look_from_cursor();
    /// Metres; nothing where no tile tells.
    [[nodiscard]] std::optional<double> ground_height(glm::dvec2 place) const;
    /// What a view of the terrain should be of, to look as the picture does now, and its size in pixels.
    [[nodiscard]] model::Pose terrain_pose() const;
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
    void look_at_domain();                    ///< as a whole, from where it is seen at first (first_view.h)
    [[nodiscard]] render::CameraView camera() const { return camera_.view(); }
    void set_camera(const render::CameraView& camera);
    [[nodiscard]] Navigation navigation() const noexcept { return gestures_.navigation(); }
    void set_navigation(Navigation navigation);
    [[nodiscard]] QImage picture();
    /// What stands in the middle while there is nothing to be seen.
    void set_hint(const std::string& hint);
    /// So many pixels of its top lie below something else; colour bars keep away from there.
    void set_covered(int pixels)
    {
        scene_.covered = static_cast<float>(pixels);
        update();
    }
    [[nodiscard]] int covered() const noexcept { return static_cast<int>(scene_.covered); }
    [[nodiscard]] const std::string& hint() const noexcept { return hint_; }

    void frame_arrived();  ///< of any stream: there is something new to draw
    /// The scene lies elsewhere: rakes are drawn anew.
    void places_changed() { take_rakes(); }

Q_SIGNALS:
    void frame_shown(const farfield::app::ShownFrame& frame);
    /// An answer of lines is complete on the screen.
    void lines_shown(std::uint32_t interaction, std::uint64_t shown_ns);
    /// A new view of the terrain is on the screen.
    void terrain_shown(std::uint32_t interaction, std::uint64_t received_ns, std::uint64_t shown_ns);
    /// The cursor moved over the view, without a button: where it is, in logical pixels.
    void hovered(QPointF pixel);
    /// The cursor is over this place of the ground, or over none; and: it was clicked, without a drag.
    void ground_hovered(std::optional<glm::dvec3> place);
    void ground_clicked(glm::dvec3 place);
    void camera_moved();  ///< since the last picture, or the window has another size
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
    void take_colours();
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
    bool hovers_nothing_ = false;  ///< the cursor came to no ground that a view tells of
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
    float glyph_ratio_ = 0.0F;   ///< that glyphs_ were made for
    bool glyphs_known_ = false;  ///< to the renderer
    std::string hint_;
    bool fit_wanted_ = true;
    std::optional<render::CameraView> fitted_view_;  ///< of the last fit
    std::optional<render::CameraView> plane_view_;   ///< of all of a scene of entities alone
};

}  // namespace farfield::app
