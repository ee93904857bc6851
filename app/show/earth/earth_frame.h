#pragma once

#include <memory>
#include <optional>
#include <string>

#include <glm/glm.hpp>

#include "app/show/earth/earth_projection.h"
#include "app/show/placement.h"
#include "model/data/terrain_info.h"

namespace farfield::app {

/// A scene's frame on the Earth: a reference system, and the place and the scale in it of what is drawn.
/// Threads: one at a time.
class EarthFrame {
public:
    /// The local frame of a terrain; null: its system is none that places can be put into.
    [[nodiscard]] static std::shared_ptr<const EarthFrame> over(const model::TerrainDescription& terrain);
    /// Metres of a transverse Mercator plane on WGS 84, heights above the geoid (Snyder, "Map Projections: A
    /// Working Manual", USGS Professional Paper 1395, 1987, chapter 8).
    [[nodiscard]] static std::shared_ptr<const EarthFrame> about(model::LongitudeLatitude middle);

    /// Places entities; their heights as the base has them, or as a user says.
    [[nodiscard]] SharedPlacement entities(const model::Vertical& vertical) const;

    /// Where a place so high above the geoid is drawn; NaNs or infinities where it has no place.
    [[nodiscard]] glm::dvec3 drawn(model::LongitudeLatitude at, double above_geoid) const;
    /// The width of the whole Earth, after which x comes back: of degrees; else 0.
    [[nodiscard]] double turn_metres() const noexcept;
    /// The other way; nothing where there is no such place.
    [[nodiscard]] std::optional<model::Geodetic> above_geoid_at(glm::dvec3 drawn) const;

private:
    EarthFrame(std::shared_ptr<const EarthProjection> system, std::string name)
        : system_(std::move(system)), name_(std::move(name))
    {}
    [[nodiscard]] glm::dvec3 local_of(glm::dvec3 in_system) const;

    std::shared_ptr<const EarthProjection> system_;
    std::string name_;
    std::string vertical_;  ///< as TerrainDescription has it
    HeightRule heights_;
    glm::dvec2 origin_{0.0}, metres_per_unit_{1.0};
    double crs_unit_ = 1.0;
    bool turns_ = false;  ///< x comes back after 360
};

}  // namespace farfield::app
