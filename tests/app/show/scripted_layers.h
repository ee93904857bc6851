#pragma once

#include <algorithm>

#include "app/show/frames/plain_intake.h"
#include "app/show/layer_set.h"
#include "model/programs/particle_frame.h"
#include "tests/app/show/connected_link.h"

/// Layers that do what tests say, shown over a real link.
namespace farfield::app::test {

inline constexpr ProgramWords layer_words{.start_refused = "cannot start", .change_refused = "cannot change"};

/// A layer with one program and, with the parameter `asks`, one call. Notes what is done with it.
class ScriptedLayer final : public Layer, public TickingRole, public GroundRole {
public:
    ScriptedLayer(std::string kind, std::vector<std::string>& log) : kind_(std::move(kind)), log_(log) {}
    ~ScriptedLayer() override { log_.push_back(id_ + " is gone"); }

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override
    {
        id_ = state.id;
        const auto& params = state.layer.params;
        if (params.value("value", 0) < 0) throw std::runtime_error("a value below zero");
        ProgramRequest program;
        program.start.program = kind_;
        program.start.dataset = state.data.source.name;
        program.start.params = {{"layer", id_}, {"value", params.value("value", 0)}};
        if (params.contains("time")) program.start.params["time"] = params["time"];
        if (state.led_seconds) program.start.params["time"] = *state.led_seconds;
        program.frame_bytes = model::particle_preamble_bytes;
        program.send = SendChange::OnceShown;
        program.difference = [](const net::Json&, const net::Json& to) { return std::optional(to); };
        program.words = &layer_words;
        std::vector<Request> requests{{"frames", program}};
        if (params.contains("asks"))
            requests.push_back({"call", CallRequest{.method = "scripted.call", .params = {{"layer", id_}}}});
        return requests;
    }
    [[nodiscard]] Intake& intake(std::string_view) override { return frames_; }
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t) override
    {
        if (answer.contains("bad")) throw model::FieldError("bad", "no good");
        log_.push_back(id_ + " has the answer to " + std::string(key));
        return std::nullopt;
    }
    [[nodiscard]] std::string refusal_of(std::string_view, const net::RpcError& error) const override
    {
        return std::string("refused: ") + error.what();
    }
    bool take(const ShowClock&, std::uint32_t) override
    {
        const auto taken = frames_.take_all([this](const net::MessageHeader& header, auto) {
            if (kind_ == "broken") throw std::runtime_error("a broken frame");
            newest_ = header.interaction;
        });
        return taken > 0;
    }
    [[nodiscard]] bool is_ready() const override { return newest_ > 0; }
    [[nodiscard]] const TickingRole* ticking() const override { return this; }
    [[nodiscard]] bool ticks() const override { return kind_ == "ticking" || kind_ == "particles"; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override
    {
        static const net::FrameInfo info;
        static const net::FrameStamp stamp;
        if (!time_) return std::nullopt;
        return LayerFrame{info, stamp, time_, {}};
    }
    void show_time(double seconds) { time_ = seconds; }
    void describe(const LayerState&, const Drape&, render::Scene&) override
    {
        log_.push_back(id_ + " is drawn");
    }
    void completed(std::vector<Shown>& shown) override
    {
        if (newest_ > completed_) shown.push_back({"frames", completed_ = newest_, 0});
    }
    [[nodiscard]] GroundRole* as_ground() override { return kind_ == "ground" ? this : nullptr; }
    [[nodiscard]] bool take_ground() override { return true; }
    [[nodiscard]] std::shared_ptr<const render::GroundRaster> ground() const override { return nullptr; }
    void timed(double, const ProgramRequest&) override { log_.push_back(id_ + " is timed"); }

private:
    std::string kind_, id_ = "one without requests";
    std::vector<std::string>& log_;
    PlainIntake frames_{4};
    std::uint32_t newest_ = 0, completed_ = 0;
    std::optional<double> time_;  ///< of its frame on show
};

/// A set of scripted layers on a link, a document for it, and what it said.
struct Showing {
    Showing()
    {
        add_data("flow");
        link.state_changed = [this] { set.link_changed(link.link()); };
        link.ended = [this](const Link::ProgramEnd& end) { set.program_ended(link.link(), end); };
    }
    ~Showing()
    {
        link.state_changed = nullptr;
        link.ended = nullptr;
    }

    void add_data(const std::string& id)
    {
        document.data[id].name = id;
        model::DatasetInfo info;
        info.dataset = id;
        store.adopt(id, document.data[id], info);
    }
    model::Layer& layer(const std::string& id, const std::string& kind = "still")
    {
        auto& layer = document.layers[id];
        if (layer.kind.empty()) layer = {.kind = kind, .data = "flow"};
        return layer;
    }
    void follow() { set.follow(document, store); }
    [[nodiscard]] bool all_run()
    {
        return link.eventually([&] {
            return std::ranges::all_of(set.order(), [&](const std::string& id) {
                const auto* driver = set.first_driver(id);
                return driver != nullptr && driver->state() == ProgramDriver::State::Running;
            });
        });
    }
    [[nodiscard]] bool take()
    {
        bool is_new = false;
        return link.eventually([&] { return is_new = is_new || set.take({}); });
    }
    [[nodiscard]] std::vector<std::string> started() const
    {
        std::vector<std::string> layers;
        for (const auto& start : service.starts()) layers.push_back(start.params.at("layer"));
        return layers;
    }
    [[nodiscard]] bool has(const std::string& line) const { return std::ranges::count(log, line) > 0; }

    ScriptedService service;
    ConnectedLink link{service};
    DataStore store{link.link(), {.opened = [](const std::string&) {}, .refused = {}}};
    model::Document document;
    std::vector<std::string> log, problems, endings;
    LayerSet set{link.link(),
                 {},
                 model::Use::Window,
                 [this](std::string_view kind, const Stage&, model::Use) {
                     return std::make_unique<ScriptedLayer>(std::string(kind), log);
                 },
                 {.arrived = [] {},
                  .problem = [this](const std::string& layer,
                                    const std::string& what) { problems.push_back(layer + ": " + what); },
                  .remark = [](const std::string&) {},
                  .solved = [](const std::string&) {},
                  .answered = [](const std::string&) {},
                  .ended = [this](const std::string& layer,
                                  const std::string& why) { endings.push_back(layer + ": " + why); }}};
};

}  // namespace farfield::app::test
