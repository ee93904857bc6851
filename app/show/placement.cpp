#include "app/show/placement.h"

#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <utility>

#include "app/show/earth_frame.h"
#include "app/show/frame_to_scene.h"
#include "model/geometry/geographic_area.h"
#include "model/geometry/local_plane.h"

namespace farfield::app {
namespace {

constexpr double metres_per_degree = 111'320.0;  // of latitude, about

SharedPlacement placement(PlaceOf place_of, double units_per_metre, std::string words)
{
    return std::make_shared<const EarthPlacement>(
        EarthPlacement{std::move(place_of), units_per_metre, std::move(words)});
}

/// Heights beside a plane of any kind: above the ellipsoid, or by a user's choice.
struct PlainHeights {
    std::shared_ptr<const EarthProjection> degrees = EarthProjection::into("EPSG:4326");
    HeightRule rule{.datum = HeightRule::Datum::Ellipsoid};

    explicit PlainHeights(const model::Vertical& vertical)
    {
        if (degrees && vertical.datum) rule = degrees->heights("", vertical);
    }
    [[nodiscard]] double of(const model::Geodetic& place) const
    {
        const bool is_plain = rule.datum == HeightRule::Datum::Ellipsoid;
        return is_plain ? place.height_metres : degrees->place_of(place, rule).z;
    }
};

/// Placement in degrees as x and y, counted from the origin. Longitudes are in the turn next to `middle`.
SharedPlacement placement_in_degrees(glm::dvec3 origin, double middle, const PlainHeights& heights)
{
    const auto place_of = [origin, middle, heights](glm::dvec3 geocentric) {
        const model::Geodetic at = model::geodetic_of(geocentric);
        const double turns = std::round((at.longitude_degrees - middle) / model::full_turn_degrees);
        return glm::dvec3(at.longitude_degrees - model::full_turn_degrees * turns - origin.x,
                          at.latitude_degrees - origin.y, heights.of(at) - origin.z);
    };
    return placement(place_of, 1.0 / metres_per_degree,
                     fmt::format("degrees of the dataset, {}", heights.rule.words()));
}

}  // namespace

SharedPlacement placement_over(const model::TerrainDescription& terrain, const model::Vertical& vertical)
{
    if (const auto frame = EarthFrame::over(terrain)) return frame->entities(vertical);
    if (!terrain.longitude_latitude) return nullptr;
    return plane_about({(*terrain.longitude_latitude)[0], (*terrain.longitude_latitude)[1]}, vertical);
}

SharedPlacement placement_in(const model::DatasetInfo& dataset, const model::Vertical& vertical)
{
    if (!dataset.length_units.starts_with("degree")) return nullptr;
    const double middle = 0.5 * (dataset.bounds.min[0] + dataset.bounds.max[0]);
    return placement_in_degrees(origin_of(dataset), middle, PlainHeights(vertical));
}

SharedPlacement plane_about(model::LongitudeLatitude place, const model::Vertical& vertical, double heading)
{
    const PlainHeights heights(vertical);
    const double turn = heading * std::numbers::pi / 180.0, cosine = std::cos(turn), sine = std::sin(turn);
    const auto place_of = [=, plane = model::LocalPlane(place)](glm::dvec3 geocentric) {
        const glm::dvec3 at = plane.place_of(geocentric);
        const bool is_plain = heights.rule.datum == HeightRule::Datum::Ellipsoid;
        const double height = is_plain ? at.z : heights.of(model::geodetic_of(geocentric));
        return glm::dvec3(cosine * at.x - sine * at.y, sine * at.x + cosine * at.y, height);
    };
    return placement(place_of, 1.0,
                     fmt::format("a plane about {:.4f}, {:.4f}, {}", place.longitude_degrees,
                                 place.latitude_degrees, heights.rule.words()));
}

}  // namespace farfield::app
