#include "compute_node/grids/rectilinear_grid.h"
#include "tests/catch.h"

#include <random>

using namespace farfield;
using namespace farfield::compute;

TEST_CASE("AxisTable: finds the cell of random positions on strongly stretched axes", "[grid]")
{
    std::mt19937 random{7};
    for (const double ratio : {1.0, 1.2, 2.0}) {
        std::vector<double> nodes{-1.0};
        for (double width = 1e-3; nodes.size() < 24; width *= ratio) nodes.push_back(nodes.back() + width);
        const AxisTable axis{nodes};
        std::uniform_real_distribution<float> anywhere{axis.lo, axis.hi};
        for (int i = 0; i < 2000; ++i) {
            const float p = anywhere(random);
            const AxisCell cell = axis.locate(p);
            REQUIRE(axis.node[cell.index] <= p);
            REQUIRE(p <= axis.node[cell.index + 1]);
            REQUIRE(cell.fraction >= 0.0F);
            REQUIRE(cell.fraction <= 1.0F + 1e-5F);
        }
    }
}

TEST_CASE("AxisTable: nodes themselves and both ends lie inside", "[grid]")
{
    const AxisTable axis{{0.0, 1.0, 3.0, 7.0}};
    CHECK(axis.locate(0.0F).index == 0);
    CHECK(axis.locate(1.0F).index == 1);
    CHECK(axis.locate(1.0F).fraction == 0.0F);
    CHECK(axis.locate(7.0F).index == 2);
    CHECK(axis.locate(7.0F).fraction == Approx(1.0F));
}

TEST_CASE("AxisTable: a flat axis holds any position in its only cell", "[grid]")
{
    const AxisTable axis{{5.0}};
    CHECK(axis.locate(-1e9F).index == 0);
    CHECK(axis.locate(1e9F).fraction == 0.0F);
}
