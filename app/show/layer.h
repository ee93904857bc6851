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
#include "app/show/entity_counts.h"
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

/// Eye of a window, in the scene's frame.
struct Eye {
    render::CameraView camera;
    std::array<std::uint32_t, 2> picture{};  ///< pixels
};

/// State from which a layer derives its requests. References hold during one call.
struct LayerState {
    const model::Document& document;
    const std::string& id;
    const model::Layer& layer;
    const OpenData& data;     ///< of the layer; empty for a layer without data
    const SceneFrame& frame;  ///< of the scene
    model::Use use = model::Use::Window;
    std::uint64_t tick = 0;                 ///< tick of the clock
    std::optional<Eye> eye = std::nullopt;  ///< in a window
    /// Data time, on a live clock, at which a program starts that is started now, or at which the running one
    /// started.
    std::optional<double> live_start = std::nullopt;
    /// Camera of each frame of a playback, for a picture of this shape; empty in a window.
    const std::function<render::CameraView(std::uint64_t frame, double aspect)>& camera_at;
    model::EntityTimes entity_times = {};  ///< stale times of the relay
    /// Data time of the leading layer, in a window, for a layer on the clock that does not tick.
    std::optional<double> led_seconds = std::nullopt;
    const Link& link;  ///< to the node; for a layer without data, to the relay
    /// Driver of the layer's first program; null: it has requested none.
    const ProgramDriver* running = nullptr;

    [[nodiscard]] bool plays() const noexcept { return use != model::Use::Window; }
    /// True when the layer shows the time of the leading layer, once there is one.
    [[nodiscard]] bool may_be_led() const
    {
        return !plays() && layer.clock.value_or(false) && data.time_span();
    }
    /// True when answers follow each other while the clock runs: only complete ones are shown.
    [[nodiscard]] bool is_led_on() const noexcept { return led_seconds && document.clock.playing; }
};

/// Moment that all layers on the clock show.
struct Moment {
    std::uint64_t tick = 0;
    double seconds = 0.0;      ///< data time
    std::uint64_t utc_ns = 0;  ///< the same moment in UTC, ns since 1970
    bool is_led = false;       ///< by frames of a layer; else by ticks of pictures or a timer
    /// The same moment by this machine's clock, where the clock is live, in ns since 1970.
    std::optional<std::uint64_t> live_ns = std::nullopt;
};

/// Clock and policy by which layers take frames.
struct ShowClock {
    net::Policy policy = net::Policy::Latest;
    std::uint64_t now_ns = 0;  ///< 0: no picture follows
    std::uint64_t tick = 0;    ///< tick of a playback's picture, where no layer leads
    /// Filled in by LayerSet: for recorded layers, and on a live clock for all layers.
    std::optional<Moment> moment = std::nullopt;
};

/// Beginning and end, UTC, ns since 1970.
using RecordedSpan = std::array<std::uint64_t, 2>;

/// The newest frame of a ticking layer. Valid until the next is taken.
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

/// Overlays of the draped layers on a terrain; with several pictures or viewsheds, the highest layer's.
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

/// A position under the cursor at which a layer shows values.
struct ProbedPlace {
    float distance = 0.0F;  ///< from the eye, in the scene
    glm::dvec3 at{0.0};     ///< in the dataset's coordinates
    std::string scalar;     ///< empty: the dataset's first
    double time = 0.0;      ///< on the field's clock
};

/// A parallelogram on which a layer shows values, in the dataset's coordinates.
struct PlaneFrame {
    glm::dvec3 origin{0.0}, edge_u{0.0}, edge_v{0.0};
};

/// A layer of the document: makes requests to the node, and drawings of the answers. One class for each
/// kind, in app/layers. Contexts: take(), describe(), drawn(), release_finished() need the stage's GL context
/// current. Threads: the link's.
class Layer {
public:
    Layer() = default;
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;
    virtual ~Layer() = default;

    /// Requests of the layer now; a request that is left out is not needed any longer. Throws
    /// model::FieldError and std::runtime_error where the document asks for the impossible.
    [[nodiscard]] virtual std::vector<Request> wanted(const LayerState& state) = 0;
    /// True when wanted() depends on a window's eye.
    [[nodiscard]] virtual bool needs_eye() const { return false; }
    /// True when wanted() may have changed since the last call, because of received or drawn results.
    [[nodiscard]] virtual bool requests_changed() { return false; }
    /// Rings for the program requested under this key.
    [[nodiscard]] virtual Intake& intake(std::string_view key);
    /// Most parts of an answer to a call that are asked for.
    [[nodiscard]] virtual std::uint32_t most_parts(std::string_view /*key*/) const { return 1; }
    /// Takes the node's answer to a program's start or change, or a part of an answer to a call; returns a
    /// remark for the user, if there is one. Throws std::runtime_error for a malformed answer.
    virtual std::optional<std::string> take_answer(std::string_view /*key*/, const net::Json& /*answer*/,
                                                   std::uint32_t /*part*/)
    {
        return std::nullopt;
    }
    /// Line for the user on a call that the node refused.
    [[nodiscard]] virtual std::string refusal_of(std::string_view key, const net::RpcError& error) const;
    /// Line for the user on a program's failure; what: the text made with ProgramWords.
    [[nodiscard]] virtual std::string problem_of(std::string_view key, const std::string& what) const;
    /// Reduces a request that was refused for lack of memory; false: it cannot be reduced.
    [[nodiscard]] virtual bool shrink(std::string_view /*key*/) { return false; }

