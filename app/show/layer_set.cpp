#include "app/show/layer_set.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "app/show/scene_frame.h"
#include "app/show/scene_legends.h"
#include "net/message/clock.h"

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
    : link_(link), stage_(std::move(stage)), make_(std::move(make)), events_(std::move(events))
{
    table_.use = use;
}

LayerSet::~LayerSet() = default;

void LayerSet::follow(const model::Document& document, const DataStore& data, std::uint64_t acted_ns)
{
    const model::Document before = std::exchange(table_.document, document);
    table_.data = &data;
    table_.order = model::layers_in_order(table_.document);
    frame_.follow();
    std::erase_if(table_.entries, [this](const auto& entry) {
        const auto found = table_.document.layers.find(entry.first);
        const bool is_removed =
            found == table_.document.layers.end() || found->second.kind != entry.second.kind;
        if (is_removed)
            std::erase_if(completed_, [&](const Completed& each) { return each.layer == &entry.first; });
        return is_removed;
    });
    for (const std::string& id : table_.order) {
        if (!table_.entries.contains(id)) add(id);
        table_.at(id).data_id = table_.in_document(id).data;
    }
    clock_.follow(before);
    for (const std::string& id : table_.order) follow_layer(id, acted_ns);
}

void LayerSet::add(const std::string& id)
{
    LayerEntry& entry = table_.entries[id];
    entry.kind = table_.in_document(id).kind;
    entry.is_of_relay = table_.in_document(id).data.empty();
    entry.layer = make_(entry.kind, stage_, table_.use);
    entry.requests = std::make_unique<LayerRequests>(
        id, *entry.layer, entry.is_of_relay && relay_ != nullptr ? *relay_ : link_, stage_,
        LayerRequests::Events{
            .answered = [this, id](const std::string& key, const net::Json& answer,
                                   std::uint32_t part) { take_answer(id, key, answer, part); },
            .arrived = [this] { events_.arrived(); },
            .problem = [this, id](const std::string& what) { events_.problem(id, what); },
            .solved = [this, id] { events_.solved(id); },
            .ended = [this, id](const std::string& message) { events_.ended(id, message); },
            .shrunk = [this, id] { follow_layer(id, 0); }});
}

void LayerSet::release_ticking()
{
    holds_ticking_ = false;
    for (const std::string& id : table_.order)
        if (ticks(*table_.at(id).layer)) follow_layer(id, 0);
}

void LayerSet::look(const Eye& eye, std::uint64_t acted_ns)
{
    eye_ = eye;
    for (const std::string& id : table_.order)
        if (table_.at(id).layer->as_ground() != nullptr) follow_layer(id, acted_ns);
}

LayerState LayerSet::state_of(const std::string& id, const LayerEntry& entry) const
{
    const model::Layer& layer = table_.in_document(id);
    return {.document = table_.document,
            .id = id,
            .layer = layer,
            .data = *data_of(layer),
            .frame = frame_.frame(),
            .use = table_.use,
            .eye = eye_,
            .live_start = entry.live_start,
            .camera_at = camera_at_,
            .entity_times = relay_times_ ? relay_times_->times() : model::EntityTimes{},
            .led_seconds = entry.led_seconds,
            .link = entry.requests->link(),
            .running = entry.requests->first()};
}

void LayerSet::follow_layer(const std::string& id, std::uint64_t acted_ns)
{
    LayerEntry& entry = table_.at(id);
    const model::Layer& layer = table_.in_document(id);
    entry.is_active = layer.visible && data_of(layer) != nullptr;
    if (!entry.is_active) return entry.requests->stop();
    // Other data stop the layer first, so that no earlier drawings stay on show.
    if (const std::string& name = data_of(layer)->source.name; entry.data != name) {
        entry.requests->stop();
        entry.data = name;
    }
    clock_.take_live_start(entry);
    try {
        const auto requests = entry.layer->wanted(state_of(id, entry));
        entry.is_active = !(holds_ticking_ && ticks(*entry.layer));
        if (!entry.is_active) return entry.requests->stop();
        entry.requests->apply(requests, acted_ns, is_shared(entry));
        entry.fault.clear();
    } catch (const std::exception& fault) {
        entry.requests->stop();
        // Asked again at every change of anything, it would say the same.
        if (std::exchange(entry.fault, fault.what()) != fault.what()) events_.problem(id, fault.what());
    }
}

void LayerSet::take_answer(const std::string& id, const std::string& key, const net::Json& answer,
                           std::uint32_t part)
{
    LayerEntry& entry = table_.at(id);
    Layer& layer = *entry.layer;
    const auto remark = layer.take_answer(key, answer, part);
    if (layer.requests_changed()) follow_layer(id, 0);
    events_.answered(id);
    if (remark) events_.remark(*remark);
    events_.arrived();
}

void LayerSet::set_relay(Link& relay)
{
    relay_ = &relay;
    relay_times_.emplace(relay);
    clock_.set_relay(relay);
}

void LayerSet::ask_relay()
{
    if (relay_times_) relay_times_->ask();
}

