#include "app/show/document_camera.h"

#include "render/scene/camera_pose.h"
#include "tests/app/document/documents.h"
#include "tests/catch.h"

using namespace farfield;
using app::DocumentCamera;
using app::SceneFrame;
using app::test::document_of;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr auto flight = R"(
frames = 60
[terrain]
name = "hills.tif"
[[camera]]
at = 0
eye = [562000, 5110000, 3000]
heading = 90
pitch = -10
[[camera]]
at = 2
eye = [564000, 5110000, 3000]
target = [564000, 5111000, 3000]
)";

SceneFrame ground(glm::dvec3 origin, glm::dvec3 scale = glm::dvec3(1.0))
{
    SceneFrame frame;
    frame.is_ground = true;
    frame.own_origin = origin;
    frame.own_scale = scale;
    return frame;
}

const SceneFrame in_degrees = ground({8.0, 46.0, 0.0}, {77000.0, 111000.0, 1.0});

}  // namespace

TEST_CASE("DocumentCamera: coordinates of five million metres keep their centimetres", "[camera]")
{
    const DocumentCamera camera(document_of(flight), ground({563000, 5110000.25, 0}));
    const render::CameraView first = camera.at(0, 1.5F);
    CHECK(first.eye.x == Approx(-1000.0F));
    CHECK(first.eye.y == Approx(-0.25F));
    const auto pose = render::pose_of(first, 1.5);
    CHECK(pose.heading == Approx(90.0).margin(1e-3));
    CHECK(pose.pitch == Approx(-10.0).margin(1e-3));
}

TEST_CASE("DocumentCamera: without keys a domain that is wide is seen in the width that is free", "[camera]")
{
    SceneFrame frame;
    frame.reach = {{0.0F, 0.0F, 0.0F}, {9.0F, 0.0F, 1.0F}};
    const DocumentCamera camera(
        document_of("dataset = 'analytic:abc'\n[view]\nyaw_degrees = 0\npitch_degrees = 0\n"), frame);
    const auto distance = [&](float free_width) {
        const render::CameraView view = camera.at(0, 1.5F, free_width);
        return glm::distance(view.eye, view.target);
    };
    CHECK(distance(0.5F) == Approx(2.0F * distance(1.0F)));
}

TEST_CASE("DocumentCamera: between keys the eye moves and the heading turns", "[camera]")
{
    const DocumentCamera camera(document_of(flight), ground({}));
    const auto middle = render::pose_of(camera.at(30, 1.5F), 1.5);
    CHECK(middle.heading > 10.0);
    CHECK(middle.heading < 80.0);
    const auto last = render::pose_of(camera.at(60, 1.5F), 1.5);
    CHECK(last.heading == Approx(0.0).margin(1e-3));
}

TEST_CASE("DocumentCamera: an eye without keys stands still", "[camera]")
{
    const DocumentCamera camera(
        document_of("[terrain]\nname = 'a'\n[camera]\neye = [1, 2, 3]\nheading = 90\n"), ground({}));
    CHECK(camera.at(0, 1.5F).eye == glm::vec3(1.0F, 2.0F, 3.0F));
    CHECK(camera.at(1000, 1.5F).eye == camera.at(0, 1.5F).eye);
    CHECK(render::pose_of(camera.at(7, 1.5F), 1.5).heading == Approx(90.0).margin(1e-3));
}

TEST_CASE("DocumentCamera: a geographic terrain's degrees become metres east and north", "[camera]")
{
    const DocumentCamera camera(
        document_of("[terrain]\nname = 'a'\n[[camera]]\nat = 0\neye = [8.5, 46.5, 3000]\nheading = 0\n"),
        in_degrees);
    CHECK(camera.at(0, 1.5F).eye.x == Approx(38500.0F));
    CHECK(camera.at(0, 1.5F).eye.y == Approx(55500.0F));
}

TEST_CASE("DocumentCamera: whether 'up' points where a camera looks is seen in metres", "[camera]")
{
    const std::string from = "[terrain]\nname = 'a'\n[[camera]]\nat = 2\neye = [8.5, 46.5, 4500]\ntarget = ";
    const auto look = [&](const std::string& target) {
        return DocumentCamera(document_of(from + target), in_degrees).at(0, 1.5F);
    };
    // 0.3 degrees are 23 km; the target lies 3.5 km lower.
    CHECK(render::pose_of(look("[8.8, 46.5, 1000]"), 1.5).pitch == Approx(-8.6).margin(0.1));
    CHECK_THROWS_WITH(look("[8.5, 46.5, 1000]"),
                      ContainsSubstring("[[camera]] at 2 s: 'up' must not point where it looks"));
}

TEST_CASE("DocumentCamera: a key that follows an entity moves along with it", "[camera]")
{
    const auto document =
        document_of("[entities]\n[[camera]]\nat = 0\neye = [0, -30, 40]\nfollow = '17:23:1'\n");
    DocumentCamera camera(document, ground({}));
    camera.set_places([](const model::EntityName& entity, std::uint64_t frame) {
        CHECK(entity.id == 0x0011'0017'0001);
        return std::optional(glm::dvec3(100.0 * static_cast<double>(frame), 0.0, 5.0));
    });
    CHECK(camera.at(2, 1.0F).target == glm::vec3(200.0F, 0.0F, 5.0F));
    CHECK(camera.at(2, 1.0F).eye == glm::vec3(200.0F, -30.0F, 45.0F));
    CHECK(camera.at(3, 1.0F).eye == glm::vec3(300.0F, -30.0F, 45.0F));
}

TEST_CASE("DocumentCamera: a key that follows an entity has no target of its own", "[camera]")
{
    const std::string follows = "[entities]\n[[camera]]\nat = 0\nfollow = '17:23:1'\n";
    CHECK_THROWS_WITH(document_of(follows + "eye = [0, 0, 1]\ntarget = [0, 0, 0]\n"),
                      ContainsSubstring("'follow' has no 'target'"));
    CHECK_THROWS_WITH(document_of(follows + "eye = [0, 0, 0]\n"), ContainsSubstring("a place beside"));
    CHECK_THROWS_WITH(document_of("[entities]\n[[camera]]\nat = 0\neye = [0, 0, 1]\nfollow = '17:23'\n"),
                      ContainsSubstring("s.toml:5:10: 'camera[0].follow'"));
}
