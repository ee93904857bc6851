#include "compute_node/terrain/tree/block_layout.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

TEST_CASE("layout_of: parts follow each other without overlap, from the smallest terrain to the largest",
          "[terrain]")
{
    for (const auto& [columns, rows] : {std::pair<std::int64_t, std::int64_t>{2, 2},
                                        {5000, 70},
                                        {70, 5000},
                                        {262'145, 262'145},
                                        {2, max_terrain_posts}}) {
        const BlockLayout layout = layout_of(columns, rows);
        std::uint64_t end = layout.slots.offset + layout.slots.count * sizeof(std::uint32_t);
        for (int level = 0; level <= layout.top; ++level) {
            const BlockLayout::Part& part = layout.maxima.at(static_cast<std::size_t>(level));
            CHECK(part.offset >= end);
            CHECK(part.offset % 4096 == 0);
            end = part.offset + part.count * sizeof(float);
        }
        CHECK(layout.maxima.at(static_cast<std::size_t>(layout.top)).count == 1);
        CHECK(layout.blocks.offset >= end);
        CHECK(layout.bytes >= layout.blocks.offset + layout.blocks.count * sizeof(HeightBlock));
    }
}

TEST_CASE("layout_of: the number of any block of the largest terrain fits 32 bits", "[terrain]")
{
    CHECK(layout_of(262'145, 262'145).tiles() == max_terrain_tiles);
    CHECK(std::uint64_t{max_terrain_tiles} * HeightBlocks::tile_blocks == std::uint64_t{1} << 32);
}

TEST_CASE("layout_of: a terrain larger than the largest is refused by its limit", "[terrain]")
{
    CHECK(error_of([] { (void)layout_of(262'146, 262'145); }) ==
          "expected at most 1048576 tiles of 256 x 256 cells, found 1049600 of 262146 x 262145 posts");
    CHECK(error_of([] { (void)layout_of(max_terrain_posts + 1, 2); }) ==
          "expected at most 1048576 posts a side, found 1048577 x 2");
}
