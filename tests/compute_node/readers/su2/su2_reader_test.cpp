#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/companions.h"
#include "compute_node/readers/readers.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>
#include <glm/vec3.hpp>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

using namespace farfield;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

/// A quad and two triangles over [0, 2] x [0, 1], moved by `from`, with comments and a marker as SU2 has
/// them.
std::string flat_mesh(double from = 0.0)
{
    std::string text = "% made by a mesh generator\nNDIME= 2\nNELEM= 3\n9 0 1 4 3 0\n5 1 2 5 1\n5 1 5 4 2\n"
                       "NPOIN= 6 6\n";
    for (int n = 0; n < 6; ++n) text += fmt::format("{} {} {}\n", from + n % 3, n / 3, n);
    return text + "NMARK= 1\nMARKER_TAG= wall\nMARKER_ELEMS= 2\n3 0 1\n3 1 2\n";
}

glm::vec3 velocity_at(int n, double density)
{
    return {static_cast<float>((1.0 + n % 3) * density), static_cast<float>((2.0 - n / 3) * density), 0.0F};
}

/// Rows from the last point to the first: SU2 on several ranks writes them in any order.
std::string solution(double from = 0.0)
{
    std::string text = "\"PointID\",\"x\",\"y\",\"Density\",\"Momentum_x\",\"Momentum_y\",\"Pressure\"\n";
    for (int n = 5; n >= 0; --n) {
        const double density = 2.0 + n;
        const glm::vec3 momentum = velocity_at(n, density);
        text += fmt::format("{}, {:.9e}, {:.9e}, {}, {}, {}, {}\n", n, from + n % 3, 1.0 * (n / 3), density,
                            momentum.x, momentum.y, 100 + n);
    }
    return text;
}

const compute::NodeValues& array_of(const compute::GridData& data, const std::string& name)
{
    const auto found = std::ranges::find(data.arrays, name, &compute::NodeValues::name);
    REQUIRE(found != data.arrays.end());
    return *found;
}

}  // namespace

TEST_CASE("SU2: a mesh with its solution, in any order of points, has velocity as momentum over density",
          "[su2]")
{
    const TemporaryFolder folder;
    const auto data = compute::read_files(
        {folder.write("channel.su2", flat_mesh()), folder.write("flow.csv", solution())}, 1000);
    CHECK(data.format == "SU2");
    const auto& mesh = std::get<compute::UnstructuredGeometry>(data.geometry);
    REQUIRE(mesh.points.size() == 6);
    CHECK(mesh.points[5] == glm::vec3{2.0F, 1.0F, 0.0F});
    CHECK(mesh.cells.kinds ==
          std::vector{compute::CellKind::Quad, compute::CellKind::Triangle, compute::CellKind::Triangle});
    CHECK(mesh.cells.corners == std::vector<std::uint32_t>{0, 1, 4, 3, 1, 2, 5, 1, 5, 4});
    CHECK(array_of(data, "Pressure").values[5] == 105.0F);
    const compute::NodeValues& velocity = array_of(data, data.default_vector);
    REQUIRE(velocity.components == 3);
    for (int n = 0; n < 6; ++n) {
        CAPTURE(n);
        const glm::vec3 expected = velocity_at(n, 1.0);
        for (int c = 0; c < 3; ++c)
            CHECK(velocity.values[static_cast<std::size_t>(3 * n + c)] ==
                  Approx(static_cast<double>(expected[c])));
    }
}

TEST_CASE("SU2: the solution beside a mesh is read with it, and named", "[su2]")
{
    const TemporaryFolder folder;
    const std::filesystem::path mesh = folder.write("channel.su2", flat_mesh());
    CHECK_THROWS_WITH(compute::read_files({mesh}, 1000), ContainsSubstring("MESH.su2+SOLUTION.csv"));
    const std::filesystem::path flow = folder.write("restart_flow.csv", solution());
    const auto data = compute::read_files({mesh}, 1000);
    CHECK(std::ranges::any_of(data.remarks, [](const std::string& remark) {
        return remark.find("'restart_flow.csv'") != std::string::npos;
    }));
    CHECK(compute::with_companions(mesh) == std::vector{mesh, flow});
}

