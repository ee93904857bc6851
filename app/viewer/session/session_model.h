#pragma once

#include <QColor>
#include <QObject>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/viewer/session/edited_layers.h"
#include "app/viewer/session/sight_settings.h"
#include "app/viewer/session/undo_stack.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/document/document.h"
#include "model/layers/line_kind.h"
#include "model/layers/particle_kind.h"
#include "model/layers/terrain_kind.h"
#include "model/programs/program_answer.h"
#include "render/scene/styles.h"

namespace farfield::app {

/// The user's document, and the node's descriptions of its data: the single source that docks, view and
/// controls read and change. Docks edit one layer of each kind (edited_layers.h); settings below are read
/// from these, with the dataset's suggestions where they leave something open, and written to these. A setter
/// that changes the document emits document_changed(), another does not. Threads: the GUI's.
class SessionModel : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const EditedIds& edited() const noexcept { return edited_; }
    /// Id of the selected layer; docks edit it, and not the lowest of its kind, where it is on the data that
    /// they edit. Empty: none is selected.
    [[nodiscard]] const std::string& selected_layer() const noexcept { return selected_layer_; }
    /// Selects a layer; an unknown id: none.
    void select_layer(const std::string& id);
    /// Replaces the document by the user's changed one, which can be undone under this label.
    void change_document(const char* label, const model::Document& to);
    /// Changes the document without its data, which can be undone under this label; null: which cannot.
    void change(const char* label, const std::function<void(model::Document&)>& edit);
    /// A new id for a layer of a kind.
    [[nodiscard]] std::string new_layer_id(const std::string& kind) const;

