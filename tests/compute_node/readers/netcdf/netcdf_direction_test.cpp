// NetCDF files of grids with axes that are not the Earth's: components along either.
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/compute_node/rotating_earth.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <functional>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

constexpr int wind_nodes = 9;
constexpr double lon_0 = 10.0, radius = 6'370'000.0;
const Turning wind{glm::normalize(glm::dvec3{0.3, -0.4, 0.8}), 1e-5};

/// A grid: its axes, and where on the Earth its places are.
struct Plane {
    std::vector<double> x, y;
    std::function<glm::dvec2(double x, double y)> place;  ///< longitude and latitude
};

/// With its pole at 160 degrees west, 40 north.
glm::dmat3 rotated_axes()
{
    const glm::dvec3 up = direction_of(-160.0, 40.0), out = direction_of(20.0, 50.0);
    return {out, glm::cross(up, out), up};
}

std::vector<double> spaced(double first, double spacing)
{
    std::vector<double> all;
    for (int i = 0; i < wind_nodes; ++i) all.push_back(first + spacing * i);
    return all;
}

Plane rotated_pole()
{
    return {spaced(-20.0, 2.0), spaced(10.0, 1.5),
            [](double x, double y) { return place_of(rotated_axes() * direction_of(x, y)); }};
}

/// Two standard parallels on a sphere (Snyder, "Map projections", 1987, equations 15-1 to 15-11).
struct Cone {
    double n = std::log(std::cos(30.0 * to_radians) / std::cos(60.0 * to_radians)) /
               std::log(tangent(60.0) / tangent(30.0));
    double f = std::cos(30.0 * to_radians) * std::pow(tangent(30.0), n) / n;
    double rho_0 = radius * f / std::pow(tangent(45.0), n);

    static double tangent(double latitude) { return std::tan((45.0 + 0.5 * latitude) * to_radians); }
    [[nodiscard]] glm::dvec2 on_plane(glm::dvec2 place) const
    {
        const double rho = radius * f / std::pow(tangent(place.y), n);
        const double angle = n * (place.x - lon_0) * to_radians;
        return {rho * std::sin(angle), rho_0 - rho * std::cos(angle)};
    }
    [[nodiscard]] glm::dvec2 on_earth(double x, double y) const
    {
        const double rho = std::hypot(x, rho_0 - y), angle = std::atan2(x, rho_0 - y);
        return {lon_0 + angle / n / to_radians,
                2.0 * std::atan(std::pow(radius * f / rho, 1.0 / n)) / to_radians - 90.0};
    }
};

Plane conformal_cone()
{
    return {spaced(1.0e6, 2e5), spaced(-8e5, 2e5), [](double x, double y) { return Cone{}.on_earth(x, y); }};
}

/// About a pole: side 1 is north.
glm::dvec2 from_pole(double side, double x, double y)
{
    const double from_axis = 2.0 * std::atan(std::hypot(x, y) / (2.0 * radius)) / to_radians;
    return {lon_0 + std::atan2(x, -side * y) / to_radians, side * (90.0 - from_axis)};
}

Plane about_pole(double side)
{
    return {spaced(-3e5, 2e5), spaced(-9e5, 2e5), [=](double x, double y) { return from_pole(side, x, y); }};
}

/// Of east on the plane, by places a little apart.
glm::dvec2 east_on_plane(const Plane& plane, double x, double y)
{
    constexpr double part = 1e-4;
    const double h = part * (plane.x[1] - plane.x[0]);
    const auto metres = [&](glm::dvec2 way, double latitude) {
        return glm::dvec2{way.x * std::cos(latitude * to_radians), way.y};
    };
    const glm::dvec2 here = plane.place(x, y);
    const glm::dvec2 along_x = metres(plane.place(x + h, y) - plane.place(x - h, y), here.y);
    return glm::normalize(glm::dvec2{along_x.x, -along_x.y});
}

using Attributes = std::function<void(Writer&, int mapping)>;

struct WrittenWind {
    bool along_axes = false;
    bool with_mapping = true;
    bool with_places = false;
};

void write_axis_as(Writer& file, const std::string& name, const std::vector<double>& values,
                   const std::string& standard_name, const std::string& units)
{
    file.dimension(name, values.size());
    const int axis = file.variable(name, NC_DOUBLE, {name});
    file.text(axis, "standard_name", standard_name);
    file.text(axis, "units", units);
    file.values(axis, values);
}

