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

// Requests and scene of layers without data.

/// Data of a layer, empty for one without data. Null: not open, or neither relay nor recording exists.
const OpenData* LayerSet::data_of(const model::Layer& layer) const
{
    static const OpenData none;
    if (!layer.data.empty()) return data_->find(layer.data);
    return relay_ != nullptr || !layer.recording.empty() ? &none : nullptr;
}

void LayerSet::take_frame()
{
    frame_ = frame_of(document_, *data_, places_);
    const Layer* terrain = terrain_layer();
    ground_ = terrain != nullptr ? terrain->ground() : nullptr;
    frame_.ground = ground_;
    frame_.wants_ground = wants_ground();
    has_base_ = !model::base_of(document_).empty();
    if (has_base_) plane_ = nullptr;
    if (!frame_.base.empty()) return;
    frame_.earth = plane_;
    take_reach();
}

/// Lowest terrain layer on the base; null: none so far.
const Layer* LayerSet::terrain_layer() const
{
    if (frame_.base.empty()) return nullptr;
    for (const std::string& id : order_) {
        const auto entry = entries_.find(id);
        const model::Layer& layer = document_.layers.at(id);
        if (entry != entries_.end() && entry->second.layer && layer.kind == "terrain" &&
            layer.data == frame_.base)
            return entry->second.layer.get();
    }
    return nullptr;
}

bool LayerSet::wants_ground() const
{
    if (!frame_.is_ground || frame_.base.empty()) return false;
    const auto is_on_ground = [&](const auto& layer) {
        const OpenData* open = data_->find(layer.second.data);
        return layer.second.visible && open != nullptr && open->dataset && frame_.lies_on_ground(*open);
    };
    return std::ranges::any_of(document_.layers, is_on_ground) ||
           std::ranges::any_of(entries_, [](const auto& entry) {
               return entry.second.is_active && entry.second.layer->needs_ground();
           });
}

/// Takes over ground that has arrived, or a need for ground that has changed.
void LayerSet::take_ground()
{
    const Layer* terrain = terrain_layer();
    const auto ground = terrain != nullptr ? terrain->ground() : nullptr;
    const bool wants = wants_ground();
    if (ground == ground_ && wants == frame_.wants_ground) return;
    frame_.ground = ground_ = ground;
    frame_.wants_ground = wants;
    for (const std::string& id : order_) follow_layer(id, 0);
}

/// Places a scene without a base about the first position that one of its layers knows.
void LayerSet::take_plane()
{
    if (frame_.earth || has_base_) return;
    for (const std::string& id : order_) {
        const Entry& entry = entries_.at(id);
        const auto place = entry.is_active ? entry.layer->earth_place() : std::nullopt;
        if (!place) continue;
        const model::Geodetic at = model::geodetic_of(*place);
        const model::LongitudeLatitude about{at.longitude_degrees, at.latitude_degrees};
        frame_.earth = plane_ = std::make_shared<const EarthBase>(
            EarthBase{[about](const model::Vertical& vertical) { return plane_about(about, vertical); }});
        break;
    }
    if (!frame_.earth) return;
    for (const std::string& id : order_)
        if (entries_.at(id).is_of_relay) follow_layer(id, 0);
}

void LayerSet::take_reach()
{
    if (!frame_.base.empty() || !frame_.earth) return;
    std::optional<render::Bounds> all;
    for (const auto& [id, entry] : entries_) {
        const auto reach = entry.is_active ? entry.layer->reach() : std::nullopt;
        if (!reach) continue;
        all = all ? render::Bounds{glm::min(all->min, reach->min), glm::max(all->max, reach->max)} : *reach;
    }
    if (!all) return;
    frame_.bounds = frame_.reach = *all;
    frame_.is_ground = true;  // drawn in metres, without outline and axes
}

bool LayerSet::has_ground()
{
    bool is_complete = true;
    for (const std::string& id : order_) {
        Entry& entry = entries_.at(id);
        if (!entry.is_active) continue;
        is_complete = entry.layer->take_ground() && is_complete;
        if (entry.layer->requests_changed()) follow_layer(id, 0);
    }
    take_ground();
    return is_complete;
}

bool LayerSet::take_of_relay()
{
    ShowClock clock;
    clock.moment = document_.clock.live ? live_moment(net::now_ns()) : moment_of(0, std::nullopt);
    bool is_complete = true;
    for (const std::string& id : order_) {
        Entry& entry = entries_.at(id);
        if (!entry.is_active || !entry.is_of_relay) continue;
        (void)take_of(id, entry, clock);
        is_complete = is_complete && entry.layer->is_ready();
    }
    take_plane();
    take_reach();
    return is_complete && (frame_.earth || has_base_);
}

