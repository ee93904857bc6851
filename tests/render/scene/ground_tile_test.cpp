#include "render/scene/ground_tile.h"

#include "tests/catch.h"

#include <limits>

using namespace farfield::render;

namespace {

constexpr float hole = std::numeric_limits<float>::quiet_NaN();

/// 4 x 3 posts, 10 m apart, rows to the south, rising 10 m a column to the east.
const GroundGrid grid{{0, 10, 20, 30}, {20, 10, 0}};
const std::vector<float> slope{0, 10, 20, 30, 0, 10, 20, 30, 0, 10, 20, 30};

glm::vec3 place_of(const GroundShape& shape, int column, int row)
{
    const auto width = static_cast<std::size_t>(shape.columns) + 2;
    return shape.vertices[static_cast<std::size_t>(row + 1) * width + static_cast<std::size_t>(column + 1)]
        .place;
}

}  // namespace

TEST_CASE("make_ground_shape: a vertex for each post, and a skirt below its edge", "[ground]")
{
    const GroundShape shape = make_ground_shape(grid, slope, 7.0F);
    REQUIRE(shape.vertices.size() == 6 * 5);
    CHECK(place_of(shape, 2, 1) == glm::vec3(20, 10, 20));
    CHECK(place_of(shape, -1, 1) == glm::vec3(0, 10, 0 - 7));
    CHECK(place_of(shape, 4, 3) == glm::vec3(30, 0, 30 - 7));
    CHECK(shape.triangles.empty());
}

TEST_CASE("make_ground_shape: normals point up and against the slope", "[ground]")
{
    const GroundShape shape = make_ground_shape(grid, slope, 0.0F);
    for (const GroundVertex& vertex : shape.vertices) {
        const glm::vec3 normal = glm::vec3(glm::ivec3(vertex.normal)) / 127.5F - 1.0F;
        CHECK(normal.x == Approx(-0.707F).margin(0.02));
        CHECK(normal.y == Approx(0.0F).margin(0.02));
        CHECK(normal.z == Approx(0.707F).margin(0.02));
    }
}

TEST_CASE("make_ground_shape: no triangle touches a post without a height", "[ground]")
{
    std::vector<float> heights = slope;
    heights[5] = hole;
    const GroundShape shape = make_ground_shape(grid, heights, 1.0F);
    REQUIRE_FALSE(shape.triangles.empty());
    const auto hole_vertex = static_cast<std::uint16_t>(2 * 6 + 2);
    for (const std::uint16_t vertex : shape.triangles) CHECK(vertex != hole_vertex);
    // Of the cells of the grid and its skirt the four round the post are missing.
    CHECK(shape.triangles.size() == 6 * (5 * 4 - 4));
    for (const GroundVertex& vertex : shape.vertices) CHECK(vertex.place.z == vertex.place.z);
}

TEST_CASE("make_ground_shape: ground that is one hole draws nothing", "[ground]")
{
    const GroundShape shape = make_ground_shape(grid, std::vector<float>(12, hole), 1.0F);
    CHECK(shape.triangles == std::vector<std::uint16_t>{0, 0, 0});
}

TEST_CASE("make_ground_shape: counts that do not match are refused", "[ground]")
{
    CHECK_THROWS_WITH(make_ground_shape(grid, std::vector<float>(11), 1.0F),
                      "no tile of ground has 4 x 3 posts and 11 heights");
    CHECK_THROWS(make_ground_shape({{0}, {0, 1}}, std::vector<float>(2), 1.0F));
}

TEST_CASE("grid_triangles: every cell once, also where the stride does not divide the posts", "[ground]")
{
    CHECK(grid_triangles(4, 3, 1).size() == 6 * 5 * 4);
    // Columns: skirt, 0, 2, 3, skirt; rows: skirt, 0, 2, skirt.
    CHECK(grid_triangles(4, 3, 2).size() == 6 * 4 * 3);
    for (const std::uint16_t vertex : grid_triangles(4, 3, 2)) CHECK(vertex < 30);
}