/// The wind's components at a place of the grid, eastward and northward or along the axes.
glm::dvec2 components(const Plane& plane, double x, double y, bool along_axes)
{
    const glm::dvec2 place = plane.place(x, y), v = wind.at(place.x, place.y);
    if (!along_axes) return v;
    const glm::dvec2 east = east_on_plane(plane, x, y);
    return {v.x * east.x - v.y * east.y, v.x * east.y + v.y * east.x};
}

void write_wind(const std::filesystem::path& path, const Plane& plane, bool degrees,
                const std::string& u_name, const std::string& v_name, const WrittenWind& as,
                const Attributes& attributes)
{
    Writer file{path};
    write_axis_as(file, "y", plane.y, degrees ? "grid_latitude" : "projection_y_coordinate",
                  degrees ? "degrees" : "m");
    write_axis_as(file, "x", plane.x, degrees ? "grid_longitude" : "projection_x_coordinate",
                  degrees ? "degrees" : "m");
    if (as.with_mapping) attributes(file, file.variable("crs", NC_INT, {}));
    std::vector<double> lon, lat, u, v;
    for (const double y : plane.y)
        for (const double x : plane.x) {
            const glm::dvec2 place = plane.place(x, y), w = components(plane, x, y, as.along_axes);
            lon.push_back(place.x);
            lat.push_back(place.y);
            u.push_back(w.x);
            v.push_back(w.y);
        }
    const auto put = [&](const std::string& name, const std::string& standard, const std::string& units,
                         const std::vector<double>& values) {
        const int variable = file.variable(name, NC_FLOAT, {"y", "x"});
        file.text(variable, "standard_name", standard);
        file.text(variable, "units", units);
        if (as.with_mapping) file.text(variable, "grid_mapping", "crs");
        file.values(variable, values);
    };
    if (as.with_places) {
        put("lon", "longitude", "degrees_east", lon);
        put("lat", "latitude", "degrees_north", lat);
    }
    put("u", u_name, "m s-1", u);
    put("v", v_name, "m s-1", v);
}

using OnMap = std::function<glm::dvec2(double x, double y)>;

/// The largest difference, in m/s, of values read at the nodes from the wind on the grid's plane.
double worst_of(const Dataset& dataset, const Plane& plane, std::size_t margin, const OnMap& on_map)
{
    const double to_metres = dataset.info().position_units == "degrees" ? metres_per_degree : 1.0;
    const auto field = dataset.field();
    double most = 0.0;
    for (std::size_t j = margin; j < wind_nodes - margin; ++j)
        for (std::size_t i = margin; i < wind_nodes - margin; ++i) {
            const auto sample = field->sample({plane.x[i], plane.y[j], 0.0F});
            REQUIRE(sample);
            const glm::dvec2 read = to_metres * glm::dvec2{sample->velocity};
            most = std::max(most, glm::distance(read, on_map(plane.x[i], plane.y[j])));
        }
    return most;
}

/// The same where the grid's axes are at right angles over the Earth.
double worst(const Dataset& dataset, const Plane& plane, std::size_t margin = 0)
{
    return worst_of(dataset, plane, margin,
                    [&](double x, double y) { return components(plane, x, y, true); });
}

bool says(const Dataset& dataset, const std::string& what)
{
    const auto& remarks = dataset.info().remarks;
    return std::any_of(remarks.begin(), remarks.end(),
                       [&](const auto& remark) { return remark.find(what) != std::string::npos; });
}

void rotated_mapping(Writer& file, int mapping)
{
    file.text(mapping, "grid_mapping_name", "rotated_latitude_longitude");
    file.number(mapping, "grid_north_pole_latitude", NC_DOUBLE, 40.0);
    file.number(mapping, "grid_north_pole_longitude", NC_DOUBLE, -160.0);
}

}  // namespace

