#include "model/rakes/random_numbers.h"
#include "model/rakes/seeds.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>

using namespace farfield::model;
using farfield::compute::testing::contains;
using farfield::compute::testing::error_of;

namespace {

constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();

void check_close(glm::vec3 found, glm::dvec3 expected)
{
    CHECK(glm::distance(glm::dvec3{found}, expected) < 1e-6);
}

}  // namespace

TEST_CASE("CircleRake: four seeds about z begin on x and run anticlockwise", "[rake]")
{
    const auto seeds = seeds_of(Rake{CircleRake{{1, 2, 3}, {0, 0, 5}, 2.0, 4}});
    REQUIRE(seeds.size() == 4);
    check_close(seeds[0], {3, 2, 3});
    check_close(seeds[1], {1, 4, 3});
    check_close(seeds[2], {-1, 2, 3});
    check_close(seeds[3], {1, 0, 3});
}

TEST_CASE("CircleRake: begins at the axis least parallel to its normal", "[rake]")
{
    check_close(seeds_of(Rake{CircleRake{{}, {1, 0, 0}, 1.0, 4}})[0], {0, 1, 0});
    check_close(seeds_of(Rake{CircleRake{{}, {0, -1, 0}, 1.0, 4}})[1], {0, 0, 1});  // -y x x = z
    check_close(seeds_of(Rake{CircleRake{{}, {3, 4, 1}, 1.0, 1}})[0],
                glm::normalize(glm::dvec3{0, 0, 1} - glm::dvec3{3, 4, 1} / 26.0));
}

TEST_CASE("CircleRake: seeds are equally spaced in the plane of any normal, however long", "[rake]")
{
    const glm::dvec3 normal{1e200, -2e200, 0.5e200}, centre{4, 5, 6};
    const auto seeds = seeds_of(Rake{CircleRake{point_of(centre), point_of(normal), 3.0, 7}});
    for (std::size_t i = 0; i < 7; ++i) {
        const glm::dvec3 from_centre = glm::dvec3{seeds[i]} - centre;
        CHECK(glm::length(from_centre) == Approx(3.0));
        CHECK(std::abs(glm::dot(from_centre, glm::normalize(normal / 1e200))) < 1e-5);
        CHECK(glm::distance(seeds[i], seeds[(i + 1) % 7]) == Approx(6.0 * std::sin(M_PI / 7)));
    }
}

TEST_CASE("SphereRake: three seeds are those of Gonzalez' lattice", "[rake]")
{
    const auto seeds = seeds_of(Rake{SphereRake{{0, 0, 0}, 1.0, 3, {}}});
    const double r = std::sqrt(5.0) / 3.0, golden_turn = 2.0 * M_PI * (std::sqrt(5.0) - 1.0) / 2.0;
    check_close(seeds[0], {r, 0, 2.0 / 3.0});
    check_close(seeds[1], {std::cos(golden_turn), std::sin(golden_turn), 0});
    check_close(seeds[2], {r * std::cos(2 * golden_turn), r * std::sin(2 * golden_turn), -2.0 / 3.0});
}

TEST_CASE("SphereRake: many seeds keep apart from each other, and are on the surface", "[rake]")
{
    const auto seeds = seeds_of(Rake{SphereRake{{1, 2, 3}, 2.0, 1000, {}}});
    // Each has 4 pi r^2 / 1000 of the surface: neighbours in a hexagonal lattice would be 0.241 apart.
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        CHECK(glm::distance(seeds[i], {1, 2, 3}) == Approx(2.0));
        for (std::size_t j = 0; j < i; ++j) REQUIRE(glm::distance(seeds[i], seeds[j]) > 0.19);
    }
}

TEST_CASE("SphereRake: at random, seeds are on the surface and as many in each eighth", "[rake]")
{
    const auto seeds = seeds_of(Rake{SphereRake{{0, 0, 0}, 2.0, 8000, 7}});
    std::array<int, 8> eighths{};
    for (const auto seed : seeds) {
        CHECK(glm::length(seed) == Approx(2.0));
        ++eighths[(seed.x > 0 ? 1 : 0) + (seed.y > 0 ? 2 : 0) + (seed.z > 0 ? 4 : 0)];
    }
    for (const int n : eighths) CHECK(std::abs(n - 1000) < 150);  // five standard deviations
}

