#include "app/show/placement.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "app/show/earth/earth_projection.h"
#include "app/show/frame_to_scene.h"
#include "model/geometry/local_plane.h"

namespace farfield::app {
namespace {

constexpr double full_turn = 360.0;
constexpr double metres_per_degree = 111'320.0;  // of latitude, about

const char* words_of(HeightDatum heights)
{
    switch (heights) {
    case HeightDatum::OfSystem:
        return "heights as it has them";
    case HeightDatum::Egm96:
        return "heights above the geoid (EGM96)";
    case HeightDatum::Ellipsoid:
        break;
    }
    return "heights above the ellipsoid: the grid of EGM96 is not installed";
}

SharedPlacement placement(PlaceOf place_of, double units_per_metre, std::string words)
{
    return std::make_shared<const EarthPlacement>(
        EarthPlacement{std::move(place_of), units_per_metre, std::move(words)});
}

/// Degrees as x and y: (degrees - origin) x units. Longitudes are those next to the origin.
SharedPlacement placement_in_degrees(glm::dvec3 origin, glm::dvec3 units, std::string words)
{
    const auto place_of = [origin, units](glm::dvec3 geocentric) {
        const model::Geodetic at = model::geodetic_of(geocentric);
        const double east = at.longitude_degrees - origin.x;
        return glm::dvec3(east - full_turn * std::round(east / full_turn), at.latitude_degrees - origin.y,
                          at.height_metres - origin.z) *
               units;
    };
    return placement(place_of, units.y / metres_per_degree, std::move(words));
}

/// By the terrain's own reference system.
SharedPlacement placement_by_system(const model::TerrainDescription& terrain)
{
    const auto projection = EarthProjection::into(terrain.crs_wkt);
    if (!projection) return nullptr;
    const glm::dvec3 origin(terrain.origin[0], terrain.origin[1], 0.0);
    const glm::dvec3 units(terrain.metres_per_unit[0], terrain.metres_per_unit[1], 1.0);
    const double own_unit = terrain.crs_unit;
    const double turn = terrain.geographic ? full_turn : 0.0;
    const auto place_of = [=](glm::dvec3 geocentric) {
        glm::dvec3 from = projection->place_of(model::geodetic_of(geocentric));
        from = glm::dvec3(own_unit, own_unit, 1.0) * from - origin;
        if (turn > 0.0) from.x -= turn * std::round(from.x / turn);
        return units * from;
    };
    const double units_per_metre = 1.0;
    return placement(place_of, units_per_metre, terrain.crs + ", " + words_of(projection->heights()));
}

}  // namespace

SharedPlacement placement_over(const model::TerrainDescription& terrain)
{
    if (auto by_system = placement_by_system(terrain)) return by_system;
    if (terrain.geographic)
        return placement_in_degrees({terrain.origin[0], terrain.origin[1], 0.0},
                                    {terrain.metres_per_unit[0], terrain.metres_per_unit[1], 1.0},
                                    "degrees of the terrain, heights above the ellipsoid");
    if (!terrain.longitude_latitude) return nullptr;
    return plane_about({(*terrain.longitude_latitude)[0], (*terrain.longitude_latitude)[1]});
}

SharedPlacement placement_in(const model::DatasetInfo& dataset)
{
    if (!dataset.length_units.starts_with("degree")) return nullptr;
    return placement_in_degrees(origin_of(dataset), glm::dvec3(1.0),
                                "degrees of the dataset, heights above the ellipsoid");
}

SharedPlacement plane_about(model::LongitudeLatitude place)
{
    return placement(
        [plane = model::LocalPlane(place)](glm::dvec3 geocentric) { return plane.place_of(geocentric); }, 1.0,
        fmt::format("a plane about {:.4f}, {:.4f}, heights above the ellipsoid", place.longitude_degrees,
                    place.latitude_degrees));
}

}  // namespace farfield::app
