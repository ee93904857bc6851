#include "compute_node/readers/netcdf/netcdf_direction.h"

#include "compute_node/grids/geo.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_crs.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <glm/glm.hpp>
#include <proj.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace farfield::compute {

namespace {

/// The turn by an angle, counter-clockwise in radians.
glm::mat2 turned_by(double angle)
{
    const auto cosine = static_cast<float>(std::cos(angle)), sine = static_cast<float>(std::sin(angle));
    return {cosine, sine, -sine, cosine};
}

/// Calls of_place(x, y) for nodes at x and y of the axes.
template <class OfPlace>
CompassInGrid over_plane(const NetcdfNodes& nodes, const std::string& source, const OfPlace& of_place)
{
    CompassInGrid compass{{}, source};
    for (const double y : nodes.axes.xyz[1].coordinates)
        for (const double x : nodes.axes.xyz[0].coordinates) compass.matrices.push_back(of_place(x, y));
    return compass;
}

/// A projection of PROJ: x and y of a plane in metres, longitudes and latitudes in radians. Owned; null where
/// its text is not understood. It looks nothing up in files.
class MapPlane {
public:
    explicit MapPlane(const std::string& projection) : context_{proj_context_create()}
    {
        if (!context_ || projection.empty()) return;
        proj_log_level(context_.get(), PJ_LOG_NONE);
        proj_context_set_enable_network(context_.get(), 0);
        made_.reset(proj_create(context_.get(), projection.c_str()));
    }
    explicit operator bool() const { return made_ != nullptr; }
    [[nodiscard]] PJ* get() const { return made_.get(); }

private:
    struct Destroy {
        void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
        void operator()(PJ* made) const { proj_destroy(made); }
    };
    std::unique_ptr<PJ_CONTEXT, Destroy> context_;
    std::unique_ptr<PJ, Destroy> made_;
};

/// North by a rotated grid: the direction of the Earth's pole, seen from a place of that grid.
std::optional<CompassInGrid> by_rotated_pole(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
                                             const std::string& source)
{
    const auto latitude = mapping.number("grid_north_pole_latitude");
    if (!latitude) return std::nullopt;
    const double sine = std::sin(*latitude * radians_per_degree),
                 cosine = std::cos(*latitude * radians_per_degree);
    const double longitude = mapping.number("north_pole_grid_longitude").value_or(0.0);
    return over_plane(nodes, source, [=](double x, double y) {
        const double east = cosine * std::sin((longitude - x) * radians_per_degree);
        const double north =
            sine * std::cos(y * radians_per_degree) -
            cosine * std::sin(y * radians_per_degree) * std::cos((longitude - x) * radians_per_degree);
        return turned_by(std::atan2(-east, north));
    });
}

/// The body of a mapping: its semi-major axis in metres, and its eccentricity.
struct Body {
    double axis, eccentricity;
};

Body ellipsoid_of(const NetcdfMapping& mapping)
{
    constexpr double of_wgs84 = 6'378'137.0, flattening_of_wgs84 = 1.0 / 298.257223563;
    if (const auto radius = mapping.number("earth_radius")) return {*radius, 0.0};
    const auto great = mapping.number("semi_major_axis"), small = mapping.number("semi_minor_axis");
    const auto inverse = mapping.number("inverse_flattening");
    double flattening = great ? 0.0 : flattening_of_wgs84;
    if (great && small) flattening = 1.0 - *small / *great;
    if (inverse) flattening = *inverse == 0.0 ? 0.0 : 1.0 / *inverse;
    return {great.value_or(of_wgs84), std::sqrt(flattening * (2.0 - flattening))};
}

/// Snyder's m (equation 14-15); isometric() is his t (15-9).
double parallel_radius(const Body& body, double latitude)
{
    const double sine = body.eccentricity * std::sin(latitude);
    return std::cos(latitude) / std::sqrt(1.0 - sine * sine);
}
double isometric(const Body& body, double latitude)
{
    const double sine = body.eccentricity * std::sin(latitude);
    return std::tan(0.25 * std::numbers::pi - 0.5 * latitude) /
           std::pow((1.0 - sine) / (1.0 + sine), 0.5 * body.eccentricity);
}

/// East on a cone, where meridians are rays from its tip and converge at the angle by which they turn.
std::optional<CompassInGrid> by_cone(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
                                     const std::string& source)
{
    const std::vector<double> parallels = mapping.numbers("standard_parallel");
    const auto origin = mapping.number("latitude_of_projection_origin");
    if (parallels.empty() || !origin) return std::nullopt;
    const Body body = ellipsoid_of(mapping);
    const double first = parallels.front() * radians_per_degree,
                 second = parallels.back() * radians_per_degree;
    const double m = parallel_radius(body, first), t = isometric(body, first);
    const bool touches = std::abs(first - second) < 1e-9;
    const double n =
        touches ? std::sin(first)
                : std::log(m / parallel_radius(body, second)) / std::log(t / isometric(body, second));
    if (n == 0.0 || !std::isfinite(n)) return std::nullopt;
    const double radius =
        body.axis * m / (n * std::pow(t, n)) * std::pow(isometric(body, *origin * radians_per_degree), n);
    const double tip_x = mapping.false_easting();
    const double tip_y = mapping.false_northing() + radius;
    const double side = n > 0.0 ? 1.0 : -1.0;
    return over_plane(nodes, source, [=](double x, double y) {
        return turned_by(std::atan2(side * (x - tip_x), side * (tip_y - y)));
    });
}

/// East on a plane about a pole, where meridians are rays from the pole, one of them along y.
std::optional<CompassInGrid> about_pole(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
                                        const std::string& source)
{
    const auto latitude = mapping.number("latitude_of_projection_origin");
    if (!latitude || std::abs(std::abs(*latitude) - 90.0) > 1e-6) return std::nullopt;
    const double side = *latitude > 0.0 ? 1.0 : -1.0;
    const double pole_x = mapping.false_easting();
    const double pole_y = mapping.false_northing();
    return over_plane(nodes, source, [=](double x, double y) {
        return turned_by(side * std::atan2(x - pole_x, -side * (y - pole_y)));
    });
}

/// A metre to the east and one to the north of a place on the plane, by PROJ; scaled so that they span a
/// square metre, as they do on a map that keeps areas. Where the map keeps angles, this is a turn.
glm::mat2 compass_at(const MapPlane& plane, const Body& body, double x, double y)
{
    constexpr double away = 1e-7;  // radians
    const PJ_LP place = proj_trans(plane.get(), PJ_INV, proj_coord(x, y, 0.0, 0.0)).lp;
    const auto way_between = [&](const PJ_LP& from, const PJ_LP& to) {
        const PJ_XY begin = proj_trans(plane.get(), PJ_FWD, proj_coord(from.lam, from.phi, 0.0, 0.0)).xy,
                    end = proj_trans(plane.get(), PJ_FWD, proj_coord(to.lam, to.phi, 0.0, 0.0)).xy;
        return glm::dvec2{end.x - begin.x, end.y - begin.y};
    };
    const glm::dvec2 east = way_between({place.lam - away, place.phi}, {place.lam + away, place.phi}),
                     north = way_between({place.lam, place.phi - away}, {place.lam, place.phi + away});
    // Radii of the parallel and of the meridian's curvature: Snyder, equations 4-20 and 4-18.
    const double flat = 1.0 - body.eccentricity * body.eccentricity * std::pow(std::sin(place.phi), 2);
    const double parallel = std::cos(place.phi) / std::sqrt(flat);
    const double meridian = (1.0 - body.eccentricity * body.eccentricity) / std::pow(flat, 1.5);
    const glm::dmat2 ways{east / parallel, north / meridian};
    const double area = glm::determinant(ways);
    return std::isfinite(area) && area > 0.0 ? glm::mat2{ways / std::sqrt(area)} : glm::mat2{1.0F};
}

/// East and north by the courses of parallels and meridians over the plane.
std::optional<CompassInGrid> by_projection(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
                                           const std::string& source)
{
    const MapPlane plane{projection_of(mapping)};
    if (!plane) return std::nullopt;
    const Body body = ellipsoid_of(mapping);
    return over_plane(nodes, source, [&](double x, double y) { return compass_at(plane, body, x, y); });
}

/// Greatest part by which a speed on the map differs from that over the ground: 0 where a map keeps angles.
float stretch_of(const CompassInGrid& compass)
{
    float greatest = 1.0F;
    for (const glm::mat2& matrix : compass.matrices) {
        // The singular values of a matrix of determinant 1 are s and 1/s.
        const float sum = glm::dot(matrix[0], matrix[0]) + glm::dot(matrix[1], matrix[1]);
        greatest = std::max(greatest, 0.5F * (sum + std::sqrt(std::max(sum * sum - 4.0F, 0.0F))));
    }
    return std::sqrt(greatest) - 1.0F;
}

/// East by the course of the grid's x axis over the Earth.
std::optional<CompassInGrid> compass_by_places(const NetcdfNodes& nodes,
                                               const std::optional<NetcdfPlane>& plane)
{
    if (!plane || !plane->degrees) return std::nullopt;
    const AxisDirections axis = directions_of_rows(*plane, nodes.axes.xyz[0].length);
    CompassInGrid compass{{}, "the longitudes and latitudes of its nodes"};
    for (std::size_t n = 0; n < axis.sine.size(); ++n)
        compass.matrices.emplace_back(axis.cosine[n], -axis.sine[n], axis.sine[n], axis.cosine[n]);
    return compass;
}

}  // namespace

