#include "model/programs/table.h"

#include <array>
#include <vector>

#include "model/programs/particle_frame.h"
#include "model/programs/polylines.h"
#include "model/programs/terrain_view.h"
#include "tests/catch.h"

using namespace farfield::model;

namespace {

bool check(std::uint8_t type, const std::vector<std::byte>& payload)
{
    return frame_type(type)->check(payload);
}

}  // namespace

TEST_CASE("frame_type: types 2 to 7 and 11 are those of programs", "[programs]")
{
    for (int number = 0; number < 256; ++number)
        CHECK((frame_type(static_cast<std::uint8_t>(number)) != nullptr) ==
              ((number >= 2 && number <= 7) || number == 11));
}

TEST_CASE("frame_type: a payload is as long as its counts say, or no such frame", "[programs]")
{
    std::vector<std::byte> particles(particle_payload_bytes(3));
    encode_preamble(ParticlePreamble{.particles = 3, .alive = 2},
                    std::span(particles).first<particle_preamble_bytes>());
    CHECK(check(2, particles));
    std::vector<std::byte> lines(polyline_payload_bytes(5, 2));
    encode_preamble(PolylinePreamble{.lines = 2, .points = 5},
                    std::span(lines).first<polyline_preamble_bytes>());
    CHECK(check(3, lines));
    std::vector<std::byte> view(terrain_payload_bytes(12));
    TerrainViewPreamble of_view;
    of_view.width = 4;
    of_view.height = 3;
    encode_preamble(of_view, std::span(view).first<terrain_preamble_bytes>());
    CHECK(check(4, view));
    for (auto* payload : {&particles, &lines, &view}) payload->pop_back();
    CHECK_FALSE(check(2, particles));
    CHECK_FALSE(check(3, lines));
    CHECK_FALSE(check(4, view));
    for (const std::uint8_t type : std::array<std::uint8_t, 6>{2, 3, 4, 5, 7, 11})
        CHECK_FALSE(check(type, {}));
}

TEST_CASE("frame_type: more particles alive than there are is no frame", "[programs]")
{
    std::vector<std::byte> particles(particle_payload_bytes(1));
    encode_preamble(ParticlePreamble{.particles = 1, .alive = 2},
                    std::span(particles).first<particle_preamble_bytes>());
    CHECK_FALSE(check(2, particles));
}

TEST_CASE("frame_type: counts what is drawn", "[programs]")
{
    CHECK(frame_type(2)->shown_items({7, 5}) == 5);
    CHECK(frame_type(3)->shown_items({7, 500}) == 7);
    CHECK(frame_type(4)->shown_items({1 << 16, 1 << 16}) == 1ULL << 32);
    CHECK(frame_type(5)->shown_items({4, 3}) == 12);
}
