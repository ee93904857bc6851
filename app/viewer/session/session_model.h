#pragma once

#include <QObject>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/viewer/session/undo_stack.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/document/document.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "model/programs/program_answer.h"
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

/// Ids of the data and layers of a document that the docks edit.
struct EditedIds {
    std::string flow = "flow", ground = "ground", particles = "particles-1", lines = "lines-1",
                terrain = "terrain-1", picture = "picture-1", overlay = "overlay-1";
};

/// The document that the user works on, and the node's descriptions of it: the one place that docks, view and
/// controls read and change. Docks edit one layer of each kind; the members below are of these. Every setter
/// emits its signal when, and only when, something changed, and then document_changed(). Threads: the GUI's.
class SessionModel : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const EditedIds& edited() const noexcept { return edited_; }

    [[nodiscard]] const model::Document& document() const noexcept { return document_; }
    /// Takes a document over that was read or is an earlier one. Descriptions stay; data_wanted() follows
    /// where the node has to open other data for it.
    void take_document(const model::Document& document);
    /// A text for the menu; null: there is nothing to undo, or to redo.
    [[nodiscard]] const std::string* undo_label() const noexcept
    {
        return undo_stack_.history().undo_label();
    }
    [[nodiscard]] const std::string* redo_label() const noexcept
    {
        return undo_stack_.history().redo_label();
    }
    void undo()
    {
        if (const auto earlier = undo_stack_.undo(document_)) take_document(*earlier);
    }
    void redo()
    {
        if (const auto later = undo_stack_.redo(document_)) take_document(*later);
    }
    /// Changes between these are undone as one.
    void begin_gesture() { undo_stack_.begin_gesture(); }
    void end_gesture() { undo_stack_.end_gesture(); }
    /// The time of the user's newest action; 0: none since the last call.
    [[nodiscard]] std::uint64_t take_action() { return std::exchange(acted_ns_, 0); }

    [[nodiscard]] const std::vector<model::DatasetEntry>& datasets() const noexcept { return datasets_; }
    [[nodiscard]] const std::optional<model::DatasetInfo>& dataset() const noexcept { return dataset_; }
    [[nodiscard]] const std::vector<model::Rake>& rakes() const noexcept { return rakes_; }
    [[nodiscard]] std::optional<std::size_t> selected_rake() const noexcept { return selected_rake_; }
    [[nodiscard]] const ParticleSettings& particles() const noexcept { return particles_; }
    [[nodiscard]] const LineSettings& lines() const noexcept { return lines_; }
    [[nodiscard]] const ColourSettings& colour() const noexcept { return colour_; }
    [[nodiscard]] const PlaybackSettings& playback() const noexcept { return playback_; }
    /// z is drawn so many times as long as it is.
    [[nodiscard]] double vertical_scale() const noexcept { return vertical_scale_; }
    /// The node's last answer about the running program; nothing when none runs.
    [[nodiscard]] const std::optional<model::ProgramAnswer>& program() const noexcept { return program_; }

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
    [[nodiscard]] model::ScalarInfo scalar() const;
    /// The ends of the colour map: manual, or the scalar's own; 0 to 1 until that is known.
    [[nodiscard]] render::ScalarRange colour_range() const;

    void set_datasets(std::vector<model::DatasetEntry> datasets);
    /// keep_settings: rakes and settings stay (the same dataset after a reconnection); else they become what
    /// it suggests.
    void set_dataset(model::DatasetInfo info, bool keep_settings);
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
    void set_program(std::optional<model::ProgramAnswer> program);
    /// No dataset is open any more, and nothing of it is left.
    void clear_dataset();
    void set_terrains(std::vector<model::TerrainEntry> terrains);
    /// Another terrain's heights are coloured from its lowest to its highest; of the one that is open already
    /// (after a reconnection) the settings stay.
    void set_terrain(std::optional<model::TerrainDescription> terrain);
    void set_terrain_settings(const TerrainSettings& settings);
    void set_sight(const SightSettings& settings);
    /// A georeferenced image, and lines and places, on the ground; empty: none.
    void set_picture(const std::string& file) { set_file(edited_.picture, "picture", file); }
    void set_overlay(const std::string& file) { set_file(edited_.overlay, "overlay", file); }
    [[nodiscard]] std::string picture() const { return file_of(edited_.picture); }
    [[nodiscard]] std::string overlay() const { return file_of(edited_.overlay); }

Q_SIGNALS:
    void document_changed();
    void history_changed();
    /// The document names other data than what is open; an empty name: none.
    void data_wanted(const std::string& dataset, const std::string& velocity, const std::string& terrain);
    void cover_changed();  ///< picture() or overlay()
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
    [[nodiscard]] std::string file_of(const std::string& layer) const;
    void set_file(const std::string& layer, const char* kind, const std::string& file);
    void write_flow();
    void write_ground();
    void read_flow();
    void name_rakes();
    /// Brings the document in step with the members and keeps the change under this label.
    void record(const char* label);
    void record(const char* label, const model::Document& before);
    void emit_all();

    model::Document document_;
    EditedIds edited_;
    std::vector<std::string> rake_ids_;  ///< [rakes]
    bool lacks_suggestions_ = false;     ///< the document leaves rakes or steps to the dataset's suggestion
    UndoStack undo_stack_;
    std::uint64_t acted_ns_ = 0;

    std::vector<model::DatasetEntry> datasets_;
    std::optional<model::DatasetInfo> dataset_;
    std::vector<model::Rake> rakes_;
    std::optional<std::size_t> selected_rake_;
    ParticleSettings particles_;
    LineSettings lines_;
    ColourSettings colour_;
    PlaybackSettings playback_;
    double vertical_scale_ = 1.0;
    std::optional<model::ProgramAnswer> program_;
    std::vector<model::TerrainEntry> terrains_;
    std::optional<model::TerrainDescription> terrain_;
    TerrainSettings terrain_settings_;
    SightSettings sight_;
};

}  // namespace farfield::app