TEST_CASE("SU2: the state of the run behind the last row does not count", "[su2]")
{
    const TemporaryFolder folder;
    const std::filesystem::path mesh = folder.write("channel.su2", flat_mesh());
    const auto data =
        compute::read_files({mesh, folder.write("flow.dat", solution() + "EXT_ITER= 250\nAOA= 1.5\n")}, 1000);
    CHECK(array_of(data, "Pressure").values[5] == 105.0F);
}

TEST_CASE("SU2: solids of every kind keep their points", "[su2]")
{
    const TemporaryFolder folder;
    const std::string mesh =
        "NDIME= 3\nNELEM= 4\n12 0 1 2 3 4 5 6 7\n10 0 1 3 4\n13 0 1 3 4 5 7\n14 0 1 2 3 4\nNPOIN= 8\n"
        "0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n";
    std::string flow = "\"PointID\"\t\"x\"\t\"y\"\t\"z\"\t\"Velocity_x\"\t\"Velocity_y\"\t\"Velocity_z\"\n";
    for (int n = 0; n < 8; ++n)
        flow +=
            fmt::format("{}\t{}\t{}\t{}\t1\t2\t3\n", n, n % 4 == 1 || n % 4 == 2 ? 1 : 0, n % 4 / 2, n / 4);
    const auto data = compute::read_files({folder.write("a.su2", mesh), folder.write("a.csv", flow)}, 1000);
    const auto& cells = std::get<compute::UnstructuredGeometry>(data.geometry).cells;
    CHECK(cells.kinds == std::vector{compute::CellKind::Hexa, compute::CellKind::Tetra,
                                     compute::CellKind::Wedge, compute::CellKind::Pyramid});
    CHECK(array_of(data, data.default_vector).values[23] == 3.0F);
}

TEST_CASE("SU2: what does not go together is refused, with its line", "[su2]")
{
    const TemporaryFolder folder;
    const auto refuses = [&](const std::string& mesh, const std::string& flow, const char* text) {
        CAPTURE(text);
        CHECK_THROWS_WITH(
            compute::read_files({folder.write("m.su2", mesh), folder.write("f.csv", flow)}, 1000),
            ContainsSubstring(text));
    };
    const std::string whole = solution();
    refuses(flat_mesh(), whole.substr(0, whole.rfind("\n0, ") + 1),
            "has 5 rows, expected one for each of 6 points");
    refuses(flat_mesh(), solution(1.0), "line 2: point 5 is not where the mesh has it: x = 3, not 2");
    refuses(flat_mesh(), "x,y\n0,0\n", "first column is \"PointID\"");
    refuses("NZONE= 2\nIZONE= 1\n" + flat_mesh(), whole, "line 1: the mesh has several zones");
    refuses("NDIME= 2\nNELEM= 1\n7 0 1 2\nNPOIN= 0\n", whole, "line 3: expected an element of kind 5, 9");
    refuses("NDIME= 2\nNELEM= 1\n5 0 1 9\nNPOIN= 3\n0 0\n1 0\n0 1\n", whole,
            "an element has point 9, of 3 from 0");
    refuses("NDIME= 2\nNELEM= 999999999\n5 0 1 2\n", whole, "line 2: expected a number of elements below");
    refuses("NDIME= 2\nNELEM= 1\n5 0 1 2\nNPOIN= 3\n0 0\n1 O\n", whole,
            "line 6: expected a coordinate, found 'O'");
    CHECK_THROWS_WITH(
        compute::read_files({folder.write("m.su2", flat_mesh()), folder.write("f.csv", whole)}, 5),
        ContainsSubstring("6"));
}

TEST_CASE("SU2: places far from 0 keep their digits", "[su2]")
{
    const TemporaryFolder folder;
    constexpr double from = 5'000'000.0;
    const auto data = compute::read_files(
        {folder.write("channel.su2", flat_mesh(from)), folder.write("flow.csv", solution(from))}, 1000);
    const auto& mesh = std::get<compute::UnstructuredGeometry>(data.geometry);
    CHECK(mesh.origin.x + mesh.points[5].x == from + 2.0);
}
