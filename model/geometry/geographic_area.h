#pragma once

#include <optional>

#include <glm/vec3.hpp>

/// Circles and boxes on the Earth, taken as a sphere, and what part of a small cell they cover.
namespace farfield::model {

inline constexpr double full_turn_degrees = 360.0;          ///< of longitudes
inline constexpr double mean_earth_radius_km = 6'371.0088;  ///< (2 a + b) / 3 of WGS 84

/// A place that many areas are asked about. Threads: one, since the direction is worked out when it is first
/// needed.
class GeographicPlace {
public:
    /// longitude: degrees, any turn. latitude: degrees, -90 to 90.
    GeographicPlace(double longitude, double latitude) : longitude_{longitude}, latitude_{latitude} {}

    [[nodiscard]] double longitude() const { return longitude_; }
    [[nodiscard]] double latitude() const { return latitude_; }
    /// From the Earth's centre, of length 1.
    [[nodiscard]] const glm::dvec3& direction() const;

private:
    double longitude_, latitude_;
    mutable std::optional<glm::dvec3> direction_;
};

/// The distance along the sphere, in km.
[[nodiscard]] double distance_km(const glm::dvec3& from, const glm::dvec3& to);

/// A rectangle of longitude and latitude, small against the Earth; degrees, west below east.
struct GeographicCell {
    double west, south, east, north;
};

/// How much of a cell an area covers.
enum class Coverage { None, Part, Whole };

/// All places no farther from a middle than a radius.
class GeographicCircle {
public:
    GeographicCircle(double longitude, double latitude, double km);

    /// enlarged: 1, or more for a circle with a radius so many times as large.
    [[nodiscard]] bool contains(const GeographicPlace& place, double enlarged = 1.0) const;
    /// Whole where the circle itself has all of the cell, None where the enlarged one has no place of it.
    /// Part may be said for either.
    [[nodiscard]] Coverage coverage(const GeographicCell& cell, double enlarged) const;
    [[nodiscard]] const glm::dvec3& middle() const { return middle_; }

private:
    glm::dvec3 middle_;
    double radius_radians_;
};

/// All places between two longitudes and two latitudes, these included. Over the date line where west is
/// above east. A pole has every longitude.
class GeographicBox {
public:
    GeographicBox(double west, double south, double east, double north);

    /// As of a circle: the sides are so many times as long, about the same middle.
    [[nodiscard]] bool contains(const GeographicPlace& place, double enlarged = 1.0) const;
    [[nodiscard]] Coverage coverage(const GeographicCell& cell, double enlarged) const;
    [[nodiscard]] glm::dvec3 middle() const;

private:
    [[nodiscard]] double half_width(double enlarged) const;

    double middle_longitude_, middle_latitude_;
    double half_width_, half_height_;  ///< degrees
};

}  // namespace farfield::model
