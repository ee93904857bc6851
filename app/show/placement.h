#pragma once

#include <functional>
#include <memory>
#include <string>

#include <glm/vec3.hpp>

#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/geometry/geocentric.h"

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

/// Into the local frame of a terrain: by its reference system, and heights as that has them, else above the
/// geoid. Of a terrain in a system that PROJ does not know: by degrees, or by a plane about its middle, the
/// north of which may differ from that of its grid by a few degrees.
[[nodiscard]] SharedPlacement placement_over(const model::TerrainDescription& terrain);
/// Into a dataset with positions in degrees, counted from its origin.
[[nodiscard]] SharedPlacement placement_in(const model::DatasetInfo& dataset);
/// Into a scene of its own, metres.
[[nodiscard]] SharedPlacement plane_about(model::LongitudeLatitude place);

}  // namespace farfield::app
