#include "model/figures/statistics.h"

#include <array>
#include <numeric>
#include <vector>

#include "tests/catch.h"

using namespace farfield::model;

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
