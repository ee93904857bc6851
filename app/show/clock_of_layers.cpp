#include "app/show/clock_of_layers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

#include "net/message/clock.h"

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

void ClockOfLayers::follow(const model::Document& before)
{
    follow_live(before.clock);
    forget_lead(before);
}

/// The lowest layer that ticks on a dataset, else on any data; null: none. Not is_active: the ground along a
/// flight is asked for before programs are released.
const LayerEntry* ClockOfLayers::lowest_ticking() const
{
    const LayerEntry* lowest = nullptr;
    for (const std::string& id : table_.order) {
        const LayerEntry& entry = table_.at(id);
        const model::Layer& layer = table_.in_document(id);
        const OpenData* data = table_.data->find(layer.data);
        if (!layer.visible || data == nullptr || !ticks(*entry.layer) || !layer.clock.value_or(true) ||
            !may_lead(table_.use, entry.kind))
            continue;
        if (data->dataset) return &entry;
        if (lowest == nullptr) lowest = &entry;
    }
    return lowest;
}

const LayerEntry* ClockOfLayers::leading() const
{
    return table_.document.clock.live ? nullptr : lowest_ticking();
}

std::vector<std::string> ClockOfLayers::take_lead(bool is_watching)
{
    std::vector<std::string> led_on;
    const LayerEntry* lead = table_.use == model::Use::Window ? leading() : nullptr;
    const auto led = lead != nullptr ? newest_frame(*lead->layer) : std::nullopt;
    if (!led || !led->time) return led_on;
    const OpenData* flow = table_.data->find(lead->data_id);
    if (flow == nullptr || !flow->time_span()) return led_on;  // it may close while its frame is on show
    for (const std::string& id : table_.order) {
        LayerEntry& entry = table_.at(id);
        const bool is_led = entry.is_active && entry.data_id == lead->data_id && !ticks(*entry.layer) &&
                            table_.in_document(id).clock.value_or(false);
        const ProgramDriver* first = entry.requests->first();
        if (!is_led || first == nullptr || first->awaits_result()) continue;
        const auto seconds = is_watching ? time_sent(*first) : led->time;
        if (!seconds || seconds == entry.led_seconds) continue;
        entry.led_seconds = seconds;
        led_on.push_back(id);
    }
    return led_on;
}

/// Forgets the leading time for layers with a newly chosen one, which holds until the leading layer moves on.
void ClockOfLayers::forget_lead(const model::Document& before)
{
    const auto time_of = [](const model::Layer& layer) { return layer.params.value("time", model::Json()); };
    for (auto& [id, entry] : table_.entries) {
        const auto found = before.layers.find(id);
        const model::Layer& layer = table_.in_document(id);
        if (found == before.layers.end() || time_of(found->second) != time_of(layer) ||
            !layer.clock.value_or(false))
            entry.led_seconds.reset();
    }
}

std::optional<RecordedSpan> ClockOfLayers::recorded_span() const
{
    std::optional<RecordedSpan> all;
    for (const std::string& id : table_.order) {
        const LayerEntry& entry = table_.at(id);
        const auto span = table_.in_document(id).visible ? app::recorded_span(*entry.layer) : std::nullopt;
        if (!span) continue;
        all = all ? RecordedSpan{std::min((*all)[0], (*span)[0]), std::max((*all)[1], (*span)[1])} : *span;
    }
    return all;
}

/// UTC of data time 0; where no source gives it, a live clock counts from its own beginning.
std::uint64_t ClockOfLayers::origin_ns() const
{
    if (table_.document.clock.origin) return model::ns_of_seconds(*table_.document.clock.origin);
    const LayerEntry* lowest = lowest_ticking();
    const OpenData* data = lowest == nullptr ? nullptr : table_.data->find(lowest->data_id);
    const auto of_data = data != nullptr && data->dataset ? data->dataset->time_origin : std::nullopt;
    // A clock cannot be before 1970 or in the far future: such data count from the clock's beginning.
    if (of_data && *of_data >= 0.0 && *of_data <= model::most_utc_seconds)
        return model::ns_of_seconds(*of_data);
    const auto recorded = recorded_span();
    return recorded ? (*recorded)[0] : live_.begin_ns() + static_cast<std::uint64_t>(offset_ns());
}

/// Offset of the node's clock from this machine's; without a node, of the relay's clock.
std::int64_t ClockOfLayers::offset_ns() const
{
    const bool has_node = node_.state() == Link::State::Connected;
    if (!has_node && relay_ != nullptr) return relay_->figures().clock_offset_ns;
    return has_node ? node_.figures().clock_offset_ns : 0;
}

Moment ClockOfLayers::live_moment(std::uint64_t now_ns)
{
    const std::uint64_t instant_ns =
        live_.instant_ns(table_.document.clock, now_ns != 0 ? now_ns : net::now_ns());
    Moment moment{.utc_ns = instant_ns + static_cast<std::uint64_t>(offset_ns()), .live_ns = instant_ns};
    moment.seconds = seconds_between(origin_ns(), moment.utc_ns);
    return moment;
}