TEST_CASE("NetCDF: eastward wind on a grid with a rotated pole is turned to its axes", "[netcdf][sphere]")
{
    const TemporaryFolder folder;
    const Plane plane = rotated_pole();
    const bool mapped = GENERATE(true, false);
    write_wind(folder / "r.nc", plane, true, "eastward_wind", "northward_wind",
               {.with_mapping = mapped, .with_places = !mapped}, rotated_mapping);
    const Dataset dataset = open_file(folder / "r.nc");
    CHECK(dataset.info().position_units == "degrees");
    CHECK(
        says(dataset, mapped ? "by 'crs' (rotated_latitude_longitude)" : "by the longitudes and latitudes"));
    CHECK(says(dataset, "of the rotated grid"));
    // Speeds are about 1 m/s; by places alone the axes are known between nodes.
    CHECK(worst(dataset, plane, mapped ? 0 : 1) < (mapped ? 1e-4 : 2e-3));
}

TEST_CASE("NetCDF: wind along a rotated or projected grid's axes stays as it is", "[netcdf][sphere]")
{
    const TemporaryFolder folder;
    write_wind(folder / "r.nc", rotated_pole(), true, "grid_eastward_wind", "grid_northward_wind",
               {.along_axes = true}, rotated_mapping);
    CHECK(worst(open_file(folder / "r.nc"), rotated_pole()) < 1e-4);
    write_wind(folder / "p.nc", conformal_cone(), false, "x_wind", "y_wind",
               {.along_axes = true, .with_mapping = false, .with_places = true}, rotated_mapping);
    CHECK(worst(open_file(folder / "p.nc"), conformal_cone()) < 1e-4);
    CHECK(says(open_file(folder / "p.nc"), "run along the grid's axes"));
}

TEST_CASE("NetCDF: eastward wind in Lambert's conformal cone is turned to x and y", "[netcdf][sphere]")
{
    const TemporaryFolder folder;
    const Plane plane = conformal_cone();
    const bool mapped = GENERATE(true, false);
    write_wind(folder / "l.nc", plane, false, "eastward_wind", "northward_wind",
               {.with_mapping = mapped, .with_places = !mapped}, [](Writer& file, int mapping) {
                   file.text(mapping, "grid_mapping_name", "lambert_conformal_conic");
                   file.numbers(mapping, "standard_parallel", {30.0, 60.0});
                   file.number(mapping, "latitude_of_projection_origin", NC_DOUBLE, 45.0);
                   file.number(mapping, "longitude_of_central_meridian", NC_DOUBLE, lon_0);
                   file.number(mapping, "earth_radius", NC_DOUBLE, radius);
               });
    const Dataset dataset = open_file(folder / "l.nc");
    CHECK(says(dataset, mapped ? "by 'crs' (lambert_conformal_conic)" : "by the longitudes and latitudes"));
    CHECK(worst(dataset, plane, mapped ? 0 : 1) < (mapped ? 1e-4 : 2e-3));
}

TEST_CASE("NetCDF: eastward wind in a transverse Mercator plane is turned to x and y", "[netcdf][sphere]")
{
    const TemporaryFolder folder;
    // Snyder, equations 8-6 and 8-7, of the sphere.
    const Plane plane{spaced(-8e5, 2e5), spaced(4e6, 2e5), [](double x, double y) {
                          const double d = y / radius;
                          return glm::dvec2{lon_0 +
                                                std::atan2(std::sinh(x / radius), std::cos(d)) / to_radians,
                                            std::asin(std::sin(d) / std::cosh(x / radius)) / to_radians};
                      }};
    write_wind(folder / "t.nc", plane, false, "eastward_wind", "northward_wind", {},
               [](Writer& file, int mapping) {
                   file.text(mapping, "grid_mapping_name", "transverse_mercator");
                   file.number(mapping, "latitude_of_projection_origin", NC_DOUBLE, 0.0);
                   file.number(mapping, "longitude_of_central_meridian", NC_DOUBLE, lon_0);
                   file.number(mapping, "scale_factor_at_central_meridian", NC_DOUBLE, 1.0);
                   file.number(mapping, "earth_radius", NC_DOUBLE, radius);
               });
    const Dataset dataset = open_file(folder / "t.nc");
    CHECK(says(dataset, "by 'crs' (transverse_mercator)"));
    CHECK(worst(dataset, plane) < 1e-4);
}

