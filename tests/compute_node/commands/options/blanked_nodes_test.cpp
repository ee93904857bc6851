#include "compute_node/commands/options/blanked_nodes.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>

#include <array>
#include <string>

using namespace farfield;
using namespace farfield::node;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

/// 5 x 4 x 6 nodes, 10 m apart, from (100, 200, 0) on.
tomography::SlownessModel rock()
{
    tomography::SlownessModel model{{.nodes = {5, 4, 6}, .origin = {100, 200, 0}, .spacing = 10.0}, {}};
    model.slowness.assign(model.lattice.count(), 5e-4F);
    return model;
}

/// Heights x / 5 - 10 at posts 20 m apart, as an ESRI grid: first row north, posts in the pixels' centres.
std::string ramp(int columns)
{
    std::string text = fmt::format("ncols {}\nnrows 4\nxllcorner 80\nyllcorner 180\ncellsize 20\n", columns);
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < columns; ++column)
            text += fmt::format("{} ", (90 + 20 * column) / 5.0 - 10.0);
        text += '\n';
    }
    return text;
}

/// A box as STL text, each side two triangles; without the last triangle where it is open.
std::string box(glm::dvec3 low, glm::dvec3 high, bool is_open = false)
{
    constexpr std::array<std::array<int, 4>, 6> sides{
        {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
    std::string text = "solid box\n";
    int left = is_open ? 11 : 12;
    for (const auto& side : sides)
        for (const auto& corners :
             {std::array{side[0], side[1], side[2]}, std::array{side[0], side[2], side[3]}}) {
            if (left-- <= 0) break;
            text += "facet normal 0 0 0\nouter loop\n";
            for (const int c : corners)
                text += fmt::format("vertex {} {} {}\n", (c & 1) != 0 ? high.x : low.x,
                                    (c & 2) != 0 ? high.y : low.y, (c & 4) != 0 ? high.z : low.z);
            text += "endloop\nendfacet\n";
        }
    return text + "endsolid box\n";
}

}  // namespace

TEST_CASE("blank_above: nodes above the ground between posts have no ray", "[tomography]")
{
    const TemporaryFolder folder;
    auto model = rock();
    blank_above(folder.write("ramp.asc", ramp(5)), model);
    for (std::size_t n = 0; n < model.slowness.size(); ++n) {
        const glm::dvec3 at = model.lattice.position(model.lattice.node(n));
        INFO(at.x << ' ' << at.z);
        CHECK((model.slowness[n] == 0.0F) == (at.z > at.x / 5.0 - 10.0 + 1e-6));
    }
}

TEST_CASE("blank_above: a raster that does not cover the grid is refused", "[tomography]")
{
    const TemporaryFolder folder;
    auto model = rock();
    CHECK_THROWS_WITH(blank_above(folder.write("short.asc", ramp(2)), model),
                      ContainsSubstring("does not cover"));
    CHECK_THROWS_WITH(blank_above(folder.file("none.tif"), model), ContainsSubstring("none.tif"));
}

TEST_CASE("blank_inside: nodes in a closed surface have no ray, all others keep theirs", "[tomography]")
{
    const TemporaryFolder folder;
    auto model = rock();
    const glm::dvec3 low{105, 205, 15}, high{125, 225, 35};
    blank_inside(folder.write("box.stl", box(low, high)), model);
    for (std::size_t n = 0; n < model.slowness.size(); ++n) {
        const glm::dvec3 at = model.lattice.position(model.lattice.node(n));
        const bool is_inside = glm::all(glm::greaterThan(at, low)) && glm::all(glm::lessThan(at, high));
        CHECK((model.slowness[n] == 0.0F) == is_inside);
    }
}

TEST_CASE("blank_inside: surfaces that are open, elsewhere or no STL are refused", "[tomography]")
{
    const TemporaryFolder folder;
    auto model = rock();
    const auto refused = [&](const std::string& name, const std::string& text) {
        try {
            blank_inside(folder.write(name, text), model);
        } catch (const std::exception& error) {
            return std::string{error.what()};
        }
        return std::string{};
    };
    CHECK_THAT(refused("open.stl", box({105, 205, 15}, {125, 225, 35}, true)), ContainsSubstring("closed"));
    CHECK_THAT(refused("far.stl", box({1, 2, 3}, {4, 5, 6})), ContainsSubstring("no node"));
    CHECK_THAT(refused("text.stl", "no triangles at all, but a text of more than a hundred bytes, "
                                   "which is what a binary file's header would have, and more"),
               ContainsSubstring("text.stl"));
}
