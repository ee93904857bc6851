#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/show/call_driver.h"
#include "app/show/layer.h"
#include "app/show/program_driver.h"
#include "app/show/relay_times.h"
#include "model/document/clock_timer.h"
#include "model/document/live_clock.h"
#include "render/layers/entities/plane_grid_drawing.h"

namespace farfield::app {

/// Makes the layer of a kind.
using MakeLayer =
    std::function<std::unique_ptr<Layer>(std::string_view kind, const Stage& stage, model::Use use)>;

/// The layers of a document, in order, each with the drivers of its requests: keeps the node in step with the
/// document, and fills pictures. Layers of data that is not open need nothing of the node. Layers without
/// data ask a relay, or read a recording; a scene of them alone lies about the first place that one of them
/// knows. What is recorded is shown at the moment of the leading layer: the lowest that ticks. On a live
/// clock none leads: the moment is that of now, for particles and entities alike. Contexts: take() to
/// release_finished() need the stage's GL context current. Threads: the link's.
class LayerSet {
public:
    struct Events {
        std::function<void()> arrived;  ///< there is something to take
        std::function<void(const std::string& layer, const std::string& what)>
            problem;                                             ///< one line for the user
        std::function<void(const std::string& what)> remark;     ///< likewise, where nothing is wrong
        std::function<void(const std::string& layer)> solved;    ///< the node has taken a request over
        std::function<void(const std::string& layer)> answered;  ///< a program's start or change
        /// A program came to its end, by itself.
        std::function<void(const std::string& layer, const std::string& message)> ended;
    };
    using CameraAt = std::function<render::CameraView(std::uint64_t frame, double aspect)>;

    LayerSet(Link& link, Stage stage, model::Use use, MakeLayer make, Events events);
    ~LayerSet();

    /// What layers without data ask; until then they show nothing. Before follow(); outlives this.
    void set_relay(Link& relay);
    /// A relay behind a node has come: it may be another than before.
    void ask_relay();

    /// The document, or its data, has changed. acted_ns: the time of the user's action that led to it, or 0.
    void follow(const model::Document& document, const DataStore& data, std::uint64_t acted_ns = 0);
    /// Layers that tick need nothing of the node until released: a playback first waits for the results of
    /// the others. Before follow().
    void hold_ticking() { holds_ticking_ = true; }
    void release_ticking();
    /// The user watches a session: programs are changed by its other members.
    void set_watching(bool watches) { is_watching_ = watches; }
    /// The eye of a window has moved.
    void look(const Eye& eye, std::uint64_t acted_ns);
    /// The cameras of a playback; before follow().
    void set_camera(CameraAt camera_at) { camera_at_ = std::move(camera_at); }
    [[nodiscard]] Stage& stage() noexcept { return stage_; }

    /// The state of a link: the node's, or the relay's.
    void link_changed(const Link& link);
    void program_ended(const Link& link, const Link::ProgramEnd& end);
    /// Of the node: as ProgramDriver has them.
    void program_updated(const ProgramChange& change);
    void program_outgrew(std::uint32_t stream);
    void others_acted();
    void send_missing();
    /// To be called now and then: requests that were refused for want of room are sent again.
    void retry();

    /// Stops all programs and drops all rings and layers; follow() makes them again.
    void close();
    /// Lays more over terrains than layers do: what a tool of the window shows.
    void set_tool(std::function<void(Drape&)> drape) { tool_ = std::move(drape); }

