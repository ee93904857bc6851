#include "app/show/ground/sun_position.h"

#include "tests/catch.h"

using farfield::app::sun_position;

namespace {

constexpr double june_solstice_2024 = 1'718'916'660.0;  // 20 June 20:51 UTC
constexpr double march_equinox_2024 = 1'710'903'960.0;  // 20 March 03:06 UTC
constexpr double minute = 60.0;

}  // namespace

TEST_CASE("sun_position: at the solstice it stands over the tropic", "[sun]")
{
    // Somewhere on the tropic it is overhead; the longitude follows from the time, near noon there.
    double highest = -90.0;
    for (double longitude = -180.0; longitude < 180.0; longitude += 0.1)
        highest = std::max(highest, sun_position(june_solstice_2024, longitude, 23.436).elevation_degrees);
    CHECK(highest == Approx(90.0).margin(0.1));
}

TEST_CASE("sun_position: at the equinox it stands over the equator", "[sun]")
{
    double highest = -90.0;
    for (double longitude = -180.0; longitude < 180.0; longitude += 0.1)
        highest = std::max(highest, sun_position(march_equinox_2024, longitude, 0.0).elevation_degrees);
    CHECK(highest == Approx(90.0).margin(0.1));
}

TEST_CASE("sun_position: it rises in the east, is south at noon and sets in the west", "[sun]")
{
    // Greenwich, 20 March 2024.
    const double midnight = 1'710'892'800.0;
    CHECK(sun_position(midnight + 9 * 60 * minute, 0.0, 51.48).azimuth_degrees < 160.0);
    const auto noon = sun_position(midnight + (12 * 60 + 7.5) * minute, 0.0, 51.48);  // equation of time
    CHECK(noon.azimuth_degrees == Approx(180.0).margin(0.5));
    CHECK(noon.elevation_degrees == Approx(90.0 - 51.48).margin(0.3));
    CHECK(sun_position(midnight + 16 * 60 * minute, 0.0, 51.48).azimuth_degrees > 220.0);
    CHECK(sun_position(midnight, 0.0, 51.48).elevation_degrees < -30.0);
}

TEST_CASE("sun_position: agrees with the worked example of a published algorithm", "[sun]")
{
    // Reda and Andreas, "Solar position algorithm for solar radiation applications", NREL/TP-560-34302, 2008,
    // appendix A: 17 October 2003, 12:30:30 at UTC - 7 h, 105.1786 W, 39.742476 N: zenith 50.11162 with
    // refraction, azimuth 194.34024.
    const auto sun = sun_position(1'066'419'030.0, -105.1786, 39.742476);
    CHECK(sun.azimuth_degrees == Approx(194.34024).margin(0.03));
    CHECK(sun.elevation_degrees == Approx(90.0 - 50.11162).margin(0.05));
}
