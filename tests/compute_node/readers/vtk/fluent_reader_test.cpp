#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <algorithm>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// Two triangles of a unit square: their nodes, cells, and faces with two nodes and a cell on each side.
constexpr const char* square_case =
    "(0 \"a square\")\n(2 2)\n(10 (0 1 4 0 2))\n(10 (1 1 4 1 2)(\n0 0\n1 0\n1 1\n0 1\n))\n"
    "(12 (0 1 2 0))\n(12 (2 1 2 1 1))\n(13 (0 1 5 0))\n(13 (3 1 1 2 2)(\n1 3 1 2\n))\n"
    "(13 (4 2 5 3 2)(\n1 2 1 0\n2 3 1 0\n3 4 2 0\n4 1 2 0\n))\n";
/// 111 and 112 are the velocity's components, by cell.
constexpr const char* square_data = "(0 \"its data\")\n(33 (2 5 0))\n(300 (111 2 1 0 0 1 2)(\n1.5\n2.5\n))\n"
                                    "(300 (112 2 1 0 0 1 2)(\n0.5\n0.25\n))\n";

}  // namespace

TEST_CASE("Fluent: a case of the older format with its data is a mesh, its values averaged to the nodes",
          "[fluent]")
{
    const TemporaryFolder folder;
    folder.write("square.dat", square_data);
    const TimeSeries series = open_series({folder.write("square.cas", square_case)});
    REQUIRE(series.info().cells.size() == 1);
    CHECK(series.info().cells.front().cells == 2);
    CHECK(series.info().default_vector == "X_VELOCITY,Y_VELOCITY");
    const auto& arrays = series.first().data().arrays;
    const auto along = std::ranges::find(arrays, "X_VELOCITY", &NodeValues::name);
    REQUIRE(along != arrays.end());
    CHECK(std::vector(along->values.begin(), along->values.end()) == std::vector{2.0F, 1.5F, 2.0F, 2.5F});
}

TEST_CASE("Fluent: what is no case is refused", "[fluent]")
{
    const TemporaryFolder folder;
    CHECK(contains(error_of([&] { (void)open_series({folder.write("a.cas", "no case at all\n")}); }),
                   "expected a Fluent case, but it begins with text"));
    CHECK(contains(error_of([&] { (void)open_series({folder.write("square.cas", square_case)}); }),
                   "whose flow is not there; expected 'square.dat' beside it"));
}