bool LayerSet::is_moving() const
{
    return std::ranges::any_of(entries_, [this](const auto& entry) {
        const auto& [is_active, layer] = std::pair(entry.second.is_active, entry.second.layer.get());
        const bool follows = layer->recorded_span() || document_.clock.live;
        return is_active && (layer->is_moving() || layer->seconds_of_frame() > 0.0) &&
               (document_.clock.playing || !follows);
    });
}

// Actions of other members of a session on the programs of layers.

/// False for programs that follow from a viewer's own eye or clock.
bool LayerSet::is_shared(const Entry& entry) const
{
    return use_ == model::Use::Window && !entry.is_of_relay && !entry.layer->needs_eye() &&
           !document_.clock.live;
}

void LayerSet::each_driver(const std::function<void(ProgramDriver&)>& act)
{
    for (const auto& [id, entry] : entries_)
        if (!entry.is_of_relay)
            for (const auto& [key, driver] : entry.programs) act(*driver);
}

void LayerSet::program_updated(const ProgramChange& change)
{
    each_driver([&](ProgramDriver& driver) { driver.program_updated(change); });
}

void LayerSet::program_outgrew(std::uint32_t stream)
{
    each_driver([stream](ProgramDriver& driver) { driver.program_outgrew(stream); });
}

void LayerSet::others_acted()
{
    each_driver([](ProgramDriver& driver) { driver.others_acted(); });
}

void LayerSet::send_missing()
{
    each_driver([](ProgramDriver& driver) { driver.send_missing(); });
}

// The common clock of all layers.

namespace {

double seconds_between(std::uint64_t from_ns, std::uint64_t to_ns)
{
    constexpr double seconds_per_ns = 1e-9;
    return static_cast<double>(static_cast<std::int64_t>(to_ns - from_ns)) * seconds_per_ns;
}

/// True for kinds that may lead. In a window, other programs count frames from their last change on.
bool may_lead(model::Use use, const std::string& kind)
{
    return use != model::Use::Window || kind == "particles";
}

/// Time of a running program; nullopt: it has none.
std::optional<double> time_sent(const ProgramDriver& driver)
{
    if (!driver.sent()) return std::nullopt;
    const net::Json& params = driver.sent()->start.params;
    const auto time = params.find("time");
    return time == params.end() || !time->is_number() ? std::nullopt : std::optional(time->get<double>());
}

}  // namespace

/// The lowest layer that ticks on a dataset, else on any data; null: none. Not is_active: the ground along a
/// flight is asked for before programs are released.
const LayerSet::Entry* LayerSet::lowest_ticking() const
{
    const Entry* lowest = nullptr;
    for (const std::string& id : order_) {
        const Entry& entry = entries_.at(id);
        const model::Layer& layer = document_.layers.at(id);
        const OpenData* data = data_->find(layer.data);
        if (!layer.visible || data == nullptr || !entry.layer->ticks() || !layer.clock.value_or(true) ||
            !may_lead(use_, entry.kind))
            continue;
        if (data->dataset) return &entry;
        if (lowest == nullptr) lowest = &entry;
    }
    return lowest;
}

const LayerSet::Entry* LayerSet::leading() const
{
    return document_.clock.live ? nullptr : lowest_ticking();
}

/// Passes the leading time to layers on the clock that do not tick. The next request waits until the last
/// result is on the screen, so that none is given up.
void LayerSet::follow_lead()
{
    const Entry* lead = use_ == model::Use::Window ? leading() : nullptr;
    const auto led = lead != nullptr ? lead->layer->frame() : std::nullopt;
    if (!led || !led->time) return;
    const OpenData* flow = data_->find(lead->data_id);
    if (flow == nullptr || !flow->time_span()) return;  // it may close while its frame is on show
    for (const std::string& id : order_) {
        Entry& entry = entries_.at(id);
        const bool is_led = entry.is_active && entry.data_id == lead->data_id && !entry.layer->ticks() &&
                            document_.layers.at(id).clock.value_or(false);
        const auto first = entry.programs.find(entry.first_program);
        if (!is_led || first == entry.programs.end() || first->second->awaits_result()) continue;
        const auto seconds = is_watching_ ? time_sent(*first->second) : led->time;
        if (!seconds || seconds == entry.led_seconds) continue;
        entry.led_seconds = seconds;
        follow_layer(id, 0);
    }
}

