#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/show/clock_of_layers.h"
#include "app/show/frame_of_layers.h"
#include "app/show/layer_table.h"
#include "app/show/relay_times.h"

namespace farfield::app {

/// Makes the layer of a kind.
using MakeLayer =
    std::function<std::unique_ptr<Layer>(std::string_view kind, const Stage& stage, model::Use use)>;

/// Layers of a document, in order, with their requests: keeps the node in step with the document, and fills
/// pictures. Layers of data that are not open make no requests; layers without data ask a relay, or read a
/// recording. Clock and frame of the scene are classes of their own (clock_of_layers.h, frame_of_layers.h).
/// Contexts: take() to release_finished() need the stage's GL context current. Threads: the link's.
class LayerSet {
public:
    struct Events {
        std::function<void()> arrived;  ///< results wait for take()
        std::function<void(const std::string& layer, const std::string& what)>
            problem;                                             ///< one line for the user
        std::function<void(const std::string& what)> remark;     ///< likewise, without a failure
        std::function<void(const std::string& layer)> solved;    ///< the node accepted a request
        std::function<void(const std::string& layer)> answered;  ///< to a program's start or change
        /// A program ended without a failure.
        std::function<void(const std::string& layer, const std::string& message)> ended;
    };
    using CameraAt = std::function<render::CameraView(std::uint64_t frame, double aspect)>;

    LayerSet(Link& link, Stage stage, model::Use use, MakeLayer make, Events events);
    ~LayerSet();

    /// Sets the link for layers without data, which show nothing before. Before follow(); outlives this.
    void set_relay(Link& relay);
    /// Asks the relay again: the relay behind a node is back, and may be another one.
    void ask_relay();

    /// Follows a changed document, or changed data. acted_ns: time of the user's action that led to it, or 0.
    void follow(const model::Document& document, const DataStore& data, std::uint64_t acted_ns = 0);
    /// Keeps ticking layers without requests until release_ticking(): a playback waits for the results of
    /// the others first. Before follow().
    void hold_ticking() { holds_ticking_ = true; }
    void release_ticking();
    /// Tells whether the user only watches a session: then other members change the programs.
    void set_watching(bool watches) { is_watching_ = watches; }
    /// Follows the moved eye of a window.
    void look(const Eye& eye, std::uint64_t acted_ns);
    /// Sets the cameras of a playback; before follow().
    void set_camera(CameraAt camera_at) { camera_at_ = std::move(camera_at); }
    [[nodiscard]] Stage& stage() noexcept { return stage_; }

    /// Follows the state of a link, the node's or the relay's.
    void link_changed(const Link& link);
    void program_ended(const Link& link, const Link::ProgramEnd& end);
    /// Notifications of the node, passed to every ProgramDriver.
    void program_updated(const ProgramChange& change);
    void program_outgrew(std::uint32_t stream);
    void others_acted();
    void send_missing();
    /// Sends requests again that were refused for lack of room; called now and then.
    void retry();

    /// Stops all programs and drops all rings and layers; follow() makes them again.
    void close();
    /// Sets a tool of the window, which lays more over terrains than layers do.
    void set_tool(std::function<void(Drape&)> drape) { tool_ = std::move(drape); }

    /// Takes received results. True when the picture changes.
    bool take(const ShowClock& clock);
    /// Takes the heights of the ground that layers ask for. True once all have arrived.
    [[nodiscard]] bool has_ground();
    /// Takes results of layers without data. True once each has some, and the scene has a place.
    bool take_of_relay();
    /// True when the picture changes from moment to moment.
    [[nodiscard]] bool is_moving() const;
    /// Moment of the recorded layers, or on a live clock of all, as of the last take(); nullopt: neither
    /// exists.
    [[nodiscard]] const std::optional<Moment>& moment() const noexcept { return clock_.moment(); }
    [[nodiscard]] ClockOfLayers& clock() noexcept { return clock_; }
    [[nodiscard]] const ClockOfLayers& clock() const noexcept { return clock_; }
    /// Starts programs anew on a live clock, at the time of now.
    void begin_live();
    /// Position of an entity in the picture of a tick; nullopt: unknown then.
    [[nodiscard]] std::optional<glm::dvec3> place_at(const model::EntityName& entity, std::uint64_t tick);
    /// True when a picture of a playback can be drawn: ticking layers have a frame, others their results.
    [[nodiscard]] bool is_ready() const;
    /// Sets the scene's drawings and legends.
    void describe(render::Scene& scene);
    /// Called after the draws.
    void drawn();
    void release_finished();
    /// A layer's part of a picture that became complete with it.
    struct Completed {
        const std::string* layer = nullptr;  ///< id of the layer
        Shown shown = {};
    };
    /// Parts completed by the pictures described since the last one that was on the screen.
    [[nodiscard]] const std::vector<Completed>& completed() const noexcept { return completed_; }
    /// Notes that the picture described last is on the screen.
    void shown(std::uint64_t shown_ns);

