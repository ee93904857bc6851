#include "render/scene/flight.h"

#include "tests/catch.h"

using namespace farfield::render;

namespace {

const CameraView north{.eye = {10, 20, 30}, .target = {10, 120, 30}};

void check_flight_near(glm::vec3 found, glm::vec3 expected)
{
    for (int i = 0; i < 3; ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-3));
}

}  // namespace

TEST_CASE("looked_around: the eye stays, positive yaw is to the left, positive pitch up", "[flight]")
{
    const CameraView west = looked_around(north, glm::radians(90.0F), 0.0F);
    check_flight_near(west.eye, north.eye);
    check_flight_near(west.target, {-90, 20, 30});
    const CameraView up = looked_around(north, 0.0F, glm::radians(30.0F));
    CHECK(up.target.z == Approx(80.0F));
}

TEST_CASE("looked_around: never straight up or down", "[flight]")
{
    for (const float pitch : {-3.0F, 3.0F}) {
        const CameraView steep = looked_around(north, 0.0F, pitch);
        CHECK(std::abs(steep.target.z - steep.eye.z) < 100.0F);
        CHECK(steep.target.y > steep.eye.y);
    }
}

TEST_CASE("moved: to the right, ahead and up of where the camera looks", "[flight]")
{
    check_flight_near(moved(north, {1, 2, 3}, false).eye, {11, 22, 33});
    const CameraView down = looked_around(north, 0.0F, glm::radians(-60.0F));
    check_flight_near(moved(down, {0, 10, 0}, false).eye, {10, 25, 30 - 8.660F});
    check_flight_near(moved(down, {0, 10, 0}, true).eye, {10, 30, 30});
    const CameraView there = moved(down, {5, 5, 5}, true);
    check_flight_near(there.target - there.eye, down.target - down.eye);
}
