#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/link/link.h"
#include "app/link/request.h"
#include "app/show/frames/entity_counts.h"
#include "app/show/frames/intake.h"
#include "app/show/frames/stage.h"
#include "app/show/open_data.h"
#include "app/show/scene_frame.h"
#include "model/document/document.h"
#include "model/programs/bundles/entity_times.h"
#include "net/message/frame_stamp.h"
#include "render/scene/picking.h"
#include "render/scene/raster_overlay.h"
#include "render/scene/scene.h"

namespace farfield::app {

class ProgramDriver;

/// The eye of a window, in the scene's frame.
struct Eye {
    render::CameraView camera;
    std::array<std::uint32_t, 2> picture{};  ///< pixels
};

/// What the requests of a layer follow from. References hold during one call.
struct LayerState {
    const model::Document& document;
    const std::string& id;
    const model::Layer& layer;
    const OpenData& data;     ///< of the layer; of a layer without data an empty one
    const SceneFrame& frame;  ///< of the scene
    model::Use use = model::Use::Window;
    std::uint64_t tick = 0;                 ///< of the clock
    std::optional<Eye> eye = std::nullopt;  ///< in a window
    /// Of a live clock: the data time at which a program begins that is started now; of one that runs, that
    /// at which it began.
    std::optional<double> live_start = std::nullopt;
    /// The camera of each frame of a playback, of a picture of this shape; empty in a window.
    const std::function<render::CameraView(std::uint64_t frame, double aspect)>& camera_at;
    model::EntityTimes entity_times = {};  ///< of the relay
    /// In a window, of a layer on the clock that does not tick: the data time of what leads.
    std::optional<double> led_seconds = std::nullopt;
    const Link& link;  ///< to what its requests go to: a node, or of a layer without data a relay
    /// Of the layer's first program; null: it has made no request for one.
    const ProgramDriver* running = nullptr;

    [[nodiscard]] bool plays() const noexcept { return use != model::Use::Window; }
    /// Whether it is to show the time of what leads.
    [[nodiscard]] bool may_be_led() const
    {
        return !plays() && layer.clock.value_or(false) && data.time_span();
    }
    /// Whether one answer follows the other: none of them is shown before it is complete.
    [[nodiscard]] bool is_led_on() const noexcept { return led_seconds && document.clock.playing; }
};

/// What all layers on the clock show.
struct Moment {
    std::uint64_t tick = 0;
    double seconds = 0.0;      ///< the data time
    std::uint64_t utc_ns = 0;  ///< the same on the Earth, since 1970
    bool is_led = false;       ///< by frames of a layer; else by the ticks of pictures, or of a timer
    /// Of a live clock: the same on this machine's, ns since 1970.
    std::optional<std::uint64_t> live_ns = std::nullopt;
};

/// How frames are taken.
struct ShowClock {
    net::Policy policy = net::Policy::Latest;
    std::uint64_t now_ns = 0;  ///< 0: no picture follows
    std::uint64_t tick = 0;    ///< of a playback's picture, where no layer leads
    /// LayerSet's to fill in: for layers that are recorded, and where the clock is live for all.
    std::optional<Moment> moment = std::nullopt;
};

/// UTC, ns since 1970, of the beginning and the end.
using RecordedSpan = std::array<std::uint64_t, 2>;

/// The newest frame of a layer that ticks. Valid until the next is taken.
struct LayerFrame {
    const net::FrameInfo& info;
    const net::FrameStamp& stamp;
    std::optional<double> time = std::nullopt;  ///< on the field's clock, where the frame has one
    std::span<const std::byte> payload;
    std::optional<std::uint64_t> triangles = std::nullopt;  ///< of surfaces, in all parts of the answer
    std::optional<std::uint32_t> level = std::nullopt;      ///< of surfaces and slices
    std::optional<EntityCounts> entities = std::nullopt;
};

/// A layer's part in a picture that is complete: for latency and pace.
struct Shown {
    std::string_view key;
    std::uint32_t interaction = 0;
    std::uint64_t received_ns = 0;
};

/// What the draped layers of a terrain lay over it; of several pictures, or viewsheds, the highest layer's.
struct Drape {
    const render::RasterOverlay* picture = nullptr;
    const render::RasterOverlay* viewshed = nullptr;
    std::vector<std::shared_ptr<const render::GroundAnnotations>> annotations;

    void clear()
    {
        picture = viewshed = nullptr;
        annotations.clear();
    }
};

/// A place that a layer shows under the cursor, and what is drawn there.
struct ProbedPlace {
    float distance = 0.0F;  ///< from the eye, in the scene
    glm::dvec3 at{0.0};     ///< in the dataset's coordinates
    std::string scalar;     ///< empty: the dataset's first
    double time = 0.0;      ///< on the field's clock
};

/// A parallelogram that a layer shows values on, in the dataset's coordinates.
struct PlaneFrame {
    glm::dvec3 origin{0.0}, edge_u{0.0}, edge_v{0.0};
};

/// Something that is shown: what it needs from the node, and what it draws of the answers. One class for each
/// kind, in app/layers. Contexts: take(), describe(), drawn(), release_finished() need the stage's GL context
/// current. Threads: the link's.
class Layer {
public:
    Layer() = default;
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;
    virtual ~Layer() = default;

