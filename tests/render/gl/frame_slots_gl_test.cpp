#include "render/gl/frame_slots.h"

#include "render/layers/particle_painter.h"
#include "render/primitives/colour_map_textures.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <cstdint>

using namespace farfield::render;
using namespace farfield::render::test;

TEST_CASE("FrameSlots: slots are aligned and their size is rounded up", "[gl]")
{
    const GlFixture gl;
    for (const SlotPath path : {SlotPath::Automatic, SlotPath::Plain}) {
        const FrameSlots slots({.slots = 3, .slot_bytes = 100, .path = path});
        CHECK(slots.count() == 3);
        CHECK(slots.slot_bytes() == 128);
        for (std::size_t i = 0; i < slots.count(); ++i) {
            CHECK(slots.slot(i).size() == 128);
            CHECK(reinterpret_cast<std::uintptr_t>(slots.slot(i).data()) % FrameSlots::slot_alignment == 0);
        }
    }
}

TEST_CASE("FrameSlots: the status bar learns which path was taken", "[gl]")
{
    const GlFixture gl;
    const FrameSlots chosen({.slots = 1, .slot_bytes = 64});
    CHECK(chosen.path() == (chosen.mapped() ? "mapped" : "plain: no persistent mapping"));
    CHECK(FrameSlots({.slots = 1, .slot_bytes = 64, .path = SlotPath::Plain}).path() == "plain: as asked");
}

TEST_CASE("FrameSlots: mapped where the driver has persistent mapping", "[gl][mapped]")
{
    const GlFixture gl;
    for (const bool cpu_reads : {false, true})
        CHECK(FrameSlots({.slots = 2, .slot_bytes = 64, .path = SlotPath::Mapped, .cpu_reads = cpu_reads})
                  .mapped());
}

TEST_CASE("FrameSlots: no slots, or no bytes, are refused", "[gl]")
{
    const GlFixture gl;
    CHECK_THROWS_WITH(FrameSlots({.slots = 0, .slot_bytes = 64}),
                      "frame slots need a count and a size, found 0 slots of 64 bytes");
    CHECK_THROWS_AS(FrameSlots({.slots = 1, .slot_bytes = 0}), std::invalid_argument);
}

TEST_CASE("FrameSlots: slots longer than shaders can read are refused with the driver's limit", "[gl]")
{
    const GlFixture gl;
    GLint most_words = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_words);
    const std::size_t most_bytes = std::size_t{4} * static_cast<std::size_t>(most_words);
    CHECK_THROWS_WITH(
        FrameSlots({.slots = 1, .slot_bytes = most_bytes + 1, .read_by_words = true}),
        Catch::Matchers::ContainsSubstring(std::to_string(most_bytes) + " (GL_MAX_TEXTURE_BUFFER_SIZE)"));
}

TEST_CASE("FrameSlots::publish: more bytes than a slot has are refused", "[gl]")
{
    const GlFixture gl;
    FrameSlots slots({.slots = 2, .slot_bytes = 64});
    CHECK_THROWS_AS(slots.publish(0, 65), std::invalid_argument);
    CHECK_THROWS_AS(slots.publish(2, 1), std::invalid_argument);
}

namespace {

Image picture_of(GlFixture& gl, SlotPath path)
{
    const std::vector<glm::vec4> first{{-3, 2, 0, 0.1F}, {4, -1, 1, 0.9F}};
    const std::vector<glm::vec4> second{{1, 1, 0, 0.3F}, {-5, -4, 2, 0.6F}};
    FrameSlots slots({.slots = 2, .slot_bytes = 96, .path = path});
    const ColourMapTextures maps;
    const ParticlePainter layer;
    gl.clear();
    maps.bind(ColourMap::Turbo);
    put_particles(slots, 0, second);
    // The same slot a second time: the newer frame must be drawn.
    for (const ParticleFrame frame : {put_particles(slots, 0, first), put_particles(slots, 1, second)})
        layer.draw(frame, slots, front_view(), {.size = 12.0F}, {});
    return gl.picture();
}

}  // namespace

TEST_CASE("FrameSlots: both paths give the same picture", "[gl]")
{
    GlFixture gl;
    const Image plain = picture_of(gl, SlotPath::Plain);
    const Image chosen = picture_of(gl, SlotPath::Automatic);
    CHECK(count_lit(plain) > 300);
    CHECK(plain.rgba == chosen.rgba);
}
