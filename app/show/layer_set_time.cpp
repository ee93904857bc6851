#include <algorithm>

#include "app/show/layer_set.h"

/// The one clock of all layers.
namespace farfield::app {
namespace {

constexpr double seconds_per_ns = 1e-9;

}  // namespace

/// The lowest layer that ticks on a dataset, or else on anything; null: none does.
const LayerSet::Entry* LayerSet::leading() const
{
    const Entry* lowest = nullptr;
    for (const std::string& id : order_) {
        const Entry& entry = entries_.at(id);
        const auto& [layer, data] =
            std::pair(document_.layers.at(id), data_->find(document_.layers.at(id).data));
        if (!entry.is_active || data == nullptr || !entry.layer->ticks() || !layer.clock.value_or(true))
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
        const auto span = entry.is_active ? entry.layer->recorded_span() : std::nullopt;
        if (!span) continue;
        all = all ? RecordedSpan{std::min((*all)[0], (*span)[0]), std::max((*all)[1], (*span)[1])} : *span;
    }
    return all;
}

/// What is recorded is shown at a time of the Earth, others at one of their data.
std::optional<Moment> LayerSet::moment_of(std::uint64_t tick) const
{
    const auto recorded = recorded_span();
    if (!recorded) return std::nullopt;
    const model::Clock& clock = document_.clock;
    const std::uint64_t origin_ns = clock.origin ? model::ns_of_seconds(*clock.origin) : (*recorded)[0];
    const Entry* lead = leading();
    const auto frame = lead == nullptr ? std::nullopt : lead->layer->frame();
    Moment moment{.tick = frame ? frame->info.header.sequence : tick};
    model::TimeSpan span = lead == nullptr ? std::nullopt : data_->find(lead->data_id)->time_span();
    if (span && !clock.step && frame) {
        moment.seconds = frame->time;
    } else {
        const auto seconds = [origin_ns](std::uint64_t time_ns) {
            return static_cast<double>(static_cast<std::int64_t>(time_ns - origin_ns)) * seconds_per_ns;
        };
        if (lead == nullptr) span = {seconds((*recorded)[0]), seconds((*recorded)[1])};
        moment.seconds = model::clock_seconds(clock, moment.tick, span);
    }
    moment.utc_ns = model::utc_ns(origin_ns, moment.seconds);
    return moment;
}

bool LayerSet::take(const ShowClock& clock)
{
    bool is_new = false;
    ShowClock shown = clock;
    for (const bool is_recorded : {false, true}) {  // what is recorded follows the others
        if (is_recorded) shown.moment = moment_of(clock.tick);
        for (const std::string& id : order_) {
            Entry& entry = entries_.at(id);
            if (!entry.is_active || entry.layer->recorded_span().has_value() != is_recorded) continue;
            is_new |= take_of(id, entry, shown);
            if (entry.layer->requests_changed()) follow_layer(id, 0);
        }
    }
    take_plane();
    return is_new;
}

}  // namespace farfield::app
