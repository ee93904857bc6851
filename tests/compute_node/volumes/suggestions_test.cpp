#include "compute_node/volumes/suggestions.h"

#include "tests/catch.h"
#include "tests/compute_node/volumes/made_field.h"

#include <cmath>

using namespace farfield::compute;
using namespace farfield::compute::test;

namespace {

/// The rule, word by word, for a lattice.
float by_the_rule(const ScalarField& field)
{
    const Bricks& bricks = field.bricks.front();
    std::vector<float> middles;
    for (std::size_t b = 0; b < bricks.size(); ++b)
        middles.push_back((bricks.least[b] + bricks.greatest[b]) / 2.0F);
    std::ranges::sort(middles);
    const auto at = [&](double part) {
        return middles[static_cast<std::size_t>(part * static_cast<double>(middles.size() - 1))];
    };
    const float low = at(0.05), high = at(0.95);
    float best = 0.0F, least = 1e9F;
    for (int i = 0; i < 64; ++i) {
        const float value = low + (high - low) * static_cast<float>(i) / 63.0F;
        float crossed = 0.0F;
        for (std::size_t b = 0; b < bricks.size(); ++b)
            if (bricks.least[b] < value && bricks.greatest[b] >= value) crossed += 1.0F;
        const float miss = std::abs(crossed - static_cast<float>(bricks.size()) / 10.0F);
        if (miss < least) least = miss, best = value;
    }
    return best;
}

}  // namespace

TEST_CASE("suggested_isovalue: crosses about a tenth of the bricks, by the rule", "[volumes]")
{
    const ScalarField field = sampled(cube_data(65), [](glm::dvec3 at) { return glm::dot(at, at); });
    const auto value = suggested_isovalue(field);
    REQUIRE(value);
    CHECK(*value == Approx(by_the_rule(field)));
    CHECK(surface_of({.field = field, .value = *value}).triangles.size() > 100);
}

TEST_CASE("suggested_isovalue: a scalar that does not vary has none", "[volumes]")
{
    CHECK_FALSE(suggested_isovalue(sampled(cube_data(9), [](glm::dvec3) { return 2.0; })));
    CHECK_FALSE(suggested_isovalue(sampled(cube_data(9), [](glm::dvec3) { return std::nan(""); })));
}

TEST_CASE("bricks_of: hold the bounds of their valid nodes, and remember the others", "[volumes]")
{
    // 20 nodes: bricks of 8, 8 and 3 cells along each axis.
    const ScalarField field =
        sampled(cube_data(20), [](glm::dvec3 at) { return at.x > 0.9 ? std::nan("") : at.x; });
    const Bricks& bricks = field.bricks.front();
    CHECK(bricks.dims == glm::ivec3{3});
    CHECK(bricks.least[0] == -1.0F);
    CHECK(bricks.greatest[0] == Approx(-1.0 + 8 * 2.0 / 19));
    CHECK(bricks.least[1] == bricks.greatest[0]);  // the nodes of the common face are in both
    CHECK(bricks.greatest[2] == Approx(1.0 - 2.0 / 19));
    CHECK(bricks.invalid[1] == 0);
    CHECK(bricks.invalid[2] == 1);
    CHECK(bricks.any_invalid);
}
