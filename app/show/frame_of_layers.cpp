#include "app/show/frame_of_layers.h"

#include <algorithm>
#include <optional>
#include <string>

#include "model/document/document.h"

namespace farfield::app {

void FrameOfLayers::follow()
{
    frame_ = frame_of(table_.document, *table_.data, places_);
    const GroundRole* terrain = lowest_ground();
    ground_ = terrain != nullptr ? terrain->ground() : nullptr;
    frame_.ground = ground_;
    frame_.wants_ground = wants_ground();
    has_base_ = !model::base_of(table_.document).empty();
    if (has_base_) plane_ = nullptr;
    if (!frame_.base.empty()) return;
    frame_.earth = plane_;
    take_reach();
}

/// Lowest layer of ground on the base; null: none so far.
const GroundRole* FrameOfLayers::lowest_ground() const
{
    if (frame_.base.empty()) return nullptr;
    for (const std::string& id : table_.order) {
        const auto entry = table_.entries.find(id);
        if (entry == table_.entries.end() || table_.in_document(id).data != frame_.base) continue;
        if (const GroundRole* ground = entry->second.layer->as_ground()) return ground;
    }
    return nullptr;
}

bool FrameOfLayers::wants_ground() const
{
    if (!frame_.is_ground || frame_.base.empty()) return false;
    const auto is_on_ground = [&](const auto& layer) {
        const OpenData* open = table_.data->find(layer.second.data);
        return layer.second.visible && open != nullptr && open->dataset && frame_.lies_on_ground(*open);
    };
    return std::ranges::any_of(table_.document.layers, is_on_ground) ||
           std::ranges::any_of(table_.entries, [](const auto& entry) {
               EarthRole* const earth = entry.second.layer->on_earth();
               return entry.second.is_active && earth != nullptr && earth->needs_ground();
           });
}

bool FrameOfLayers::take_ground()
{
    const GroundRole* terrain = lowest_ground();
    const auto ground = terrain != nullptr ? terrain->ground() : nullptr;
    const bool wants = wants_ground();
    if (ground == ground_ && wants == frame_.wants_ground) return false;
    frame_.ground = ground_ = ground;
    frame_.wants_ground = wants;
    return true;
}

bool FrameOfLayers::take_plane()
{
    if (frame_.earth || has_base_) return false;
    for (const std::string& id : table_.order) {
        const LayerEntry& entry = table_.at(id);
        EarthRole* const earth = entry.is_active ? entry.layer->on_earth() : nullptr;
        const auto place = earth != nullptr ? earth->earth_place() : std::nullopt;
        if (!place) continue;
        const model::Geodetic at = model::geodetic_of(*place);
        const model::LongitudeLatitude about{at.longitude_degrees, at.latitude_degrees};
        frame_.earth = plane_ = std::make_shared<const EarthBase>(
            EarthBase{[about](const model::Vertical& vertical) { return plane_about(about, vertical); }});
        return true;
    }
    return false;
}

void FrameOfLayers::take_reach()
{
    if (!frame_.base.empty() || !frame_.earth) return;
    std::optional<render::Bounds> all;
    for (const auto& [id, entry] : table_.entries) {
        EarthRole* const earth = entry.is_active ? entry.layer->on_earth() : nullptr;
        const auto reach = earth != nullptr ? earth->reach() : std::nullopt;
        if (!reach) continue;
        all = all ? render::Bounds{glm::min(all->min, reach->min), glm::max(all->max, reach->max)} : *reach;
    }
    if (!all) return;
    frame_.bounds = frame_.reach = *all;
    frame_.is_ground = true;  // drawn in metres, without outline and axes
}

void FrameOfLayers::describe(render::Scene& scene)
{
    take_reach();
    if (has_plane()) {  // one grid for all layers on it
        grid_.area = frame_.bounds;
        scene.drawings.insert(scene.drawings.begin(), &grid_);
    }
    if (has_plane() || frame_.is_projected) app::describe(frame_, table_.document.scene, scene);
}

}  // namespace farfield::app
