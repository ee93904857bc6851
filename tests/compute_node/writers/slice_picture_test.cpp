#include "compute_node/writers/slice_writer.h"
#include "tests/catch.h"

using namespace farfield::compute;

TEST_CASE("SliceValues: a picture has the highest row first, of heights and of depths", "[slice]")
{
    SliceValues slice{.scalar = "s",
                      .width = 2,
                      .height = 3,
                      .edge_u = {1, 0, 0},
                      .edge_v = {0, 0, 300},
                      .values = {1, 2, 3, 4, 5, 6}};
    CHECK(slice.from_the_top(false) == std::vector<float>{5, 6, 3, 4, 1, 2});
    CHECK(slice.from_the_top(true) == slice.values);
    slice.edge_v = {0, 1, 0};  // a map: north is at the top, whatever z is
    CHECK(slice.from_the_top(true) == std::vector<float>{5, 6, 3, 4, 1, 2});
}