/// Forgets the leading time for layers with a newly chosen one, which holds until the leading layer moves on.
void LayerSet::forget_lead(const model::Document& before)
{
    const auto time_of = [](const model::Layer& layer) { return layer.params.value("time", model::Json()); };
    for (auto& [id, entry] : entries_) {
        const auto found = before.layers.find(id);
        const model::Layer& layer = document_.layers.at(id);
        if (found == before.layers.end() || time_of(found->second) != time_of(layer) ||
            !layer.clock.value_or(false))
            entry.led_seconds.reset();
    }
}

std::optional<RecordedSpan> LayerSet::recorded_span() const
{
    std::optional<RecordedSpan> all;
    for (const std::string& id : order_) {
        const Entry& entry = entries_.at(id);
        const auto span = document_.layers.at(id).visible ? entry.layer->recorded_span() : std::nullopt;
        if (!span) continue;
        all = all ? RecordedSpan{std::min((*all)[0], (*span)[0]), std::max((*all)[1], (*span)[1])} : *span;
    }
    return all;
}

/// UTC of data time 0; where no source gives it, a live clock counts from its own beginning.
std::uint64_t LayerSet::origin_ns() const
{
    if (document_.clock.origin) return model::ns_of_seconds(*document_.clock.origin);
    const Entry* lowest = lowest_ticking();
    const OpenData* data = lowest == nullptr ? nullptr : data_->find(lowest->data_id);
    const auto of_data = data != nullptr && data->dataset ? data->dataset->time_origin : std::nullopt;
    // A clock cannot be before 1970 or in the far future: such data count from the clock's beginning.
    if (of_data && *of_data >= 0.0 && *of_data <= model::most_utc_seconds)
        return model::ns_of_seconds(*of_data);
    const auto recorded = recorded_span();
    return recorded ? (*recorded)[0] : live_.begin_ns() + static_cast<std::uint64_t>(clock_offset_ns());
}

/// Offset of the node's clock from this machine's; without a node, of the relay's clock.
std::int64_t LayerSet::clock_offset_ns() const
{
    const bool has_node = link_.state() == Link::State::Connected;
    if (!has_node && relay_ != nullptr) return relay_->figures().clock_offset_ns;
    return has_node ? link_.figures().clock_offset_ns : 0;
}

Moment LayerSet::live_moment(std::uint64_t now_ns)
{
    const std::uint64_t instant_ns = live_.instant_ns(document_.clock, now_ns);
    Moment moment{.utc_ns = instant_ns + static_cast<std::uint64_t>(clock_offset_ns()),
                  .live_ns = instant_ns};
    moment.seconds = seconds_between(origin_ns(), moment.utc_ns);
    return moment;
}

/// Forgets the start times of programs when the clock becomes live, or goes on: they then begin anew at now.
void LayerSet::follow_live(const model::Clock& before)
{
    const model::Clock& clock = document_.clock;
    const bool goes_on = clock.playing && !before.playing;
    if (clock.live && before.live && clock.origin == before.origin && !goes_on) return;
    for (auto& [id, entry] : entries_) entry.live_start.reset();
    if (clock.live != before.live) moment_.reset();
}

/// Sets the data time at which a live program starts: that of now, which the delayed clock reaches later.
void LayerSet::take_live_start(Entry& entry)
{
    if (!document_.clock.live) return;
    const auto first = entry.programs.find(entry.first_program);
    const bool runs = first != entry.programs.end() && first->second->state() != ProgramDriver::State::Off;
    if (entry.live_start && runs) return;
    const std::uint64_t now_ns = net::now_ns();
    (void)live_.instant_ns(document_.clock, now_ns);
    entry.live_start = seconds_between(origin_ns(), now_ns + static_cast<std::uint64_t>(clock_offset_ns()));
}

/// Restarts live programs after the first round trip of a new session, which makes the node's clock known, if
/// it differs from the assumed one.
void LayerSet::follow_offset()
{
    constexpr std::int64_t felt_ns = 50'000'000;
    const bool knows = link_.state() == Link::State::Connected && link_.figures().round_trip_ms > 0.0;
    if (knows && !knows_offset_ && std::abs(clock_offset_ns()) > felt_ns) begin_live();
    knows_offset_ = knows;
}

void LayerSet::begin_live()
{
    if (!document_.clock.live) return;
    for (auto& [id, entry] : entries_) entry.live_start.reset();
    for (const std::string& id : order_)
        if (entries_.at(id).layer->seconds_of_frame() > 0.0) follow_layer(id, 0);
}

void LayerSet::step()
{
    timer_.step();
    live_.step(document_.clock);
}

model::TimeSpan LayerSet::recorded_seconds() const
{
    const auto recorded = recorded_span();
    if (!recorded) return std::nullopt;
    const std::uint64_t origin = origin_ns();
    return std::array{seconds_between(origin, (*recorded)[0]), seconds_between(origin, (*recorded)[1])};
}

