#include "model/rakes/seeds.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

#include <limits>

using namespace farfield::model;
using farfield::compute::testing::contains;
using farfield::compute::testing::error_of;

TEST_CASE("Rake: a line's seeds include both ends", "[rake]")
{
    const auto seeds = seeds_of(Rake{LineRake{{0, 0, 0}, {3, 6, 9}, 4}});
    REQUIRE(seeds.size() == 4);
    CHECK(seeds[0] == glm::vec3{0, 0, 0});
    CHECK(seeds[1] == glm::vec3{1, 2, 3});
    CHECK(seeds[3] == glm::vec3{3, 6, 9});
}

TEST_CASE("Rake: a line of one seed is its middle", "[rake]")
{
    const auto seeds = seeds_of(Rake{LineRake{{0, 0, 0}, {2, 4, 6}, 1}});
    REQUIRE(seeds.size() == 1);
    CHECK(seeds[0] == glm::vec3{1, 2, 3});
}

TEST_CASE("Rake: a plane's seeds run along u first, edges included", "[rake]")
{
    const auto seeds = seeds_of(Rake{PlaneRake{{1, 0, 0}, {2, 0, 0}, {0, 4, 0}, {3, 2}}});
    REQUIRE(seeds.size() == 6);
    CHECK(seeds[0] == glm::vec3{1, 0, 0});
    CHECK(seeds[1] == glm::vec3{2, 0, 0});
    CHECK(seeds[2] == glm::vec3{3, 0, 0});
    CHECK(seeds[3] == glm::vec3{1, 4, 0});
    CHECK(seeds[5] == glm::vec3{3, 4, 0});
}

TEST_CASE("Rake: a plane's count of one is the middle of that edge", "[rake]")
{
    const auto seeds = seeds_of(Rake{PlaneRake{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}, {1, 2}}});
    REQUIRE(seeds.size() == 2);
    CHECK(seeds[0] == glm::vec3{1, 0, 0});
    CHECK(seeds[1] == glm::vec3{1, 4, 0});
}

TEST_CASE("Rake: the number of seeds does not overflow", "[rake]")
{
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    CHECK(Rake{PlaneRake{{}, {}, {}, {most, most}}}.seeds() == std::uint64_t{most} * most);
}

TEST_CASE("Rake: an empty rake is refused by its number", "[rake]")
{
    CHECK(contains(error_of([] { check_rake({LineRake{{}, {}, 0}}, 3); }), "rake 3 is empty"));
}

TEST_CASE("Rake: a coordinate that is not finite is refused", "[rake]")
{
    const Rake rake{PointRake{{0, std::numeric_limits<double>::quiet_NaN(), 0}}};
    CHECK(contains(error_of([&] { check_rake(rake, 0); }), "not a finite number"));
    const Rake beyond_binary32{PointRake{{0, 1e39, 0}}};
    CHECK(contains(error_of([&] { check_rake(beyond_binary32, 0); }), "rake 0 has a number"));
}

TEST_CASE("seed_dots: few seeds are drawn where they are", "[rake]")
{
    const RakeShape line = LineRake{{0, 0, 0}, {3, 6, 9}, 4};
    CHECK(seed_dots(line, 4) == seeds_of(line));
    CHECK(seed_dots(line, 4, {1, 2, 3})[3] == glm::vec3{2, 4, 6});
}

TEST_CASE("seed_dots: of more seeds than are wanted, a coarser arrangement is drawn", "[rake]")
{
    constexpr auto huge = std::numeric_limits<std::uint32_t>::max();
    constexpr std::size_t most = 1000;
    const Point o{0.0}, x{1, 0, 0};
    for (const RakeShape& shape :
         {RakeShape{LineRake{o, x, huge}}, RakeShape{PlaneRake{o, x, x, {huge, huge}}},
          RakeShape{CircleRake{o, x, 1.0, huge}}, RakeShape{SphereRake{o, 1.0, huge, {}}},
          RakeShape{SphereRake{o, 1.0, huge, 1}}, RakeShape{BoxRake{o, x, BoxLattice{huge, huge, huge}}},
          RakeShape{BoxRake{o, x, RandomPlaces{huge, 1}}}}) {
        const auto dots = seed_dots(shape, most);
        CHECK(dots.size() <= most);
        CHECK(dots.size() > most / 4);
    }
}