    [[nodiscard]] const model::Document& document() const noexcept { return document_; }
    /// Takes over a document that was read or is an earlier one. The descriptions of edited data stay until
    /// the node has opened those that it names; where it names none, they go.
    void take_document(const model::Document& document);
    /// Takes over a document that another member of the session has changed by this patch, which cannot be
    /// undone here. The camera and the output remain the user's own.
    void take_others(model::Document document, const model::Json& patch);
    /// True when the newest change was another member's; false from then on.
    [[nodiscard]] bool take_others_action() { return std::exchange(others_acted_, false); }
    /// Sets whether the user only watches a session of others: changes of the document are then refused by
    /// change_refused(), and the document is shown as it is.
    void set_watching(bool watches);
    [[nodiscard]] bool is_watching() const noexcept { return is_watching_; }
    void refuse_change();
    /// Sets the rakes, by id, that other members of the session hold, and their colours.
    void set_held_rakes(std::map<std::string, QColor> held);
    /// Colour of the member that holds this rake; null: no other member does.
    [[nodiscard]] const QColor* holder_of(std::size_t rake) const;
    /// Id of the selected rake; empty: none is selected, or the dataset suggests it.
    [[nodiscard]] std::string selected_rake_id() const;
    /// Menu text for the next undo or redo; null: there is none.
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
        if (is_watching_) return refuse_change();
        if (const auto earlier = undo_stack_.undo(document_)) take_undone(*earlier);
    }
    void redo()
    {
        if (is_watching_) return refuse_change();
        if (const auto later = undo_stack_.redo(document_)) take_undone(*later);
    }
    /// Begins a gesture, the changes of which are undone as one. rake: id of the dragged rake, which others
    /// cannot change meanwhile; empty: none, or one that the dataset suggests.
    void begin_gesture(const std::string& rake = {})
    {
        undo_stack_.begin_gesture();
        Q_EMIT gesture_began(rake);
    }
    void end_gesture()
    {
        undo_stack_.end_gesture();
        Q_EMIT gesture_ended();
    }
    /// Ends the gesture although the user goes on: another member holds the dragged rake.
    void break_gesture();
    /// Emits held_touched(): the user tried to drag a rake that another member holds.
    void touch_held(std::size_t rake);
    /// Time of the user's newest action; 0: none since the last call.
    [[nodiscard]] std::uint64_t take_action() { return std::exchange(acted_ns_, 0); }

    [[nodiscard]] const std::vector<model::DatasetEntry>& datasets() const noexcept { return datasets_; }
    [[nodiscard]] const std::optional<model::DatasetInfo>& dataset() const noexcept { return dataset_; }
    /// Rakes of the edited layer; those that the dataset suggests where it names none.
    [[nodiscard]] std::vector<model::Rake> rakes() const;
    [[nodiscard]] std::optional<std::size_t> selected_rake() const noexcept { return selected_rake_; }
    /// True for a layer that is there and visible.
    [[nodiscard]] bool shows(const std::string& layer) const;
    /// Parameters of the edited particles; step and time are the clock's where they follow it.
    [[nodiscard]] model::ParticleLayerParams particles() const;
    [[nodiscard]] model::ParticleStyle particle_style() const;
    [[nodiscard]] model::LineLayerParams lines() const;
    [[nodiscard]] FlowColours colours() const { return colours_of(document_, edited_); }
    /// Pace of pictures in the window.
    [[nodiscard]] model::Pace pace() const { return model::pace_of(document_.clock, model::Use::Window); }
    [[nodiscard]] bool is_paused() const { return !document_.clock.playing; }
    /// Factor by which z is drawn longer.
    [[nodiscard]] double vertical_scale() const;
    /// The node's last answer about the running program; nullopt while none runs.
    [[nodiscard]] const std::optional<model::ProgramAnswer>& program() const noexcept { return program_; }

    [[nodiscard]] const std::vector<model::TerrainEntry>& terrains() const noexcept { return terrains_; }
    [[nodiscard]] const std::optional<model::TerrainDescription>& terrain() const noexcept
    {
        return terrain_;
    }
    [[nodiscard]] model::TerrainLayerParams terrain_params() const;
    [[nodiscard]] model::TerrainStyle terrain_style() const;
    [[nodiscard]] const SightSettings& sight() const noexcept { return sight_; }

    /// True where rakes and settings may be changed: a dataset is open and is not a recording.
    [[nodiscard]] bool editable() const noexcept;
    /// Particles of all rakes together; the largest number where the sum would not fit.
    [[nodiscard]] std::uint64_t particle_count() const;
    /// The drawn scalar, as the node's program or else the dataset describes it.
    [[nodiscard]] model::ScalarInfo scalar() const;
    /// Ends of the colour map: manual, or the scalar's own; 0 to 1 until that is known.
    [[nodiscard]] render::ScalarRange colour_range() const;

    void set_datasets(std::vector<model::DatasetEntry> datasets);
    /// keep_settings: rakes and settings stay (the same dataset after a reconnection); else they become those
    /// that it suggests. label: of the change, which can be undone, where settings stay; null: not undone.
    void set_dataset(model::DatasetInfo info, bool keep_settings, const char* label = nullptr);
    /// Takes the suggested time steps: another velocity may be many times as fast.
    void take_suggested_steps();
    /// Replaces all rakes by those that another part of the dataset suggests, where none has been moved.
    void take_suggested_rakes();
    void add_rake(const model::Rake& rake);  ///< and selects it
    void change_rake(std::size_t index, const model::Rake& rake);
    void remove_rake(std::size_t index);
    void select_rake(std::optional<std::size_t> index);
    /// Shows or hides a layer; shows new particles or lines where the edited ones are not there yet.
    void set_shown(const std::string& layer, bool shown);
    /// Sets parameters of the edited particles. Step and time are the clock's where they follow it.
    void set_particles(const model::ParticleLayerParams& params);
    void set_particle_style(const model::ParticleStyle& style);
    void set_lines(const model::LineLayerParams& params);
    /// Sets colours. Another scalar gets its own range: one chosen for the last would hide it.
    void set_colours(FlowColours colours);
    void set_clock(const model::Clock& clock);
    void set_vertical_scale(double scale);
    void set_program(std::optional<model::ProgramAnswer> program);
    /// Closes the dataset and removes it from the document.
    void clear_dataset();
    void set_terrains(std::vector<model::TerrainEntry> terrains);
    /// Sets the terrain. Another one is coloured from its lowest to its highest height; one that was open
    /// already (after a reconnection) keeps its settings.
    void set_terrain(std::optional<model::TerrainDescription> terrain);
    void set_terrain_params(const model::TerrainLayerParams& params);
    void set_terrain_style(const model::TerrainStyle& style);
    void set_sight(const SightSettings& settings);
    /// Sets a georeferenced image, or lines and places, on the ground; empty: none.
    void set_picture(const std::string& file) { set_file(edited_.picture, "picture", file); }
    void set_overlay(const std::string& file) { set_file(edited_.overlay, "overlay", file); }
    [[nodiscard]] std::string picture() const { return file_of(edited_.picture); }
    [[nodiscard]] std::string overlay() const { return file_of(edited_.overlay); }

