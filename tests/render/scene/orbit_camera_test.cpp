#include "render/scene/orbit_camera.h"

#include "render/scene/picking.h"
#include "tests/catch.h"

#include <array>
#include <cmath>
#include <numbers>

using namespace farfield::render;

namespace {

constexpr float quarter_turn = 0.5F * std::numbers::pi_v<float>;

void check_orbit_near(glm::vec3 found, glm::vec3 expected)
{
    for (int axis = 0; axis < 3; ++axis) {
        INFO("axis " << axis);
        CHECK(found[axis] == Approx(expected[axis]).margin(2e-5));
    }
}

glm::vec3 direction_to_eye(const OrbitCamera& camera)
{
    const CameraView view = camera.view();
    return glm::normalize(view.eye - view.target);
}

OrbitCamera level_camera(glm::vec3 up)
{
    OrbitCamera camera(up);
    camera.set_angles(0.0F, 0.0F);
    return camera;
}

}  // namespace

TEST_CASE("OrbitCamera: at yaw 0 with z up the eye looks along +y", "[camera]")
{
    check_orbit_near(direction_to_eye(level_camera({0, 0, 1})), {0, -1, 0});
}

TEST_CASE("OrbitCamera: at yaw 0 with y up the eye looks along -z", "[camera]")
{
    check_orbit_near(direction_to_eye(level_camera({0, 2, 0})), {0, 0, 1});
}

TEST_CASE("OrbitCamera::orbit: a quarter turn of yaw brings the eye from -y to +x", "[camera]")
{
    OrbitCamera camera = level_camera({0, 0, 1});
    camera.orbit(quarter_turn, 0.0F);
    check_orbit_near(direction_to_eye(camera), {1, 0, 0});
}

TEST_CASE("OrbitCamera::orbit: pitch stops short of the pole", "[camera]")
{
    OrbitCamera camera;
    camera.orbit(0.0F, 10.0F);
    CHECK(camera.pitch_radians() < quarter_turn);
    CHECK(camera.pitch_radians() > 1.5F);
}

TEST_CASE("OrbitCamera::zoom: half the factor is half the distance", "[camera]")
{
    OrbitCamera camera;
    const float before = camera.distance();
    camera.zoom(0.5F);
    CHECK(camera.distance() == Approx(0.5F * before));
    CHECK_THROWS_AS(camera.zoom(0.0F), std::invalid_argument);
}

TEST_CASE("OrbitCamera::fit: the whole box is in the picture and fills most of it", "[camera]")
{
    const Viewport viewport{.width = 900, .height = 600};
    const Bounds box{{10, -3, 100}, {14, 9, 101}};
    OrbitCamera camera;
    for (const float yaw : {0.0F, 0.7F, 2.0F, -1.3F}) {
        camera.set_angles(yaw, 0.4F);
        camera.fit(box, viewport.aspect());
        const ViewTransform view = make_view_transform(camera.view(), viewport, box);
        float reach = 0.0F;
        for (unsigned i = 0; i < 8; ++i) {
            const glm::vec3 corner((i & 1U) != 0 ? box.max.x : box.min.x,
                                   (i & 2U) != 0 ? box.max.y : box.min.y,
                                   (i & 4U) != 0 ? box.max.z : box.min.z);
            const auto pixel = project(view, corner);
            REQUIRE(pixel.has_value());
            const glm::vec2 offset = glm::abs(*pixel / viewport.logical_size() - 0.5F) * 2.0F;
            reach = std::max({reach, offset.x, offset.y});
        }
        CHECK(reach <= 1.0F);
        CHECK(reach > 0.7F);
    }
}

TEST_CASE("OrbitCamera::fit: a box without extent leaves a usable camera", "[camera]")
{
    OrbitCamera camera;
    camera.fit({{1, 1, 1}, {1, 1, 1}}, 1.5F);
    CHECK(camera.distance() > 0.0F);
}

