#pragma once

#include <memory>
#include <optional>
#include <string>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "model/geometry/geocentric.h"
#include "model/styles/vertical.h"

namespace farfield::app {

/// Zero level of a scene's heights, and the reason for it.
struct HeightRule {
    enum class Datum {
        OfSystem,   ///< vertical part of the reference system itself
        Egm96,      ///< the geoid of 1996
        Ellipsoid,  ///< WGS 84
        Offset,     ///< heights above that ellipsoid plus an offset
    };
    Datum datum = Datum::Egm96;
    double offset_metres = 0.0;
    bool is_assumed = false;  ///< not stated: most elevation data count from the geoid
    bool lacks_grid = false;  ///< the geoid's grid is not installed; the ellipsoid replaces it
    friend bool operator==(const HeightRule&, const HeightRule&) = default;

    /// Text for the user, such as "heights above the geoid (EGM96)".
    [[nodiscard]] const char* words() const;
};

/// Converts places on the Earth to a reference system, by PROJ without network access for grids.
/// Threads: one at a time.
class EarthProjection {
public:
    /// system: as WKT, or any other text that PROJ reads. Null where places cannot be converted to it.
    [[nodiscard]] static std::shared_ptr<const EarthProjection> into(const std::string& system);
    EarthProjection(const EarthProjection&) = delete;
    EarthProjection& operator=(const EarthProjection&) = delete;
    ~EarthProjection();

    /// Rule for heights in data of this system. said: statement of the data, "geoid",
    /// "ellipsoid" or empty. wish: a user's choice.
    [[nodiscard]] HeightRule heights(const std::string& said, const model::Vertical& wish = {}) const;

    /// East and north in the system's own unit, degrees or a length, and metres by the rule. Infinities where
    /// the system has no such place.
    [[nodiscard]] glm::dvec3 place_of(const model::Geodetic& place, const HeightRule& heights) const;
    /// Inverse of place_of(), for a place on the ellipsoid; nullopt where there is none.
    [[nodiscard]] std::optional<model::LongitudeLatitude> on_earth(glm::dvec2 place) const;
    /// Height of the geoid above the ellipsoid; 0 where its grid is not installed or has no height.
    [[nodiscard]] double geoid_metres(const model::LongitudeLatitude& at) const;

private:
    struct Parts;
    explicit EarthProjection(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

}  // namespace farfield::app
