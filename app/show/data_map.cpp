#include "app/show/data_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "model/geometry/geographic_area.h"

namespace farfield::app {
namespace {

constexpr double nearly_all_around = 300.0;  ///< degrees of longitude
constexpr double margin = 0.1;               ///< of the area, on each side
constexpr int fewest_nodes = 65, most_nodes = 1025;

/// Metres in a unit; nullopt where it is no unit of length.
std::optional<double> metres_of(std::string_view unit)
{
    constexpr std::array metres{"m", "meter", "meters", "metre", "metres"};
    constexpr std::array kilometres{"km", "kilometer", "kilometers", "kilometre", "kilometres"};
    if (std::ranges::find(metres, unit) != metres.end()) return 1.0;
    if (std::ranges::find(kilometres, unit) != kilometres.end()) return 1000.0;
    return std::nullopt;
}

std::uint64_t next_id()
{
    static std::uint64_t last = 0;
    return ++last;
}

/// True for degrees. Nodes of earlier versions do not send `geographic`; the length unit then decides.
bool is_in_degrees(const model::DatasetInfo& dataset)
{
    return dataset.geographic || (dataset.crs_wkt.empty() && dataset.length_units.starts_with("degree"));
}

}  // namespace

bool DataMap::is_on_earth(const model::DatasetInfo& dataset)
{
    return dataset.geographic || !dataset.crs_wkt.empty();
}

DataMap::DataMap(const model::DatasetInfo& dataset, std::shared_ptr<const EarthFrame> frame)
    : frame_(std::move(frame)),
      bounds_(dataset.bounds),
      origin_(model::vec_of(dataset.origin)),
      is_degrees_(is_in_degrees(dataset))
{
    if (!dataset.crs_wkt.empty()) own_system_ = EarthProjection::into(dataset.crs_wkt);
    const auto metres = metres_of(dataset.z_units.value_or(dataset.length_units));
    has_heights_ = metres && !dataset.z_positive.empty();
    metres_of_z_ = metres.value_or(0.0) * (dataset.z_positive == "down" ? -1.0 : 1.0);
    if (!has_heights_) metres_of_z_ = 0.0;
}

std::shared_ptr<const DataMap> DataMap::make(const model::DatasetInfo& dataset,
                                             std::shared_ptr<const EarthFrame> frame,
                                             const std::optional<Area>& area, double tolerance_metres)
{
    if (!frame || !(is_on_earth(dataset) || is_in_degrees(dataset))) return nullptr;
    std::shared_ptr<DataMap> map(new DataMap(dataset, std::move(frame)));
    if (!dataset.crs_wkt.empty() && !map->own_system_ && !map->is_degrees_) return nullptr;
    const auto own = area ? map->own_area_of(*area) : map->whole_area();
    if (!own) return nullptr;
    const glm::dvec2 middle = 0.5 * (own->least + own->most);
    for (std::size_t end = 0; end < 2; ++end) {
        const double z = end == 0 ? dataset.bounds.min[2] : dataset.bounds.max[2];
        map->heights_[end] = map->drawn({middle, z}).z;
    }
    std::ranges::sort(map->heights_);
    if (!map->make_factors(*own)) map->make_lattice(*own, tolerance_metres);
    return map;
}

Area DataMap::whole_area() const
{
    const glm::dvec2 least(bounds_.min[0], bounds_.min[1]), most(bounds_.max[0], bounds_.max[1]);
    const glm::dvec2 more = glm::max(margin * (most - least), glm::dvec2(1e-6));
    return {least - more, most + more};
}

/// Scene position at height 0 above the geoid.
glm::dvec3 DataMap::level_place(glm::dvec2 own) const
{
    if (!own_system_) return frame_->drawn({own.x, own.y}, 0.0);
    const auto at = own_system_->on_earth(own);
    return at ? frame_->drawn(*at, 0.0) : glm::dvec3(std::numeric_limits<double>::quiet_NaN());
}

glm::dvec3 DataMap::drawn(glm::dvec3 own) const
{
    const double above_geoid = metres_of_z_ * own.z;
    if (!own_system_) return frame_->drawn({own.x, own.y}, above_geoid);
    const auto at = own_system_->on_earth(glm::dvec2(own));
    return at ? frame_->drawn(*at, above_geoid) : glm::dvec3(std::numeric_limits<double>::quiet_NaN());
}

std::optional<glm::dvec3> DataMap::own(glm::dvec3 drawn) const
{
    const auto at = frame_->above_geoid_at(drawn);
    if (!at) return std::nullopt;
    const double z =
        metres_of_z_ != 0.0 ? at->height_metres / metres_of_z_ : 0.5 * (bounds_.min[2] + bounds_.max[2]);
    glm::dvec3 own(at->longitude_degrees, at->latitude_degrees, z);
    if (own_system_) {
        constexpr HeightRule level{.datum = HeightRule::Datum::Ellipsoid};
        own = {glm::dvec2(own_system_->place_of({own.x, own.y, 0.0}, level)), z};
    }
    if (is_degrees_) {
        const double middle = 0.5 * (bounds_.min[0] + bounds_.max[0]);
        own.x -= model::full_turn_degrees * std::round((own.x - middle) / model::full_turn_degrees);
    }
    return model::is_finite(own) ? std::optional(own) : std::nullopt;
}

/// Scene position of an area's point at height 0, continuous across the area: degrees are taken in the turn
/// next to the area's middle, so that the lattice goes on beyond the scene's own turn.
glm::dvec3 DataMap::level_place_on(const Area& own, glm::dvec2 at) const
{
    glm::dvec3 place = level_place(at);
    const double around = frame_->turn_metres();
    if (around == 0.0 || !is_degrees_) return place;
    const glm::dvec2 middle = 0.5 * (own.least + own.most);
    const double expected = level_place(middle).x + around * (at.x - middle.x) / model::full_turn_degrees;
    place.x += around * std::round((expected - place.x) / around);
    return place;
}

/// Marks lattice nodes of a projection at the scene's turn end as absent: a cell there would reach all round.
void DataMap::leave_out_seams(render::PlaceMap& lattice) const
{
    const double far = 0.5 * frame_->turn_metres();
    if (far == 0.0 || is_degrees_) return;
    const auto columns = static_cast<std::size_t>(lattice.columns);
    for (std::size_t i = 0; i < lattice.nodes.size(); ++i)
        for (const std::size_t next : {i + 1, i + columns}) {
            if (next >= lattice.nodes.size() || (next == i + 1 && next % columns == 0)) continue;
            const float way = lattice.nodes[next].place.x - lattice.nodes[i].place.x;
            if (double{std::abs(way)} > far) lattice.nodes[i].is_there = 0.0F;
        }
}

/// Part of the dataset, with a margin, that lies in an area of the scene; nullopt: none. Longitudes
/// are in the turn next to the area's middle.
std::optional<Area> DataMap::own_area_of(const Area& area) const
{
    constexpr int steps = 16;
    constexpr double far = std::numeric_limits<double>::max();
    const auto first = own({0.5 * (area.least + area.most), 0.0});
    Area own_area{glm::dvec2(far), glm::dvec2(-far)};
    for (int j = 0; j <= steps; ++j)
        for (int i = 0; i <= steps; ++i) {
            auto at = own({glm::mix(area.least, area.most, glm::dvec2(i, j) / double{steps}), 0.0});
            if (!at) continue;
            if (is_degrees_ && first)
                at->x -= model::full_turn_degrees * std::round((at->x - first->x) / model::full_turn_degrees);
            own_area.least = glm::min(own_area.least, glm::dvec2(*at));
            own_area.most = glm::max(own_area.most, glm::dvec2(*at));
        }
    if (own_area.least.x > own_area.most.x) return std::nullopt;
    const glm::dvec2 more = margin * (own_area.most - own_area.least);
    own_area.least -= more;
    own_area.most += more;
    const glm::dvec2 least(bounds_.min[0], bounds_.min[1]), most(bounds_.max[0], bounds_.max[1]);
    // Bounds slightly widened, so that data at the edge are drawn, too.
    const glm::dvec2 edge = glm::max(1e-6 * (most - least), glm::dvec2(1e-6));
    bool is_around = is_degrees_ && most.x - least.x > nearly_all_around;
    if (is_degrees_ && first && own_area.most.x - own_area.least.x > nearly_all_around) {
        // The scene's turn ends opposite of its middle: data that continue there are drawn on both sides.
        constexpr double half = 0.5 * model::full_turn_degrees,
                         overlap = 1.0;  // or rounding would leave a gap
        const double west = first->x - half - overlap, east = first->x + half + overlap;
        is_around = is_around || least.x < first->x - half || most.x > first->x + half;
        own_area.least.x = west;
        own_area.most.x = east;
    }
    if (!is_around) {
        own_area.least.x = std::max(own_area.least.x, least.x - edge.x);
        own_area.most.x = std::min(own_area.most.x, most.x + edge.x);
    }
    own_area.least.y = std::max(own_area.least.y, least.y - edge.y);
    own_area.most.y = std::min(own_area.most.y, most.y + edge.y);
    if (!(own_area.least.x < own_area.most.x && own_area.least.y < own_area.most.y)) return std::nullopt;
    return own_area;
}

/// Tries plain factors, for a dataset and a scene in the same degrees or the same metres.
bool DataMap::make_factors(const Area& own)
{
    const double widest = std::max(bounds_.max[0] - bounds_.min[0], own.most.x - own.least.x);
    if (is_degrees_ && widest > nearly_all_around) return false;
    constexpr double good_metres = 0.01;
    constexpr int steps = 8;
    const glm::dvec3 low = level_place(own.least), high = level_place(own.most);
    if (!model::is_finite(low) || !model::is_finite(high)) return false;
    const glm::dvec2 scale = glm::dvec2(high - low) / (own.most - own.least);
    for (int j = 0; j <= steps; ++j)
        for (int i = 0; i <= steps; ++i) {
            const glm::dvec2 at = glm::mix(own.least, own.most, glm::dvec2(i, j) / double{steps});
            const glm::dvec3 off =
                level_place(at) - glm::dvec3(glm::dvec2(low) + scale * (at - own.least), low.z);
            if (!(glm::length(off) < good_metres)) return false;
        }
    if (!(scale.x > 0.0 && scale.y > 0.0)) return false;
    const glm::dvec2 from = glm::dvec2(low) + scale * (glm::dvec2(origin_) - own.least);
    placement_.offset = glm::vec3(from, low.z + metres_of_z_ * origin_.z);
    // A depth has a negative scale, which works as well.
    placement_.scale = glm::vec3(scale, has_heights_ ? metres_of_z_ : 1.0);
    return true;
}

std::shared_ptr<render::PlaceMap> DataMap::lattice_of(const Area& own, int side) const
{
    auto lattice = std::make_shared<render::PlaceMap>();
    lattice->columns = lattice->rows = side;
    lattice->step = (own.most - own.least) / double(side - 1);
    lattice->first = own.least - glm::dvec2(origin_);
    lattice->turn = is_degrees_ ? model::full_turn_degrees : 0.0;
    lattice->height_scale = has_heights_ ? metres_of_z_ : 1.0;
    lattice->nodes.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i) {
            const glm::dvec3 at = level_place_on(own, own.least + glm::dvec2(i, j) * lattice->step);
            auto& node = lattice->nodes.emplace_back();
            if (model::is_finite(at))
                node = {glm::vec2(at), static_cast<float>(at.z + metres_of_z_ * origin_.z), 1.0F};
        }
    leave_out_seams(*lattice);
    return lattice;
}

