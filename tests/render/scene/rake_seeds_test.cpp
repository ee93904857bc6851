#include "render/scene/rake_seeds.h"

#include <limits>

#include "tests/catch.h"

using namespace farfield::render;

namespace {

constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();

/// Farthest that a seed is from where the protocol's examples have it; they are good to six places.
float miss(const SeedPlaces& seeds, const SeedPlaces& expected)
{
    REQUIRE(seeds.size() == expected.size());
    float worst = 0.0F;
    for (std::size_t i = 0; i < seeds.size(); ++i)
        worst = std::max(worst, glm::distance(seeds[i], expected[i]));
    return worst;
}

}  // namespace

TEST_CASE("circle_seeds: are the protocol's example", "[rake]")
{
    CHECK(miss(circle_seeds({0, 0, 0}, {0, 0, 1}, 2.0F, 4), {{2, 0, 0}, {0, 2, 0}, {-2, 0, 0}, {0, -2, 0}}) <
          1e-6F);
}

TEST_CASE("sphere_seeds: are the protocol's example", "[rake]")
{
    CHECK(miss(sphere_seeds({0, 0, 0}, 1.0F, 3),
               {{0.745356F, 0, 0.666667F}, {-0.737369F, -0.675490F, 0}, {0.065163F, 0.742502F, -0.666667F}}) <
          1e-6F);
}

TEST_CASE("random_box_seeds: are the protocol's example", "[rake]")
{
    CHECK(miss(random_box_seeds({0, 0, 0}, {1, 1, 1}, 2, 7),
               {{0.38982975F, 0.016788295F, 0.90076068F}, {0.58293029F, 0.4524419F, 0.24943152F}}) < 1e-7F);
}

TEST_CASE("random_sphere_seeds: are on the surface, where the protocol's numbers put them", "[rake]")
{
    const auto seeds = random_sphere_seeds({1, 2, 3}, 2.0F, 50, 7);
    for (const auto seed : seeds) CHECK(glm::distance(seed, {1, 2, 3}) == Approx(2.0F));
    CHECK(seeds[0].z == Approx(3.0 + 2.0 * (1.0 - 2.0 * 0.3898297483912715)));
}

TEST_CASE("box_seeds: run along x first, then y, faces included", "[rake]")
{
    CHECK(box_seeds({0, 0, 0}, {2, 4, 6}, {3, 2, 1}) ==
          SeedPlaces{{0, 0, 3}, {1, 0, 3}, {2, 0, 3}, {0, 4, 3}, {1, 4, 3}, {2, 4, 3}});
}

TEST_CASE("rake seeds: of more than can be told apart, as many are drawn as can", "[rake]")
{
    const glm::vec3 o(0.0F), x(1.0F, 0.0F, 0.0F);
    for (const auto& seeds :
         {line_seeds(o, x, most), plane_seeds(o, x, x, most, most), circle_seeds(o, x, 1.0F, most),
          sphere_seeds(o, 1.0F, most), random_sphere_seeds(o, 1.0F, most, 1),
          box_seeds(o, x, glm::uvec3(most)), random_box_seeds(o, x, most, 1)}) {
        CHECK(seeds.size() <= max_seed_dots);
        CHECK(seeds.size() > max_seed_dots / 3);
    }
}
