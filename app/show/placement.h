#pragma once

#include <functional>
#include <memory>
#include <string>

#include <glm/vec3.hpp>

#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/geometry/geocentric.h"
#include "model/styles/vertical.h"

/// Placements of positions on the Earth in scenes.
namespace farfield::app {

/// Function from a geocentric position to one in a scene; NaNs where there is none.
using PlaceOf = std::function<glm::dvec3(glm::dvec3 geocentric)>;

/// Conversion of geocentric positions to a scene. Threads: one at a time.
struct EarthPlacement {
    PlaceOf place_of;
    double units_per_metre = 1.0;  ///< of the scene
    std::string words;  ///< for the user, such as "WGS 84 / UTM zone 32N, heights above the geoid (EGM96)"
};
/// Null: the scene has no known place on the Earth.
using SharedPlacement = std::shared_ptr<const EarthPlacement>;

/// A scene with a place on the Earth: gives placements of entities for a choice of zero level of heights.
struct EarthBase {
    std::function<SharedPlacement(const model::Vertical&)> place;  ///< empty: no place is known
};

/// Placement in a terrain's local frame: by its reference system, with the heights of that, else above the
/// geoid, or as a user chooses. For a system that PROJ does not know: on a plane about the terrain's middle,
/// the north of which may differ from the grid's by a few degrees.
[[nodiscard]] SharedPlacement placement_over(const model::TerrainDescription& terrain,
                                             const model::Vertical& vertical = {});
/// Placement in a dataset whose positions are in degrees, counted from its origin.
[[nodiscard]] SharedPlacement placement_in(const model::DatasetInfo& dataset,
                                           const model::Vertical& vertical = {});
/// Placement in a scene in metres about a place; y points `heading` degrees clockwise from north. Heights
/// count from the ellipsoid, unless a user chooses otherwise.
[[nodiscard]] SharedPlacement plane_about(model::LongitudeLatitude place,
                                          const model::Vertical& vertical = {}, double heading = 0.0);

}  // namespace farfield::app
