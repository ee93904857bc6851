#include "app/show/earth/coastlines.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

#include "tests/catch.h"

using farfield::app::coastlines_within;

namespace {

/// The distance in degrees from a place to the nearest point of the coast in a box about it.
double degrees_to_coast(glm::dvec2 place, double half)
{
    double nearest = 1e9;
    for (const auto& line : coastlines_within({place - half, place + half}))
        for (std::size_t i = 1; i < line.size(); ++i)
            for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0})
                nearest = std::min(nearest, glm::distance(place, glm::mix(line[i - 1], line[i], part)));
    return nearest;
}

}  // namespace

TEST_CASE("coastlines_within: capes are where gazetteers have them", "[earth]")
{
    // Cape Agulhas, Cabo da Roca, Land's End, in degrees; the lines are at 1:50 million.
    for (const glm::dvec2 cape :
         {glm::dvec2{20.0, -34.83}, glm::dvec2{-9.5, 38.78}, glm::dvec2{-5.71, 50.07}})
        CHECK(degrees_to_coast(cape, 5.0) < 0.25);
    CHECK(
        coastlines_within({glm::dvec2{-30.0, 20.0}, glm::dvec2{-25.0, 25.0}}).empty());  // amid the Atlantic
}

TEST_CASE("coastlines_within: each turn of 360 degrees has the same lines", "[earth]")
{
    const auto here = coastlines_within({glm::dvec2{-20.0, -40.0}, glm::dvec2{55.0, 40.0}});
    const auto there = coastlines_within({glm::dvec2{340.0, -40.0}, glm::dvec2{415.0, 40.0}});
    REQUIRE(here.size() > 5);
    REQUIRE(there.size() == here.size());
    const auto points_of = [](const auto& lines) {
        std::size_t points = 0;
        for (const auto& line : lines) points += line.size();
        return points;
    };
    CHECK(points_of(there) == points_of(here));
}

TEST_CASE("coastlines_within: nothing leaves the box, and no segment leads around the Earth", "[earth]")
{
    for (const double west : {-180.0, 0.0, 150.0}) {
        const std::array box{glm::dvec2{west, -80.0}, glm::dvec2{west + 360.0, 85.0}};
        const auto lines = coastlines_within(box);
        CHECK(lines.size() > 100);
        for (const auto& line : lines)
            for (std::size_t i = 0; i < line.size(); ++i) {
                CHECK((line[i].x >= box[0].x - 1e-9 && line[i].x <= box[1].x + 1e-9));
                CHECK((line[i].y >= box[0].y - 1e-9 && line[i].y <= box[1].y + 1e-9));
                if (i > 0) CHECK(std::abs(line[i].x - line[i - 1].x) < 30.0);
            }
    }
}
