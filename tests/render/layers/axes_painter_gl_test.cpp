#include "render/layers/axes_painter.h"

#include "render/scene/orbit_camera.h"
#include "render/scene/overlay_style.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr Viewport axes_viewport{.width = 640, .height = 480};

struct AxesPicture {
    AxesPicture(float yaw, float pitch, const std::array<std::string, 3>& names = {"x", "y", "z"})
        : target(axes_viewport.width, axes_viewport.height)
    {
        const Bounds bounds{{0, 0, 0}, {4, 4, 4}};
        OrbitCamera camera;
        camera.set_angles(yaw, pitch);
        camera.fit(bounds, axes_viewport.aspect());
        glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        text.set_atlas(block_atlas());
        auto view = camera.view();
        view.eye += 0.8F * (view.eye - view.target);  // room for names
        layer.draw(bounds, origin, make_view_transform(view, axes_viewport, bounds), names, text);
        text.draw(axes_viewport);
        image = target.read();
    }

    /// Pixels of the axis's hue: smooth lines are dimmer where they cover half a pixel.
    [[nodiscard]] int pixels_of_axis(std::size_t axis) const
    {
        const glm::vec3 hue = glm::normalize(glm::vec3(axis_colours[axis]));
        int count = 0;
        for (int y = 0; y < image.height; ++y) {
            for (int x = 0; x < image.width; ++x) {
                const glm::vec3 colour(colour_at(image, {x, y}));
                if (glm::length(colour) > 60.0F && glm::dot(glm::normalize(colour), hue) > 0.998F) ++count;
            }
        }
        return count;
    }

    static constexpr glm::dvec3 origin{-12'000.0, 0.0, 7'000.0};  // wide labels
    EglContext context;
    RenderTarget target;
    TextPainter text;
    AxesPainter layer;
    Image image;
};

}  // namespace

TEST_CASE("AxesPainter: every axis is drawn in its colour, with labels", "[gl]")
{
    for (const float yaw : {0.6F, 2.2F, -1.0F, -2.4F}) {
        const AxesPicture axes(yaw, 0.45F);
        for (std::size_t axis = 0; axis < 3; ++axis) CHECK(axes.pixels_of_axis(axis) > 60);
        const int labels =
            count_of_colour(axes.image, glm::ivec3(glm::vec3(label_colour) * 255.0F + 0.5F), 1);
        CHECK(labels >= 9 * 6 * 8);  // at least three labels an axis
    }
}

TEST_CASE("AxesPainter: names and labels do not cover each other", "[gl]")
{
    constexpr int glyph_pixels = 6 * 8;
    const auto labels_of = [](const AxesPicture& axes) {
        return count_of_colour(axes.image, glm::ivec3(glm::vec3(label_colour) * 255.0F + 0.5F), 1);
    };
    for (const float yaw : {0.0F, 0.3F, 0.6F, 1.1F, 2.2F, -1.0F, -2.4F}) {
        for (const float pitch : {0.1F, 0.45F, 1.0F, 1.5F}) {
            CAPTURE(yaw, pitch);
            const AxesPicture bare(yaw, pitch, {"", "", ""});
            const AxesPicture named(yaw, pitch, {"longitude", "y [m]", "z [hPa]"});
            CHECK(labels_of(named) == labels_of(bare));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                CAPTURE(axis);
                if (bare.pixels_of_axis(axis) > 0)
                    CHECK(named.pixels_of_axis(axis) > bare.pixels_of_axis(axis) + 3 * glyph_pixels);
            }
        }
    }
}

TEST_CASE("AxesPainter: an axis that points at the eye is left out", "[gl]")
{
    const AxesPicture axes(0.0F, 0.0F);
    CHECK(axes.pixels_of_axis(0) > 60);
    CHECK(axes.pixels_of_axis(1) == 0);
    CHECK(axes.pixels_of_axis(2) > 60);
}