    /// What it needs from the node now; a request that is not needed now is left out. Throws
    /// model::FieldError and std::runtime_error where the document asks for what cannot be.
    [[nodiscard]] virtual std::vector<Request> wanted(const LayerState& state) = 0;
    /// Whether wanted() depends on a window's eye.
    [[nodiscard]] virtual bool needs_eye() const { return false; }
    /// Whether wanted() may be another since the last call, for what came or was drawn.
    [[nodiscard]] virtual bool requests_changed() { return false; }
    /// The rings of a program that it asks for under this key.
    [[nodiscard]] virtual Intake& intake(std::string_view key);
    /// Parts of an answer to a call that are asked for, at most.
    [[nodiscard]] virtual std::uint32_t most_parts(std::string_view /*key*/) const { return 1; }
    /// Takes the node's answer to a program's start or change, or a part of one to a call; returns a line for
    /// the user, if there is one. Throws std::runtime_error where it is no answer to the question.
    virtual std::optional<std::string> take_answer(std::string_view /*key*/, const net::Json& /*answer*/,
                                                   std::uint32_t /*part*/)
    {
        return std::nullopt;
    }
    /// A line for the user: the node refused a call.
    [[nodiscard]] virtual std::string refusal_of(std::string_view key, const net::RpcError& error) const;
    /// The line for the user of a program's failure, of which ProgramWords make `what`.
    [[nodiscard]] virtual std::string problem_of(std::string_view key, const std::string& what) const;
    /// Makes a request smaller that was refused for memory; false: it cannot.
    [[nodiscard]] virtual bool shrink(std::string_view /*key*/) { return false; }

    /// Takes what has come; true when the picture changes. outdated_before: as ProgramDriver has it, of the
    /// layer's first program.
    virtual bool take(const ShowClock& /*clock*/, std::uint32_t /*outdated_before*/) { return false; }
    /// Whether a playback can draw it: a frame waits of a layer that ticks, the results of another are here.
    [[nodiscard]] virtual bool is_ready() const = 0;
    /// True for a layer with a frame for each tick of the clock. As of the last wanted().
    [[nodiscard]] virtual bool ticks() const { return false; }
    /// The newest frame; nothing before the first.
    [[nodiscard]] virtual std::optional<LayerFrame> frame() const { return std::nullopt; }

    /// Of a layer that follows a live clock: the data time between a frame and the next.
    [[nodiscard]] virtual double seconds_of_frame() const { return 0.0; }

    /// When it was, of a layer that shows what was recorded on the Earth: it is shown at the clock's moment,
    /// and taken after all others. Nothing: it shows none.
    [[nodiscard]] virtual std::optional<RecordedSpan> recorded_span() const { return std::nullopt; }
    /// Where an entity is at a time, in the scene; of what is live, where it is in the picture that was
    /// described last. Nothing: it is not known, or not in the scene.
    [[nodiscard]] virtual std::optional<glm::dvec3> place_at(const model::EntityName& /*entity*/,
                                                             std::uint64_t /*utc_ns*/)
    {
        return std::nullopt;
    }
    /// By how many seconds it is ahead of the clock (below 0: behind), for it cannot be at its moment. As of
    /// the last take().
    [[nodiscard]] virtual double ahead_of_clock() const { return 0.0; }
    /// Whether its picture changes from moment to moment, without news.
    [[nodiscard]] virtual bool is_moving() const { return false; }
    /// A geocentric place about which a scene without a base is to lie; nothing: it asks for none.
    [[nodiscard]] virtual std::optional<glm::dvec3> earth_place() const { return std::nullopt; }
    /// What it shows, of a layer without data, in the scene; nothing: nothing so far. Grows only.
    [[nodiscard]] virtual std::optional<render::Bounds> reach() const { return std::nullopt; }

    /// Whether it asks for the heights of the ground, over a terrain.
    [[nodiscard]] virtual bool needs_ground() const { return false; }
    /// Takes what has come of such heights alone; true once all that were asked for are here.
    [[nodiscard]] virtual bool take_ground() { return true; }
    /// Those heights, of a terrain's layer, once they were asked for and are here.
    [[nodiscard]] virtual std::shared_ptr<const render::GroundRaster> ground() const { return nullptr; }

    /// The slots that were opened last of a layer that ticks; null: none.
    [[nodiscard]] virtual const render::FrameSlots* slots_opened() const { return nullptr; }

    /// Of the planes that are shown, in the order of its parameters; empty: it shows none.
    [[nodiscard]] virtual std::vector<PlaneFrame> plane_frames() const { return {}; }
    /// Where a ray of the scene meets it first, if it shows values there.
    [[nodiscard]] virtual std::optional<ProbedPlace> probe(const render::Ray& /*ray*/) const
    {
        return std::nullopt;
    }
    /// Lays itself over the terrain of its data.
    virtual void drape(Drape& /*drape*/) const {}
    /// What its colours stand for; null: nothing. Of the picture that was described last.
    [[nodiscard]] virtual const render::Legend* legend() const { return nullptr; }
    /// Adds its drawings, which it owns.
    virtual void describe(const LayerState& /*state*/, const Drape& /*drape*/, render::Scene& /*scene*/) {}
    /// What of the picture that was just described is complete and new since the last call.
    virtual void completed(std::vector<Shown>& /*shown*/) {}
    /// A result was on the screen, so long after its request had been sent as it took to arrive.
    virtual void timed(double /*seconds*/, const ProgramRequest& /*request*/) {}
    /// After the draws.
    virtual void drawn() {}
    /// True when slots were released.
    virtual bool release_finished() { return false; }
    /// Of a playback's report: what the node said. Null: nothing.
    [[nodiscard]] virtual net::Json report() const { return nullptr; }
    /// A file that a playback keeps beside its report; null: none.
    [[nodiscard]] virtual const std::string* file() const { return nullptr; }
};

}  // namespace farfield::app
