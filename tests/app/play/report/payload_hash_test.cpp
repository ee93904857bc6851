#include "app/play/report/payload_hash.h"

#include <vector>

#include "model/programs/particle_frame.h"
#include "net/message/messages.h"
#include "tests/catch.h"

using namespace farfield::app;

TEST_CASE("hash_particles: the preamble does not count, the particles do", "[hash]")
{
    std::vector<std::byte> payload(farfield::model::particle_preamble_bytes + 32, std::byte{1});
    const auto before = hash_particles(payload);
    payload[20] = std::byte{9};
    CHECK(hash_particles(payload) == before);
    payload.back() = std::byte{9};
    CHECK(hash_particles(payload) != before);
}

TEST_CASE("hash_particles: is XXH3 with seed 0: its value for no input is published", "[hash]")
{
    const std::vector<std::byte> no_particles(farfield::model::particle_preamble_bytes);
    CHECK(hash_text(hash_particles(no_particles)) == "2d06800538d394c2");
}
