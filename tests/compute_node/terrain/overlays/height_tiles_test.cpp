#include "compute_node/terrain/overlays/height_tiles.h"

#include "tests/catch.h"
#include "tests/compute_node/terrain/posts.h"

#include <cmath>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

TEST_CASE("height_tile_levels: the last level is the first with one tile that covers all posts", "[terrain]")
{
    CHECK(height_tile_levels(2, 2) == 1);
    CHECK(height_tile_levels(65, 65) == 1);
    CHECK(height_tile_levels(66, 2) == 2);
    CHECK(height_tile_levels(2, 129) == 2);
    CHECK(height_tile_levels(2, 130) == 3);
    CHECK(height_tile_levels(1 << 20, 1 << 20) == 15);
}

TEST_CASE("has_height_tile: from the first post to the last, and no further", "[terrain]")
{
    CHECK(has_height_tile(130, 65, {0, 2, 0}));
    CHECK_FALSE(has_height_tile(130, 65, {0, 3, 0}));
    CHECK_FALSE(has_height_tile(129, 65, {0, 2, 0}));  // the last post is the second tile's
    CHECK_FALSE(has_height_tile(130, 65, {0, 0, 1}));
    CHECK(has_height_tile(130, 65, {1, 1, 0}));
    CHECK(has_height_tile(130, 65, {2, 0, 0}));
    CHECK_FALSE(has_height_tile(130, 65, {3, 0, 0}));
    CHECK_FALSE(has_height_tile(130, 65, {4'294'967'295, 0, 0}));
    CHECK_FALSE(has_height_tile(130, 65, {0, 4'294'967'295, 4'294'967'295}));
}

TEST_CASE("steps_of_tile: neighbours share a post, and the last step may be shorter", "[terrain]")
{
    CHECK(steps_of_tile(0, 1, 1000) == PostSteps{64, 128, 1});
    CHECK(steps_of_tile(0, 1, 1000).count() == 65);
    CHECK(steps_of_tile(3, 0, 1000) == PostSteps{0, 512, 8});
    CHECK(steps_of_tile(3, 1, 1000) == PostSteps{512, 999, 8});
    CHECK(steps_of_tile(3, 1, 1000).count() == 62);
    CHECK(steps_of_tile(3, 1, 1000).at(60) == 992);
    CHECK(steps_of_tile(3, 1, 1000).at(61) == 999);
    CHECK(steps_of_tile(0, 0, 2).count() == 2);
}

TEST_CASE("read_heights: each is that of its post, on every tile of every level", "[terrain]")
{
    constexpr std::int64_t columns = 331, rows = 197;
    const auto height = [](std::int64_t column, std::int64_t row) {
        return (column * 7 + row) % 31 == 0 ? std::nanf("") : static_cast<float>(1000 * row + column);
    };
    const Terrain terrain = terrain_of(columns, rows, height);
    std::size_t wrong = 0, tiles = 0;
    for (std::uint32_t level = 0; level < height_tile_levels(columns, rows); ++level) {
        const TileCounts counts = height_tile_counts(columns, rows, level);
        for (std::uint32_t j = 0; j < counts.rows; ++j)
            for (std::uint32_t i = 0; i < counts.columns; ++i, ++tiles) {
                const PostSteps across = steps_of_tile(level, i, columns),
                                down = steps_of_tile(level, j, rows);
                std::vector<float> found(static_cast<std::size_t>(across.count() * down.count()));
                read_heights(terrain.blocks, across, down, found);
                for (std::int64_t n = 0; n < static_cast<std::int64_t>(found.size()); ++n) {
                    const float is = found[static_cast<std::size_t>(n)];
                    const float should_be =
                        height(across.at(n % across.count()), down.at(n / across.count()));
                    wrong += is != should_be && !(std::isnan(is) && std::isnan(should_be)) ? 1 : 0;
                }
            }
    }
    CHECK(tiles == 6 * 4 + 3 * 2 + 2 * 1 + 1);
    CHECK(wrong == 0);
}
