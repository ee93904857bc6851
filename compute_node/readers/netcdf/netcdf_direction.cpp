#include "compute_node/readers/netcdf/netcdf_direction.h"

#include "compute_node/grids/geo.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_crs.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <proj.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <numbers>

namespace farfield::compute {

namespace {

/// Computes cosine and sine of an angle for nodes at x and y of the axes.
template <class Angle>
EastInGrid over_plane(const NetcdfNodes& nodes, const std::string& source, const Angle& angle)
{
    EastInGrid east{{}, {}, source};
    for (const double y : nodes.axes.xyz[1].coordinates)
        for (const double x : nodes.axes.xyz[0].coordinates) {
            const double turned = angle(x, y);
            east.cosine.push_back(static_cast<float>(std::cos(turned)));
            east.sine.push_back(static_cast<float>(std::sin(turned)));
        }
    return east;
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
std::optional<EastInGrid> by_rotated_pole(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
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
        return std::atan2(-east, north);
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
std::optional<EastInGrid> by_cone(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
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
    return over_plane(nodes, source,
                      [=](double x, double y) { return std::atan2(side * (x - tip_x), side * (tip_y - y)); });
}

/// East on a plane about a pole, where meridians are rays from the pole, one of them along y.
std::optional<EastInGrid> about_pole(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
                                     const std::string& source)
{
    const auto latitude = mapping.number("latitude_of_projection_origin");
    if (!latitude || std::abs(std::abs(*latitude) - 90.0) > 1e-6) return std::nullopt;
    const double side = *latitude > 0.0 ? 1.0 : -1.0;
    const double pole_x = mapping.false_easting();
    const double pole_y = mapping.false_northing();
    return over_plane(nodes, source, [=](double x, double y) {
        return side * std::atan2(x - pole_x, -side * (y - pole_y));
    });
}

/// East by the course of parallels over the plane, a metre or so to the east of each node, by PROJ.
std::optional<EastInGrid> by_projection(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
                                        const std::string& source)
{
    const MapPlane plane{projection_of(mapping)};
    if (!plane) return std::nullopt;
    return over_plane(nodes, source, [&](double x, double y) {
        constexpr double to_the_east = 1e-7;  // radians
        const PJ_COORD place = proj_trans(plane.get(), PJ_INV, proj_coord(x, y, 0.0, 0.0));
        const auto at = [&](double longitude) {
            return proj_trans(plane.get(), PJ_FWD, proj_coord(longitude, place.lp.phi, 0.0, 0.0)).xy;
        };
        const PJ_XY east = at(place.lp.lam + to_the_east), west = at(place.lp.lam - to_the_east);
        const double angle = std::atan2(east.y - west.y, east.x - west.x);
        return std::isfinite(angle) ? angle : 0.0;
    });
}

bool is_name_of(const std::string& value, std::initializer_list<const char*> known)
{
    return std::find(known.begin(), known.end(), value) != known.end();
}

/// East by the course of the grid's x axis over the Earth.
std::optional<EastInGrid> east_by_places(const NetcdfNodes& nodes, const std::optional<NetcdfPlane>& plane)
{
    if (!plane || !plane->degrees) return std::nullopt;
    AxisDirections axis = directions_of_rows(*plane, nodes.axes.xyz[0].length);
    for (float& sine : axis.sine) sine = -sine;
    return EastInGrid{std::move(axis.cosine), std::move(axis.sine),
                      "the longitudes and latitudes of its nodes"};
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
    if ((along_axes && !is_of_xbeach) || u.name == "vozocrtx") return Along::GridAxes;
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

/// East by the formula of a simple mapping.
std::optional<EastInGrid> by_formula(const NetcdfNodes& nodes, const NetcdfMapping& mapping,
                                     const std::string& source)
{
    const std::string name = mapping.name();
    if (name == "rotated_latitude_longitude") return by_rotated_pole(nodes, mapping, source);
    if (name == "lambert_conformal_conic") return by_cone(nodes, mapping, source);
    if (is_name_of(name, {"polar_stereographic", "stereographic", "lambert_azimuthal_equal_area",
                          "azimuthal_equidistant"}))
        return about_pole(nodes, mapping, source);
    if (is_name_of(name, {"mercator", "lambert_cylindrical_equal_area"}))
        return over_plane(nodes, source, [](double, double) { return 0.0; });
    return std::nullopt;
}

}  // namespace

std::optional<EastInGrid> east_by_mapping(const NetcdfNodes& nodes)
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
    auto east = east_by_mapping(nodes);
    if (!east) east = east_by_places(nodes, plane);
    if (!east) {
        remarks.push_back(
            fmt::format("'{}' and '{}' run east and north, but nothing in the file says how the "
                        "grid lies: they are taken as running along its axes, and are wrong "
                        "where these are turned.",
                        u, v));
        return;
    }
    for (std::size_t n = 0; n < velocity.size() / 3; ++n) {
        const std::size_t at = n % east->sine.size();
        const float eastward = velocity[3 * n], northward = velocity[3 * n + 1];
        velocity[3 * n] = eastward * east->cosine[at] - northward * east->sine[at];
        velocity[3 * n + 1] = eastward * east->sine[at] + northward * east->cosine[at];
    }
    remarks.push_back(fmt::format(
        "'{}' and '{}' run east and north and were turned to the grid's axes by {}.", u, v, east->source));
}

}  // namespace farfield::compute
