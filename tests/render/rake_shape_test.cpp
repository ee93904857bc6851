#include "render/rake_shape.h"

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
