#include "render/scene/rake_shape.h"

#include <algorithm>

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::render;
using Points = std::vector<glm::vec3>;

TEST_CASE("rake_shape: seeds and handles count from the scene's origin", "[rake]")
{
    const auto shape = rake_shape(model::LineRake{{10, 0, 0}, {14, 0, 0}, 3}, {}, {10, 0, 0});
    CHECK(shape.seeds == Points{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}});
    CHECK(shape.handles == Points{{0, 0, 0}, {4, 0, 0}, {2, 0, 0}});
}

TEST_CASE("rake_shape: a plane handles are origin, both edges' ends and the middle", "[rake]")
{
    CHECK(rake_shape(model::PlaneRake{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}, {1, 1}}).handles ==
          Points{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}, {1, 2, 0}});
}

TEST_CASE("rake_shape: a circle is a ring about its centre, with a handle on it and one in the middle",
          "[rake]")
{
    const auto shape = rake_shape(model::CircleRake{{1, 2, 3}, {0, 0, 4}, 2.0, 4});
    CHECK(shape.handles == Points{{3, 2, 3}, {1, 2, 3}});
    for (const auto& [from, to] : shape.lines) {
        CHECK(glm::distance(to, {1, 2, 3}) == Approx(2.0F));
        CHECK(to.z == Approx(3.0F));
    }
    CHECK(glm::distance(shape.lines.back().second, shape.handles[0]) < 1e-5F);  // closed
}

TEST_CASE("rake_shape: a sphere is three rings, each in a plane through the centre", "[rake]")
{
    const auto shape = rake_shape(model::SphereRake{{1, 2, 3}, 2.0, 10, {}});
    CHECK(shape.handles == Points{{3, 2, 3}, {1, 2, 3}});
    for (const auto& [from, to] : shape.lines) {
        const glm::vec3 arm = glm::abs(to - glm::vec3(1, 2, 3));
        CHECK(glm::length(arm) == Approx(2.0F));
        CHECK(std::min({arm.x, arm.y, arm.z}) < 1e-5F);
    }
}

TEST_CASE("rake_shape: a box is twelve edges between eight corners, and a handle in the middle", "[rake]")
{
    const auto shape = rake_shape(model::BoxRake{{0, 0, 0}, {1, 2, 4}, model::BoxLattice{1, 1, 1}});
    REQUIRE(shape.handles.size() == 9);
    CHECK(shape.handles[0] == glm::vec3(0, 0, 0));
    CHECK(shape.handles[1] == glm::vec3(1, 0, 0));
    CHECK(shape.handles[6] == glm::vec3(0, 2, 4));
    CHECK(shape.handles[8] == glm::vec3(0.5F, 1, 2));
    REQUIRE(shape.lines.size() == 12);
    float length = 0.0F;
    for (const auto& [from, to] : shape.lines) length += glm::distance(from, to);
    CHECK(length == Approx(4 * (1 + 2 + 4)));
}

TEST_CASE("rake_shape: a list is its seeds, with a handle in the middle of the box around them", "[rake]")
{
    const auto shape = rake_shape(model::ListRake{{{0, 0, 0}, {1, 0, 0}, {4, 2, -6}}});
    CHECK(shape.seeds.size() == 3);
    CHECK(shape.handles == Points{{2, 1, -3}});
    CHECK(shape.lines.empty());
}
