#pragma once

#include <optional>

#include <glm/vec3.hpp>

/// Circles and boxes on a spherical Earth, and the part of a small cell that they cover.
namespace farfield::model {

inline constexpr double full_turn_degrees = 360.0;          ///< of longitude
inline constexpr double mean_earth_radius_km = 6'371.0088;  ///< (2 a + b) / 3 of WGS 84

/// A place that is tested against many areas. Threads: one, since its direction is computed at the first use
/// and kept.
class GeographicPlace {
public:
    /// longitude: degrees, any turn. latitude: degrees, -90 to 90.
    GeographicPlace(double longitude, double latitude) : longitude_{longitude}, latitude_{latitude} {}

    [[nodiscard]] double longitude() const { return longitude_; }
    [[nodiscard]] double latitude() const { return latitude_; }
    /// The unit vector from the Earth's centre to the place.
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

/// The part of a cell that an area covers.
enum class Coverage { None, Part, Whole };

/// The places no farther from a middle than a radius.
class GeographicCircle {
public:
    GeographicCircle(double longitude, double latitude, double km);

    /// True when the place is in the circle with `enlarged` (1 or more) times the radius.
    [[nodiscard]] bool contains(const GeographicPlace& place, double enlarged = 1.0) const;
    /// Returns Whole only if the circle itself covers the cell, and None only if the enlarged one misses it;
    /// near these limits it may return Part.
    [[nodiscard]] Coverage coverage(const GeographicCell& cell, double enlarged) const;
    [[nodiscard]] const glm::dvec3& middle() const { return middle_; }

private:
    glm::dvec3 middle_;
    double radius_radians_;
};

/// The places between two longitudes and two latitudes, both included. The box crosses the date line when
/// west is above east. A pole counts as every longitude.
class GeographicBox {
public:
    GeographicBox(double west, double south, double east, double north);

    /// True when the place is in the box with sides `enlarged` times as long, about the same middle.
    [[nodiscard]] bool contains(const GeographicPlace& place, double enlarged = 1.0) const;
    [[nodiscard]] Coverage coverage(const GeographicCell& cell, double enlarged) const;
    [[nodiscard]] glm::dvec3 middle() const;

private:
    [[nodiscard]] double half_width(double enlarged) const;

    double middle_longitude_, middle_latitude_;
    double half_width_, half_height_;  ///< degrees
};

}  // namespace farfield::model
