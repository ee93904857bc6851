#include <algorithm>

#include "app/show/layer_set.h"

/// Layers without data: what they ask, and the scene that they have alone.
namespace farfield::app {

/// Null: it is not open, or there is neither relay nor recording.
const OpenData* LayerSet::data_of(const model::Layer& layer) const
{
    static const OpenData none;
    if (!layer.data.empty()) return data_->find(layer.data);
    return relay_ != nullptr || !layer.recording.empty() ? &none : nullptr;
}

void LayerSet::take_frame()
{
    frame_ = frame_of(document_, *data_);
    has_base_ = !model::base_of(document_).empty();
    if (has_base_) plane_ = nullptr;
    if (!frame_.base.empty()) return take_earth(*data_->find(frame_.base));
    frame_.earth = plane_;
    take_reach();
}

/// Where entities are asked for. Of the same base it stays the same: placing all of them again takes time.
void LayerSet::take_earth(const OpenData& base)
{
    const auto has_data = [](const auto& layer) { return !layer.second.data.empty(); };
    if (std::ranges::all_of(document_.layers, has_data)) return;
    const std::string dataset = base.dataset ? base.dataset->dataset : "";
    if (!earth_of_base_ || earth_of_base_->terrain != base.terrain || earth_of_base_->dataset != dataset)
        earth_of_base_ = {base.terrain, dataset,
                          base.terrain ? placement_over(*base.terrain) : placement_in(*base.dataset)};
    frame_.earth = earth_of_base_->earth;
}

/// A scene of layers without data lies about the first place that one of them knows.
void LayerSet::take_plane()
{
    if (frame_.earth || has_base_) return;
    for (const std::string& id : order_) {
        const Entry& entry = entries_.at(id);
        const auto place = entry.is_active ? entry.layer->earth_place() : std::nullopt;
        if (!place) continue;
        const model::Geodetic at = model::geodetic_of(*place);
        frame_.earth = plane_ = plane_about({at.longitude_degrees, at.latitude_degrees});
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
    frame_.bounds = *all;
    frame_.is_ground = true;  // metres, without outline and axes
}

bool LayerSet::take_of_relay()
{
    bool is_complete = true;
    for (const std::string& id : order_) {
        Entry& entry = entries_.at(id);
        if (!entry.is_active || !entry.is_of_relay) continue;
        (void)take_of(id, entry, {.moment = moment_of(0, std::nullopt)});
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
        return is_active && layer->is_moving() && (document_.clock.playing || !layer->recorded_span());
    });
}

}  // namespace farfield::app
