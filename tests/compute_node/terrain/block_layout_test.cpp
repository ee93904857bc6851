#include "compute_node/terrain/block_layout.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

using namespace farfield::compute;
using namespace farfield::compute::testing;

TEST_CASE("layout_of: parts follow each other without overlap, from the smallest terrain to the largest",
          "[terrain]")
{
    for (const auto& [columns, rows] : {std::pair<std::int64_t, std::int64_t>{2, 2},
                                        {5000, 70},
                                        {70, 5000},
                                        {max_terrain_posts, max_terrain_posts},
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

TEST_CASE("layout_of: a terrain larger than the largest is refused by its limit", "[terrain]")
{
    CHECK(error_of([] { (void)layout_of(max_terrain_posts + 1, 2); }) ==
          "expected at most 1048576 posts a side, found 1048577 x 2");
}
