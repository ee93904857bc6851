#include "render/layers/compass_painter.h"

#include "render/scene/camera_pose.h"

#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr Viewport compass_viewport{.width = GlFixture::width, .height = GlFixture::height};

/// Mean place of the bright pixels.
glm::vec2 middle_of_light(double heading)
{
    GlFixture gl;
    CompassPainter compass;
    TextPainter text;
    gl.clear();
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    const double aspect = double{compass_viewport.aspect()};
    compass.draw(camera_of({.heading = heading, .pitch = -10.0}, aspect), 0.0F, compass_viewport, text);
    const Image image = gl.picture();
    glm::vec2 sum(0.0F);
    float count = 0.0F;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if (colour_at(image, {x, y}).r > 150) {
                sum += glm::vec2(x, y);
                count += 1.0F;
            }
    REQUIRE(count > 10.0F);
    return sum / count;
}

}  // namespace

TEST_CASE("scale_bar: the longest of 1, 2 and 5 times a power of ten that fits", "[compass]")
{
    CHECK(scale_bar(1.0F, 140.0F).text == "100 m");
    CHECK(scale_bar(1.0F, 250.0F).text == "200 m");
    CHECK(scale_bar(30.0F, 100.0F).text == "2 km");
    CHECK(scale_bar(0.004F, 140.0F).text == "0.5 m");
    const ScaleBar bar = scale_bar(7.3F, 140.0F);
    CHECK(bar.pixels <= 140.0F);
    CHECK(bar.pixels > 140.0F / 2.6F);
    CHECK(bar.metres == Approx(7.3F * bar.pixels));
    CHECK(scale_bar(0.0F, 140.0F).pixels == 0.0F);
}

TEST_CASE("CompassPainter: the head of the arrow is where north is", "[gl]")
{
    const glm::vec2 north = middle_of_light(0.0), east = middle_of_light(90.0), west = middle_of_light(-90.0);
    // Its head is the heavier end.
    CHECK(east.x < north.x);
    CHECK(west.x > north.x);
    CHECK(north.y < east.y);
}
