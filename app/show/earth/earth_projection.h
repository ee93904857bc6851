#pragma once

#include <memory>
#include <optional>
#include <string>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "model/geometry/geocentric.h"
#include "model/styles/vertical.h"

namespace farfield::app {

/// What heights of a scene count from, and why.
struct HeightRule {
    enum class Datum {
        OfSystem,   ///< what the reference system itself says
        Egm96,      ///< the geoid of 1996
        Ellipsoid,  ///< WGS 84
        Offset,     ///< heights above that ellipsoid, moved
    };
    Datum datum = Datum::Egm96;
    double offset_metres = 0.0;
    bool is_assumed = false;  ///< no one says so: most elevation data count from the geoid
    bool lacks_grid = false;  ///< the geoid's grid is not installed, and the ellipsoid is in its place
    friend bool operator==(const HeightRule&, const HeightRule&) = default;

    /// For people, such as "heights above the geoid (EGM96)".
    [[nodiscard]] const char* words() const;
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

    /// What heights count from in data of this system. said: what else is known of them, "geoid",
    /// "ellipsoid" or nothing. wish: a user's.
    [[nodiscard]] HeightRule heights(const std::string& said, const model::Vertical& wish = {}) const;

    /// East and north in the system's own unit, degrees or a length, and metres by the rule. Infinities where
    /// the system has no such place.
    [[nodiscard]] glm::dvec3 place_of(const model::Geodetic& place, const HeightRule& heights) const;
    /// The other way, of a place on the ellipsoid; nothing where there is none.
    [[nodiscard]] std::optional<model::LongitudeLatitude> on_earth(glm::dvec2 place) const;
    /// How high the geoid is above the ellipsoid; 0 where its grid is not installed or has no height.
    [[nodiscard]] double geoid_metres(const model::LongitudeLatitude& at) const;

private:
    struct Parts;
    explicit EarthProjection(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

}  // namespace farfield::app
