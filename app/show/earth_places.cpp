#include "app/show/earth_places.h"

#include <algorithm>

#include "app/show/frame_to_scene.h"
#include "app/show/ground/terrain_to_scene.h"
#include "app/show/scene_frame.h"

namespace farfield::app {
namespace {

using Way = model::DataTransform::Way;

constexpr double widest_plane_degrees = 20.0;  ///< beyond, a plane would be useless
constexpr double least_tolerance_metres = 0.5;

bool has_entities(const model::Document& document)
{
    return std::ranges::any_of(
        document.layers, [](const auto& layer) { return layer.second.data.empty() && layer.second.visible; });
}

/// True when positions of a dataset without a system could be coordinates of the terrain's own.
bool overlaps_in_system(const model::DatasetInfo& dataset, const model::TerrainDescription& terrain)
{
    if (terrain.crs.empty() && terrain.crs_wkt.empty()) return false;
    const bool is_in_degrees = dataset.length_units.starts_with("degree");
    if (!dataset.length_units.empty() && is_in_degrees != terrain.geographic) return false;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const double least = terrain.origin[axis] + terrain.bounds.min[axis] / terrain.metres_per_unit[axis],
                     most = terrain.origin[axis] + terrain.bounds.max[axis] / terrain.metres_per_unit[axis];
        if (dataset.bounds.max[axis] < least || most < dataset.bounds.min[axis]) return false;
    }
    return true;
}

/// Default datum of entities beside a flow: the geoid, from which the flow's heights count.
model::Vertical or_geoid(model::Vertical vertical)
{
    if (!vertical.datum) vertical.datum = model::Vertical::Datum::Egm96;
    return vertical;
}

EarthBase earth_of_dataset(const model::DatasetInfo& dataset, const std::optional<model::SceneAnchor>& anchor)
{
    const bool is_in_degrees = dataset.crs_wkt.empty() && dataset.length_units.starts_with("degree");
    if (dataset.geographic || is_in_degrees)
        return {
            [dataset](const model::Vertical& vertical) { return placement_in(dataset, or_geoid(vertical)); }};
    if (!anchor) return {};
    return {[anchor](const model::Vertical& vertical) {
        return plane_about({anchor->lon, anchor->lat}, or_geoid(vertical), anchor->heading);
    }};
}

/// Middle of a dataset that gives its place on the Earth; nullopt: it gives none, or is too wide for a plane.
std::optional<model::LongitudeLatitude> middle_of_plane(const model::DatasetInfo& dataset)
{
    const auto& [least, most] = dataset.bounds;
    constexpr double metres_per_degree = 111'200.0;  // of latitude, about
    const double unit = dataset.length_units.starts_with("degree") ? 1.0 : metres_per_degree;
    if (std::max(most[0] - least[0], most[1] - least[1]) > widest_plane_degrees * unit) return std::nullopt;
    const glm::dvec2 middle(0.5 * (least[0] + most[0]), 0.5 * (least[1] + most[1]));
    if (dataset.geographic) return model::LongitudeLatitude{middle.x, middle.y};
    const auto system = dataset.crs_wkt.empty() ? nullptr : EarthProjection::into(dataset.crs_wkt);
    return system ? system->on_earth(middle) : std::nullopt;
}

}  // namespace

model::DataTransform::Way way_of(const OpenData& data, const OpenData& base, bool is_base,
                                 bool base_is_on_earth)
{
    const model::DataTransform& transform = data.source.transform;
    const bool is_given = static_cast<const model::Transform&>(transform) != model::Transform{};
    if (!data.dataset || is_given) return Way::Given;
    if (transform.way != Way::Automatic) return transform.way;
    if (is_base) return base_is_on_earth ? Way::Geographic : Way::Given;
    if (DataMap::is_on_earth(*data.dataset)) return base_is_on_earth ? Way::Geographic : Way::Given;
    return base.terrain && overlaps_in_system(*data.dataset, *base.terrain) ? Way::Base : Way::Given;
}

void EarthPlaces::complete(SceneFrame& frame, const model::Document& document, const DataStore& data)
{
    const OpenData& open = *data.find(frame.base);
    take_base(frame, {open.terrain, open.dataset, document.scene.anchor, has_entities(document)});
    std::erase_if(maps_, [&](const auto& kept) { return data.find(kept.first) == nullptr; });
    for (const auto& [id, source] : document.data)
        if (const OpenData* each = data.find(id); each != nullptr && each->dataset)
            take_data(frame, id, *each, open);
}

void EarthPlaces::take_base(SceneFrame& frame, const Base& base)
{
    if (base_ != base) {
        base_ = base;
        maps_.clear();
        earth_.reset();
        entities_.reset();
        if (base.terrain) {
            earth_ = EarthFrame::over(*base.terrain);
            const auto place = [terrain = *base.terrain, earth = earth_](const model::Vertical& vertical) {
                return earth ? earth->entities(vertical) : placement_over(terrain, vertical);
            };
            if (earth_ || base.terrain->longitude_latitude)
                entities_ = std::make_shared<const EarthBase>(EarthBase{place});
        } else if (base.has_entities) {
            take_plane(*base.dataset);
        }
    }
    frame.earth_frame = earth_;
    frame.earth = base.has_entities ? entities_ : nullptr;
}

/// Sets the frame of a dataset that is shown with entities.
void EarthPlaces::take_plane(const model::DatasetInfo& dataset)
{
    if (const auto middle = middle_of_plane(dataset)) earth_ = EarthFrame::about(*middle);
    EarthBase base = earth_of_dataset(dataset, base_->anchor);
    if (earth_)
        base = {[earth = earth_](const model::Vertical& vertical) { return earth->entities(vertical); }};
    if (base.place) entities_ = std::make_shared<const EarthBase>(std::move(base));
}

void EarthPlaces::take_data(SceneFrame& frame, const std::string& id, const OpenData& open,
                            const OpenData& base)
{
    const bool is_base = id == frame.base;
    const Way way = way_of(open, base, is_base, earth_ != nullptr);
    frame.ways[id] = way;
    if (way != Way::Geographic || !earth_) return;
    auto& kept = maps_[id];
    if (!kept || kept->dataset != *open.dataset) {
        kept = Kept{*open.dataset, nullptr};
        double tolerance = least_tolerance_metres;
        std::optional<Area> area;
        if (base.terrain) {
            const auto& [posts, bounds] = std::pair(base.terrain->post_metres, base.terrain->bounds);
            tolerance = std::max(tolerance, 0.25 * std::min(posts[0], posts[1]));
            area = Area{{bounds.min[0], bounds.min[1]}, {bounds.max[0], bounds.max[1]}};
        }
        kept->map = DataMap::make(*open.dataset, earth_, area, tolerance);
        // Data elsewhere are mapped as well, as far as the base's system reaches.
        if (area && !kept->map) kept->map = DataMap::make(*open.dataset, earth_, std::nullopt, tolerance);
    }
    frame.maps[id] = kept->map;
}

}  // namespace farfield::app