/// Moment of a tick: recorded layers show its UTC, others its data time. Without a loop, the clock runs on
/// where the leading layer has no data.
std::optional<Moment> LayerSet::moment_of(std::uint64_t tick, const std::optional<LayerFrame>& led) const
{
    if (document_.clock.live) return moment_;
    const auto recorded = recorded_seconds();
    if (!recorded) return std::nullopt;
    const model::Clock& clock = document_.clock;
    const Entry* lead = leading();
    Moment moment{.tick = led ? led->info.header.sequence : tick, .is_led = lead != nullptr};
    const auto span = lead == nullptr ? recorded : data_->find(lead->data_id)->time_span();
    moment.seconds = lead != nullptr && span && led && led->time && !clock.step
                         ? *led->time
                         : model::clock_seconds(clock, moment.tick, clock.loop ? span : std::nullopt);
    moment.utc_ns = model::utc_ns(origin_ns(), moment.seconds);
    return moment;
}

/// Tick of the clock, where no layer leads.
std::uint64_t LayerSet::tick_of(const ShowClock& clock)
{
    return use_ == model::Use::Window ? timer_.tick(document_.clock, clock.now_ns) : clock.tick;
}

void LayerSet::seek(double seconds)
{
    const model::Clock& clock = document_.clock;
    const double step = clock.step.value_or(1.0 / clock.frames_per_second);
    timer_.seek(static_cast<std::uint64_t>(std::max(0.0, std::round((seconds - clock.start) / step))));
}

std::optional<glm::dvec3> LayerSet::place_at(const model::EntityName& entity, std::uint64_t tick)
{
    const Entry* lead = leading();
    const auto frame = lead == nullptr ? std::nullopt : lead->layer->frame();
    const bool is_shown = frame && frame->info.header.sequence == tick;
    const auto moment = moment_of(tick, is_shown ? frame : std::nullopt);
    for (const std::string& id : order_) {
        const Entry& entry = entries_.at(id);
        if (!document_.layers.at(id).visible) continue;
        if (const auto place = entry.layer->place_at(entity, moment ? moment->utc_ns : 0)) return place;
    }
    return std::nullopt;
}

std::vector<LayerSet::OffClock> LayerSet::off_clock() const
{
    constexpr double least_seconds = 0.5;
    std::vector<OffClock> off;
    for (const std::string& id : order_) {
        const auto& [key, entry] = *entries_.find(id);
        if (!entry.is_active || !moment_) continue;
        const OpenData* data = data_->find(entry.data_id);
        const double step = entry.layer->seconds_of_frame();  // above 0: it follows a live clock
        const bool has_time = data != nullptr && (data->time_span() || step > 0.0);
        const auto frame = has_time ? entry.layer->frame() : std::nullopt;
        const double ahead =
            frame && frame->time ? *frame->time - moment_->seconds : entry.layer->ahead_of_clock();
        if (std::abs(ahead) >= least_seconds + step) off.push_back({&key, ahead});
    }
    return off;
}

std::string words_off_clock(double ahead_seconds)
{
    constexpr double minute = 60.0, hour = 3600.0, day = 86'400.0;
    const double seconds = std::abs(ahead_seconds);
    const auto [unit, name] = seconds < 10.0 * minute ? std::pair(1.0, "s")
                              : seconds < 3.0 * hour  ? std::pair(minute, "min")
                              : seconds < 3.0 * day   ? std::pair(hour, "h")
                                                      : std::pair(day, "d");
    return fmt::format("{:.4g} {} {} the clock", seconds / unit, name,
                       ahead_seconds > 0.0 ? "ahead of" : "behind");
}

bool LayerSet::take(const ShowClock& clock)
{
    bool is_new = false;
    ShowClock shown = clock;
    if (document_.clock.live) {
        follow_offset();
        shown.moment = moment_ = live_moment(clock.now_ns != 0 ? clock.now_ns : net::now_ns());
    }
    for (const bool is_recorded : {false, true}) {  // recorded layers follow the others
        if (is_recorded && !document_.clock.live) {
            const Entry* lead = leading();
            shown.moment = moment_ =
                moment_of(tick_of(clock), lead == nullptr ? std::nullopt : lead->layer->frame());
        }
        for (const std::string& id : order_) {
            Entry& entry = entries_.at(id);
            if (!entry.is_active || entry.layer->recorded_span().has_value() != is_recorded) continue;
            is_new |= take_of(id, entry, shown);
            if (entry.layer->requests_changed()) follow_layer(id, 0);
        }
    }
    follow_lead();
    take_plane();
    take_ground();
    return is_new;
}

}  // namespace farfield::app