    /// Takes what has come. True when the picture changes.
    bool take(const ShowClock& clock);
    /// Takes the heights of the ground that layers ask for. True once all are here.
    [[nodiscard]] bool has_ground();
    /// Takes what has come of layers without data. True once each has something, and the scene has a place.
    bool take_of_relay();
    /// Whether the picture changes from moment to moment.
    [[nodiscard]] bool is_moving() const;
    /// What the recorded layers show, or all on a live clock, as of the last take(); nothing: neither is
    /// there.
    [[nodiscard]] const std::optional<Moment>& moment() const noexcept { return moment_; }
    /// From when to when there is something recorded, in data time.
    [[nodiscard]] model::TimeSpan recorded_seconds() const;
    /// In a window, where no layer leads: goes to a data time, or one tick on.
    void seek(double seconds);
    void step();
    /// On a live clock: programs begin anew, at the time of now.
    void begin_live();
    /// A layer that cannot be at the clock's moment.
    struct OffClock {
        const std::string* layer = nullptr;  ///< its id
        double ahead_seconds = 0.0;          ///< below 0: behind
    };
    /// Those that differ by more than half a second, as of the last take().
    [[nodiscard]] std::vector<OffClock> off_clock() const;
    /// Where the entity is in the picture of a tick; nothing: it is not known then.
    [[nodiscard]] std::optional<glm::dvec3> place_at(const model::EntityName& entity, std::uint64_t tick);
    /// A picture of a playback may be drawn: all ticking layers have a frame, all others their results.
    [[nodiscard]] bool is_ready() const;
    /// Sets the scene's drawings and legends.
    void describe(render::Scene& scene);
    /// After the draws.
    void drawn();
    void release_finished();
    /// A layer's part of a picture that became complete with it.
    struct Completed {
        const std::string* layer = nullptr;  ///< the key of its entry
        Shown shown = {};
    };
    /// Of the pictures that were described since the last one that was on the screen.
    [[nodiscard]] const std::vector<Completed>& completed() const noexcept { return completed_; }
    /// The picture that was described last is on the screen.
    void shown(std::uint64_t shown_ns);

    /// The nearest place that an active layer shows values at, and the id of its data; nothing: none is hit.
    struct Probed {
        std::string data;
        ProbedPlace place;
    };
    [[nodiscard]] std::optional<Probed> probe(const render::Ray& ray) const;

    [[nodiscard]] const SceneFrame& frame() const noexcept { return frame_; }
    /// Null: it is not open.
    [[nodiscard]] const OpenData* open_data(const std::string& id) const
    {
        return data_ != nullptr ? data_->find(id) : nullptr;
    }
    /// Whether the scene is one of layers without data alone, and something of them is known.
    [[nodiscard]] bool has_plane() const noexcept { return frame_.base.empty() && frame_.is_ground; }
    [[nodiscard]] const model::Document& document() const noexcept { return document_; }
    /// Ids in order, of layers that are there.
    [[nodiscard]] const std::vector<std::string>& order() const noexcept { return order_; }
    /// Null: none has this id.
    [[nodiscard]] Layer* find(std::string_view id);
    [[nodiscard]] const Layer* find(std::string_view id) const;
    /// Of a request of a layer; null: it has made none.
    [[nodiscard]] ProgramDriver* driver(std::string_view id, std::string_view key);
    /// Of the first program that a layer asked for; null: none.
    [[nodiscard]] ProgramDriver* first_driver(std::string_view id);
    /// The node's last answer about that program; null before the first.
    [[nodiscard]] const net::Json& answer(std::string_view id) const
    {
        return entries_.find(id)->second.answer;
    }
    [[nodiscard]] bool is_active(std::string_view id) const;

private:
    struct Entry {
        std::string kind;
        bool is_of_relay = false;  ///< it has no data
        std::string data;          ///< name of the data that its programs are on
        std::string data_id;       ///< in the document
        std::unique_ptr<Layer> layer;
        bool is_active = false;  ///< visible, and its data is open
        std::string first_program;
        net::Json answer;                   ///< about the first program
        std::optional<double> live_start;   ///< as LayerState has it
        std::optional<double> led_seconds;  ///< likewise
        std::map<std::string, std::unique_ptr<ProgramDriver>, std::less<>> programs;
        std::map<std::string, std::unique_ptr<CallDriver>, std::less<>> calls;
    };

