#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/made_terrain.h"
#include "tests/compute_node/terrain/posts.h"

#include "compute_node/terrain/tree/z_curve.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

/// Rough, with holes here and there.
float rough_height(std::int64_t column, std::int64_t row)
{
    const auto mixed = static_cast<std::uint32_t>(column * 2654435761 + row * 40503 + column * row);
    return mixed % 97 == 0 ? no_height : static_cast<float>(mixed % 1000) - 300.0F;
}

/// The highest post of the cells that have a surface, in columns [i, i + side) and rows [j, j + side).
float highest_in(std::int64_t columns, std::int64_t rows, std::int64_t i, std::int64_t j, std::int64_t side)
{
    float highest = HeightBlocks::none;
    for (std::int64_t row = j; row < std::min(j + side, rows - 1); ++row)
        for (std::int64_t column = i; column < std::min(i + side, columns - 1); ++column) {
            const float a = rough_height(column, row), b = rough_height(column + 1, row);
            const float c = rough_height(column, row + 1), d = rough_height(column + 1, row + 1);
            if (!std::isnan(a + b + c + d)) highest = std::max({highest, a, b, c, d});
        }
    return highest;
}

}  // namespace

TEST_CASE("z_curve: neighbours of four follow each other, and the bits come apart again", "[terrain]")
{
    CHECK(z_curve(0, 0) == 0);
    CHECK(z_curve(1, 0) == 1);
    CHECK(z_curve(0, 1) == 2);
    CHECK(z_curve(1, 1) == 3);
    CHECK(z_curve(2, 0) == 4);
    CHECK(gathered_bits(z_curve(12345, 54321)) == 12345);
    CHECK(gathered_bits(z_curve(12345, 54321) >> 1) == 54321);
}

TEST_CASE("build_blocks: each post is where it was, also at the edges of blocks and tiles", "[terrain]")
{
    for (const auto& [columns, rows] : {std::pair{2, 2}, {5, 7}, {257, 258}, {300, 20}}) {
        const Terrain terrain = terrain_of(columns, rows, rough_height);
        std::size_t wrong = 0;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                const float height = terrain.blocks.height_at(column, row),
                            expected = rough_height(column, row);
                wrong += height != expected && !(std::isnan(height) && std::isnan(expected)) ? 1 : 0;
            }
        CHECK(wrong == 0);
    }
}

TEST_CASE("build_blocks: a node's maximum is that of the surface below it", "[terrain]")
{
    constexpr int columns = 270, rows = 521;
    const HeightBlocks blocks = terrain_of(columns, rows, rough_height).blocks;
    std::size_t wrong = 0, nodes = 0;
    for (int level = 0; level <= blocks.top; ++level) {
        const std::int64_t side = std::int64_t{HeightBlock::cells} << level;
        for (std::int64_t j = 0; j * side < rows - 1; ++j)
            for (std::int64_t i = 0; i * side < columns - 1; ++i, ++nodes) {
                const std::uint32_t node =
                    blocks.node_at(level, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
                const float maximum = blocks.maxima[static_cast<std::size_t>(level)][node];
                wrong += maximum != highest_in(columns, rows, i * side, j * side, side) ? 1 : 0;
            }
    }
    CHECK(nodes > 8000);
    CHECK(wrong == 0);
}

TEST_CASE("build_blocks: lowest, highest and holes are counted once for each post", "[terrain]")
{
    const Terrain terrain = terrain_of(300, 600, [](std::int64_t column, std::int64_t row) {
        if (row == 256 && column < 10) return no_height;
        return column == 299 && row == 512 ? 4000.0F : column == 0 && row == 599 ? -5.0F : 1.0F;
    });
    CHECK(terrain.blocks.voids == 10);
    CHECK(terrain.blocks.lowest == -5.0F);
    CHECK(terrain.blocks.highest == 4000.0F);
}

TEST_CASE("build_blocks: too few posts and no heights at all are errors", "[terrain]")
{
    CHECK(error_of([] { (void)terrain_of(1, 5, rough_height); }) ==
          "expected at least 2 x 2 posts, found 1 x 5");
    const auto nothing = [](std::int64_t, std::int64_t) { return no_height; };
    CHECK_THAT(error_of([&] { (void)terrain_of(9, 9, nothing); }),
               Catch::Matchers::ContainsSubstring("posts"));
}

TEST_CASE("build_blocks: tells how far it is, and ends when it is cancelled", "[terrain]")
{
    FunctionHeights source{20, 1000, rough_height};
    std::vector<double> parts;
    std::atomic<bool> cancelled{false};
    const BuildWatch watch{.progress =
                               [&](double part) {
                                   parts.push_back(part);
                                   cancelled = parts.size() == 2;
                               },
                           .cancelled = &cancelled};
    CHECK(error_of([&] { (void)build_blocks(source, watch); }) == "interrupted");
    CHECK(parts == std::vector{0.25, 0.5});
}

TEST_CASE("HeightBlocks: less than nine bytes a post", "[terrain]")
{
    const HeightBlocks blocks = terrain_of(1025, 1025, rough_height).blocks;
    CHECK(static_cast<double>(blocks.bytes()) / (1025.0 * 1025.0) < 9.0);
}
