#include "compute_node/grids/tetrahedral_grid.h"
#include "tests/catch.h"
#include "tests/compute_node/grids/cells/mesh_with_nodes.h"

#include <glm/geometric.hpp>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

using TetraMesh = MeshWithNodes<TetrahedralGrid>;

}  // namespace

TEST_CASE("TetrahedralGrid: a walk ends where the index points to", "[mesh]")
{
    const TetraMesh mesh{box_mesh(6, CellKind::Tetra)};
    std::mt19937 random{3};
    CellCursor walker;
    REQUIRE(mesh.sample({0.1F, 0.2F, 0.3F}, walker));
    int walked = 0;
    for (int i = 0; i < 1000; ++i) {
        const glm::vec3 p = random_point(random);
        walked += mesh.grid.walk(p, walker) ? 1 : 0;
        const auto value = mesh.sample(p, walker);
        REQUIRE(value);
        REQUIRE(glm::distance(glm::vec3{*value}, p) < 1e-5F);
        const auto looked_up = mesh.sample(p);
        REQUIRE(looked_up);
        REQUIRE(glm::distance(glm::vec3{*looked_up}, p) < 1e-5F);
    }
    CHECK(walked > 950);  // the box is convex, and seldom are 64 tetrahedra too few
}

TEST_CASE("TetrahedralGrid: points beyond the boundary and what is no number are outside", "[mesh]")
{
    check_outside(TetraMesh{box_mesh(4, CellKind::Tetra)});
}

TEST_CASE("TetrahedralGrid: a hole is outside, and what lies behind it is found", "[mesh]")
{
    check_hole(TetraMesh{holed_mesh(CellKind::Tetra)});
}

TEST_CASE("TetrahedralGrid: cells that share no points but places are neighbours all the same", "[mesh]")
{
    const UnstructuredGeometry mesh = box_mesh(4, CellKind::Tetra);
    const TetraMesh whole{mesh}, apart{cracked(mesh)};
    const auto shared = [](const TetrahedralGrid& grid) {
        std::size_t faces = 0;
        for (const WalkedTetrahedron& t : grid.tetrahedra())
            for (const std::int32_t neighbour : t.neighbours) faces += neighbour >= 0 ? 1 : 0;
        return faces;
    };
    CHECK(shared(apart.grid) == shared(whole.grid));
    std::mt19937 random{4};
    CellCursor cursor;
    for (int i = 0; i < 500; ++i) {
        const glm::vec3 p = random_point(random);
        const auto value = apart.sample(p, cursor);
        REQUIRE(value);
        REQUIRE(glm::distance(glm::vec3{*value}, p) < 1e-5F);
    }
}

TEST_CASE("TetrahedralGrid: a walk among cells folded over each other ends", "[mesh]")
{
    UnstructuredGeometry mesh = box_mesh(4, CellKind::Tetra);
    std::mt19937 random{5};
    for (glm::vec3& p : mesh.points) p += 0.5F * random_point(random);
    const TetrahedralGrid grid{mesh.points, mesh.cells};
    const Nodes nodes(mesh.points.size(), Node{1.0F});
    CellCursor cursor;
    for (int i = 0; i < 1000; ++i) (void)grid.find(random_point(random), nodes.data(), cursor);
    SUCCEED("all of them ended");
}

TEST_CASE("TetrahedralGrid: a mesh without any volume is refused, and thin tetrahedra are left out", "[mesh]")
{
    const std::vector<glm::vec3> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    CHECK_THROWS_WITH((TetrahedralGrid{line, {{CellKind::Tetra}, {0, 1, 2, 3}}}),
                      ContainsSubstring("has a volume"));
    const TetrahedralGrid grid{line, {{CellKind::Tetra, CellKind::Tetra}, {0, 1, 2, 4, 0, 1, 4, 5}}};
    CHECK(grid.tetrahedra().size() == 1);
    CHECK(grid.degenerate() == 1);
}

TEST_CASE("TetrahedralGrid: metres along one axis and parts of a degree along others are a volume", "[mesh]")
{
    const std::vector<glm::vec3> points{{0, 0, 0}, {1e-5F, 0, 500}, {0, 1e-5F, 300}, {1e-5F, 0, 501}};
    const TetrahedralGrid grid{points, {{CellKind::Tetra}, {0, 1, 2, 3}}};
    CHECK(grid.degenerate() == 0);
}
