#include "render/layers/legend_painter.h"

#include "render/primitives/colour_map_textures.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <epoxy/gl.h>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

constexpr Viewport legend_viewport{.width = 400, .height = 300};

struct LegendPicture {
    explicit LegendPicture(const std::vector<Legend>& legends)
        : target(legend_viewport.width, legend_viewport.height)
    {
        glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        text.set_atlas(block_atlas());
        layer.draw(legends, maps, legend_viewport, 0.0F, text);
        text.draw(legend_viewport);
        image = target.read();
    }

    EglContext context;
    RenderTarget target;
    ColourMapTextures maps;
    TextPainter text;
    LegendPainter layer;
    Image image;
};

Legend speed_in(ColourMap map)
{
    return {.title = "speed", .units = "m/s", .colour_map = map, .range = {.low = 0.0F, .high = 4.0F}};
}

/// Pixel in the middle of the bar's width, at a share of its height from the bottom.
glm::ivec2 on_bar(float share)
{
    const LegendBox box = legend_box(legend_viewport);
    return {box.top_left.x + 0.5F * box.size.x, box.top_left.y + (1.0F - share) * box.size.y};
}

bool near(glm::ivec3 a, glm::ivec3 b, int tolerance)
{
    return glm::all(glm::lessThanEqual(glm::abs(a - b), glm::ivec3(tolerance)));
}

}  // namespace

TEST_CASE("LegendPainter: the bar shows the colour map, low values at the bottom", "[gl]")
{
    for (const ColourMap map : all_colour_maps) {
        const LegendPicture legend({speed_in(map)});
        for (const float share : {0.05F, 0.25F, 0.5F, 0.75F, 0.95F}) {
            const auto expected = glm::ivec3(colour_at(map, share) * 255.0F + 0.5F);
            INFO(name_of(map) << " at " << share);
            // A row of the bar is about two entries of the map.
            CHECK(near(colour_at(legend.image, on_bar(share)), expected, 8));
        }
    }
}

TEST_CASE("LegendPainter: a tick and a label stand at every round value", "[gl]")
{
    const LegendPicture legend({speed_in(ColourMap::Viridis)});
    const LegendBox box = legend_box(legend_viewport);
    const auto right = static_cast<int>(box.top_left.x + box.size.x);
    for (const float value : {1.0F, 2.0F, 3.0F}) {
        const int y = on_bar(value / 4.0F).y;
        bool tick = false;
        for (int dy = -1; dy <= 1; ++dy)
            tick = tick || colour_at(legend.image, {right + 3, y + dy}) != glm::ivec3(0);
        CHECK(tick);
        CHECK(colour_at(legend.image, {right + 12, y}) != glm::ivec3(0));
    }
    CHECK(colour_at(legend.image, {right + 3, on_bar(0.375F).y}) == glm::ivec3(0));
}

TEST_CASE("LegendPainter: title and units stand above the bar", "[gl]")
{
    const LegendPicture with({speed_in(ColourMap::Viridis)});
    const LegendPicture without({{.range = {.low = 0.0F, .high = 4.0F}}});
    const LegendBox box = legend_box(legend_viewport);
    const auto lit_above = [&](const Image& image) {
        // The uppermost tick's label reaches a little above the bar.
        int lit = 0;
        for (int y = 0; y < static_cast<int>(box.top_left.y) - 8; ++y)
            for (int x = 0; x < image.width; ++x)
                if (colour_at(image, {x, y}) != glm::ivec3(0)) ++lit;
        return lit;
    };
    CHECK(lit_above(with.image) == 10 * 6 * 8);  // ten blocks: "speed", "[m/s]"
    CHECK(lit_above(without.image) == 0);
}

TEST_CASE("LegendPainter: several legends stand one above the other, each in its colours", "[gl]")
{
    const LegendPicture legends({speed_in(ColourMap::Viridis), speed_in(ColourMap::Turbo)});
    for (const auto& [index, map] : {std::pair{0U, ColourMap::Viridis}, {1U, ColourMap::Turbo}}) {
        const LegendBox box = legend_box(legend_viewport, index, 2);
        const glm::ivec2 middle(box.top_left + 0.5F * box.size);
        CHECK(near(colour_at(legends.image, middle), glm::ivec3(colour_at(map, 0.5F) * 255.0F + 0.5F), 10));
    }
}

TEST_CASE("legend_box: two legends do not cover each other, nor do as many as find room", "[legend]")
{
    constexpr float heading_above = 24.0F, label_below = 8.0F;
    for (const int height : {240, 300, 720, 1440}) {
        const Viewport viewport{.width = 640, .height = height};
        for (const std::size_t count : {std::size_t{1}, std::size_t{2}, most_legends(viewport)}) {
            float end = 0.0F;
            for (std::size_t i = 0; i < count; ++i) {
                const LegendBox box = legend_box(viewport, i, count);
                CHECK(box.size.y >= 20.0F);
                CHECK(box.top_left.y - heading_above >= end);
                end = box.top_left.y + box.size.y + label_below;
            }
            CHECK(end <= static_cast<float>(height));
        }
    }
}

TEST_CASE("legend_box: the highest of several legends is less than one alone", "[legend]")
{
    const Viewport viewport{.width = 640, .height = 720};
    CHECK(legend_box(viewport).size.y == 320.0F);
    CHECK(legend_box(viewport, 0, 1).top_left == legend_box(viewport).top_left);
    CHECK(legend_box(viewport, 0, 3).size.y < 320.0F);
}

TEST_CASE("legend_box: above the heading of the highest there is room for a line over the picture",
          "[legend]")
{
    constexpr float line_height = 34.0F, heading_above = 28.0F;
    const Viewport viewport{.width = 890, .height = 758};
    for (const std::size_t count : {std::size_t{2}, most_legends(viewport)})
        CHECK(legend_box(viewport, 0, count).top_left.y >= line_height + heading_above);
}

TEST_CASE("legend_box: what is covered above is free of headings, and there are fewer legends", "[legend]")
{
    constexpr float heading_above = 28.0F, covered = 96.0F;
    const Viewport viewport{.width = 890, .height = 340};
    CHECK(most_legends(viewport, covered) < most_legends(viewport));
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, most_legends(viewport, covered)}) {
        CHECK(legend_box(viewport, 0, count, covered).top_left.y >= covered + heading_above);
        const LegendBox lowest = legend_box(viewport, count - 1, count, covered);
        CHECK(lowest.top_left.y + lowest.size.y <= 320.0F);
    }
}

TEST_CASE("width_beside_legend: what lies in it does not reach the bar", "[legend]")
{
    for (const int width : {500, 900, 1920}) {
        const Viewport wide{.width = width, .height = 600};
        const float reach = 0.5F * (1.0F + width_beside_legend(wide)) * static_cast<float>(width);
        CHECK(reach < legend_box(wide).top_left.x);
    }
}