/// Forgets the start times of programs when the clock becomes live, or goes on: they then begin anew at now.
void ClockOfLayers::follow_live(const model::Clock& before)
{
    const model::Clock& clock = table_.document.clock;
    const bool goes_on = clock.playing && !before.playing;
    if (clock.live && before.live && clock.origin == before.origin && !goes_on) return;
    forget_live_starts();
    if (clock.live != before.live) moment_.reset();
}

void ClockOfLayers::forget_live_starts()
{
    for (auto& [id, entry] : table_.entries) entry.live_start.reset();
}

void ClockOfLayers::take_live_start(LayerEntry& entry)
{
    if (!table_.document.clock.live) return;
    const ProgramDriver* first = entry.requests->first();
    const bool runs = first != nullptr && first->state() != ProgramDriver::State::Off;
    if (entry.live_start && runs) return;
    const std::uint64_t now_ns = net::now_ns();
    (void)live_.instant_ns(table_.document.clock, now_ns);
    entry.live_start = seconds_between(origin_ns(), now_ns + static_cast<std::uint64_t>(offset_ns()));
}

bool ClockOfLayers::takes_offset()
{
    constexpr std::int64_t felt_ns = 50'000'000;
    const bool knows = node_.state() == Link::State::Connected && node_.figures().round_trip_ms > 0.0;
    const bool is_new = !std::exchange(knows_offset_, knows) && knows;
    return is_new && std::abs(offset_ns()) > felt_ns;
}

void ClockOfLayers::step()
{
    timer_.step();
    live_.step(table_.document.clock);
}

model::TimeSpan ClockOfLayers::recorded_seconds() const
{
    const auto recorded = recorded_span();
    if (!recorded) return std::nullopt;
    const std::uint64_t origin = origin_ns();
    return std::array{seconds_between(origin, (*recorded)[0]), seconds_between(origin, (*recorded)[1])};
}

/// Moment of a tick: recorded layers show its UTC, others its data time. Without a loop, the clock runs on
/// where the leading layer has no data.
std::optional<Moment> ClockOfLayers::moment_of(std::uint64_t tick, const std::optional<LayerFrame>& led) const
{
    if (table_.document.clock.live) return moment_;
    const auto recorded = recorded_seconds();
    if (!recorded) return std::nullopt;
    const model::Clock& clock = table_.document.clock;
    const LayerEntry* lead = leading();
    Moment moment{.tick = led ? led->info.header.sequence : tick, .is_led = lead != nullptr};
    const auto span = lead == nullptr ? recorded : table_.data->find(lead->data_id)->time_span();
    moment.seconds = lead != nullptr && span && led && led->time && !clock.step
                         ? *led->time
                         : model::clock_seconds(clock, moment.tick, clock.loop ? span : std::nullopt);
    moment.utc_ns = model::utc_ns(origin_ns(), moment.seconds);
    return moment;
}

void ClockOfLayers::take(const ShowClock& clock)
{
    const LayerEntry* lead = leading();
    moment_ = moment_of(tick_of(clock), lead == nullptr ? std::nullopt : newest_frame(*lead->layer));
}

std::optional<Moment> ClockOfLayers::moment_without_lead()
{
    return table_.document.clock.live ? live_moment(0) : moment_of(0, std::nullopt);
}

std::optional<Moment> ClockOfLayers::moment_at(std::uint64_t tick) const
{
    const LayerEntry* lead = leading();
    const auto frame = lead == nullptr ? std::nullopt : newest_frame(*lead->layer);
    const bool is_shown = frame && frame->info.header.sequence == tick;
    return moment_of(tick, is_shown ? frame : std::nullopt);
}

/// Tick of the clock, where no layer leads.
std::uint64_t ClockOfLayers::tick_of(const ShowClock& clock)
{
    return table_.use == model::Use::Window ? timer_.tick(table_.document.clock, clock.now_ns) : clock.tick;
}

void ClockOfLayers::seek(double seconds)
{
    const model::Clock& clock = table_.document.clock;
    const double step = clock.step.value_or(1.0 / clock.frames_per_second);
    timer_.seek(static_cast<std::uint64_t>(std::max(0.0, std::round((seconds - clock.start) / step))));
}

std::vector<OffClock> ClockOfLayers::off_clock() const
{
    constexpr double least_seconds = 0.5;
    std::vector<OffClock> off;
    for (const std::string& id : table_.order) {
        const auto& [key, entry] = *table_.entries.find(id);
        if (!entry.is_active || !moment_) continue;
        const OpenData* data = table_.data->find(entry.data_id);
        const double step = seconds_of_frame(*entry.layer);  // above 0: it follows a live clock
        const bool has_time = data != nullptr && (data->time_span() || step > 0.0);
        const auto frame = has_time ? newest_frame(*entry.layer) : std::nullopt;
        EarthRole* const earth = entry.layer->on_earth();
        const double ahead = frame && frame->time ? *frame->time - moment_->seconds
                             : earth != nullptr   ? earth->ahead_of_clock()
                                                  : 0.0;
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

}  // namespace farfield::app
