#include "model/geometry/local_plane.h"

#include "tests/catch.h"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <limits>

using namespace farfield::model;

namespace {

const LocalPlane bern({.longitude_degrees = 8.0, .latitude_degrees = 46.5});

PlacedMotion on_bern(const GeocentricMotion& motion)
{
    return placed_motion(motion, [](glm::dvec3 place) { return bern.place_of(place); });
}

}  // namespace

TEST_CASE("LocalPlane: its origin is at 0, whatever its height, which is above the ellipsoid", "[geocentric]")
{
    const glm::dvec3 place = bern.place_of(geocentric_of({8.0, 46.5, 500.0}));
    CHECK(glm::length(place - glm::dvec3(0.0, 0.0, 500.0)) < 1e-6);
}

TEST_CASE("LocalPlane: places are those of an azimuthal equidistant projection", "[geocentric]")
{
    struct Case {
        Geodetic place;
        double x, y, tolerance;
    };
    // PROJ 9.1.1, +proj=aeqd +lon_0=8 +lat_0=46.5 +ellps=WGS84.
    for (const Case& each : {Case{{8.1, 46.5, 0.0}, 7676.257, 4.859, 0.002},
                             {{8.0, 46.6, 0.0}, 0.0, 11116.206, 0.002},
                             {{9.0, 47.0, 1000.0}, 76054.912, 56065.757, 0.1},
                             {{12.0, 46.5, 100.0}, 306919.107, 7774.459, 0.1},
                             {{8.0, 50.0, 0.0}, 0.0, 389183.014, 1.0}}) {
        const glm::dvec3 place = bern.place_of(geocentric_of(each.place));
        CHECK(std::abs(place.x - each.x) < each.tolerance);
        CHECK(std::abs(place.y - each.y) < each.tolerance);
        CHECK(std::abs(place.z - each.place.height_metres) < 1e-6);
    }
}

TEST_CASE("LocalPlane: a degree of the equator has its length", "[geocentric]")
{
    const LocalPlane equator({.longitude_degrees = 179.5, .latitude_degrees = 0.0});
    const glm::dvec3 place = equator.place_of(geocentric_of({-179.5, 0.0, 0.0}));
    CHECK(std::abs(place.x - 111'319.4908) < 1e-3);  // a pi / 180
    CHECK(std::abs(place.y) < 1e-6);
}

TEST_CASE("LocalPlane: what is no place has none", "[geocentric]")
{
    CHECK(std::isnan(bern.place_of({0.0, 0.0, 0.0}).x));
    CHECK(std::isnan(bern.place_of({std::numeric_limits<double>::infinity(), 0.0, 0.0}).z));
}

TEST_CASE("placed_motion: velocity and heading are those over the ground", "[geocentric]")
{
    const LocalAxes axes = local_axes_at({8.0, 46.5});
    for (const double heading : {0.0, 45.0, 190.0, 359.0}) {
        const double radians = heading * std::numbers::pi / 180.0;
        const glm::dvec3 ahead = std::sin(radians) * axes.east + std::cos(radians) * axes.north;
        const PlacedMotion placed =
            on_bern({.place = geocentric_of({8.0, 46.5, 0.0}),
                     .velocity = 200.0 * ahead + 5.0 * axes.up,
                     .orientation = euler_angles_of(Attitude{.heading_degrees = heading}, {8.0, 46.5})});
        const glm::dvec3 expected(200.0 * std::sin(radians), 200.0 * std::cos(radians), 5.0);
        CHECK(glm::length(placed.velocity - expected) < 0.01);  // the ground falls away by 3 mm in a second
        CHECK(std::abs(placed.heading_degrees - heading) < 1e-3);
        CHECK(placed.acceleration == glm::dvec3(0.0));
    }
}

TEST_CASE("placed_motion: an acceleration is turned as a velocity is", "[geocentric]")
{
    const LocalAxes axes = local_axes_at({8.0, 46.5});
    const PlacedMotion placed =
        on_bern({.place = geocentric_of({8.0, 46.5, 0.0}), .acceleration = 3.0 * axes.north - axes.up});
    CHECK(placed.velocity == glm::dvec3(0.0));
    CHECK(glm::length(placed.acceleration - glm::dvec3(0.0, 3.0, -1.0)) < 1e-4);
}

TEST_CASE("placed_motion: a body that points up has the heading 0", "[geocentric]")
{
    const PlacedMotion placed =
        on_bern({.place = geocentric_of({8.0, 46.5, 0.0}),
                 .orientation = euler_angles_of(Attitude{.pitch_degrees = 90.0}, {8.0, 46.5})});
    CHECK(placed.heading_degrees == 0.0);
}
