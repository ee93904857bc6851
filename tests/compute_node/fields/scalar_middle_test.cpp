#include "compute_node/fields/scalar_middle.h"

#include "tests/catch.h"

#include <limits>
#include <numeric>

using namespace farfield::compute;

TEST_CASE("middle_of: 2 % of the values lie below it, and 2 % above", "[fields]")
{
    std::vector<float> values(1000);
    std::iota(values.begin(), values.end(), 1.0F);
    CHECK(middle_of(values) == ScalarMiddle{20.0F, 980.0F});
}

TEST_CASE("middle_of: of one value it is that value, and of none zeros", "[fields]")
{
    CHECK(middle_of({7.0F}) == ScalarMiddle{7.0F, 7.0F});
    CHECK(middle_of(std::vector<float>{}) == ScalarMiddle{});
    CHECK(middle_of(0, [](std::size_t) { return 1.0F; }) == ScalarMiddle{});
}

TEST_CASE("middle_of: values that are no numbers do not count", "[fields]")
{
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    CHECK(middle_of(4, [](std::size_t n) { return n < 2 ? none : static_cast<float>(n); }) ==
          ScalarMiddle{2.0F, 3.0F});
}

TEST_CASE("middle_of: of many values those that are looked at lie in all layers of a grid", "[fields]")
{
    // A sawtooth along rows of 128 nodes: places at equal distances would see few of its values.
    const auto middle =
        middle_of(std::size_t{1} << 21, [](std::size_t n) { return static_cast<float>(n % 128); });
    CHECK(middle[0] == Approx(2.0F).margin(1.0));
    CHECK(middle[1] == Approx(125.0F).margin(1.0));
}

TEST_CASE("middle_of: all of a few values are looked at", "[fields]")
{
    std::size_t looked = 0;
    (void)middle_of(1000, [&](std::size_t n) { return looked += n, 0.0F; });
    CHECK(looked == 999 * 1000 / 2);
}
