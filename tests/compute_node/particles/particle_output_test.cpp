// The bytes of a frame.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

TEST_CASE("ParticleSystem::write_frame: big-endian is native with the bytes of each float reversed",
          "[particles]")
{
    for (const std::uint32_t seeds : {1U, 7U, 8U, 9U, 2049U}) {  // tails, whole vectors, two tiles
        const std::vector<Rake> rakes{{LineRake{{-1, 0, 0}, {3, 1, 0}, seeds}, 2}};
        const auto field = field_on(GridForm::Uniform, 5, rotation);
        ParticleSystem big{field, rakes, {}}, native{field, rakes, {}};
        for (int frame = 0; frame < 3; ++frame) {
            const auto swapped = next_bytes(big, ByteOrder::Big);
            auto bytes = next_bytes(native, ByteOrder::Native);
            for (std::size_t i = 0; i < bytes.size(); i += 4)
                std::reverse(bytes.begin() + i, bytes.begin() + i + 4);
            REQUIRE(swapped == bytes);
        }
    }
}

TEST_CASE("ParticleSystem::write_frame: x = 1 is 3f 80 00 00 on the wire", "[particles]")
{
    ParticleSystem particles{field_on(GridForm::Uniform, 5, rotation), {{PointRake{{1, 0, 0}}}}, {}};
    const auto bytes = next_bytes(particles, ByteOrder::Big);
    CHECK(bytes[0] == std::byte{0x3f});
    CHECK(bytes[1] == std::byte{0x80});
    CHECK(bytes[2] == std::byte{0x00});
    CHECK(bytes[3] == std::byte{0x00});
}

TEST_CASE("ParticleSystem::write_frame: once abandoned no particle is moved any more", "[particles]")
{
    ParticleSystem particles{field_on(GENERATE(GridForm::Uniform, GridForm::Curvilinear), 5, rotation),
                             {{LineRake{{-1, 0, 0}, {1, 1, 0}, 100}}},
                             {}};
    std::vector<AlignedRow> rows(particles.particles());
    const auto out = std::as_writable_bytes(std::span{rows});
    std::atomic<bool> abandoned{false};
    particles.set_cancel_flag(abandoned);
    CHECK(particles.write_frame(out, ByteOrder::Native).alive == 100);
    abandoned = true;
    CHECK(particles.write_frame(out, ByteOrder::Native).alive == 0);
}

TEST_CASE("ParticleSystem::write_frame: writes nothing beyond the frame", "[particles]")
{
    ParticleSystem particles{
        field_on(GridForm::Uniform, 5, rotation), {{LineRake{{-1, 0, 0}, {1, 0, 0}, 5}}}, {}};
    std::vector<AlignedRow> rows(8, AlignedRow{{7.0F, 7.0F, 7.0F, 7.0F}});
    particles.write_frame(std::as_writable_bytes(std::span{rows}), ByteOrder::Native);
    for (std::size_t i = 5; i < rows.size(); ++i) CHECK(rows[i].xyzs[0] == 7.0F);
}

TEST_CASE("ParticleSystem::write_frame: refuses room that is too small or not aligned", "[particles]")
{
    ParticleSystem particles{
        field_on(GridForm::Uniform, 5, rotation), {{LineRake{{-1, 0, 0}, {1, 0, 0}, 5}}}, {}};
    std::vector<AlignedRow> rows(6);
    const auto room = std::as_writable_bytes(std::span{rows});
    CHECK_THROWS_AS(particles.write_frame(room.first(79), ByteOrder::Big), std::invalid_argument);
    CHECK_THROWS_AS(particles.write_frame(room.subspan(4, 80), ByteOrder::Big), std::invalid_argument);
}
