#include <algorithm>

#include "app/show/layer_set.h"
#include "net/message/clock.h"

/// Requests and scene of layers without data: LayerSet.
namespace farfield::app {

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

}  // namespace farfield::app
