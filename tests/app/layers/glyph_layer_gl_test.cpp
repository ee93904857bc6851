#include "app/layers/glyph_layer.h"

#include "tests/app/layers/shown_layer.h"
#include "tests/app/layers/slice_service.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const net::Json two_arrows = {{"planes", plane_at(1.5)}, {"size", {2, 1}}};

}  // namespace

TEST_CASE("GlyphLayer: asks for its arrows, and shows them in their place with their scalar", "[layers]")
{
    SliceService service;
    service.components = model::glyph_components;
    ShownLayer shown(service, "glyphs", {{"params", two_arrows}, {"style", {{"scale", 2.0}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    REQUIRE(service.starts().size() == 1);
    CHECK(service.starts()[0].program == "glyphs");
    CHECK(service.starts()[0].params == two_arrows);
    render::Scene scene;
    shown.layers.describe(scene);
    REQUIRE(scene.drawings.size() == 1);
    const auto& arrows = dynamic_cast<const render::GlyphDrawing&>(*scene.drawings.front());
    REQUIRE(arrows.frames.size() == 1);
    CHECK(arrows.frames[0].width == 2);
    CHECK(arrows.frames[0].origin == glm::vec3(0.0F, 0.0F, 1.5F));  // from the dataset's origin
    CHECK(arrows.scale == 2.0F);
    CHECK(arrows.longest == 3.0F);
    CHECK(arrows.range == render::ScalarRange{0.0F, 2.0F});
    REQUIRE(scene.legends.size() == 1);
    CHECK(scene.legends[0].title == "speed");
    CHECK(shown.problems.empty());
}

TEST_CASE("GlyphLayer: with `equal` all arrows are alike", "[layers]")
{
    SliceService service;
    service.components = model::glyph_components;
    ShownLayer shown(service, "glyphs", {{"params", two_arrows}, {"style", {{"equal", true}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    render::Scene scene;
    shown.layers.describe(scene);
    CHECK(dynamic_cast<const render::GlyphDrawing&>(*scene.drawings.front()).longest == 0.0F);
}

TEST_CASE("GlyphLayer: values without a vector are an error", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "glyphs", {{"params", two_arrows}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] {
        (void)shown.layers.take({});
        return !shown.problems.empty();
    }));
    CHECK_THAT(shown.problems.front(), ContainsSubstring("no arrows"));
}
