#include "model/geometry/geocentric.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/catch.h"

using namespace farfield::model;

namespace {

struct KnownPlace {
    Geodetic geodetic;
    glm::dvec3 geocentric;
};

/// The ends of the axes, and five places with coordinates that were computed with 40 decimal digits.
const std::array known_places{
    KnownPlace{{0.0, 0.0, 0.0}, {6378137.0, 0.0, 0.0}},
    KnownPlace{{90.0, 0.0, 0.0}, {0.0, 6378137.0, 0.0}},
    KnownPlace{{180.0, 0.0, 1000.0}, {-6379137.0, 0.0, 0.0}},
    KnownPlace{{0.0, 90.0, 0.0}, {0.0, 0.0, 6356752.314245179}},
    KnownPlace{{0.0, -90.0, -10000.0}, {0.0, 0.0, -6346752.314245179}},
    KnownPlace{{-121.9, 36.6, 100.0}, {-2709125.6496028173, -4352392.3675051929, 3781908.7431195004}},
    KnownPlace{{8.0, 46.5, 500.0}, {4355710.7277722877, 612155.22140327823, 4604043.085831132}},
    KnownPlace{{179.5, -89.9, -10000.0}, {-11151.514255286044, 97.317790572643268, -6346742.5823401812}},
    KnownPlace{{-45.0, 0.001, 5e7}, {39865362.977296955, -39865362.977296955, 983.23890176895328}},
    KnownPlace{{135.0, -45.0, 35786000.0}, {-21087419.145060574, 21087419.145060574, -29791871.68040771}},
};

/// Places over the whole Earth, from 10 km below the ellipsoid to 50,000 km above it.
template <typename Visit>
void visit_places(Visit&& visit)
{
    for (const double height : {-10'000.0, 0.0, 8'848.0, 400'000.0, 20'200'000.0, 50'000'000.0})
        for (double latitude = -90.0; latitude <= 90.0; latitude += 2.25)
            for (double longitude = -180.0; longitude < 180.0; longitude += 22.5)
                visit(Geodetic{longitude, latitude, height});
}

double degrees_apart(double a, double b)
{
    return std::abs(std::remainder(a - b, 360.0));
}

}  // namespace

TEST_CASE("geocentric_of: known places lie where 40 digits have them", "[geometry]")
{
    for (const auto& [geodetic, geocentric] : known_places)
        CHECK(glm::distance(geocentric_of(geodetic), geocentric) < 2e-8);
}

TEST_CASE("geodetic_of: known places have their longitudes, latitudes and heights", "[geometry]")
{
    for (const auto& [geodetic, geocentric] : known_places) {
        const Geodetic found = geodetic_of(geocentric);
        CHECK(degrees_apart(found.longitude_degrees, geodetic.longitude_degrees) < 1e-12);
        CHECK(std::abs(found.latitude_degrees - geodetic.latitude_degrees) < 1e-13);
        CHECK(std::abs(found.height_metres - geodetic.height_metres) < 2e-8);
    }
}

TEST_CASE("geodetic_of: geocentric_of() leads back within a micrometre, from -10 km to 50,000 km",
          "[geometry]")
{
    double farthest = 0.0;
    visit_places([&](const Geodetic& place) {
        const glm::dvec3 geocentric = geocentric_of(place);
        const Geodetic found = geodetic_of(geocentric);
        farthest = std::max({farthest, glm::distance(geocentric_of(found), geocentric),
                             std::abs(found.height_metres - place.height_metres)});
    });
    CHECK(farthest < 1e-6);
}

TEST_CASE("geodetic_of: near the centre and without numbers there is no place", "[geometry]")
{
    for (const glm::dvec3 place : {glm::dvec3{0.0}, glm::dvec3{0.0, 99'999.0, 0.0}, glm::dvec3{NAN, 1e7, 0.0},
                                   glm::dvec3{0.0, INFINITY, 0.0}}) {
        CHECK(std::isnan(geodetic_of(place).longitude_degrees));
        CHECK(std::isnan(geodetic_of(place).latitude_degrees));
        CHECK(std::isnan(geodetic_of(place).height_metres));
        CHECK(std::isnan(approximate_longitude_latitude(place).longitude_degrees));
    }
    CHECK(std::isfinite(geodetic_of({0.0, 100'001.0, 0.0}).height_metres));
}

TEST_CASE("approximate_longitude_latitude: is within a millionth of a degree", "[geometry]")
{
    double largest = 0.0;
    visit_places([&](const Geodetic& place) {
        const auto found = approximate_longitude_latitude(geocentric_of(place));
        largest = std::max(largest, std::abs(found.latitude_degrees - place.latitude_degrees));
        if (std::abs(place.latitude_degrees) < 90.0)
            largest = std::max(largest, degrees_apart(found.longitude_degrees, place.longitude_degrees));
    });
    CHECK(largest < 1e-6);
}

TEST_CASE("local_axes_at: east, north and up are the derivatives of the place", "[geometry]")
{
    constexpr double step = 1e-5, step_metres = 1.0;
    for (const LongitudeLatitude at : {LongitudeLatitude{8.0, 46.5}, LongitudeLatitude{-121.9, -36.6}}) {
        const auto place = [&](double east, double north, double up) {
            return geocentric_of({at.longitude_degrees + east, at.latitude_degrees + north, up});
        };
        const LocalAxes axes = local_axes_at(at);
        CHECK(glm::distance(axes.east, glm::normalize(place(step, 0, 0) - place(-step, 0, 0))) < 1e-8);
        CHECK(glm::distance(axes.north, glm::normalize(place(0, step, 0) - place(0, -step, 0))) < 1e-8);
        CHECK(glm::distance(axes.up, (place(0, 0, step_metres) - place(0, 0, 0)) / step_metres) < 1e-8);
        CHECK(glm::distance(glm::cross(axes.east, axes.north), axes.up) < 1e-15);
    }
}
