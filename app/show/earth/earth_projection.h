#pragma once

#include <memory>
#include <string>

#include <glm/vec3.hpp>

#include "model/geometry/geocentric.h"

namespace farfield::app {

/// What heights of a reference system count from.
enum class HeightDatum {
    OfSystem,   ///< what the system itself says
    Egm96,      ///< it says nothing: the geoid of 1996, as most elevation data do
    Ellipsoid,  ///< it says nothing, and the grid of that geoid is not installed
};

/// Places of the Earth in a reference system, by PROJ, which asks no network for grids.
/// Threads: one at a time.
class EarthProjection {
public:
    /// system: as WKT, or any other text that PROJ reads. Null where it is none that places can be put into.
    [[nodiscard]] static std::shared_ptr<const EarthProjection> into(const std::string& system);
    EarthProjection(const EarthProjection&) = delete;
    EarthProjection& operator=(const EarthProjection&) = delete;
    ~EarthProjection();

    /// East and north in the system's own unit, degrees or a length, and metres above its datum. Infinities
    /// where the system has no such place.
    [[nodiscard]] glm::dvec3 place_of(const model::Geodetic& place) const;
    [[nodiscard]] HeightDatum heights() const noexcept;

private:
    struct Parts;
    explicit EarthProjection(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

}  // namespace farfield::app