Along direction_of_velocity(const NetcdfNodes& nodes)
{
    const NetcdfVariable& u = *nodes.velocity.u.variable;
    const std::string standard = nodes.velocity.u.file->text(u, "standard_name");
    const bool along_axes = standard.starts_with("x_") || standard.find("_x_") != std::string::npos ||
                            standard.find("grid_eastward") != std::string::npos;
    // XBeach turns what it writes to the x and y of its places, but names it as along the grid.
    const bool is_of_xbeach = nodes.velocity.u.file->find("globalx") != nullptr;
    if ((along_axes && !is_of_xbeach) || (standard.empty() && u.name == "vozocrtx")) return Along::GridAxes;
    if (standard.find("eastward") != std::string::npos || u.name.find("east") != std::string::npos)
        return Along::EastAndNorth;
    // Ocean models call the flow across faces of their cells zonal, however the grid lies.
    if (!standard.empty() || nodes.staggered) return Along::Unknown;
    const std::string said = lower_case(nodes.velocity.u.file->text(u, "long_name"));
    for (const char* word : {"grid-x", "(x)", "x direction", "x-direction"})
        if (said.find(word) != std::string::npos) return Along::GridAxes;
    for (const char* word : {"zonal", "eastward", "east-west"})
        if (said.find(word) != std::string::npos) return Along::EastAndNorth;
    return Along::Unknown;
}

