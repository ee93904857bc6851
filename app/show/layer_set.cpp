#include "app/show/layer_set.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "app/show/scene_frame.h"
#include "app/show/scene_legends.h"

namespace farfield::app {

Intake& Layer::intake(std::string_view key)
{
    throw std::logic_error("a layer asks for a program '" + std::string(key) + "' for which it has no rings");
}

std::string Layer::problem_of(std::string_view /*key*/, const std::string& what) const
{
    return what;
}

std::string Layer::refusal_of(std::string_view /*key*/, const net::RpcError& error) const
{
    return error.what();
}

LayerSet::LayerSet(Link& link, Stage stage, model::Use use, MakeLayer make, Events events)
    : link_(link), stage_(std::move(stage)), use_(use), make_(std::move(make)), events_(std::move(events))
{}

LayerSet::~LayerSet() = default;

void LayerSet::follow(const model::Document& document, const DataStore& data, std::uint64_t acted_ns)
{
    const model::Document before = std::exchange(document_, document);
    data_ = &data;
    order_ = model::layers_in_order(document_);
    take_frame();
    std::erase_if(entries_, [this](const auto& entry) {
        const auto found = document_.layers.find(entry.first);
        const bool is_removed = found == document_.layers.end() || found->second.kind != entry.second.kind;
        if (is_removed)
            std::erase_if(completed_, [&](const Completed& each) { return each.layer == &entry.first; });
        return is_removed;
    });
    for (const std::string& id : order_) {
        const auto [entry, is_new] = entries_.try_emplace(id);
        entry->second.data_id = document_.layers.at(id).data;
        if (!is_new) continue;
        entry->second.kind = document_.layers.at(id).kind;
        entry->second.is_of_relay = document_.layers.at(id).data.empty();
        entry->second.layer = make_(entry->second.kind, stage_, use_);
    }
    follow_live(before.clock);
    forget_lead(before);
    for (const std::string& id : order_) follow_layer(id, acted_ns);
}

void LayerSet::release_ticking()
{
    holds_ticking_ = false;
    for (const std::string& id : order_)
        if (entries_.at(id).layer->ticks()) follow_layer(id, 0);
}

void LayerSet::look(const Eye& eye, std::uint64_t acted_ns)
{
    eye_ = eye;
    for (const std::string& id : order_)
        if (entries_.at(id).layer->needs_eye()) follow_layer(id, acted_ns);
}

LayerState LayerSet::state_of(const std::string& id, const Entry& entry) const
{
    const model::Layer& layer = document_.layers.at(id);
    const auto first = entry.programs.find(entry.first_program);
    return {.document = document_,
            .id = id,
            .layer = layer,
            .data = *data_of(layer),
            .frame = frame_,
            .use = use_,
            .eye = eye_,
            .live_start = entry.live_start,
            .camera_at = camera_at_,
            .entity_times = relay_times_ ? relay_times_->times() : model::EntityTimes{},
            .led_seconds = entry.led_seconds,
            .link = link_of(entry),
            .running = first == entry.programs.end() ? nullptr : first->second.get()};
}

void LayerSet::follow_layer(const std::string& id, std::uint64_t acted_ns)
{
    Entry& entry = entries_.at(id);
    const model::Layer& layer = document_.layers.at(id);
    if (!entry.layer) return;
    entry.is_active = layer.visible && data_of(layer) != nullptr;
    if (!entry.is_active) return stop(entry);
    // Other data stop the layer first, so that no earlier drawings stay on show.
    if (const std::string& name = data_of(layer)->source.name; entry.data != name) {
        stop(entry);
        entry.data = name;
    }
    take_live_start(entry);
    try {
        const auto requests = entry.layer->wanted(state_of(id, entry));
        entry.is_active = !(holds_ticking_ && entry.layer->ticks());
        if (!entry.is_active) return stop(entry);
        apply(id, entry, requests, acted_ns);
    } catch (const std::exception& fault) {
        stop(entry);
        events_.problem(id, fault.what());
    }
}

void LayerSet::stop(Entry& entry)
{
    for (const auto& [key, driver] : entry.programs) driver->want(std::nullopt);
    for (const auto& [key, driver] : entry.calls) driver->want(std::nullopt);
}

void LayerSet::apply(const std::string& id, Entry& entry, const std::vector<Request>& requests,
                     std::uint64_t acted_ns)
{
    const auto is_wanted = [&](const std::string& key) {
        return std::ranges::find(requests, key, &Request::key) != requests.end();
    };
    for (const auto& [key, driver] : entry.programs)
        if (!is_wanted(key)) driver->want(std::nullopt);
    for (const auto& [key, driver] : entry.calls)
        if (!is_wanted(key)) driver->want(std::nullopt);
    for (const auto& [key, what] : requests) {
        if (const auto* program = std::get_if<ProgramRequest>(&what))
            program_of(id, entry, key).want(*program, acted_ns);
        else
            call_of(id, entry, key).want(std::get<CallRequest>(what));
    }
}

ProgramDriver& LayerSet::program_of(const std::string& id, Entry& entry, const std::string& key)
{
    auto& driver = entry.programs[key];
    if (driver) return *driver;
    if (entry.first_program.empty()) entry.first_program = key;
    Layer* layer = entry.layer.get();
    Intake* intake = stage_.intake ? stage_.intake(id, key) : nullptr;
    driver = std::make_unique<ProgramDriver>(
        link_of(entry), intake != nullptr ? *intake : layer->intake(key),
        ProgramDriver::Events{
            .answered = [this, id, key](const net::Json& answer) { take_program_answer(id, key, answer); },
            .arrived = [this] { events_.arrived(); },
            .problem = [this, id, key, layer](
                           const std::string& what) { events_.problem(id, layer->problem_of(key, what)); },
            .solved = [this, id] { events_.solved(id); },
            .ended = [this, id](const std::string& message) { events_.ended(id, message); },
            .shrink =
                [this, id, key, layer] {
                    if (!layer->shrink(key)) return false;
                    follow_layer(id, 0);
                    return true;
                }},
        is_shared(entry) ? id + "/" + key : std::string());
    return *driver;
}

CallDriver& LayerSet::call_of(const std::string& id, Entry& entry, const std::string& key)
{
    auto& driver = entry.calls[key];
    if (driver) return *driver;
    Layer* layer = entry.layer.get();
    driver = std::make_unique<CallDriver>(
        link_of(entry), layer->most_parts(key),
        CallDriver::Events{.answered = [this, id, key](const net::Json& answer, std::uint32_t part,
                                                       std::uint32_t) { take_answer(id, key, answer, part); },
                           .refused =
                               [this, id, key, layer](const net::RpcError& error) {
                                   events_.problem(id, layer->refusal_of(key, error));
                               }});
    return *driver;
}

void LayerSet::take_answer(const std::string& id, const std::string& key, const net::Json& answer,
                           std::uint32_t part)
{
    Entry& entry = entries_.at(id);
    Layer& layer = *entry.layer;
    if (key == entry.first_program) entry.answer = answer;
    const auto remark = layer.take_answer(key, answer, part);
    if (layer.requests_changed()) follow_layer(id, 0);
    events_.answered(id);
    if (remark) events_.remark(*remark);
    events_.arrived();
}

void LayerSet::take_program_answer(const std::string& id, const std::string& key, const net::Json& answer)
{
    try {
        take_answer(id, key, answer, 0);
    } catch (const std::exception& fault) {
        events_.problem(
            id, fmt::format("cannot understand the node's answer to program.start: {}", fault.what()));
    }
}

void LayerSet::set_relay(Link& relay)
{
    relay_ = &relay;
    relay_times_.emplace(relay);
}

void LayerSet::ask_relay()
{
    if (relay_times_) relay_times_->ask();
}

void LayerSet::link_changed(const Link& link)
{
    if (&link == relay_) ask_relay();
    for (const auto& [id, entry] : entries_) {
        if (!is_on(entry, link)) continue;
        if (document_.clock.live && link.state() == Link::State::Connected) follow_layer(id, 0);
        for (const auto& [key, driver] : entry.programs) driver->link_changed();
        for (const auto& [key, driver] : entry.calls) driver->link_changed();
    }
}

void LayerSet::program_ended(const Link& link, const Link::ProgramEnd& end)
{
    for (const auto& [id, entry] : entries_)
        if (is_on(entry, link))
            for (const auto& [key, driver] : entry.programs) driver->program_ended(end);
}

void LayerSet::retry()
{
    for (const auto& [id, entry] : entries_)
        for (const auto& [key, driver] : entry.programs) driver->retry();
}

bool LayerSet::take_of(const std::string& id, Entry& entry, const ShowClock& clock)
{
    const auto first = entry.programs.find(entry.first_program);
    try {
        return entry.layer->take(clock, first == entry.programs.end() ? 0 : first->second->outdated_before());
    } catch (const std::exception& fault) {
        events_.problem(id, fault.what());
        return false;
    }
}

bool LayerSet::is_ready() const
{
    return std::ranges::all_of(entries_, [](const auto& entry) {
        return !entry.second.is_active || entry.second.layer->is_ready();
    });
}

void LayerSet::describe(render::Scene& scene)
{
    scene.drawings.clear();
    legends_.clear();
    for (auto& [id, drape] : drapes_) drape.clear();
    for (const std::string& id : order_)
        if (const Entry& entry = entries_.at(id); entry.is_active)
            entry.layer->drape(drapes_[document_.layers.at(id).data]);
    if (tool_)
        for (auto& [id, drape] : drapes_) tool_(drape);
    for (const std::string& id : order_) {
        Entry& entry = entries_.at(id);
        if (!entry.is_active) continue;
        entry.layer->describe(state_of(id, entry), drapes_[document_.layers.at(id).data], scene);
        const auto* legend = entry.layer->legend();
        const auto is_same = [&](const render::Legend* other) { return *other == *legend; };
        if (legend != nullptr && std::ranges::none_of(legends_, is_same)) legends_.push_back(legend);
        of_one_layer_.clear();
        entry.layer->completed(of_one_layer_);
        for (const Shown& shown : of_one_layer_) completed_.push_back({&entries_.find(id)->first, shown});
    }
    take_reach();
    if (has_plane()) {  // one grid for all layers on it
        grid_.area = frame_.bounds;
        scene.drawings.insert(scene.drawings.begin(), &grid_);
    }
    if (has_plane() || frame_.is_projected) app::describe(frame_, document_.scene, scene);
    // Texts are copied only when they change: a picture like the last allocates nothing.
    set_legends(scene.legends, legends_, [this](const render::Legend& legend, const auto& take) {
        bool is_first = true;
        for (const std::string& id : order_) {
            const Entry& entry = entries_.at(id);
            const auto* own = entry.is_active ? entry.layer->legend() : nullptr;
            if (own == nullptr || *own != legend) continue;
            if (!std::exchange(is_first, false)) take(std::string_view(", "));
            take_layer_name(document_.layers.at(id), take);
        }
    });
}

void LayerSet::drawn()
{
    for (const auto& [id, entry] : entries_) entry.layer->drawn();
}

void LayerSet::release_finished()
{
    bool released = false;
    for (const auto& [id, entry] : entries_) released |= entry.layer->release_finished();
    if (released) link_.slots_released();
    if (released && relay_ != nullptr) relay_->slots_released();
}

void LayerSet::shown(std::uint64_t shown_ns)
{
    for (const auto& [id, shown] : completed_) {
        ProgramDriver* driver = this->driver(*id, shown.key);
        if (driver == nullptr) continue;
        const bool was_awaited = driver->awaits_result();
        driver->shown(shown.interaction, shown_ns);
        if (!was_awaited || driver->awaits_result()) continue;
        find(*id)->timed(static_cast<double>(shown.received_ns - driver->sent_ns()) * 1e-9, *driver->sent());
        follow_layer(*id, 0);
    }
    completed_.clear();
    for (const std::string& id : order_)
        if (entries_.at(id).is_active && entries_.at(id).layer->requests_changed()) follow_layer(id, 0);
}

void LayerSet::close()
{
    order_.clear();
    completed_.clear();
    entries_.clear();
}

const Layer* LayerSet::find(std::string_view id) const
{
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : found->second.layer.get();
}

Layer* LayerSet::find(std::string_view id)
{
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : found->second.layer.get();
}

ProgramDriver* LayerSet::driver(std::string_view id, std::string_view key)
{
    const auto entry = entries_.find(id);
    if (entry == entries_.end()) return nullptr;
    const auto driver = entry->second.programs.find(key);
    return driver == entry->second.programs.end() ? nullptr : driver->second.get();
}

ProgramDriver* LayerSet::first_driver(std::string_view id)
{
    const auto entry = entries_.find(id);
    return entry == entries_.end() ? nullptr : driver(id, entry->second.first_program);
}

bool LayerSet::is_active(std::string_view id) const
{
    const auto found = entries_.find(id);
    return found != entries_.end() && found->second.is_active;
}

std::optional<LayerSet::Probed> LayerSet::probe(const render::Ray& ray) const
{
    std::optional<Probed> nearest;
    for (const auto& [id, entry] : entries_) {
        if (!entry.is_active) continue;
        auto place = entry.layer->probe(ray);
        if (!place || (nearest && nearest->place.distance <= place->distance)) continue;
        nearest = {document_.layers.at(id).data, std::move(*place)};
    }
    return nearest;
}

}  // namespace farfield::app
