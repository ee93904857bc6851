#include "render/scene/picking.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::render;

namespace {

ViewTransform slanted_view()
{
    const CameraView camera{
        .eye = {3, -4, 2}, .target = {0.2F, 0.1F, 0.3F}, .up = {0, 0, 1}, .fov_y_radians = 0.7F};
    return make_view_transform(camera, {.width = 1600, .height = 1000, .pixel_ratio = 2.0F},
                               {{-1, -1, -1}, {1, 1, 1}});
}

/// The same picture of a world with z in other units.
ViewTransform slanted_view_of_metres()
{
    const CameraView camera{
        .eye = {3, -4, 2}, .target = {0.2F, 0.1F, 0.3F}, .up = {0, 0, 1}, .fov_y_radians = 0.7F};
    return make_view_transform(camera, {.width = 1600, .height = 1000, .pixel_ratio = 2.0F},
                               {{-1, -1, -2000}, {1, 1, 2000}}, 5e-4F);
}

glm::vec2 pixel_of(const ViewTransform& view, glm::vec3 world)
{
    const auto pixel = project(view, world);
    REQUIRE(pixel.has_value());
    return *pixel;
}

}  // namespace

TEST_CASE("project: on a round Earth a place is seen lower, and dragged to where the cursor is", "[picking]")
{
    const CameraView camera{
        .eye = {0, 0, 500}, .target = {0, 1000, 450}, .up = {0, 0, 1}, .fov_y_radians = 0.7F};
    const ViewTransform flat =
        make_view_transform(camera, {.width = 800, .height = 500}, {{-3e4F, -3e4F, 0}, {3e4F, 3e4F, 3000}});
    ViewTransform round = flat;
    round.curvature = 1e-6F;
    const glm::vec3 place{3000, 20'000, 100};
    const float fall = 1e-6F * (9e6F + 4e8F);
    CHECK(glm::distance(pixel_of(round, place), pixel_of(flat, place - glm::vec3(0, 0, fall))) < 0.01F);

    const glm::vec2 from = pixel_of(round, place), to = from + glm::vec2(120.0F, -35.0F);
    const glm::vec3 dragged = drag_parallel_to_screen(round, place, from, to);
    CHECK(glm::distance(pixel_of(round, dragged), to) < 0.05F);
}

TEST_CASE("project: the target is in the middle, in logical pixels", "[picking]")
{
    const glm::vec2 pixel = pixel_of(slanted_view(), {0.2F, 0.1F, 0.3F});
    CHECK(pixel.x == Approx(400.0).margin(0.01));
    CHECK(pixel.y == Approx(250.0).margin(0.01));
}

TEST_CASE("project: what is above is at a smaller y", "[picking]")
{
    CHECK(pixel_of(slanted_view(), {0, 0, 1}).y < pixel_of(slanted_view(), {0, 0, 0}).y);
}

TEST_CASE("project: a point behind the eye has no pixel", "[picking]")
{
    CHECK_FALSE(project(slanted_view(), {6, -8, 4}).has_value());
}

TEST_CASE("ray_through: the ray through a point's pixel meets the point", "[picking]")
{
    const ViewTransform view = slanted_view();
    for (const glm::vec3 world :
         {glm::vec3(0.5F, -0.3F, 0.9F), glm::vec3(-1, 1, -1), glm::vec3(0.9F, 0.9F, 0)}) {
        const Ray ray = ray_through(view, pixel_of(view, world));
        const float along = glm::dot(world - ray.origin, ray.direction);
        CHECK(glm::distance(ray.origin + along * ray.direction, world) < 1e-4F);
        CHECK(along > 0.0F);
    }
}

TEST_CASE("drag_parallel_to_screen: the point goes where the cursor goes, at the same depth", "[picking]")
{
    const ViewTransform view = slanted_view();
    const glm::vec3 point(0.4F, 0.2F, -0.1F);
    const glm::vec2 from = pixel_of(view, point);
    const glm::vec2 to = from + glm::vec2(120.0F, -75.0F);
    const glm::vec3 dragged = drag_parallel_to_screen(view, point, from, to);
    CHECK(glm::distance(pixel_of(view, dragged), to) < 0.02F);
    const glm::vec3 forward = -glm::vec3(glm::transpose(view.view)[2]);
    CHECK(glm::dot(dragged - point, forward) == Approx(0.0).margin(1e-4));
}

TEST_CASE("drag_parallel_to_screen: a drag and its reverse leave the point where it was", "[picking]")
{
    const ViewTransform view = slanted_view();
    const glm::vec3 point(0.4F, 0.2F, -0.1F);
    const glm::vec3 away = drag_parallel_to_screen(view, point, {100, 100}, {300, 240});
    CHECK(glm::distance(drag_parallel_to_screen(view, away, {300, 240}, {100, 100}), point) < 1e-4F);
}

TEST_CASE("Picking: places, rays and drags are the world's, whatever the vertical scale", "[picking]")
{
    const ViewTransform plain = slanted_view(), view = slanted_view_of_metres();
    const glm::vec3 longer(1.0F, 1.0F, 2000.0F), point(0.4F, 0.2F, -0.1F);
    const glm::vec2 from = pixel_of(plain, point), to = from + glm::vec2(120.0F, -75.0F);
    CHECK(glm::distance(pixel_of(view, longer * point), from) < 0.02F);
    const Ray ray = ray_through(view, from);
    const float along = (point.x - ray.origin.x) / ray.direction.x;
    CHECK(glm::distance((ray.origin + along * ray.direction) / longer, point) < 1e-3F);
    const glm::vec3 dragged = drag_parallel_to_screen(view, longer * point, from, to);
    CHECK(glm::distance(dragged / longer, drag_parallel_to_screen(plain, point, from, to)) < 1e-4F);
    // Both appear in one place; 1 drawn unit is nearer than 100 m are.
    const glm::vec3 behind = plain.eye + 1.2F * (point - plain.eye);
    const std::vector<RakeShape> rakes{rake_shape(model::PointRake{model::point_of(longer * behind)}),
                                       rake_shape(model::PointRake{model::point_of(longer * point)})};
    CHECK(pick_handle(view, rakes, from, 6.0F)->rake == 1);
}

TEST_CASE("pick_handle: the nearest handle within the radius is found", "[picking]")
{
    const ViewTransform view = slanted_view();
    const std::vector<RakeShape> rakes{rake_shape(model::PointRake{{-0.5F, 0, 0}}),
                                       rake_shape(model::LineRake{{0, 0, 0}, {0, 0, 1}, 4})};
    const glm::vec2 end = pixel_of(view, {0, 0, 1});
    CHECK(pick_handle(view, rakes, end + glm::vec2(4, 3), 6.0F) == HandleId{.rake = 1, .handle = 1});
    CHECK_FALSE(pick_handle(view, rakes, end + glm::vec2(0, -20), 6.0F).has_value());
}

TEST_CASE("pick_handle: of two handles in one place the one nearer to the eye is taken", "[picking]")
{
    const ViewTransform view = slanted_view();
    const glm::vec3 far_point(0, 0, 0);
    const glm::vec3 near_point = glm::mix(far_point, view.eye, 0.5F);
    const std::vector<RakeShape> rakes{rake_shape(model::PointRake{model::point_of(far_point)}),
                                       rake_shape(model::PointRake{model::point_of(near_point)}),
                                       rake_shape(model::PointRake{model::point_of(far_point)})};
    const auto picked = pick_handle(view, rakes, pixel_of(view, far_point), 6.0F);
    REQUIRE(picked.has_value());
    CHECK(picked->rake == 1);
}