bool has_rotated_pole(const NetcdfAxes& axes)
{
    const auto is_rotated = [](const NetcdfAxis& axis) { return axis.rotated; };
    return is_rotated(axes.xyz[0]) || is_rotated(axes.xyz[1]);
}

namespace {

/// East by the formula of a simple mapping that keeps angles.
std::optional<CompassInGrid> by_formula(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
                                        const std::string& source)
{
    const std::string name = mapping.name();
    if (name == "rotated_latitude_longitude") return by_rotated_pole(nodes, mapping, source);
    if (name == "lambert_conformal_conic") return by_cone(nodes, mapping, source);
    if (name == "polar_stereographic" || name == "stereographic") return about_pole(nodes, mapping, source);
    if (name == "mercator") return over_plane(nodes, source, [](double, double) { return glm::mat2{1.0F}; });
    return std::nullopt;
}

}  // namespace

std::optional<CompassInGrid> compass_by_mapping(const NetcdfNodes& nodes)
{
    const auto mapping = find_mapping(mapped_field(nodes));
    if (!mapping) return std::nullopt;
    const std::string source = fmt::format("'{}' ({})", mapping->variable->name, mapping->name());
    auto found = by_formula(nodes, *mapping, source);
    const bool are_metres = metres_in(nodes.axes.xyz[0].units) && metres_in(nodes.axes.xyz[1].units);
    return found || !are_metres ? found : by_projection(nodes, *mapping, source);
}

void turn_to_axes(const NetcdfNodes& nodes, const std::optional<NetcdfPlane>& plane,
                  std::vector<float>& velocity, std::vector<std::string>& remarks)
{
    const NetcdfAxis &x = nodes.axes.xyz[0], &y = nodes.axes.xyz[1];
    const bool over_true_degrees = x.degrees && y.degrees && !has_rotated_pole(nodes.axes);
    const auto mapping = find_mapping(mapped_field(nodes));
    const bool is_projected = has_rotated_pole(nodes.axes) || x.projected || (plane && plane->degrees) ||
                              (mapping && mapping->name() != "latitude_longitude");
    if (over_true_degrees || !is_projected) return;
    const std::string &u = nodes.velocity.u.variable->name, &v = nodes.velocity.v.variable->name;
    const Along along = direction_of_velocity(nodes);
    if (along != Along::EastAndNorth) {
        remarks.push_back(fmt::format("'{}' and '{}' {} along the grid's axes.", u, v,
                                      along == Along::GridAxes ? "run" : "are taken as running"));
        return;
    }
    auto compass = compass_by_mapping(nodes);
    if (!compass) compass = compass_by_places(nodes, plane);
    if (!compass) {
        remarks.push_back(
            fmt::format("'{}' and '{}' run east and north, but nothing in the file says how the "
                        "grid lies: they are taken as running along its axes, and are wrong "
                        "where these are turned.",
                        u, v));
        return;
    }
    for (std::size_t n = 0; n < velocity.size() / 3; ++n) {
        const glm::vec2 along_axes =
            compass->matrices[n % compass->matrices.size()] * glm::vec2{velocity[3 * n], velocity[3 * n + 1]};
        velocity[3 * n] = along_axes.x;
        velocity[3 * n + 1] = along_axes.y;
    }
    remarks.push_back(fmt::format(
        "'{}' and '{}' run east and north and were turned to the grid's axes by {}.", u, v, compass->source));
    constexpr float said_stretch = 0.005F;
    if (const float stretch = stretch_of(*compass); stretch > said_stretch)
        remarks.push_back(
            fmt::format("This map does not keep angles: velocities are those on the map, with speeds up to "
                        "{:.2g} % greater or less than over the ground.",
                        100.0F * stretch));
}

}  // namespace farfield::compute
