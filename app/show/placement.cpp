#include "app/show/placement.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "app/show/frame_to_scene.h"
#include "model/geometry/local_plane.h"

namespace farfield::app {
namespace {

constexpr double metres_per_degree = 111'320.0;  // of latitude, about

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
        constexpr double turn = 360.0;
        const double east = at.longitude_degrees - origin.x;
        return glm::dvec3(east - turn * std::round(east / turn), at.latitude_degrees - origin.y,
                          at.height_metres - origin.z) *
               units;
    };
    return placement(place_of, units.y / metres_per_degree, std::move(words));
}

}  // namespace

SharedPlacement placement_over(const model::TerrainDescription& terrain)
{
    if (terrain.geographic)
        return placement_in_degrees({terrain.origin[0], terrain.origin[1], 0.0},
                                    {terrain.metres_per_unit[0], terrain.metres_per_unit[1], 1.0},
                                    "degrees of the terrain");
    if (!terrain.longitude_latitude) return nullptr;
    return plane_about({(*terrain.longitude_latitude)[0], (*terrain.longitude_latitude)[1]});
}

SharedPlacement placement_in(const model::DatasetInfo& dataset)
{
    if (!dataset.length_units.starts_with("degree")) return nullptr;
    return placement_in_degrees(origin_of(dataset), glm::dvec3(1.0), "degrees of the dataset");
}

SharedPlacement plane_about(model::LongitudeLatitude place)
{
    return placement(
        [plane = model::LocalPlane(place)](glm::dvec3 geocentric) { return plane.place_of(geocentric); }, 1.0,
        fmt::format("a plane about {:.4f}, {:.4f}", place.longitude_degrees, place.latitude_degrees));
}

}  // namespace farfield::app
