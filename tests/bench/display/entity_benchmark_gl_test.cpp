#include "bench/display/entity_benchmark.h"

#include "tests/catch.h"

using namespace farfield::render;

TEST_CASE("run_entity_benchmark: gives rates of both sides and their ratio", "[gl]")
{
    const auto figures = run_entity_benchmark(1, 0.0);
    REQUIRE(figures.size() == 3);
    CHECK(figures[0].name == "entities.draw.10000");
    CHECK(figures[1].name == "entities.draw.10000.bare");
    CHECK(figures[2].name == "entities.draw.10000_over_bare");
    for (const DisplayFigure& figure : figures) CHECK(figure.median > 0.0);
}
