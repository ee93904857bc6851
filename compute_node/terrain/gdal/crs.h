#pragma once

#include <glm/vec2.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace farfield::terrain {

/// The name of a reference system.
struct CrsName {
    std::string name;  ///< "WGS 84 / UTM zone 32N"; empty where there is no system
    std::string code;  ///< "EPSG:32632"; empty when it is not known
};

/// The name of a system in WKT, which may be empty.
[[nodiscard]] CrsName crs_name(const std::string& wkt);

/// True when two systems in WKT are the same, however they are called. Empty ones are the same too.
[[nodiscard]] bool same_crs(const std::string& a, const std::string& b);

/// The zero surface of heights in a system with these axes: "geoid" or "ellipsoid"; empty where the system
/// names none. format: of the file, for some formats imply one.
[[nodiscard]] std::string vertical_of(const std::string& wkt, const std::string& format);

/// The figure of the Earth, or of another body; WGS 84's by default.
struct Ellipsoid {
    double semi_major_metres = 6'378'137.0;
    double inverse_flattening = 298.257223563;  ///< 0 for a sphere
};

/// The ellipsoid of a system in WKT, or WGS 84's where the system names none.
[[nodiscard]] Ellipsoid ellipsoid_of(const std::string& wkt);

/// Metres that a degree of longitude and one of latitude take at a latitude on the system's ellipsoid, or on
/// WGS 84's where that names none: the radii of curvature in the prime vertical, times the latitude's cosine,
/// and in the meridian. Source: Snyder, "Map Projections: A Working Manual", 1987, equations 4-20 and 4-21.
[[nodiscard]] glm::dvec2 metres_of_degree(double latitude_degrees, const Ellipsoid& ellipsoid = {});

/// The steps on the ground that lead from a place of a map to its neighbours.
struct GroundSteps {
    glm::dvec2 metres{1.0};  ///< the length of a step of one unit, along x and along y
    double askew = 0.0;      ///< the cosine of the angle between the two; 0 where the map keeps it
};

/// Steps at places of a projected system, in its own units, by differences between points on its ellipsoid
/// over 20 m; not finite where a place has no such point. Empty where the system is not projected. As points
/// in space they have no seam at the poles and the date line.
[[nodiscard]] std::vector<GroundSteps> ground_steps(const std::string& wkt,
                                                    std::span<const glm::dvec2> places);

/// Longitude and latitude in degrees on WGS 84, x and y, of a place in a system's own units; empty where
/// there is no system, or no transformation from it.
[[nodiscard]] std::optional<glm::dvec2> longitude_latitude(const std::string& wkt, glm::dvec2 place);

}  // namespace farfield::terrain
