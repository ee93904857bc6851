#include "model/programs/surface.h"

#include "model/geometry/byte_access.h"
#include "model/programs/table.h"
#include "tests/catch.h"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <vector>

using namespace farfield::model;

namespace {

/// The example of docs/protocol.md, section 15.
SurfacePreamble one_triangle()
{
    return {.vertices = 3,
            .elements = 1,
            .answer = 2,
            .compute_ns = 65'536,
            .computed_at_ns = 1'700'000'000'000'000'000 - 65'536,
            .time = 0.25,
            .part = 1,
            .parts = 4,
            .surface = 0,
            .level = 0,
            .value = 0.8,
            .kind = SurfaceKind::Isosurface,
            .corners = 3,
            .block = no_surface_block};
}

std::vector<std::byte> payload_of(const SurfacePreamble& preamble)
{
    const SurfaceLayout layout = surface_layout(preamble.vertices, preamble.elements, preamble.corners);
    std::vector<std::byte> payload(layout.bytes);
    encode_preamble(preamble, std::span(payload).first<surface_preamble_bytes>());
    return payload;
}

void append(std::vector<std::byte>& bytes, std::initializer_list<std::uint32_t> words)
{
    for (const std::uint32_t word : words) {
        bytes.resize(bytes.size() + sizeof word);
        store_big(bytes.data() + bytes.size() - sizeof word, word);
    }
}

/// What the protocol prints of it.
std::vector<std::byte> example_bytes()
{
    std::vector<std::byte> bytes;
    append(bytes, {3, 1, 0, 2, 0, 0x10000, 0x17979cfe, 0x36290000, 0x3fd00000, 0});
    append(bytes, {1, 4, 0, 0, 0x3fe99999, 0x9999999a, 0, 3, 0xffffffff});
    bytes.resize(surface_preamble_bytes);
    append(bytes, {0x3f800000, 0x40000000, 0x40400000, 0x3f4ccccd, 0x40000000, 0x40000000, 0x40400000,
                   0x3f4ccccd, 0x3f800000, 0x40400000, 0x40400000, 0x3f4ccccd});
    append(bytes, {0, 0, 0, 0, 1, 2});
    return bytes;
}

bool is_refused(void (*change)(SurfacePreamble&))
{
    SurfacePreamble preamble = one_triangle();
    std::vector<std::byte> payload = payload_of(preamble);
    change(preamble);
    encode_preamble(preamble, std::span(payload).first<surface_preamble_bytes>());
    return !decode_surface_preamble(payload);
}

}  // namespace

TEST_CASE("SurfacePreamble: the bytes are those of the protocol's example", "[programs]")
{
    const std::vector<std::byte> bytes = example_bytes();
    REQUIRE(bytes.size() == 200);
    CHECK(decode_surface_preamble(bytes) == one_triangle());
    const std::vector<std::byte> written = payload_of(one_triangle());
    CHECK(std::equal(written.begin(), written.begin() + surface_preamble_bytes, bytes.begin()));
}

TEST_CASE("surface_vertex, surface_normal, surface_index: read the example's triangle", "[programs]")
{
    const std::vector<std::byte> bytes = example_bytes();
    CHECK(surface_vertex(bytes, 1) == glm::vec4{2.0F, 2.0F, 3.0F, 0.8F});
    CHECK(surface_vertex(bytes, 2) == glm::vec4{1.0F, 3.0F, 3.0F, 0.8F});
    CHECK(surface_normal(bytes, one_triangle(), 2) == octahedral_of({0.0F, 0.0F, 1.0F}));
    CHECK(surface_index(bytes, one_triangle(), 2) == 2);
}

TEST_CASE("decode_surface_preamble: what is no surface is refused", "[programs]")
{
    const std::vector<std::byte> bytes = example_bytes();
    CHECK_FALSE(decode_surface_preamble({}));
    CHECK_FALSE(decode_surface_preamble(std::span(bytes).first(127)));
    CHECK_FALSE(decode_surface_preamble(std::span(bytes).first(199)));
    CHECK(is_refused([](SurfacePreamble& surface) { surface.vertices = 4; }));
    CHECK(is_refused([](SurfacePreamble& surface) { surface.elements = 2; }));
    CHECK(is_refused([](SurfacePreamble& surface) { surface.corners = 4; }));
    CHECK(is_refused([](SurfacePreamble& surface) { surface.part = 4; }));
    CHECK(is_refused([](SurfacePreamble& surface) { surface.kind = static_cast<SurfaceKind>(7); }));
    CHECK(is_refused([](SurfacePreamble& surface) { surface.time = std::nan(""); }));
    CHECK(is_refused([](SurfacePreamble& surface) {
        surface.vertices = surface.elements = 0xffffffff;  // of which 32-bit sums would fit
    }));
}

TEST_CASE("frame_type: a Surface with an index beyond its vertices is none", "[programs]")
{
    std::vector<std::byte> bytes = example_bytes();
    CHECK(frame_type(11)->check(bytes));
    CHECK(frame_type(11)->shown_items({3, 1}) == 1);
    store_big(bytes.data() + 196, std::uint32_t{3});
    CHECK_FALSE(frame_type(11)->check(bytes));
}

TEST_CASE("decode_surface_preamble: a part without elements is a surface", "[programs]")
{
    const SurfacePreamble empty{.parts = 1};
    CHECK(decode_surface_preamble(payload_of(empty)) == empty);
}

TEST_CASE("octahedral_of: codes are those of the protocol", "[programs]")
{
    CHECK(octahedral_of({0.0F, 0.0F, 1.0F}) == Octahedral{0, 0});
    CHECK(octahedral_of({1.0F, 0.0F, 0.0F}) == Octahedral{0x7fff, 0});
    CHECK(octahedral_of({0.0F, 0.0F, -1.0F}) == Octahedral{0x7fff, 0x7fff});
    CHECK(octahedral_of({0.6F, 0.0F, 0.8F}) == Octahedral{0x36db, 0});
    CHECK(octahedral_of({0.0F, 0.6F, -0.8F}) == Octahedral{0x4924, 0x7fff});
    CHECK(octahedral_of({0.0F, 0.0F, 0.0F}) == no_direction);
    CHECK(octahedral_of({std::nanf(""), 0.0F, 1.0F}) == no_direction);
    CHECK_FALSE(direction_of(no_direction));
}

TEST_CASE("direction_of: gives back directions all around", "[programs]")
{
    for (int i = 0; i < 1000; ++i) {
        const float z = 1.0F - (2.0F * static_cast<float>(i) + 1.0F) / 1000.0F;
        const float turn = 2.399963F * static_cast<float>(i), ring = std::sqrt(1.0F - z * z);
        const glm::vec3 direction{ring * std::cos(turn), ring * std::sin(turn), z};
        const auto found = direction_of(octahedral_of(3.0F * direction));
        REQUIRE(found);
        CHECK(glm::length(*found - direction) < 6e-5F);  // an octahedron's cell, stretched by at most sqrt(3)
    }
}
