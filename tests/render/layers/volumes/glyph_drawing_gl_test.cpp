#include "render/layers/volumes/glyph_drawing.h"

#include "model/geometry/byte_access.h"
#include "render/gl/frame_slots.h"
#include "tests/catch.h"
#include "tests/render/counting_allocator.h"
#include "tests/render/scene_pictures.h"
#include "tests/render/turned_map.h"

#include <algorithm>

using namespace farfield;
using namespace farfield::render;
using namespace farfield::render::test;

namespace {

/// A row of values two units apart; the first lies at (-3, 0, 0). Of four, the longest arrow has 3 units.
struct ArrowRow {
    explicit ArrowRow(const std::vector<glm::vec4>& values)
    {
        const auto count = static_cast<float>(values.size());
        std::byte* to = slots.slot(0).data() + SliceFrame::preamble_bytes;
        for (const glm::vec4& value : values)
            for (int i = 0; i < 4; ++i, to += sizeof(float)) model::store_big(to, value[i]);
        slots.publish(0, static_cast<std::size_t>(to - slots.slot(0).data()));
        drawing.slots = &slots;
        drawing.frames = {{.slot = 0,
                           .width = static_cast<int>(values.size()),
                           .height = 1,
                           .origin = {-4, -1, 0},
                           .edge_u = {2.0F * count, 0, 0},
                           .edge_v = {0, 2, 0}}};
        drawing.longest = 1.0F;
    }
    FrameSlots slots{{.slots = 1, .slot_bytes = 1024}};
    GlyphDrawing drawing;
};

bool is_lit_at(const Image& image, float x, float y)
{
    return colour_at(image, pixel_of({x, y, 0})) != glm::ivec3(0);
}

constexpr glm::vec4 no_arrow{nan_value, nan_value, nan_value, 1.0F};

}  // namespace

TEST_CASE("GlyphDrawing: an arrow begins at its value and is as long as its vector says", "[gl]")
{
    ScenePictures pictures;
    const ArrowRow row({{0, 1, 0, 1}, {0, -0.5F, 0, 1}, no_arrow, {0, 0, 0, 1}});
    const Image image = pictures.draw({&row.drawing});
    CHECK(is_lit_at(image, -3.0F, 0.1F));
    CHECK(is_lit_at(image, -3.0F, 2.85F));
    CHECK_FALSE(is_lit_at(image, -3.0F, 3.15F));
    CHECK_FALSE(is_lit_at(image, -3.0F, -0.15F));
    CHECK(is_lit_at(image, -1.0F, -1.35F));
    CHECK_FALSE(is_lit_at(image, -1.0F, -1.65F));
    CHECK_FALSE(is_lit_at(image, -1.0F, 0.15F));
    const ArrowRow none({no_arrow, {0, 0, 0, 1}});
    CHECK(count_lit(pictures.draw({&none.drawing})) == 0);
}

TEST_CASE("GlyphDrawing: its head is wider than its shaft", "[gl]")
{
    ScenePictures pictures;
    const ArrowRow row({{0, 1, 0, 1}, no_arrow});
    const Image image = pictures.draw({&row.drawing});
    // Of 3 units: the shaft has a radius of 0.135, the head of 0.39 where it begins, at 1.95.
    CHECK(is_lit_at(image, -2.75F, 2.05F));
    CHECK_FALSE(is_lit_at(image, -2.75F, 1.0F));
}

TEST_CASE("GlyphDrawing: arrows may be alike, and all of them longer", "[gl]")
{
    ScenePictures pictures;
    ArrowRow row({{0, 0.1F, 0, 1}, {0, -1, 0, 1}});
    row.drawing.longest = 0.0F;
    row.drawing.scale = 1.5F;
    const Image image = pictures.draw({&row.drawing});
    CHECK(is_lit_at(image, -3.0F, 4.3F));
    CHECK_FALSE(is_lit_at(image, -3.0F, 4.65F));
    CHECK(is_lit_at(image, -1.0F, -4.3F));
    CHECK_FALSE(is_lit_at(image, -1.0F, -4.65F));
}

TEST_CASE("GlyphDrawing: arrows have the colours of their scalars", "[gl]")
{
    ScenePictures pictures;
    ArrowRow row({{0, 1, 0, 0}, {0, 1, 0, 50}, no_arrow, no_arrow});
    row.drawing.range = {.low = 0.0F, .high = 50.0F};
    const Image image = pictures.draw({&row.drawing});
    const glm::ivec3 low = colour_at(image, pixel_of({-3, 1, 0})),
                     high = colour_at(image, pixel_of({-1, 1, 0}));
    CHECK(low.b > low.g);        // viridis begins with purple
    CHECK(high.g > 2 * high.b);  // and ends with yellow
}

TEST_CASE("GlyphDrawing: directions and spacings are those of the scene", "[gl]")
{
    ScenePictures pictures;
    ArrowRow row({{0.5F, 0.5F, 0, 1}, no_arrow, no_arrow, no_arrow});
    // A unit of x is drawn four times as long as one of y: the vector points along (4, 1) of the scene.
    row.drawing.placement = {.offset = {6, 0, 0}, .scale = {2, 0.5F, 1}};
    row.drawing.longest = glm::length(glm::vec2(1.0F, 0.25F));
    const Image image = pictures.draw({&row.drawing});
    // Neighbours along y are 1 apart as drawn: the arrow is 1.5 long, and begins at (0, 0).
    const glm::vec2 tip = 1.5F * glm::normalize(glm::vec2(4.0F, 1.0F));
    CHECK(is_lit_at(image, 0.9F * tip.x, 0.9F * tip.y));
    CHECK_FALSE(is_lit_at(image, 1.1F * tip.x, 1.1F * tip.y));
    CHECK_FALSE(is_lit_at(image, 0.8F, 0.8F));
}

TEST_CASE("GlyphDrawing: drawn again it allocates nothing", "[gl]")
{
    ScenePictures pictures;
    const ArrowRow row({{0, 1, 0, 0}});
    pictures.draw({&row.drawing});
    pictures.gl.target.bind();
    const std::size_t before = allocations_of_this_thread();
    for (int i = 0; i < 10; ++i) pictures.renderer.draw(pictures.scene);
    CHECK(allocations_of_this_thread() - before == 0);
}

TEST_CASE("GlyphDrawing: an arrow turns and shrinks with the lattice that it lies in", "[gl]")
{
    ScenePictures pictures;
    ArrowRow row({{1, 0, 0, 1}, no_arrow});
    row.drawing.placement.map = turned_map(0.5F);
    row.drawing.longest = 0.5F;  // as drawn
    row.drawing.frames.front().origin = {101, 51, 0.5F};
    // Begins at 102, 52 of its own. Neighbours are drawn a unit apart, so it is 1.5 long.
    const Image image = pictures.draw({&row.drawing});
    CHECK(is_lit_at(image, 0.6F, -0.5F));
    CHECK(is_lit_at(image, 0.6F, 0.75F));
    CHECK_FALSE(is_lit_at(image, 0.6F, 1.05F));
    CHECK_FALSE(is_lit_at(image, 0.6F, -0.75F));
}