    void follow_layer(const std::string& id, std::uint64_t acted_ns);
    void each_driver(const std::function<void(ProgramDriver&)>& act);
    [[nodiscard]] bool is_shared(const Entry& entry) const;
    void stop(Entry& entry);
    void apply(const std::string& id, Entry& entry, const std::vector<Request>& requests,
               std::uint64_t acted_ns);
    [[nodiscard]] ProgramDriver& program_of(const std::string& id, Entry& entry, const std::string& key);
    [[nodiscard]] CallDriver& call_of(const std::string& id, Entry& entry, const std::string& key);
    void take_program_answer(const std::string& id, const std::string& key, const net::Json& answer);
    [[nodiscard]] bool take_of(const std::string& id, Entry& entry, const ShowClock& clock);
    void take_answer(const std::string& id, const std::string& key, const net::Json& answer,
                     std::uint32_t part);
    [[nodiscard]] Link& link_of(const Entry& entry) const
    {
        return entry.is_of_relay && relay_ != nullptr ? *relay_ : link_;
    }
    [[nodiscard]] bool is_on(const Entry& entry, const Link& link) const
    {
        return (entry.is_of_relay ? relay_ : &link_) == &link;
    }
    [[nodiscard]] const OpenData* data_of(const model::Layer& layer) const;
    void take_frame();
    void take_ground();
    [[nodiscard]] const Layer* terrain_layer() const;
    [[nodiscard]] bool wants_ground() const;
    void take_plane();
    void take_reach();
    [[nodiscard]] const Entry* leading() const;
    [[nodiscard]] const Entry* lowest_ticking() const;
    void follow_lead();
    void forget_lead(const model::Document& before);
    [[nodiscard]] Moment live_moment(std::uint64_t now_ns);
    [[nodiscard]] std::int64_t clock_offset_ns() const;
    void follow_live(const model::Clock& before);
    void take_live_start(Entry& entry);
    void follow_offset();
    [[nodiscard]] std::optional<RecordedSpan> recorded_span() const;
    [[nodiscard]] std::uint64_t origin_ns() const;
    [[nodiscard]] std::optional<Moment> moment_of(std::uint64_t tick,
                                                  const std::optional<LayerFrame>& led) const;
    [[nodiscard]] std::uint64_t tick_of(const ShowClock& clock);
    [[nodiscard]] LayerState state_of(const std::string& id, const Entry& entry) const;

    Link& link_;
    Link* relay_ = nullptr;
    std::optional<RelayTimes> relay_times_;
    Stage stage_;
    bool holds_ticking_ = false;
    bool is_watching_ = false;
    model::Use use_;
    MakeLayer make_;
    Events events_;
    CameraAt camera_at_;
    std::function<void(Drape&)> tool_;
    model::Document document_;
    const DataStore* data_ = nullptr;
    SceneFrame frame_;
    render::PlaneGridDrawing grid_;           ///< of a scene without a base
    bool has_base_ = false;                   ///< the document names one
    std::shared_ptr<const EarthBase> plane_;  ///< of a scene without a base
    EarthPlaces places_;
    std::shared_ptr<const render::GroundRaster> ground_;  ///< of the base
    std::optional<Eye> eye_;
    model::ClockTimer timer_;
    model::LiveClock live_;
    std::optional<Moment> moment_;
    bool knows_offset_ = false;  ///< of the node's clock, since it is connected
    std::map<std::string, Entry, std::less<>> entries_;
    std::vector<std::string> order_;
    std::map<std::string, Drape> drapes_;  ///< by id of data; keeps its memory
    std::vector<Completed> completed_;
    std::vector<Shown> of_one_layer_;
    std::vector<const render::Legend*> legends_;
};

/// How a layer differs from the clock: "2.5 s ahead of the clock", "3.1 h behind the clock".
[[nodiscard]] std::string words_off_clock(double ahead_seconds);

}  // namespace farfield::app
