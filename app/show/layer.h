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
#include "app/show/frames/intake.h"
#include "app/show/frames/stage.h"
#include "app/show/layer_roles.h"
#include "app/show/open_data.h"
#include "app/show/scene_frame.h"
#include "model/document/document.h"
#include "model/programs/bundles/entity_times.h"
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

/// A layer's part in a picture that is complete: for latency and pace.
struct Shown {
    std::string_view key;
    std::uint32_t interaction = 0;
    std::uint64_t received_ns = 0;
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
    /// True when a picture can show it: it has its results. In a playback, a ticking layer has the next
    /// frame waiting; in a window, it shows one or has one waiting.
    [[nodiscard]] virtual bool is_ready() const = 0;
    /// Roles of the layer; null: it has not this one.
    [[nodiscard]] virtual const TickingRole* ticking() const { return nullptr; }
    [[nodiscard]] virtual EarthRole* on_earth() { return nullptr; }
    [[nodiscard]] virtual GroundRole* as_ground() { return nullptr; }
    [[nodiscard]] virtual const DrapedRole* draped() const { return nullptr; }
    [[nodiscard]] virtual const PlanesRole* planes() const { return nullptr; }
    [[nodiscard]] virtual const ReportedRole* reported() const { return nullptr; }

    /// Legend of its colours in the picture that was described last; null: none.
    [[nodiscard]] virtual const render::Legend* legend() const { return nullptr; }
    /// Adds its drawings, which it owns.
    virtual void describe(const LayerState& /*state*/, const Drape& /*drape*/, render::Scene& /*scene*/) {}
    /// Adds the parts of the picture just described that are complete and new since the last call.
    virtual void completed(std::vector<Shown>& /*shown*/) {}
    /// Called after the draws.
    virtual void drawn() {}
    /// True when slots were released.
    virtual bool release_finished() { return false; }
};

/// True for a layer with a frame for each tick of the clock, as of its last wanted().
[[nodiscard]] inline bool ticks(const Layer& layer)
{
    return layer.ticking() != nullptr && layer.ticking()->ticks();
}
/// Its newest frame; nothing before the first, and for a layer without frames.
[[nodiscard]] inline std::optional<LayerFrame> newest_frame(const Layer& layer)
{
    return layer.ticking() == nullptr ? std::nullopt : layer.ticking()->frame();
}
/// Data time between two frames of a layer that follows a live clock; else 0.
[[nodiscard]] inline double seconds_of_frame(const Layer& layer)
{
    return layer.ticking() == nullptr ? 0.0 : layer.ticking()->seconds_of_frame();
}
/// Time span of the recording that a layer shows; nullopt: none.
[[nodiscard]] inline std::optional<RecordedSpan> recorded_span(Layer& layer)
{
    return layer.on_earth() == nullptr ? std::nullopt : layer.on_earth()->recorded_span();
}

}  // namespace farfield::app
