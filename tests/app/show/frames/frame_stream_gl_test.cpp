#include "app/show/frames/frame_stream.h"

#include "model/programs/particle_frame.h"
#include "net/message/messages.h"
#include "render/gl/egl_context.h"
#include "tests/catch.h"

using namespace farfield;
using app::FrameStream;

namespace {

constexpr std::size_t particles = 10;
constexpr std::size_t frame_bytes = model::particle_preamble_bytes + particles * model::particle_bytes;

/// Puts a frame into the ring, as the client's thread does. False when there is no room.
bool arrive(FrameStream& stream, std::uint64_t sequence, std::uint32_t interaction = 0, double time = 0.0)
{
    const auto slot = stream.ring().try_acquire();
    if (!slot) return false;
    model::encode_preamble({.particles = particles, .alive = particles - 1, .frame = sequence, .time = time},
                           slot->first<model::particle_preamble_bytes>());
    net::MessageHeader header{
        .type = net::MessageType::Particles, .interaction = interaction, .sequence = sequence};
    header.payload_bytes = frame_bytes;
    stream.ring().publish({.header = header});
    return true;
}

struct Fixture {
    explicit Fixture(std::size_t history)
        : stream({.slot_bytes = frame_bytes, .history = history, .ahead = 2})
    {}
    render::EglContext context;
    FrameStream stream;
};

}  // namespace

TEST_CASE("FrameStream: shows nothing before the first frame", "[frame_stream]")
{
    Fixture fixture(2);
    render::ParticleDrawing drawing;
    render::LineDrawing lines;
    CHECK_FALSE(fixture.stream.take(net::Policy::Every));
    fixture.stream.describe(drawing);
    fixture.stream.describe(lines);
    CHECK_FALSE(drawing.frame);
    CHECK(drawing.trail.empty());
    CHECK(lines.parts.empty());
}

TEST_CASE("FrameStream: the newest frame is drawn and the trail goes through the history", "[frame_stream]")
{
    Fixture fixture(2);
    render::ParticleDrawing drawing;
    for (std::uint64_t i = 0; i < 4; ++i) {
        REQUIRE(arrive(fixture.stream, i));
        REQUIRE(fixture.stream.take(net::Policy::Every));
    }
    fixture.stream.describe(drawing);
    CHECK(fixture.stream.info().header.sequence == 3);
    CHECK(fixture.stream.stamp().counts[1] == particles - 1);
    REQUIRE(drawing.frame);
    CHECK(drawing.frame->count == particles);
    CHECK(drawing.trail.size() == 3);
    CHECK(drawing.trail.front() == *drawing.frame);
}

TEST_CASE("FrameStream: a trail ends where an interaction changed what particles are", "[frame_stream]")
{
    Fixture fixture(4);
    render::ParticleDrawing drawing;
    const std::array<std::uint32_t, 4> interactions{0, 0, 7, 7};
    for (std::uint64_t i = 0; i < interactions.size(); ++i) {
        REQUIRE(arrive(fixture.stream, i, interactions[i]));
        REQUIRE(fixture.stream.take(net::Policy::Every));
    }
    fixture.stream.describe(drawing);
    CHECK(drawing.trail.size() == 2);
}

TEST_CASE("FrameStream: of every frame those that a change has outdated are passed over", "[frame_stream]")
{
    constexpr auto every = net::Policy::Every;
    Fixture fixture(4);
    auto& stream = fixture.stream;
    for (std::uint64_t i = 0; i < 3; ++i) REQUIRE(arrive(stream, i, 1));
    REQUIRE(stream.take(every, 1)->skipped == 0);  // nothing has changed
    for (std::uint64_t i = 3; i < 5; ++i) REQUIRE(arrive(stream, i, 2));
    CHECK(stream.take(every, 2)->skipped == 2);
    CHECK(stream.info().header.sequence == 3);
    CHECK(stream.take(every, 2)->skipped == 0);
    // The answer is still on its way: the newest there is keeps the picture alive.
    REQUIRE(arrive(stream, 5, 2));
    CHECK(stream.take(every, 3)->skipped == 0);
    CHECK(stream.info().header.sequence == 5);
}

TEST_CASE("FrameStream: the newest frame that is not later than a time is taken, or the first",
          "[frame_stream]")
{
    Fixture fixture(4);
    auto& stream = fixture.stream;
    CHECK_FALSE(stream.take_until(100.0));
    for (std::uint64_t i = 0; i < 5; ++i) REQUIRE(arrive(stream, i, 0, 10.0 + static_cast<double>(i)));
    CHECK(stream.take_until(9.0)->skipped == 0);
    CHECK(stream.time() == 10.0);
    CHECK_FALSE(stream.take_until(10.5));
    CHECK(stream.take_until(13.0)->skipped == 2);
    CHECK(stream.time() == 13.0);
    CHECK(stream.info().header.sequence == 3);
    CHECK_FALSE(stream.take_until(13.9));
    render::ParticleDrawing drawing;
    stream.describe(drawing);
    CHECK(drawing.trail.size() == 4);  // through those that were passed over
}

TEST_CASE("FrameStream: slots come back once they are drawn and older than the history", "[frame_stream]")
{
    Fixture fixture(1);  // 1 + 1 + 2 slots
    for (std::uint64_t i = 0; i < 4; ++i) REQUIRE(arrive(fixture.stream, i));
    CHECK_FALSE(arrive(fixture.stream, 4));
    CHECK(fixture.stream.take(net::Policy::Every));
    fixture.stream.drawn();
    CHECK_FALSE(fixture.stream.release_finished());  // the history wants it
    CHECK(fixture.stream.take(net::Policy::Latest)->skipped == 2);
    fixture.stream.drawn();
    render::GpuFence::insert().wait();
    CHECK(fixture.stream.release_finished());
    CHECK(fixture.stream.ring().held() == 2);
    CHECK(arrive(fixture.stream, 4));
    CHECK(arrive(fixture.stream, 5));
    CHECK_FALSE(arrive(fixture.stream, 6));
}

TEST_CASE("FrameStream: a payload shorter than it claims is drawn as far as it goes", "[frame_stream]")
{
    Fixture fixture(0);
    render::ParticleDrawing drawing;
    const auto slot = fixture.stream.ring().try_acquire();
    model::encode_preamble({.particles = 1'000'000}, slot->first<model::particle_preamble_bytes>());
    net::MessageHeader header{.type = net::MessageType::Particles};
    header.payload_bytes = model::particle_preamble_bytes + 3 * model::particle_bytes;
    fixture.stream.ring().publish({.header = header});
    REQUIRE(fixture.stream.take(net::Policy::Every));
    fixture.stream.describe(drawing);
    CHECK(drawing.frame->count == 3);
}