Q_SIGNALS:
    void document_changed();
    void gesture_began(const std::string& rake);
    void gesture_ended();
    void gesture_broken();
    void held_touched(const std::string& rake);
    void watching_changed();
    void change_refused();  ///< the user watches
    void held_changed();
    void history_changed();
    void undone_in_part();  ///< later changes of others stayed
    void datasets_changed();
    void dataset_changed(bool kept_settings);
    void selection_changed();
    void program_changed();
    void terrains_changed();
    void terrain_changed(bool same);  ///< same: the open one, opened again
    void sight_changed();

private:
    void take_undone(const model::Document& document);
    void take_document_at(const model::Document& document, std::uint64_t acted_ns);
    /// The description of the document's dataset; null while another one, or none, is open.
    [[nodiscard]] const model::DatasetInfo* described() const;
    [[nodiscard]] bool is_on_clock() const;
    /// Ids of rakes(); none where the dataset suggests them.
    [[nodiscard]] std::vector<std::string> rake_ids() const;
    /// Adds a rake, which no layer uses so far. Returns its id.
    [[nodiscard]] std::string new_rake(model::Document& document, const model::Rake& rake) const;
    /// Gives rakes to the edited layer and to the other one that had the same; to new particles where there
    /// is neither.
    void set_rakes(model::Document& document, const std::vector<model::Rake>& rakes);
    void set_rake_ids(model::Document& document, const std::vector<std::string>& ids);
    /// Names rakes that were only suggested. Returns the ids of all.
    [[nodiscard]] std::vector<std::string> name_rakes(model::Document& document);
    /// Adds the edited particles, or lines, with the rakes and colours of the other.
    void add_flow_layer(model::Document& document, const std::string& id);
    /// Gives particles and lines what a newly opened dataset suggests.
    void begin_flow(model::Document& document, bool had_velocity);
    void suggest_steps(model::Document& document) const;
    /// Writes the open terrain into the document.
    void name_ground();
    /// Selects no rake where the selected one is not there any more.
    void forget_lost_rake();
    [[nodiscard]] std::string file_of(const std::string& layer) const;
    void set_file(const std::string& layer, const char* kind, const std::string& file);
    /// Forgets the descriptions of data that the document names no longer.
    void forget_closed();
    /// Removes data and all layers on them from the document.
    void forget_data(const char* label, const std::string& id);
    /// Label of a change that is not the user's, such as the node's description of a dataset that a document
    /// names.
    static constexpr const char* not_undone = nullptr;
    void record(const char* label, const model::Document& before);
    void emit_all();

    model::Document document_;
    EditedIds edited_;
    std::string selected_layer_;
    UndoStack undo_stack_;
    std::uint64_t acted_ns_ = 0;
    bool others_acted_ = false, is_watching_ = false;
    std::map<std::string, QColor> held_rakes_;

    std::vector<model::DatasetEntry> datasets_;
    std::optional<model::DatasetInfo> dataset_;
    std::optional<std::size_t> selected_rake_;
    std::optional<model::ProgramAnswer> program_;
    std::vector<model::TerrainEntry> terrains_;
    std::optional<model::TerrainDescription> terrain_;
    SightSettings sight_;
};

}  // namespace farfield::app