    /// Takes received results; true when the picture changes. outdated_before: as in ProgramDriver, for the
    /// layer's first program.
    virtual bool take(const ShowClock& /*clock*/, std::uint32_t /*outdated_before*/) { return false; }
    /// True when a playback can draw it: a ticking layer has a waiting frame, another layer its results.
    [[nodiscard]] virtual bool is_ready() const = 0;
    /// True for a layer with a frame for each tick of the clock, as of the last wanted().
    [[nodiscard]] virtual bool ticks() const { return false; }
    /// The newest frame; nothing before the first.
    [[nodiscard]] virtual std::optional<LayerFrame> frame() const { return std::nullopt; }

    /// Data time between two frames of a layer that follows a live clock; else 0.
    [[nodiscard]] virtual double seconds_of_frame() const { return 0.0; }

    /// Time span of a layer that shows a recording made on the Earth: such a layer is shown at the clock's
    /// moment, and takes after all others. nullopt: the layer shows none.
    [[nodiscard]] virtual std::optional<RecordedSpan> recorded_span() const { return std::nullopt; }
    /// Position of an entity at a time, in the scene; for live entities, in the picture that was
    /// described last. nullopt: unknown, or not in the scene.
    [[nodiscard]] virtual std::optional<glm::dvec3> place_at(const model::EntityName& /*entity*/,
                                                             std::uint64_t /*utc_ns*/)
    {
        return std::nullopt;
    }
    /// Seconds by which the layer is ahead of the clock (negative: behind) if it cannot show its moment. As
    /// of the last take().
    [[nodiscard]] virtual double ahead_of_clock() const { return 0.0; }
    /// True when the picture changes from moment to moment, without news.
    [[nodiscard]] virtual bool is_moving() const { return false; }
    /// A geocentric position about which a scene without a base should lie; nullopt: none.
    [[nodiscard]] virtual std::optional<glm::dvec3> earth_place() const { return std::nullopt; }
    /// Bounds in the scene of a layer without data; nullopt: none so far. They only grow.
    [[nodiscard]] virtual std::optional<render::Bounds> reach() const { return std::nullopt; }

    /// True when the layer needs the heights of the ground, over a terrain.
    [[nodiscard]] virtual bool needs_ground() const { return false; }
    /// Takes received heights of the ground only; true once all that were asked for have arrived.
    [[nodiscard]] virtual bool take_ground() { return true; }
    /// Heights of the ground from a terrain's layer, once asked for and received; null before.
    [[nodiscard]] virtual std::shared_ptr<const render::GroundRaster> ground() const { return nullptr; }

    /// Slots that a ticking layer opened last; null: none.
    [[nodiscard]] virtual const render::FrameSlots* slots_opened() const { return nullptr; }

    /// Planes that are shown, in the order of the layer's parameters; empty: none.
    [[nodiscard]] virtual std::vector<PlaneFrame> plane_frames() const { return {}; }
    /// First intersection of a ray of the scene with shown values, if any.
    [[nodiscard]] virtual std::optional<ProbedPlace> probe(const render::Ray& /*ray*/) const
    {
        return std::nullopt;
    }
    /// Adds its overlays to those of its data's terrain.
    virtual void drape(Drape& /*drape*/) const {}
    /// Legend of its colours in the picture that was described last; null: none.
    [[nodiscard]] virtual const render::Legend* legend() const { return nullptr; }
    /// Adds its drawings, which it owns.
    virtual void describe(const LayerState& /*state*/, const Drape& /*drape*/, render::Scene& /*scene*/) {}
    /// Adds the parts of the picture just described that are complete and new since the last call.
    virtual void completed(std::vector<Shown>& /*shown*/) {}
    /// Notes that a result was on the screen; seconds: from sending its request to its arrival.
    virtual void timed(double /*seconds*/, const ProgramRequest& /*request*/) {}
    /// Called after the draws.
    virtual void drawn() {}
    /// True when slots were released.
    virtual bool release_finished() { return false; }
    /// The node's results for a playback's report; null: none.
    [[nodiscard]] virtual net::Json report() const { return nullptr; }
    /// A file that a playback keeps beside its report; null: none.
    [[nodiscard]] virtual const std::string* file() const { return nullptr; }
};

}  // namespace farfield::app
