#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "model/data/terrain_info.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "net/message/control_messages.h"
#include "render/scene/styles.h"

namespace farfield::app {

struct ParticleSettings {
    double step = 0.01;
    std::uint32_t steps_per_frame = 1;
    std::uint32_t max_age_frames = 200;
    std::string scalar = "speed";
    bool developed = true;
    model::ProgramTime time = {};  ///< of an unsteady dataset
    friend bool operator==(const ParticleSettings&, const ParticleSettings&) = default;
};

/// Streamlines and their kin, from the same rakes as the particles.
struct LineSettings {
    bool shown = false;
    model::LineKind kind = model::LineKind::Streamline;
    model::LineDirection direction = model::LineDirection::Forward;
    model::LineIntegrator integrator = model::LineIntegrator::Rk4;
    double step = 0.01;
    std::uint32_t steps = 200;
    std::uint32_t release_steps = 10;  ///< of streaklines and timelines
    friend bool operator==(const LineSettings&, const LineSettings&) = default;
};

struct ColourSettings {
    render::ColourMap map = render::ColourMap::Viridis;
    bool particles_shown = true;
    bool automatic_range = true;
    render::ScalarRange manual_range;
    float point_size = 4.0F;          ///< logical pixels
    std::uint32_t trail_frames = 24;  ///< wanted; a stream may hold fewer
    friend bool operator==(const ColourSettings&, const ColourSettings&) = default;
};

struct PlaybackSettings {
    bool paused = false;
    double rate = 60.0;  ///< frames a second; 0: as fast as they come
    net::Policy policy = net::Policy::Latest;
    friend bool operator==(const PlaybackSettings&, const PlaybackSettings&) = default;
};

/// The ground, and how it is drawn.
struct TerrainSettings {
    render::TerrainStyle style;
    double detail = 1.0;  ///< pixels; 0: exact
    bool curved = false;
    double refraction = 0.13;
    double views_per_second = 20.0;  ///< wanted while the camera moves; views become smaller to hold it
    friend bool operator==(const TerrainSettings&, const TerrainSettings&) = default;
};

/// What is asked about sight over the ground, with the mouse.
enum class SightTool {
    None,
    Line,     ///< from the place clicked to the one under the cursor
    Viewshed  ///< what is seen from the place under the cursor, or the one clicked
};

struct SightSettings {
    SightTool tool = SightTool::None;
    double eye_height = 2.0;     ///< metres above the ground
    double target_height = 0.0;  ///< likewise
    double radius = 10'000.0;    ///< metres, of viewsheds
    friend bool operator==(const SightSettings&, const SightSettings&) = default;
};

/// What the user works on, and what the node said about it: one place that docks, view and stream control
/// read and change. Every setter emits its signal when, and only when, something changed. Threads: the GUI's.
class SessionModel : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const std::vector<net::DatasetEntry>& datasets() const noexcept { return datasets_; }
    [[nodiscard]] const std::optional<net::DatasetInfo>& dataset() const noexcept { return dataset_; }
    [[nodiscard]] const std::vector<model::Rake>& rakes() const noexcept { return rakes_; }
    [[nodiscard]] std::optional<std::size_t> selected_rake() const noexcept { return selected_rake_; }
    [[nodiscard]] const ParticleSettings& particles() const noexcept { return particles_; }
    [[nodiscard]] const LineSettings& lines() const noexcept { return lines_; }
    [[nodiscard]] const ColourSettings& colour() const noexcept { return colour_; }
    [[nodiscard]] const PlaybackSettings& playback() const noexcept { return playback_; }
    /// z is drawn so many times as long as it is.
    [[nodiscard]] double vertical_scale() const noexcept { return vertical_scale_; }
    /// The node's last answer about the running program; nothing when none runs.
    [[nodiscard]] const std::optional<net::ProgramState>& program() const noexcept { return program_; }

    [[nodiscard]] const std::vector<model::TerrainEntry>& terrains() const noexcept { return terrains_; }
    [[nodiscard]] const std::optional<model::TerrainDescription>& terrain() const noexcept
    {
        return terrain_;
    }
    [[nodiscard]] const TerrainSettings& terrain_settings() const noexcept { return terrain_settings_; }
    [[nodiscard]] const SightSettings& sight() const noexcept { return sight_; }

    /// True where rakes and settings may be changed: a dataset is open and is not a recording.
    [[nodiscard]] bool editable() const noexcept;
    /// Of all rakes together; the largest number where it would not fit.
    [[nodiscard]] std::uint64_t particle_count() const noexcept;
    /// The scalar that is drawn, as the node or else the dataset describes it.
    [[nodiscard]] net::ScalarInfo scalar() const;
    /// The ends of the colour map: manual, or the scalar's own; 0 to 1 until that is known.
    [[nodiscard]] render::ScalarRange colour_range() const;

    void set_datasets(std::vector<net::DatasetEntry> datasets);
    /// keep_settings: rakes and settings stay (the same dataset after a reconnection); else they become what
    /// it suggests.
    void set_dataset(net::DatasetInfo info, bool keep_settings);
    /// Those of time: another velocity may be many times as fast.
    void take_suggested_steps();
    void add_rake(const model::Rake& rake);  ///< and selects it
    void change_rake(std::size_t index, const model::Rake& rake);
    void remove_rake(std::size_t index);
    void select_rake(std::optional<std::size_t> index);
    /// Another scalar is coloured by its own range: one that was chosen for the last would hide it.
    void set_particles(const ParticleSettings& settings);
    void set_lines(const LineSettings& settings);
    void set_colour(const ColourSettings& settings);
    void set_playback(const PlaybackSettings& settings);
    void set_vertical_scale(double scale);
    void set_program(std::optional<net::ProgramState> program);
    /// No dataset is open any more, and nothing of it is left.
    void clear_dataset();
    void set_terrains(std::vector<model::TerrainEntry> terrains);
    /// Another terrain's heights are coloured from its lowest to its highest; of the one that is open already
    /// (after a reconnection) the settings stay.
    void set_terrain(std::optional<model::TerrainDescription> terrain);
    void set_terrain_settings(const TerrainSettings& settings);
    void set_sight(const SightSettings& settings);

Q_SIGNALS:
    void datasets_changed();
    void dataset_changed(bool kept_settings);
    void rakes_changed();
    void selection_changed();
    void particles_changed();
    void lines_changed();
    void colour_changed();
    void playback_changed();
    void vertical_scale_changed();
    void program_changed();
    void terrains_changed();
    void terrain_changed(bool same);  ///< it is the one that was open, opened again
    void terrain_settings_changed();
    void sight_changed();

private:
    void take_suggestions();

    std::vector<net::DatasetEntry> datasets_;
    std::optional<net::DatasetInfo> dataset_;
    std::vector<model::Rake> rakes_;
    std::optional<std::size_t> selected_rake_;
    ParticleSettings particles_;
    LineSettings lines_;
    ColourSettings colour_;
    PlaybackSettings playback_;
    double vertical_scale_ = 1.0;
    std::optional<net::ProgramState> program_;
    std::vector<model::TerrainEntry> terrains_;
    std::optional<model::TerrainDescription> terrain_;
    TerrainSettings terrain_settings_;
    SightSettings sight_;
};

}  // namespace farfield::app