TEST_CASE("OrbitCamera::pan: the point under the cursor follows it", "[camera]")
{
    const Viewport viewport{.width = 1600, .height = 1200, .pixel_ratio = 2.0F};
    const Bounds box{{-1, -1, -1}, {1, 1, 1}};
    OrbitCamera camera;
    const glm::vec3 point = camera.target();
    const auto before = project(make_view_transform(camera.view(), viewport, box), point);
    camera.pan({30.0F, -20.0F}, viewport);
    const auto after = project(make_view_transform(camera.view(), viewport, box), point);
    REQUIRE(before.has_value());
    REQUIRE(after.has_value());
    CHECK(after->x - before->x == Approx(30.0).margin(0.01));
    CHECK(after->y - before->y == Approx(-20.0).margin(0.01));
}

TEST_CASE("OrbitCamera::set: gives the scripted eye and target back", "[camera]")
{
    OrbitCamera camera;
    const CameraView scripted{.eye = {3, -2, 5}, .target = {1, 1, 1}, .up = {0, 0, 1}, .fov_y_radians = 0.9F};
    camera.set(scripted);
    check_orbit_near(camera.view().eye, scripted.eye);
    check_orbit_near(camera.view().target, scripted.target);
    CHECK(camera.view().fov_y_radians == 0.9F);
}

TEST_CASE("OrbitCamera: an up axis of no length is refused", "[camera]")
{
    CHECK_THROWS_AS(OrbitCamera({0, 0, 0}), std::invalid_argument);
}

TEST_CASE("camera_at: half way of a quarter turn the eye has turned by an eighth, on the circle", "[camera]")
{
    CameraView from, to;
    from.eye = {0, -2, 0};
    to.eye = {2, 0, 0};
    const std::array keys{CameraKey{0.0, from}, CameraKey{4.0, to}};
    check_orbit_near(camera_at(keys, 2.0).eye, 2.0F * glm::normalize(glm::vec3(1, -1, 0)));
}

TEST_CASE("camera_at: the distance changes by an even factor", "[camera]")
{
    CameraView from, to;
    from.eye = {0, -1, 0};
    to.eye = {0, -100, 0};
    const std::array keys{CameraKey{0.0, from}, CameraKey{1.0, to}};
    CHECK(camera_at(keys, 0.5).eye.y == Approx(-10.0F));
}

TEST_CASE("camera_at: outside the keys the camera stands still", "[camera]")
{
    CameraView from, to;
    from.eye = {0, -1, 0};
    to.eye = {0, -9, 0};
    const std::array keys{CameraKey{1.0, from}, CameraKey{2.0, to}};
    CHECK(camera_at(keys, 0.0) == from);
    CHECK(camera_at(keys, 5.0) == to);
}

TEST_CASE("camera_at: opposite directions are joined by half a circle", "[camera]")
{
    CameraView from, to;
    from.eye = {0, -2, 0};
    to.eye = {0, 2, 0};
    const std::array keys{CameraKey{0.0, from}, CameraKey{1.0, to}};
    const glm::vec3 eye = camera_at(keys, 0.5).eye;
    CHECK(glm::length(eye) == Approx(2.0F));
    CHECK(std::abs(eye.x) == Approx(2.0F));
}

TEST_CASE("camera_at: no keys, or keys out of order, are refused", "[camera]")
{
    CHECK_THROWS_AS(camera_at({}, 0.0), std::invalid_argument);
    const std::array keys{CameraKey{2.0, {}}, CameraKey{1.0, {}}};
    CHECK_THROWS_AS(camera_at(keys, 0.0), std::invalid_argument);
}

TEST_CASE("OrbitCamera::fit: a box keeps to the part of the width that it may take", "[camera]")
{
    const Viewport viewport{.width = 900, .height = 600};
    const Bounds flat{{-8, -1, 0}, {8, 1, 0.1F}};
    OrbitCamera camera;
    camera.set_angles(0.0F, 0.8F);
    for (const float share : {1.0F, 0.75F, 0.5F}) {
        camera.fit(flat, viewport.aspect(), share);
        const ViewTransform view = make_view_transform(camera.view(), viewport, flat);
        const auto left = project(view, {-8, -1, 0}), right = project(view, {8, -1, 0});
        REQUIRE((left && right));
        const float taken = (right->x - left->x) / viewport.logical_size().x;
        CHECK(taken <= share);
        CHECK(taken > 0.8F * share);
    }
}