/// Largest error of the lattice, in metres, at the middles of cells; of many cells, a sample.
double DataMap::error_of(const render::PlaceMap& lattice) const
{
    constexpr int looked_at = 64;  ///< along a side
    const int cells = lattice.columns - 1, every = std::max(1, cells / looked_at);
    const auto node = [&](int i, int j) {
        return lattice.nodes[static_cast<std::size_t>(j) * static_cast<std::size_t>(lattice.columns) +
                             static_cast<std::size_t>(i)];
    };
    double largest = 0.0;
    for (int j = 0; j < cells; j += every)
        for (int i = 0; i < cells; i += every) {
            const std::array corners{node(i, j), node(i + 1, j), node(i, j + 1), node(i + 1, j + 1)};
            glm::dvec3 blended(0.0);
            float are_there = 1.0F;
            for (const auto& corner : corners) {
                blended += 0.25 * glm::dvec3(corner.place, corner.height);
                are_there = std::min(are_there, corner.is_there);
            }
            const glm::dvec2 own =
                lattice.first + glm::dvec2(origin_) + (glm::dvec2(i, j) + 0.5) * lattice.step;
            glm::dvec3 exact = level_place(own) + glm::dvec3(0.0, 0.0, metres_of_z_ * origin_.z);
            if (const double around = frame_->turn_metres(); around > 0.0)
                exact.x += around * std::round((blended.x - exact.x) / around);
            if (are_there > 0.0F && model::is_finite(exact))
                largest = std::max(largest, glm::length(blended - exact));
        }
    return largest;
}

void DataMap::make_lattice(const Area& own, double tolerance_metres)
{
    std::shared_ptr<render::PlaceMap> lattice;
    for (int side = fewest_nodes; side <= most_nodes; side = 2 * side - 1) {
        lattice = lattice_of(own, side);
        if (error_of(*lattice) < tolerance_metres) break;
    }
    lattice->id = next_id();
    placement_.map = std::move(lattice);
}

}  // namespace farfield::app
