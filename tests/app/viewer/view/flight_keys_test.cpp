#include "app/viewer/view/flight_keys.h"

#include "tests/catch.h"

#include <Qt>

using farfield::app::FlightKeys;

TEST_CASE("FlightKeys: letters and arrows say the same, and opposite ones cancel", "[flight]")
{
    FlightKeys keys;
    CHECK(keys.press(Qt::Key_W));
    CHECK(keys.press(Qt::Key_Right));
    CHECK(keys.direction() == glm::vec3(1, 1, 0));
    keys.press(Qt::Key_Down);
    CHECK(keys.direction() == glm::vec3(1, 0, 0));
    keys.release(Qt::Key_Right);
    keys.press(Qt::Key_Q);
    CHECK(keys.direction() == glm::vec3(0, 0, -1));
}

TEST_CASE("FlightKeys: Shift is faster, but alone it is no flight", "[flight]")
{
    FlightKeys keys;
    keys.press(Qt::Key_Shift);
    CHECK_FALSE(keys.any());
    keys.press(Qt::Key_E);
    CHECK(keys.any());
    CHECK(keys.direction() == glm::vec3(0, 0, 4));
    keys.release_all();
    CHECK_FALSE(keys.any());
}

TEST_CASE("FlightKeys: leaves other keys to others", "[flight]")
{
    FlightKeys keys;
    CHECK_FALSE(keys.press(Qt::Key_F));
    CHECK_FALSE(keys.any());
}
