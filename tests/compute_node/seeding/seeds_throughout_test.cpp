#include "compute_node/seeding/seeds_throughout.h"

#include "tests/catch.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

#include <algorithm>

using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

const auto no_scalar = [](glm::dvec3) { return 0.0; };

}  // namespace

TEST_CASE("seeds_throughout: seeds lie in the domain, as many as are asked for, each in its own place",
          "[seeding]")
{
    const auto field = dataset_on(GridForm::Curvilinear, 9, rotation, no_scalar).field();
    auto seeds = seeds_throughout(*field, 100);
    CHECK(seeds.size() == 100);
    for (const glm::dvec3& seed : seeds) CHECK(field->sample(field->info().relative(seed)));
    const auto before = [](const glm::dvec3& a, const glm::dvec3& b) {
        return std::array{a.x, a.y, a.z} < std::array{b.x, b.y, b.z};
    };
    std::ranges::sort(seeds, before);
    CHECK(std::ranges::adjacent_find(seeds) == seeds.end());
}

TEST_CASE(
    "seeds_throughout: as many seeds lie in one half of the flow as fast as the other as its speed says",
    "[seeding]")
{
    // Three times as fast above z = 0 as below.
    const auto flow = [](glm::dvec3 p) { return glm::dvec3{p.z > 0.0 ? 3.0 : 1.0, 0.0, 0.0}; };
    const auto field = dataset_on(GridForm::Uniform, 64, flow, no_scalar).field();
    const auto seeds = seeds_throughout(*field, 200);
    const auto above = std::ranges::count_if(seeds, [](const glm::dvec3& seed) { return seed.z > 0.0; });
    CHECK(static_cast<double>(above) == Approx(150.0).margin(6.0));
}

TEST_CASE("seeds_throughout: a few places of great speed leave seeds for all others", "[seeding]")
{
    const auto flow = [](glm::dvec3 p) { return glm::dvec3{glm::length(p) < 0.2 ? 1e6 : 1.0, 0.0, 0.0}; };
    const auto field = dataset_on(GridForm::Uniform, 64, flow, no_scalar).field();
    const auto seeds = seeds_throughout(*field, 100);
    const auto outside =
        std::ranges::count_if(seeds, [](glm::dvec3 seed) { return glm::length(seed) > 0.3; });
    CHECK(outside > 80);
}

TEST_CASE("seeds_throughout: where nothing moves there are none", "[seeding]")
{
    const auto still = [](glm::dvec3) { return glm::dvec3{0.0}; };
    CHECK(seeds_throughout(*dataset_on(GridForm::Uniform, 5, still, no_scalar).field(), 10).empty());
}
