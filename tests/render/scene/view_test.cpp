#include "render/scene/view.h"

#include "tests/catch.h"

#include <cmath>

using namespace farfield::render;

namespace {

const CameraView from_front{.eye = {0, -4, 0}, .target = {0, 0, 0}, .up = {0, 0, 1}, .fov_y_radians = 0.8F};
const Bounds box{{-1, -1, -1}, {1, 1, 1}};

glm::vec3 ndc_of(const ViewTransform& view, glm::vec3 world)
{
    const glm::vec4 clip = view.view_projection * glm::vec4(world, 1.0F);
    return glm::vec3(clip) / clip.w;
}

}  // namespace

TEST_CASE("make_view_transform: the target is in the middle of the picture", "[view]")
{
    const glm::vec3 ndc = ndc_of(make_view_transform(from_front, {}, box), {0, 0, 0});
    CHECK(ndc.x == Approx(0.0).margin(1e-6));
    CHECK(ndc.y == Approx(0.0).margin(1e-6));
}

TEST_CASE("make_view_transform: the upper edge is half the field of view above the target", "[view]")
{
    const float height = 4.0F * std::tan(0.4F);
    CHECK(ndc_of(make_view_transform(from_front, {}, box), {0, 0, height}).y == Approx(1.0).epsilon(1e-5));
}

TEST_CASE("make_view_transform: all of the bounds is between the near and far planes, at any scale", "[view]")
{
    for (const float scale : {1e-6F, 1.0F, 1e6F}) {
        CameraView camera = from_front;
        camera.eye *= scale;
        const Bounds scaled{box.min * scale, box.max * scale};
        const ViewTransform view = make_view_transform(camera, {}, scaled);
        for (const glm::vec3 corner : {scaled.min, scaled.max})
            CHECK(std::abs(ndc_of(view, corner).z) < 1.0F);
    }
}

TEST_CASE("make_view_transform: what is looked at far from the bounds is between the planes", "[view]")
{
    for (const float side : {-1.0F, 1.0F}) {
        CameraView camera = from_front;
        camera.target = {0, side * 800.0F, 0};
        camera.eye = camera.target - glm::vec3{0, 4, 0};
        const ViewTransform view = make_view_transform(camera, {}, box);
        for (const float off : {-2.0F, 0.0F, 2.0F})
            CHECK(std::abs(ndc_of(view, camera.target + glm::vec3{0, off, 0}).z) < 1.0F);
    }
}

TEST_CASE("make_view_transform: looking along the up axis still gives a picture", "[view]")
{
    CameraView camera = from_front;
    camera.eye = {0, 0, 4};
    const glm::vec3 ndc = ndc_of(make_view_transform(camera, {}, box), {0.5F, 0.5F, 0.0F});
    CHECK(std::isfinite(ndc.x));
    CHECK(glm::length(glm::vec2(ndc)) > 0.1F);
}

TEST_CASE("make_view_transform: the vertical scale makes z longer, and nothing else", "[view]")
{
    const Bounds tall{{-1, -1, -1000}, {1, 1, 1000}};
    const ViewTransform plain = make_view_transform(from_front, {}, box);
    const ViewTransform scaled = make_view_transform(from_front, {}, tall, 1e-3F);
    for (const glm::vec3 place : {glm::vec3(0.5F, -0.7F, 0.9F), glm::vec3(-1, 1, -1)}) {
        const glm::vec3 expected = ndc_of(plain, place);
        const glm::vec3 found = ndc_of(scaled, place * glm::vec3(1, 1, 1000));
        CHECK(glm::distance(found, expected) < 1e-5F);
    }
    CameraView raised = from_front;
    raised.eye.z = 2.0F;
    CHECK(make_view_transform(raised, {}, tall, 1e-3F).eye.z == Approx(2000.0));
    CHECK(drawn_bounds(tall, 1e-3F).max.z == Approx(1.0));
}

TEST_CASE("placed: a drawing's own positions are seen where they lie in the scene", "[view]")
{
    const Placement placement{.offset = {0.2F, -0.1F, 0.3F}, .scale = {2.0F, 0.5F, 4.0F}};
    auto view = make_view_transform(from_front, {}, box, 1.5F);
    view.curvature = 0.02F;
    const ViewTransform own = placed(view, placement);
    for (const glm::vec3 place : {glm::vec3(0.0F), {0.1F, 0.3F, 0.1F}, {-0.4F, 1.0F, 0.05F}}) {
        const glm::vec3 here = ndc_of(own, seen_place(own, place));
        const glm::vec3 there = ndc_of(view, seen_place(view, placement.offset + placement.scale * place));
        CHECK(glm::distance(here, there) == Approx(0.0).margin(1e-5));
        CHECK(glm::distance(place_seen_at(own, seen_place(own, place)), place) == Approx(0.0).margin(1e-6));
    }
}

TEST_CASE("placed: what lies as it is has the scene's own view", "[view]")
{
    const auto view = make_view_transform(from_front, {}, box);
    CHECK(placed(view, {}).view_projection == view.view_projection);
}
