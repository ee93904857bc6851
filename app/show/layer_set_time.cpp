#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/show/layer_set.h"

/// The one clock of all layers.
namespace farfield::app {
namespace {

double seconds_between(std::uint64_t from_ns, std::uint64_t to_ns)
{
    constexpr double seconds_per_ns = 1e-9;
    return static_cast<double>(static_cast<std::int64_t>(to_ns - from_ns)) * seconds_per_ns;
}

/// In a window the frames of other programs are counted from their last change on.
bool may_lead(model::Use use, const std::string& kind)
{
    return use != model::Use::Window || kind == "particles";
}

}  // namespace

/// The lowest layer that ticks on a dataset, or else on anything; null: none does. Ground is asked for along
/// a flight before the others have begun.
const LayerSet::Entry* LayerSet::leading() const
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

std::optional<std::uint64_t> LayerSet::origin_ns() const
{
    if (document_.clock.origin) return model::ns_of_seconds(*document_.clock.origin);
    const auto recorded = recorded_span();
    return recorded ? std::optional((*recorded)[0]) : std::nullopt;
}

model::TimeSpan LayerSet::recorded_seconds() const
{
    const auto recorded = recorded_span();
    if (!recorded) return std::nullopt;
    const std::uint64_t origin = *origin_ns();
    return std::array{seconds_between(origin, (*recorded)[0]), seconds_between(origin, (*recorded)[1])};
}

/// What is recorded is shown at a time of the Earth, others at one of their data. Without a loop a time at
/// which there is no data of the leading layer is one of the clock all the same.
std::optional<Moment> LayerSet::moment_of(std::uint64_t tick, const std::optional<LayerFrame>& led) const
{
    const auto recorded = recorded_seconds();
    if (!recorded) return std::nullopt;
    const model::Clock& clock = document_.clock;
    const Entry* lead = leading();
    Moment moment{.tick = led ? led->info.header.sequence : tick, .is_led = lead != nullptr};
    const auto span = lead == nullptr ? recorded : data_->find(lead->data_id)->time_span();
    moment.seconds = lead != nullptr && span && led && !clock.step
                         ? led->time
                         : model::clock_seconds(clock, moment.tick, clock.loop ? span : std::nullopt);
    moment.utc_ns = model::utc_ns(*origin_ns(), moment.seconds);
    return moment;
}

/// Where no layer leads.
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

std::vector<std::pair<std::string, std::string>> LayerSet::off_clock() const
{
    constexpr double least_seconds = 0.5;
    std::vector<std::pair<std::string, std::string>> off;
    for (const std::string& id : order_) {
        const Entry& entry = entries_.at(id);
        if (!entry.is_active || !moment_) continue;
        const OpenData* data = data_->find(entry.data_id);
        const auto frame = data != nullptr && data->time_span() ? entry.layer->frame() : std::nullopt;
        const double ahead = frame ? frame->time - moment_->seconds : entry.layer->ahead_of_clock();
        if (std::abs(ahead) >= least_seconds)
            off.emplace_back(id, fmt::format("{:.4g} s {} the clock", std::abs(ahead),
                                             ahead > 0.0 ? "ahead of" : "behind"));
    }
    return off;
}

bool LayerSet::take(const ShowClock& clock)
{
    bool is_new = false;
    ShowClock shown = clock;
    for (const bool is_recorded : {false, true}) {  // what is recorded follows the others
        if (is_recorded) {
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
    take_plane();
    take_ground();
    return is_new;
}

}  // namespace farfield::app
