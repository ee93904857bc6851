#include "compute_node/grids/own_turn.h"

#include "tests/catch.h"

#include <cmath>
#include <limits>

using namespace farfield::compute;

namespace {

Bounds longitudes(double west, double east)
{
    return {{west, -90.0, 0.0}, {east, 90.0, 1.0}};
}

double moved_in(const Bounds& bounds, double longitude, const char* units = "degrees")
{
    return OwnTurn{bounds, units}.moved(glm::dvec3{longitude, 1.0, 2.0}).x;
}

}  // namespace

TEST_CASE("OwnTurn: a place moves by whole turns into the bounds", "[grid]")
{
    const Bounds over_date_line = longitudes(170.0, 189.75);
    CHECK(moved_in(over_date_line, -179.5) == 180.5);
    CHECK(moved_in(over_date_line, -179.5 - 720.0) == 180.5);
    CHECK(moved_in(over_date_line, 175.0 + 360.0) == 175.0);
    CHECK(moved_in(over_date_line, -170.25) == 189.75);  // its ends count
    CHECK(moved_in(over_date_line, -190.0) == 170.0);
    CHECK(moved_in(longitudes(350.0, 370.0), -5.0) == 355.0);
    CHECK(moved_in(longitudes(350.0, 370.0), 2.0) == 362.0);
    CHECK(moved_in(longitudes(5.0, 8.0), 366.0) == 6.0);
    CHECK(moved_in(longitudes(-180.0, 180.0), 190.0) == -170.0);
}

TEST_CASE("OwnTurn: an end of the bounds is within them in every turn, whatever is rounded", "[grid]")
{
    const Bounds bounds = longitudes(0.1, 8.1);
    CHECK(8.1 + 360.0 - 360.0 != 8.1);
    for (const double turns : {-720.0, -360.0, 360.0, 720.0}) {
        CHECK(moved_in(bounds, 0.1 + turns) == Approx(0.1).margin(1e-12));
        CHECK(moved_in(bounds, 8.1 + turns) == Approx(8.1).margin(1e-12));
        CHECK(moved_in(bounds, 0.1 + turns) >= 0.1);
        CHECK(moved_in(bounds, 8.1 + turns) <= 8.1);
    }
}

TEST_CASE("OwnTurn: places within the bounds, in no turn or not over the Earth stay as they are", "[grid]")
{
    CHECK(moved_in(longitudes(0.0, 720.0), 700.0) == 700.0);
    CHECK(moved_in(longitudes(5.0, 8.0), 9.0) == 9.0);
    CHECK(moved_in(longitudes(5.0, 8.0), 4.9999999999) == 4.9999999999);
    CHECK(moved_in(longitudes(5.0, 8.0), -360.0) == -360.0);
    CHECK(moved_in(longitudes(5.0, 8.0), 366.0, "m") == 366.0);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(moved_in(longitudes(5.0, 8.0), infinity) == infinity);
    CHECK(std::isnan(moved_in(longitudes(5.0, 8.0), std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("OwnTurn: a box moves to where it meets the bounds, unless it does", "[grid]")
{
    const OwnTurn turn{longitudes(170.0, 190.0), "degrees"};
    const auto west_of = [&](double west, double east) { return turn.moved(longitudes(west, east)).lo.x; };
    CHECK(west_of(-180.0, -170.0) == 180.0);
    CHECK(west_of(525.0, 535.0) == 165.0);
    CHECK(west_of(0.0, 360.0) == 0.0);
    CHECK(west_of(0.0, 10.0) == 0.0);
    CHECK(turn.moved(longitudes(-180.0, -175.0)).hi.x == 185.0);
}
