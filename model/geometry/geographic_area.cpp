#include "model/geometry/geographic_area.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace farfield::model {

namespace {

constexpr double radians_of_degree = std::numbers::pi / 180.0;
constexpr double pole = 90.0, half_turn = 180.0;
/// Tolerance above the rounding of longitudes and latitudes, and invisible: about a tenth of a millimetre.
constexpr double slack_degrees = 1e-9;

glm::dvec3 direction_of(double longitude, double latitude)
{
    const double east = longitude * radians_of_degree, north = latitude * radians_of_degree;
    return {std::cos(north) * std::cos(east), std::cos(north) * std::sin(east), std::sin(north)};
}

/// Angle by the chord, which is exact for small angles, unlike a scalar product.
double angle_between(const glm::dvec3& a, const glm::dvec3& b)
{
    return 2.0 * std::asin(std::min(1.0, 0.5 * glm::distance(a, b)));
}

/// The shorter way round between two longitudes: 0 to 180 degrees.
double turn_between(double a, double b)
{
    return std::abs(std::remainder(a - b, full_turn_degrees));
}

bool is_pole(double latitude)
{
    return std::abs(latitude) >= pole;
}

}  // namespace

const glm::dvec3& GeographicPlace::direction() const
{
    if (!direction_) direction_ = direction_of(longitude_, latitude_);
    return *direction_;
}

double distance_km(const glm::dvec3& from, const glm::dvec3& to)
{
    return angle_between(from, to) * mean_earth_radius_km;
}

GeographicCircle::GeographicCircle(double longitude, double latitude, double km)
    : middle_{direction_of(longitude, latitude)}, radius_radians_{km / mean_earth_radius_km}
{}

bool GeographicCircle::contains(const GeographicPlace& place, double enlarged) const
{
    return angle_between(middle_, place.direction()) <= radius_radians_ * enlarged;
}

Coverage GeographicCircle::coverage(const GeographicCell& cell, double enlarged) const
{
    const auto centre = direction_of(0.5 * (cell.west + cell.east), 0.5 * (cell.south + cell.north));
    // The corners are no farther from the centre than on a plane, as meridians converge.
    const double reach = (0.5 * std::hypot(cell.east - cell.west, cell.north - cell.south) + slack_degrees) *
                         radians_of_degree;
    const double distance = angle_between(middle_, centre);
    if (distance + reach <= radius_radians_) return Coverage::Whole;
    return distance - reach > radius_radians_ * enlarged ? Coverage::None : Coverage::Part;
}

GeographicBox::GeographicBox(double west, double south, double east, double north)
{
    double width = east - west;
    if (width < 0.0) width += full_turn_degrees;
    half_width_ = 0.5 * width;
    half_height_ = 0.5 * (north - south);
    middle_longitude_ = west + half_width_;
    middle_latitude_ = south + half_height_;
}

double GeographicBox::half_width(double enlarged) const
{
    return std::min(half_width_ * enlarged, half_turn);
}

bool GeographicBox::contains(const GeographicPlace& place, double enlarged) const
{
    if (std::abs(place.latitude() - middle_latitude_) > half_height_ * enlarged) return false;
    return is_pole(place.latitude()) ||
           turn_between(place.longitude(), middle_longitude_) <= half_width(enlarged);
}

Coverage GeographicBox::coverage(const GeographicCell& cell, double enlarged) const
{
    const double half_cell_width = 0.5 * (cell.east - cell.west) + slack_degrees;
    const double half_cell_height = 0.5 * (cell.north - cell.south) + slack_degrees;
    const double across = turn_between(0.5 * (cell.west + cell.east), middle_longitude_);
    const double along = std::abs(0.5 * (cell.south + cell.north) - middle_latitude_);
    const bool has_longitudes = half_width_ >= half_turn || across + half_cell_width <= half_width_;
    if (has_longitudes && along + half_cell_height <= half_height_) return Coverage::Whole;
    if (along - half_cell_height > half_height_ * enlarged) return Coverage::None;
    if (is_pole(cell.north + slack_degrees) || is_pole(cell.south - slack_degrees)) return Coverage::Part;
    return across - half_cell_width > half_width(enlarged) ? Coverage::None : Coverage::Part;
}

glm::dvec3 GeographicBox::middle() const
{
    return direction_of(middle_longitude_, middle_latitude_);
}

}  // namespace farfield::model
