#include "app/play/played_document.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "app/layers/table.h"
#include "app/show/data_fit.h"
#include "model/fields/json_fields.h"
#include "net/client/reach/dial_listener.h"
#include "net/client/reach/host_port.h"
#include "net/message/printable.h"

namespace farfield::app {
namespace {

constexpr std::chrono::milliseconds glance{50};  // how soon Ctrl-C is noticed

/// Id of the first visible layer that needs a relay.
std::optional<std::string> layer_of_relay(const model::Document& document)
{
    for (const auto& [id, layer] : document.layers)
        if (layer.visible && layer.data.empty() && layer.recording.empty()) return id;
    return std::nullopt;
}

bool has_entities(const model::Document& document)
{
    return std::ranges::any_of(
        document.layers, [](const auto& entry) { return entry.second.visible && entry.second.data.empty(); });
}

}  // namespace

PlayedDocument::PlayedDocument(const PlaySources& sources, model::Document document, model::Use use,
                               const Interrupt& interrupt, Answered answered)
    : interrupt_(interrupt),
      document_(std::move(document)),
      use_(use),
      pace_(model::pace_of(document_.clock, use)),
      link_(loop_,
            [&] {
                Link::Events events = link_events();
                events.program_ended = [this](const Link::ProgramEnd& end) {
                    if (layers_) layers_->program_ended(link_, end);
                };
                events.answered = std::move(answered);
                return events;
            }()),
      longest_wait_(sources.longest_wait),
      data_(link_, {.opened = [](const std::string&) {},
                    .refused = [this](const std::string&, const std::string& why) { problem_ = why; }})
{
    if (document_.layers.empty()) throw std::runtime_error("nothing to play: the document has no layer");
    if (const auto layer = layer_of_relay(document_); layer && !sources.relay)
        throw std::runtime_error(fmt::format("the layer '{}' shows the entities of a relay, and none is "
                                             "named; expected --relay HOST[:PORT], or "
                                             "'recording' in the script",
                                             *layer));
    connect(sources);
    data_.follow(document_.data);
    wait_until([this] { return !data_.is_opening(); });
    EarthPlaces places;
    frame_ = frame_of(document_, data_, places);
    for (const std::string& line : misfits_of(document_, data_, frame_))
        fmt::print(stderr, "note: {}\n", line);
    camera_.emplace(document_, frame_);
}

Link::Events PlayedDocument::link_events()
{
    return {
        .state_changed = {},
        .connected = {},
        .failed = [this](const std::string& why) { problem_ = why; },
        .lost =
            [this](const std::string& why) {
                figures_when_lost_ = link().figures();  // for the last time available
                if (!end_) end_ = StreamEnd{StreamEnd::Reason::NodeLost, why};
            },
        .interrupted =
            [this](const net::Interruption& interruption) {
                fmt::print(stderr, "note: {}; the session is kept for {} s and resumed\n",
                           net::printable(interruption.why), interruption.kept_for.count() / 1000);
            },
        .resumed = [] { fmt::print(stderr, "note: the session goes on\n"); },
        .program_ended = {},
        .session_ended =
            [this](const std::string& message) {
                if (!end_)
                    end_ = StreamEnd{StreamEnd::Reason::NodeLost, "the node ended the session: " + message};
            },
        .notified =
            [this](const std::string& method, const net::Json& params) {
                if (method == "entities.input" && model::text_or(params, "input", "") == "relay")
                    take_relay_state(params);
            }};
}

/// Takes the state of the relay behind a node: its streams stand still while it is away.
void PlayedDocument::take_relay_state(const net::Json& params)
{
    const bool is_down = model::text_or(params, "state", "") == "down";
    const auto words = model::text_or(params, "message", "");
    relay_is_down_ = is_down ? "the relay behind the node is away" + (words.empty() ? "" : ": " + words) : "";
    if (is_down) fmt::print(stderr, "note: {}\n", net::printable(relay_is_down_));
    if (!is_down && layers_) layers_->ask_relay();
}

std::string PlayedDocument::awaited_answer() const
{
    if (link().state() == Link::State::Connecting) {
        const net::ClientSettings& settings = link().settings();
        return settings.listener ? "a node that connects to " + net::to_string(settings.listener->at())
                                 : "a connection to " + settings.node();
    }
    const auto* call = link().waiting_call();
    return fmt::format("the answer of {} to {}", node_name(),
                       call != nullptr ? call->method : "its next frame");
}

std::string PlayedDocument::awaited_entities() const
{
    if (!relay_) return "the entities of the recording";
    const auto& [host, port] = std::pair(relay_->settings().host, relay_->settings().port);
    const auto words = "entities from " + to_string(net::HostPort{host, port});
    return relay_is_down_.empty() ? words : fmt::format("{}: {}", words, relay_is_down_);
}

/// Throws errors that occur meanwhile. what: words for a condition that may never come true; the wait is then
/// limited to longest_wait_.
void PlayedDocument::wait_until(const std::function<bool()>& condition,
                                const std::function<std::string()>& what)
{
    const auto begun = std::chrono::steady_clock::now();
    WaitingNote waiting;
    for (;;) {
        if (problem_) throw std::runtime_error(*problem_);
        if (condition()) return;
        // A ticking layer's program may have made its last frame before the other layers have begun.
        const auto ended = end([this](const std::string& layer) { return ticks(*layers_->find(layer)); });
        if (ended) throw std::runtime_error(ended->message);
        const auto awaited = what ? what() : awaited_answer();
        if (what || link().state() == Link::State::Connected) waiting.nothing_yet(awaited);
        if (what && std::chrono::steady_clock::now() - begun > longest_wait_)
            throw std::runtime_error(fmt::format(
                "waited {:g} s for {}", std::chrono::duration<double>(longest_wait_).count(), awaited));
        if (interrupt_.pending()) throw std::runtime_error("interrupted while waiting for " + awaited);
        loop_.run(glance);
    }
}

void PlayedDocument::connect(const PlaySources& sources)
{
    if (layer_of_relay(document_)) {
        Link::Events events = link_events();
        events.program_ended = [this](const Link::ProgramEnd& end) {
            if (layers_) layers_->program_ended(*relay_, end);
        };
        relay_.emplace(loop_, std::move(events));
        relay_->connect_to(*sources.relay);
        wait_until([this] { return relay_->state() == Link::State::Connected; });
        // A node answers whether its relay is there, and notifies changes from then on.
        relay_->call("relay.info", net::Json::object(), [this](const auto& error, const net::Json&) {
            if (error) relay_is_down_ = net::printable(error->what());
        });
    }
    if (document_.data.empty()) return;
    link_.connect_to(sources.node);
    wait_until([this] { return link_.state() == Link::State::Connected; });
}

void PlayedDocument::stop()
{
    ended_.clear();
    layers_.reset();
}

LayerSet::Events PlayedDocument::events()
{
    return {.arrived = [] {},
            .problem =
                [this](const std::string&, const std::string& what) {
                    if (!end_ && layers_) end_ = StreamEnd{StreamEnd::Reason::Failed, what};
                    problem_ = what;
                },
            .remark = [](const std::string&) {},
            .solved = [](const std::string&) {},
            .answered = [](const std::string&) {},
            .ended =
                [this](const std::string& layer, const std::string& message) {
                    ended_.push_back({layer, message});
                }};
}

void PlayedDocument::start(Stage stage)
{
    stage.exact_slots = true;
    layers_.emplace(link_, std::move(stage), use_, make_layer, events());
    if (relay_) layers_->set_relay(*relay_);
    try {
        start_layers();
    } catch (...) {
        stop();
        throw;
    }
}

void PlayedDocument::start_layers()
{
    follow_entities();
    layers_->set_camera([this](std::uint64_t frame, double aspect) {
        return camera_->at(frame, static_cast<float>(aspect));
    });
    layers_->hold_ticking();
    layers_->follow(document_, data_);
    const auto ticking = this->ticking();
    if (ticking.empty())
        throw std::runtime_error("nothing to play: no visible layer has a frame for each tick; particles, "
                                 "lines, terrain and entities have, and layers with 'clock = true'");
    if (ticking.size() > 1) {  // every layer has a frame for each picture: none may be passed over
        document_.clock.policy = model::FramePolicy::Every;
        pace_ = model::pace_of(document_.clock, use_);
        layers_->follow(document_, data_);
    }
    wait_until([this] {
        (void)layers_->take({});
        layers_->release_finished();
        return layers_->is_ready();
    });
    frames_before_ = link().figures().frames_received;
    layers_->release_ticking();
    wait_until([this] { return programs_run(); });
    wait_until([this] {
        layers_->release_finished();
        return layers_->has_ground();
    });
    if (has_entities(document_)) wait_for_entities();
    layers_->begin_live();
}

/// Waits for the first entities. Without a base the camera then looks at the first of them.
void PlayedDocument::wait_for_entities()
{
    wait_until([this] { return layers_->take_of_relay(); }, [this] { return awaited_entities(); });
    if (!document_.data.empty()) return;
    frame_ = layers_->frame();
    camera_.emplace(document_, frame_);
    follow_entities();
}

void PlayedDocument::follow_entities()
{
    camera_->set_places([this](const model::EntityName& entity, std::uint64_t frame) {
        const auto place = layers_->place_at(entity, frame);
        bool& was_there = followed_[entity.to_json().get<std::string>()];
        was_there = was_there || place;
        return place;
    });
}

std::vector<std::string> PlayedDocument::remarks() const
{
    std::vector<std::string> lines;
    for (const auto& [entity, was_there] : followed_)
        if (!was_there)
            lines.push_back("the camera follows " + entity + ", which was in none of the pictures");
    return lines;
}

std::vector<std::string> PlayedDocument::ticking() const
{
    auto ids = layers_->order();
    std::erase_if(ids, [this](const std::string& id) {
        return !document_.layers.at(id).visible || !ticks(*layers_->find(id));
    });
    return ids;
}

bool PlayedDocument::programs_run()
{
    return std::ranges::all_of(ticking(), [this](const std::string& id) {
        if (recorded_span(*layers_->find(id))) return true;
        const ProgramDriver* driver = layers_->first_driver(id);
        return driver != nullptr && driver->stream().has_value();
    });
}

std::optional<StreamEnd> PlayedDocument::end() const
{
    return end([this](const std::string& layer) { return layers_->find(layer)->is_ready(); });
}

std::optional<StreamEnd>
PlayedDocument::end(const std::function<bool(const std::string& layer)>& gives_more) const
{
    if (end_) return end_;
    const auto found =
        std::ranges::find_if(ended_, [&](const Ended& each) { return !gives_more(each.layer); });
    if (found == ended_.end()) return std::nullopt;
    return StreamEnd{StreamEnd::Reason::Finished, found->message};
}

std::string PlayedDocument::node_name() const
{
    return model::text_or(link().session(), "node", "");
}

}  // namespace farfield::app
