#include "render/scene/camera_pose.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::render;

namespace {

constexpr double aspect = 1.6;

void check_pose_near(glm::dvec3 found, glm::dvec3 expected, double tolerance = 1e-6)
{
    for (int i = 0; i < 3; ++i) CHECK(found[i] == Approx(expected[i]).margin(tolerance));
}

}  // namespace

TEST_CASE("rays_of: a heading of 90 degrees looks east, its right is south", "[terrain]")
{
    const model::PoseRays rays = rays_of(model::Pose{.heading = 90.0, .hfov = 90.0}, aspect);
    check_pose_near(rays.forward, {1, 0, 0});
    check_pose_near(rays.right, {0, -1, 0});
    check_pose_near(rays.up, {0, 0, 1.0 / aspect});
}

TEST_CASE("rays_of: a roll of 90 degrees puts the right side down", "[terrain]")
{
    const model::PoseRays rays = rays_of(model::Pose{.roll = 90.0, .hfov = 90.0}, 1.0);
    check_pose_near(rays.right, {0, 0, -1});
    check_pose_near(rays.up, {1, 0, 0});
}

TEST_CASE("camera_of, pose_of: a pose comes back as it was", "[terrain]")
{
    for (const double heading : {-170.0, -30.0, 0.0, 45.0, 179.0})
        for (const double pitch : {-80.0, -10.0, 0.0, 35.0})
            for (const double roll : {-40.0, 0.0, 90.0}) {
                const model::Pose pose{{1200.0, -300.0, 2500.0}, heading, pitch, roll, 50.0};
                const model::Pose back = pose_of(camera_of(pose, aspect), aspect);
                check_pose_near(model::vec_of(back.eye), model::vec_of(pose.eye), 1e-3);
                CHECK(back.heading == Approx(heading).margin(1e-3));
                CHECK(back.pitch == Approx(pitch).margin(1e-3));
                CHECK(back.roll == Approx(roll).margin(1e-3));
                CHECK(back.hfov == Approx(50.0).margin(1e-3));
            }
}

TEST_CASE("pose_of: a camera that looks straight down has a pose", "[terrain]")
{
    const model::Pose pose = pose_of({.eye = {0, 0, 10}, .target = {0, 0, 0}, .up = {0, 1, 0}}, aspect);
    CHECK(pose.pitch == Approx(-90.0).margin(1e-3));
    const model::PoseRays rays = rays_of(pose, aspect);
    check_pose_near(glm::normalize(rays.up), {0, 1, 0}, 1e-3);
}
