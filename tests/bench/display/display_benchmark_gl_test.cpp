#include "bench/display/display_benchmark.h"

#include "tests/catch.h"

using namespace farfield::render;

TEST_CASE("run_display_benchmark: gives rates of both sides and their ratio", "[gl]")
{
    const auto result = run_display_benchmark({.particle_counts = {1000}, .runs = 3, .seconds_per_run = 0.0});
    REQUIRE(result.figures.size() == 3);
    CHECK(result.figures[0].name == "display.particles.1000");
    CHECK(result.figures[1].name == "display.particles.1000.bare");
    CHECK(result.figures[2].name == "display.particles.1000.over_bare");
    CHECK(result.figures[0].unit == "frames/s");
    CHECK(result.figures[2].unit == "ratio");
    for (const DisplayFigure& figure : result.figures) {
        CHECK(figure.runs == 3);
        CHECK(figure.min > 0.0);
        CHECK(figure.min <= figure.median);
        CHECK(figure.median <= figure.max);
    }
}

TEST_CASE("run_display_benchmark: no runs are refused", "[gl]")
{
    CHECK_THROWS_WITH(run_display_benchmark({.runs = 0}),
                      "the display benchmark needs at least 1 run, found 0");
}
