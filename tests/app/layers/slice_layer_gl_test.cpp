#include "app/layers/slice_layer.h"

#include "tests/app/layers/shown_layer.h"
#include "tests/app/layers/slice_service.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("SliceLayer: asks for its slice, and shows it in its place with its scalar", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "slice",
                     {{"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}},
                      {"style", {{"colour_map", "turbo"}, {"opacity", 0.5}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    CHECK(shown.layers.is_ready());
    REQUIRE(service.starts().size() == 1);
    CHECK(service.starts()[0].program == "slice");
    CHECK(service.starts()[0].dataset == "flow");
    CHECK(service.starts()[0].frames == 0);
    CHECK(service.starts()[0].params == net::Json{{"planes", plane_at(1.5)}, {"size", {2, 1}}});
    render::Scene scene;
    shown.layers.describe(scene);
    REQUIRE(scene.drawings.size() == 1);
    const auto& slice = dynamic_cast<const render::SliceDrawing&>(*scene.drawings.front());
    CHECK(slice.frame->width == 2);
    CHECK(slice.frame->origin == glm::vec3(0.0F, 0.0F, 1.5F));  // from the dataset's origin
    CHECK(slice.frame->edge_u == glm::vec3(4.0F, 0.0F, 0.0F));
    CHECK(slice.colour_map == render::ColourMap::Turbo);
    CHECK(slice.range == render::ScalarRange{0.0F, 2.0F});
    CHECK(slice.opacity == 0.5F);
    REQUIRE(scene.legends.size() == 1);
    CHECK(scene.legends[0].title == "speed");
    shown.layers.drawn();
    CHECK(shown.problems.empty());
}

TEST_CASE("SliceLayer: a moved plane is a change of the program that runs", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "slice", {{"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    render::Scene scene;
    shown.layers.describe(scene);
    shown.layers.shown(net::now_ns());
    shown.document.layers["layer"].params["planes"] = plane_at(2.5);
    shown.layers.follow(shown.document, shown.data, net::now_ns());
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    shown.layers.describe(scene);
    const auto& slice = dynamic_cast<const render::SliceDrawing&>(*scene.drawings.front());
    CHECK(slice.frame->origin.z == 2.5F);
    CHECK(service.starts().size() == 1);
}

TEST_CASE("SliceLayer: with a clock a playback has a slice for each tick", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "slice",
                     {{"clock", true}, {"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}}},
                     model::Use::Headless);
    shown.layers.hold_ticking();
    shown.layers.follow(shown.document, shown.data);
    CHECK(service.starts().empty());
    shown.layers.release_ticking();
    const Layer& layer = *shown.layers.find("layer");
    CHECK(ticks(layer));
    for (int tick = 0; tick < 3; ++tick) {
        REQUIRE(shown.eventually([&] { return layer.is_ready(); }));
        CHECK(shown.layers.take({.policy = net::Policy::Every}));
        CHECK(newest_frame(layer)->time == 0.25 + 0.125 * tick);
        CHECK(newest_frame(layer)->info.header.sequence == static_cast<std::uint64_t>(tick));
    }
    REQUIRE(service.starts().size() == 1);
    CHECK(service.starts()[0].frames == 3);
    CHECK(service.starts()[0].params.at("repeat") == true);
}

TEST_CASE("SliceLayer: without a clock there is one slice, also in a playback", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "slice", {{"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}}},
                     model::Use::Headless);
    shown.layers.hold_ticking();
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    CHECK(shown.layers.is_ready());
    CHECK_FALSE(ticks(*shown.layers.find("layer")));
    CHECK_FALSE(newest_frame(*shown.layers.find("layer")));
    CHECK_FALSE(service.starts()[0].params.contains("repeat"));
}

TEST_CASE("SliceLayer: what is no slice is an error", "[layers]")
{
    SliceService service;
    service.components = 3;
    ShownLayer shown(service, "slice", {{"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] {
        (void)shown.layers.take({});
        return !shown.problems.empty();
    }));
    CHECK_THAT(shown.problems.front(), ContainsSubstring("no slice"));
}