void LayerSet::link_changed(const Link& link)
{
    if (&link == relay_) ask_relay();
    for (const auto& [id, entry] : table_.entries) {
        if (!is_on(entry, link)) continue;
        if (table_.document.clock.live && link.state() == Link::State::Connected) follow_layer(id, 0);
        entry.requests->link_changed();
    }
}

void LayerSet::program_ended(const Link& link, const Link::ProgramEnd& end)
{
    for (const auto& [id, entry] : table_.entries)
        if (is_on(entry, link))
            entry.requests->each_program([&](ProgramDriver& driver) { driver.program_ended(end); });
}

void LayerSet::retry()
{
    for (const auto& [id, entry] : table_.entries)
        entry.requests->each_program([](ProgramDriver& driver) { driver.retry(); });
}

bool LayerSet::take_of(const std::string& id, LayerEntry& entry, const ShowClock& clock)
{
    const ProgramDriver* first = entry.requests->first();
    try {
        return entry.layer->take(clock, first == nullptr ? 0 : first->outdated_before());
    } catch (const std::exception& fault) {
        events_.problem(id, fault.what());
        return false;
    }
}

bool LayerSet::is_ready() const
{
    return std::ranges::all_of(table_.entries, [](const auto& entry) {
        return !entry.second.is_active || entry.second.layer->is_ready();
    });
}

void LayerSet::describe(render::Scene& scene)
{
    scene.drawings.clear();
    legends_.clear();
    for (auto& [id, drape] : drapes_) drape.clear();
    for (const std::string& id : table_.order)
        if (const LayerEntry& entry = table_.at(id); entry.is_active && entry.layer->draped() != nullptr)
            entry.layer->draped()->drape(drapes_[table_.in_document(id).data]);
    if (tool_)
        for (auto& [id, drape] : drapes_) tool_(drape);
    for (const std::string& id : table_.order) {
        LayerEntry& entry = table_.at(id);
        if (!entry.is_active) continue;
        entry.layer->describe(state_of(id, entry), drapes_[table_.in_document(id).data], scene);
        const auto* legend = entry.layer->legend();
        const auto is_same = [&](const render::Legend* other) { return *other == *legend; };
        if (legend != nullptr && std::ranges::none_of(legends_, is_same)) legends_.push_back(legend);
        of_one_layer_.clear();
        entry.layer->completed(of_one_layer_);
        for (const Shown& shown : of_one_layer_)
            completed_.push_back({&table_.entries.find(id)->first, shown});
    }
    frame_.describe(scene);
    // Texts are copied only when they change: a picture like the last allocates nothing.
    set_legends(scene.legends, legends_, [this](const render::Legend& legend, const auto& take) {
        bool is_first = true;
        for (const std::string& id : table_.order) {
            const LayerEntry& entry = table_.at(id);
            const auto* own = entry.is_active ? entry.layer->legend() : nullptr;
            if (own == nullptr || *own != legend) continue;
            if (!std::exchange(is_first, false)) take(std::string_view(", "));
            take_layer_name(table_.in_document(id), take);
        }
    });
}

void LayerSet::drawn()
{
    for (const auto& [id, entry] : table_.entries) entry.layer->drawn();
}

void LayerSet::release_finished()
{
    bool released = false;
    for (const auto& [id, entry] : table_.entries) released |= entry.layer->release_finished();
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
        if (GroundRole* ground = find(*id)->as_ground())
            ground->timed(static_cast<double>(shown.received_ns - driver->sent_ns()) * 1e-9, *driver->sent());
        follow_layer(*id, 0);
    }
    completed_.clear();
    for (const std::string& id : table_.order)
        if (table_.at(id).is_active && table_.at(id).layer->requests_changed()) follow_layer(id, 0);
}

void LayerSet::close()
{
    table_.order.clear();
    completed_.clear();
    table_.entries.clear();
}

const Layer* LayerSet::find(std::string_view id) const
{
    const auto found = table_.entries.find(id);
    return found == table_.entries.end() ? nullptr : found->second.layer.get();
}

Layer* LayerSet::find(std::string_view id)
{
    const auto found = table_.entries.find(id);
    return found == table_.entries.end() ? nullptr : found->second.layer.get();
}

ProgramDriver* LayerSet::driver(std::string_view id, std::string_view key)
{
    const auto entry = table_.entries.find(id);
    return entry == table_.entries.end() ? nullptr : entry->second.requests->program(key);
}

ProgramDriver* LayerSet::first_driver(std::string_view id)
{
    const auto entry = table_.entries.find(id);
    return entry == table_.entries.end() ? nullptr : entry->second.requests->first();
}

bool LayerSet::is_active(std::string_view id) const
{
    const auto found = table_.entries.find(id);
    return found != table_.entries.end() && found->second.is_active;
}

std::optional<LayerSet::Probed> LayerSet::probe(const render::Ray& ray) const
{
    std::optional<Probed> nearest;
    for (const auto& [id, entry] : table_.entries) {
        if (!entry.is_active || entry.layer->planes() == nullptr) continue;
        auto place = entry.layer->planes()->probe(ray);
        if (!place || (nearest && nearest->place.distance <= place->distance)) continue;
        nearest = {table_.in_document(id).data, std::move(*place)};
    }
    return nearest;
}

