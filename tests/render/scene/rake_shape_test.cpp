#include "render/scene/rake_shape.h"

#include <algorithm>

#include "tests/catch.h"

using namespace farfield::render;
using Points = std::vector<glm::vec3>;

TEST_CASE("line_rake: seeds include both ends", "[rake]")
{
    CHECK(line_rake({0, 0, 0}, {4, 0, 0}, 3).seeds == Points{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}});
}

TEST_CASE("line_rake: one seed lies in the middle", "[rake]")
{
    CHECK(line_rake({0, 0, 0}, {4, 2, 0}, 1).seeds == Points{{2, 1, 0}});
}

TEST_CASE("plane_rake: seeds run along u first", "[rake]")
{
    CHECK(plane_rake({1, 1, 1}, {2, 0, 0}, {0, 4, 0}, 2, 2).seeds ==
          Points{{1, 1, 1}, {3, 1, 1}, {1, 5, 1}, {3, 5, 1}});
}

TEST_CASE("plane_rake: a count of one lies in the middle of its edge", "[rake]")
{
    CHECK(plane_rake({0, 0, 0}, {2, 0, 0}, {0, 4, 0}, 1, 2).seeds == Points{{1, 0, 0}, {1, 4, 0}});
}

TEST_CASE("plane_rake: handles are origin, both edges' ends and the middle", "[rake]")
{
    CHECK(plane_rake({0, 0, 0}, {2, 0, 0}, {0, 4, 0}, 1, 1).handles ==
          Points{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}, {1, 2, 0}});
}

TEST_CASE("circle_rake: is a ring about its centre, with a handle on it and one in the middle", "[rake]")
{
    const auto shape = circle_rake({1, 2, 3}, {0, 0, 4}, 2.0F, 4);
    CHECK(shape.handles == Points{{3, 2, 3}, {1, 2, 3}});
    for (const auto& [from, to] : shape.lines) {
        CHECK(glm::distance(to, {1, 2, 3}) == Approx(2.0F));
        CHECK(to.z == Approx(3.0F));
    }
    CHECK(glm::distance(shape.lines.back().second, shape.handles[0]) < 1e-5F);  // closed
}

TEST_CASE("sphere_rake: is three rings, each in a plane through the centre", "[rake]")
{
    const auto shape = sphere_rake({1, 2, 3}, 2.0F, 10);
    CHECK(shape.handles == Points{{3, 2, 3}, {1, 2, 3}});
    for (const auto& [from, to] : shape.lines) {
        const glm::vec3 arm = glm::abs(to - glm::vec3(1, 2, 3));
        CHECK(glm::length(arm) == Approx(2.0F));
        CHECK(std::min({arm.x, arm.y, arm.z}) < 1e-5F);
    }
}

TEST_CASE("box_rake: is twelve edges between eight corners, and a handle in the middle", "[rake]")
{
    const auto shape = box_rake({0, 0, 0}, {1, 2, 4}, {});
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

TEST_CASE("list_rake: is its seeds, with a handle in the middle of the box around them", "[rake]")
{
    const auto shape = list_rake({{0, 0, 0}, {1, 0, 0}, {4, 2, -6}});
    CHECK(shape.seeds.size() == 3);
    CHECK(shape.handles == Points{{2, 1, -3}});
    CHECK(shape.lines.empty());
}
