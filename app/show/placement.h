#pragma once

#include <functional>
#include <memory>
#include <string>

#include <glm/vec3.hpp>

#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/geometry/geocentric.h"
#include "model/styles/vertical.h"

/// Puts what is on the Earth into scenes.
namespace farfield::app {

/// From a geocentric place to one in a scene; NaNs where there is none.
using PlaceOf = std::function<glm::dvec3(glm::dvec3 geocentric)>;

/// How geocentric places come into a scene. Threads: one at a time.
struct EarthPlacement {
    PlaceOf place_of;
    double units_per_metre = 1.0;  ///< of the scene
    std::string words;  ///< for people, such as "WGS 84 / UTM zone 32N, heights above the geoid (EGM96)"
};
/// Null: the scene has no known place on the Earth.
using SharedPlacement = std::shared_ptr<const EarthPlacement>;

/// A scene with a place on the Earth: gives the placements of entities, by what heights count from.
struct EarthBase {
    std::function<SharedPlacement(const model::Vertical&)> place;  ///< empty: it has none
};

/// Into the local frame of a terrain: by its reference system, and heights as that has them, else above the
/// geoid, or as a user says. Of a terrain in a system that PROJ does not know: by a plane about its middle,
/// the north of which may differ from that of its grid by a few degrees.
[[nodiscard]] SharedPlacement placement_over(const model::TerrainDescription& terrain,
                                             const model::Vertical& vertical = {});
/// Into a dataset with positions in degrees, counted from its origin.
[[nodiscard]] SharedPlacement placement_in(const model::DatasetInfo& dataset,
                                           const model::Vertical& vertical = {});
/// Into a scene of its own, metres; y points `heading` degrees clockwise from north. Heights count from the
/// ellipsoid, unless a user says otherwise.
[[nodiscard]] SharedPlacement plane_about(model::LongitudeLatitude place,
                                          const model::Vertical& vertical = {}, double heading = 0.0);

}  // namespace farfield::app
