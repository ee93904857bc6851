#include "app/play/report/statistics.h"

#include <array>
#include <numeric>
#include <vector>

#include "app/document/closest.h"
#include "app/play/payload_hash.h"
#include "net/message/messages.h"
#include "tests/catch.h"

using namespace farfield::app;

TEST_CASE("summarise: of 0 to 100 each percentile is its own value", "[statistics]")
{
    std::vector<double> values(101);
    std::iota(values.rbegin(), values.rend(), 0.0);  // falling: the order must not matter
    const auto summary = summarise(values);
    CHECK(summary.median == Approx(50.0));
    CHECK(summary.p95 == Approx(95.0));
    CHECK(summary.p99 == Approx(99.0));
    CHECK(summary.min == 0.0);
    CHECK(summary.max == 100.0);
}

TEST_CASE("summarise: an even count has its median between the middle two", "[statistics]")
{
    CHECK(summarise(std::array{1.0, 2.0, 4.0, 100.0}).median == Approx(3.0));
}

TEST_CASE("summarise: one value is all of its statistics, and no value gives zeros", "[statistics]")
{
    const auto one = summarise(std::array{7.0});
    CHECK(one.median == 7.0);
    CHECK(one.p99 == 7.0);
    CHECK(summarise({}).max == 0.0);
}

TEST_CASE("edit_distance: counts single changes", "[closest]")
{
    CHECK(edit_distance("kitten", "sitting") == 3);  // the textbook's example
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("same", "same") == 0);
}

TEST_CASE("closest: finds the word that was meant", "[closest]")
{
    const std::vector<std::string> words{"frames", "dataset", "policy"};
    CHECK(closest("farmes", words) == "frames");
    CHECK(closest("polcy", words) == "policy");
    CHECK(closest("x", {}).empty());
}

TEST_CASE("hash_particles: the preamble does not count, the particles do", "[hash]")
{
    std::vector<std::byte> payload(farfield::net::particle_preamble_bytes + 32, std::byte{1});
    const auto before = hash_particles(payload);
    payload[20] = std::byte{9};
    CHECK(hash_particles(payload) == before);
    payload.back() = std::byte{9};
    CHECK(hash_particles(payload) != before);
}

TEST_CASE("hash_particles: is XXH3 with seed 0: its value for no input is published", "[hash]")
{
    const std::vector<std::byte> no_particles(farfield::net::particle_preamble_bytes);
    CHECK(hash_text(hash_particles(no_particles)) == "2d06800538d394c2");
}
