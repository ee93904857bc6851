#include "app/viewer/view/first_view.h"

#include <glm/geometric.hpp>

#include "render/scene/orbit_camera.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

/// The direction in which a domain of these edges is looked at first.
glm::vec3 looks_along(glm::vec3 edges)
{
    const ViewAngles view = first_view({.min = -0.5F * edges, .max = 0.5F * edges});
    render::OrbitCamera camera;
    camera.set_angles(view.yaw, view.pitch);
    const render::CameraView seen = camera.view();
    return glm::normalize(seen.target - seen.eye);
}

}  // namespace

TEST_CASE("first_view: a plane and a single layer are seen from straight before them", "[view]")
{
    constexpr float straight = 0.999F;  // the camera's pitch stays within 89 degrees
    for (const float thickness : {0.0F, 0.1F}) {
        CAPTURE(thickness);
        CHECK(looks_along({3.0F, 2.0F, thickness}).z < -straight);
        CHECK(looks_along({3.0F, thickness, 2.0F}).y > straight);
        CHECK(looks_along({thickness, 3.0F, 2.0F}).x < -straight);
    }
}

TEST_CASE("first_view: a box and a pipe are seen from a corner", "[view]")
{
    CHECK(first_view({.min = {}, .max = {1.0F, 1.0F, 1.0F}}) == ViewAngles());
    CHECK(first_view({.min = {}, .max = {9.0F, 1.0F, 1.0F}}) == ViewAngles());
    CHECK(first_view({.min = {}, .max = {5.0F, 3.0F, 1.0F}}) == ViewAngles());
}

TEST_CASE("first_view: a flow that is flat but for its vertical scale is seen from high above", "[view]")
{
    const render::Bounds drawn{.min = {}, .max = {5.0F, 2.0F, 1.0F}};
    const ViewAngles view = first_view(drawn, 500.0F);
    CHECK(view.pitch > 0.75F);
    CHECK(view.pitch < 1.1F);
    CHECK(view.yaw == ViewAngles().yaw);
    CHECK(first_view(drawn, -500.0F) == view);  // depths
    CHECK(first_view(drawn, 2.0F) == ViewAngles());
}