/// Data of a layer, empty for one without data. Null: not open, or neither relay nor recording exists.
const OpenData* LayerSet::data_of(const model::Layer& layer) const
{
    static const OpenData none;
    if (!layer.data.empty()) return table_.data->find(layer.data);
    return relay_ != nullptr || !layer.recording.empty() ? &none : nullptr;
}

/// Asks anew with ground that has arrived, or is needed now.
void LayerSet::take_ground()
{
    if (!frame_.take_ground()) return;
    for (const std::string& id : table_.order) follow_layer(id, 0);
}

void LayerSet::take_plane()
{
    if (!frame_.take_plane()) return;
    for (const std::string& id : table_.order)
        if (table_.at(id).is_of_relay) follow_layer(id, 0);
}

bool LayerSet::has_ground()
{
    bool is_complete = true;
    for (const std::string& id : table_.order) {
        LayerEntry& entry = table_.at(id);
        if (!entry.is_active) continue;
        if (GroundRole* ground = entry.layer->as_ground()) is_complete = ground->take_ground() && is_complete;
        if (entry.layer->requests_changed()) follow_layer(id, 0);
    }
    take_ground();
    return is_complete;
}

bool LayerSet::take_of_relay()
{
    ShowClock clock;
    clock.moment = clock_.moment_without_lead();
    bool is_complete = true;
    for (const std::string& id : table_.order) {
        LayerEntry& entry = table_.at(id);
        if (!entry.is_active || !entry.is_of_relay) continue;
        (void)take_of(id, entry, clock);
        is_complete = is_complete && entry.layer->is_ready();
    }
    take_plane();
    frame_.take_reach();
    return is_complete && (frame().earth || frame_.has_base());
}

bool LayerSet::is_moving() const
{
    return std::ranges::any_of(table_.entries, [this](const auto& entry) {
        const auto& [is_active, layer] = std::pair(entry.second.is_active, entry.second.layer.get());
        const bool follows = recorded_span(*layer) || table_.document.clock.live;
        const bool moves = layer->on_earth() != nullptr && layer->on_earth()->is_moving();
        return is_active && (moves || seconds_of_frame(*layer) > 0.0) &&
               (table_.document.clock.playing || !follows);
    });
}

/// False for programs that follow from a viewer's own eye or clock.
bool LayerSet::is_shared(const LayerEntry& entry) const
{
    return table_.use == model::Use::Window && !entry.is_of_relay && entry.layer->as_ground() == nullptr &&
           !table_.document.clock.live;
}

void LayerSet::each_program_of_node(const std::function<void(ProgramDriver&)>& act)
{
    for (const auto& [id, entry] : table_.entries)
        if (!entry.is_of_relay) entry.requests->each_program(act);
}

void LayerSet::program_updated(const ProgramChange& change)
{
    each_program_of_node([&](ProgramDriver& driver) { driver.program_updated(change); });
}

void LayerSet::program_outgrew(std::uint32_t stream)
{
    each_program_of_node([stream](ProgramDriver& driver) { driver.program_outgrew(stream); });
}

void LayerSet::others_acted()
{
    each_program_of_node([](ProgramDriver& driver) { driver.others_acted(); });
}

void LayerSet::send_missing()
{
    each_program_of_node([](ProgramDriver& driver) { driver.send_missing(); });
}

void LayerSet::begin_live()
{
    if (!table_.document.clock.live) return;
    clock_.forget_live_starts();
    for (const std::string& id : table_.order)
        if (seconds_of_frame(*table_.at(id).layer) > 0.0) follow_layer(id, 0);
}

std::optional<glm::dvec3> LayerSet::place_at(const model::EntityName& entity, std::uint64_t tick)
{
    const auto moment = clock_.moment_at(tick);
    for (const std::string& id : table_.order) {
        const LayerEntry& entry = table_.at(id);
        if (!table_.in_document(id).visible || entry.layer->on_earth() == nullptr) continue;
        if (const auto place = entry.layer->on_earth()->place_at(entity, moment ? moment->utc_ns : 0))
            return place;
    }
    return std::nullopt;
}

bool LayerSet::take(const ShowClock& clock)
{
    bool is_new = false;
    ShowClock shown = clock;
    const bool is_live = table_.document.clock.live;
    if (is_live) {
        if (clock_.takes_offset()) begin_live();
        clock_.take_live(clock.now_ns);
        shown.moment = clock_.moment();
    }
    for (const bool is_recorded : {false, true}) {  // recorded layers follow the others
        if (is_recorded && !is_live) {
            clock_.take(clock);
            shown.moment = clock_.moment();
        }
        for (const std::string& id : table_.order) {
            LayerEntry& entry = table_.at(id);
            if (!entry.is_active || recorded_span(*entry.layer).has_value() != is_recorded) continue;
            is_new |= take_of(id, entry, shown);
            if (entry.layer->requests_changed()) follow_layer(id, 0);
        }
    }
    for (const std::string& id : clock_.take_lead(is_watching_)) follow_layer(id, 0);
    take_plane();
    take_ground();
    return is_new;
}

}  // namespace farfield::app