    /// The nearest position at which an active layer shows values, and the id of its data; nullopt: no hit.
    struct Probed {
        std::string data;
        ProbedPlace place;
    };
    [[nodiscard]] std::optional<Probed> probe(const render::Ray& ray) const;

    [[nodiscard]] const SceneFrame& frame() const noexcept { return frame_.frame(); }
    /// Open data by id; null: not open.
    [[nodiscard]] const OpenData* open_data(const std::string& id) const
    {
        return table_.data != nullptr ? table_.data->find(id) : nullptr;
    }
    /// True when the scene has layers without data only, and bounds of their entities are known.
    [[nodiscard]] bool has_plane() const noexcept { return frame_.has_plane(); }
    [[nodiscard]] const model::Document& document() const noexcept { return table_.document; }
    /// Ids of the present layers, in order.
    [[nodiscard]] const std::vector<std::string>& order() const noexcept { return table_.order; }
    /// Layer by id; null: none.
    [[nodiscard]] Layer* find(std::string_view id);
    [[nodiscard]] const Layer* find(std::string_view id) const;
    /// Driver of a layer's request; null: the layer has made none.
    [[nodiscard]] ProgramDriver* driver(std::string_view id, std::string_view key);
    /// Driver of a layer's first program; null: none.
    [[nodiscard]] ProgramDriver* first_driver(std::string_view id);
    /// The node's last answer about the layer's first program; null before the first.
    [[nodiscard]] const net::Json& answer(std::string_view id) const
    {
        return table_.entries.find(id)->second.requests->answer();
    }
    [[nodiscard]] bool is_active(std::string_view id) const;

private:
    void add(const std::string& id);
    void follow_layer(const std::string& id, std::uint64_t acted_ns);
    void each_program_of_node(const std::function<void(ProgramDriver&)>& act);
    [[nodiscard]] bool is_shared(const LayerEntry& entry) const;
    [[nodiscard]] bool take_of(const std::string& id, LayerEntry& entry, const ShowClock& clock);
    void take_answer(const std::string& id, const std::string& key, const net::Json& answer,
                     std::uint32_t part);
    [[nodiscard]] bool is_on(const LayerEntry& entry, const Link& link) const
    {
        return (entry.is_of_relay ? relay_ : &link_) == &link;
    }
    [[nodiscard]] const OpenData* data_of(const model::Layer& layer) const;
    void take_ground();
    void take_plane();
    [[nodiscard]] LayerState state_of(const std::string& id, const LayerEntry& entry) const;

    Link& link_;
    Link* relay_ = nullptr;
    std::optional<RelayTimes> relay_times_;
    Stage stage_;
    bool holds_ticking_ = false;
    bool is_watching_ = false;
    MakeLayer make_;
    Events events_;
    CameraAt camera_at_;
    std::function<void(Drape&)> tool_;
    std::optional<Eye> eye_;
    LayerTable table_;
    FrameOfLayers frame_{table_};
    ClockOfLayers clock_{table_, link_};
    std::map<std::string, Drape> drapes_;  ///< by id of data; keeps its memory
    std::vector<Completed> completed_;
    std::vector<Shown> of_one_layer_;
    std::vector<const render::Legend*> legends_;
};

}  // namespace farfield::app