TEST_CASE("BoxRake: a lattice runs along x first, then y, then z, faces included", "[rake]")
{
    const auto seeds = seeds_of(Rake{BoxRake{{0, 0, 0}, {2, 4, 6}, BoxLattice{3, 2, 2}}});
    REQUIRE(seeds.size() == 12);
    CHECK(seeds[1] == glm::vec3{1, 0, 0});
    CHECK(seeds[2] == glm::vec3{2, 0, 0});
    CHECK(seeds[3] == glm::vec3{0, 4, 0});
    CHECK(seeds[6] == glm::vec3{0, 0, 6});
    CHECK(seeds[11] == glm::vec3{2, 4, 6});
}

TEST_CASE("BoxRake: a count of one is the middle of that edge", "[rake]")
{
    const auto seeds = seeds_of(Rake{BoxRake{{0, 0, 0}, {2, 4, 6}, BoxLattice{1, 1, 2}}});
    CHECK(seeds == std::vector<glm::vec3>{{1, 2, 0}, {1, 2, 6}});
}

TEST_CASE("random_bits: is SplitMix64", "[rake]")
{
    // The reference sequence of the start 1234567, as published with the generator's implementations.
    CHECK(random_bits(1234567, 0) == 6457827717110365317u);
    CHECK(random_bits(1234567, 1) == 3203168211198807973u);
    CHECK(random_bits(1234567, 4) == 16408922859458223821u);
}

TEST_CASE("BoxRake: random places are the protocol's example", "[rake]")
{
    const auto seeds = seeds_of(Rake{BoxRake{{0, 0, 0}, {1, 1, 1}, RandomPlaces{2, 7}}});
    REQUIRE(seeds.size() == 2);
    CHECK(seeds[0] == glm::vec3{0.3898297483912715, 0.01678829452815611, 0.9007606806068834});
    CHECK(seeds[1] == glm::vec3{0.5829302930280781, 0.45244189501146836, 0.24943152228274335});
}

TEST_CASE("BoxRake: random places fill the box and nothing else", "[rake]")
{
    glm::vec3 sum{0.0F};
    for (const auto seed : seeds_of(Rake{BoxRake{{3, 0, -1}, {1, 4, 1}, RandomPlaces{4000, 1}}})) {
        CHECK((seed.x >= 1 && seed.x <= 3 && seed.y >= 0 && seed.y <= 4 && seed.z >= -1 && seed.z <= 1));
        sum += seed;
    }
    CHECK(glm::distance(sum / 4000.0F, {2, 2, 0}) < 0.1);  // 4 sqrt(3 / 12 / 4000): standard deviations
}

TEST_CASE("ListRake: its seeds are its positions, in order", "[rake]")
{
    CHECK(seeds_of(Rake{ListRake{{{1, 2, 3}, {4, 5, 6}}}}) == std::vector<glm::vec3>{{1, 2, 3}, {4, 5, 6}});
}

TEST_CASE("Rake: counts the seeds of every shape, and the largest number where it would not fit", "[rake]")
{
    const auto count = [](const RakeShape& shape) { return Rake{shape}.seeds(); };
    CHECK(count(CircleRake{.seeds = 9}) == 9);
    CHECK(count(SphereRake{.seeds = 1'000'000'000}) == 1'000'000'000);
    CHECK(count(BoxRake{{}, {}, BoxLattice{3, 4, 5}}) == 60);
    CHECK(count(BoxRake{{}, {}, RandomPlaces{7, 1}}) == 7);
    CHECK(count(ListRake{{{1, 2, 3}}}) == 1);
    CHECK(count(BoxRake{{}, {}, BoxLattice{most, most, most}}) == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("check_rake: what is wrong with a form is named", "[rake]")
{
    const auto fault = [](const RakeShape& form) { return error_of([&] { check_rake({form}, 2); }); };
    CHECK(fault(CircleRake{.normal = {0, 0, 0}}) == "rake 2: normal must not be zero");
    CHECK(fault(CircleRake{.radius = 0.0}) == "rake 2: radius must be above 0, found 0");
    CHECK(fault(SphereRake{.radius = -1.0}) == "rake 2: radius must be above 0, found -1");
    CHECK(contains(fault(SphereRake{.radius = INFINITY}), "not a finite number"));
    CHECK(contains(fault(BoxRake{{}, {1, NAN, 1}, BoxLattice{1, 1, 1}}), "not a finite number"));
    CHECK(contains(fault(ListRake{{{0, 0, 0}, {0, NAN, 0}}}), "not a finite number"));
    CHECK(contains(fault(ListRake{}), "rake 2 is empty"));
    CHECK(contains(fault(BoxRake{{}, {}, BoxLattice{3, 0, 3}}), "rake 2 is empty"));
    CHECK(fault(CircleRake{}).empty());
}