TEST_CASE(
    "NetCDF: eastward wind on maps that keep areas, not angles, has the ways of parallels and meridians",
    "[netcdf][sphere]")
{
    const TemporaryFolder folder;
    const auto mapping_of = [](const char* name, const char* meridian) {
        return [=](Writer& file, int mapping) {
            file.text(mapping, "grid_mapping_name", name);
            file.number(mapping, meridian, NC_DOUBLE, lon_0);
            file.number(mapping, "standard_parallel", NC_DOUBLE, 0.0);
            file.number(mapping, "earth_radius", NC_DOUBLE, radius);
        };
    };
    // Snyder, equations 30-1 and 30-2, 10-1 and 10-2: the derivative of the map, by hand.
    const Plane sinusoidal{spaced(3e6, 2e5), spaced(4e6, 2e5), [](double x, double y) {
                               return glm::dvec2{lon_0 + x / radius / std::cos(y / radius) / to_radians,
                                                 y / radius / to_radians};
                           }};
    const auto on_sinusoidal = [&](double x, double y) {
        const glm::dvec2 v = components(sinusoidal, x, y, false);
        return glm::dvec2{v.x - x / radius * std::tan(y / radius) * v.y, v.y};
    };
    const Plane cylinder{
        spaced(3e6, 2e5), spaced(3e6, 2e5), [](double x, double y) {
            return glm::dvec2{lon_0 + x / radius / to_radians, std::asin(y / radius) / to_radians};
        }};
    const auto on_cylinder = [&](double x, double y) {
        const glm::dvec2 v = components(cylinder, x, y, false);
        const double cosine = std::sqrt(1.0 - y * y / radius / radius);
        return glm::dvec2{v.x / cosine, v.y * cosine};
    };
    write_wind(folder / "s.nc", sinusoidal, false, "eastward_wind", "northward_wind", {},
               mapping_of("sinusoidal", "longitude_of_projection_origin"));
    write_wind(folder / "c.nc", cylinder, false, "eastward_wind", "northward_wind", {},
               mapping_of("lambert_cylindrical_equal_area", "longitude_of_central_meridian"));
    const Dataset of_sinusoidal = open_file(folder / "s.nc"), of_cylinder = open_file(folder / "c.nc");
    CHECK(worst_of(of_sinusoidal, sinusoidal, 0, on_sinusoidal) < 2e-3);
    CHECK(worst_of(of_cylinder, cylinder, 0, on_cylinder) < 2e-3);
    CHECK(says(of_sinusoidal, "This map does not keep angles"));
    CHECK(says(of_cylinder, "This map does not keep angles"));
}

TEST_CASE("NetCDF: a grid mapping that is not applied is named with what it lacks", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto remark = [&](const std::string& name) {
        write_wind(folder / "m.nc", conformal_cone(), false, "x_wind", "y_wind", {},
                   [&](Writer& file, int mapping) { file.text(mapping, "grid_mapping_name", name); });
        return open_file(folder / "m.nc");
    };
    CHECK(says(remark("transverse_mercator"), "it has no 'scale_factor_at_central_meridian'"));
    CHECK(says(remark("geostationary"), "it is none of the projections"));
}

TEST_CASE("NetCDF: eastward wind on a plane about either pole is turned to x and y", "[netcdf][sphere]")
{
    const TemporaryFolder folder;
    const double side = GENERATE(1.0, -1.0);
    const Plane plane = about_pole(side);
    write_wind(folder / "s.nc", plane, false, "eastward_wind", "northward_wind", {},
               [side](Writer& file, int mapping) {
                   file.text(mapping, "grid_mapping_name", "polar_stereographic");
                   file.number(mapping, "latitude_of_projection_origin", NC_DOUBLE, side * 90.0);
                   file.number(mapping, "straight_vertical_longitude_from_pole", NC_DOUBLE, lon_0);
               });
    CHECK(worst(open_file(folder / "s.nc"), plane) < 1e-4);
}

TEST_CASE("NetCDF: where nothing says how a projected grid lies, a remark does", "[netcdf][sphere]")
{
    const TemporaryFolder folder;
    write_wind(folder / "n.nc", conformal_cone(), false, "eastward_wind", "northward_wind",
               {.with_mapping = false}, rotated_mapping);
    CHECK(says(open_file(folder / "n.nc"), "nothing in the file says how the grid lies"));
}
