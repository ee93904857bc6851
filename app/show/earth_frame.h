#pragma once

#include <memory>
#include <optional>
#include <string>

#include <glm/glm.hpp>

#include "app/show/earth/earth_projection.h"
#include "app/show/placement.h"
#include "model/data/terrain_info.h"

namespace farfield::app {

/// A scene's frame on the Earth: a reference system, and the origin and the scale of the scene in it.
/// Threads: one at a time.
class EarthFrame {
public:
    /// The local frame of a terrain; null: places cannot be converted to its system.
    [[nodiscard]] static std::shared_ptr<const EarthFrame> over(const model::TerrainDescription& terrain);
    /// A frame in metres of a transverse Mercator plane on WGS 84, heights above the geoid (Snyder, "Map
    /// Projections: A Working Manual", USGS Professional Paper 1395, 1987, chapter 8).
    [[nodiscard]] static std::shared_ptr<const EarthFrame> about(model::LongitudeLatitude middle);

    /// Placement of entities, with heights by the base, or as a user chooses.
    [[nodiscard]] SharedPlacement entities(const model::Vertical& vertical) const;

    /// Scene position of a place at a height above the geoid; NaNs or infinities where it has none.
    [[nodiscard]] glm::dvec3 drawn(model::LongitudeLatitude at, double above_geoid) const;
    /// Width of the whole Earth in a scene of degrees, after which x repeats; else 0.
    [[nodiscard]] double turn_metres() const noexcept;
    /// Inverse of drawn(): longitude, latitude and height above the geoid; nullopt where there is no place.
    [[nodiscard]] std::optional<model::Geodetic> above_geoid_at(glm::dvec3 drawn) const;

private:
    EarthFrame(std::shared_ptr<const EarthProjection> system, std::string name)
        : system_(std::move(system)), name_(std::move(name))
    {}
    [[nodiscard]] glm::dvec3 local_of(glm::dvec3 in_system) const;

    std::shared_ptr<const EarthProjection> system_;
    std::string name_;
    std::string vertical_;  ///< TerrainDescription::vertical
    HeightRule heights_;
    glm::dvec2 origin_{0.0}, metres_per_unit_{1.0};
    double crs_unit_ = 1.0;
    bool turns_ = false;  ///< x repeats after 360 degrees
};

}  // namespace farfield::app
