#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/show/layer_set.h"
#include "net/message/clock.h"

/// The common clock of all layers: LayerSet.
namespace farfield::app {
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
