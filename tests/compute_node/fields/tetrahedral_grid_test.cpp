#include "compute_node/fields/tetrahedral_grid.h"
#include "tests/catch.h"
#include "tests/compute_node/meshes.h"

#include <glm/geometric.hpp>

#include <limits>
#include <optional>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A mesh whose velocity is the position itself.
struct MeshWithNodes {
    explicit MeshWithNodes(const UnstructuredGeometry& mesh) : grid{mesh.points, mesh.cells}
    {
        for (const glm::vec3& p : mesh.points) nodes.emplace_back(p, 1.0F);
    }
    [[nodiscard]] std::optional<Node> sample(glm::vec3 position, CellCursor& cursor) const
    {
        if (!grid.find(position, nodes.data(), cursor)) return std::nullopt;
        return grid.interpolate(nodes.data(), cursor);
    }
    [[nodiscard]] std::optional<Node> sample(glm::vec3 position) const
    {
        CellCursor cursor;
        return sample(position, cursor);
    }

    TetrahedralGrid grid;
    Nodes nodes;
};

glm::vec3 random_point(std::mt19937& random)
{
    std::uniform_real_distribution<float> inside{-1.99F, 1.99F};
    return {inside(random), inside(random), inside(random)};
}

/// The box without its middle third, which is six tetrahedra.
UnstructuredGeometry holed_mesh()
{
    UnstructuredGeometry mesh = box_mesh(3, CellKind::Tetra);
    constexpr std::size_t middle = 6 * (1 + 3 * (1 + 3 * 1));
    mesh.cells.kinds.erase(mesh.cells.kinds.begin() + middle, mesh.cells.kinds.begin() + middle + 6);
    const auto corner = mesh.cells.corners.begin() + 4 * middle;
    mesh.cells.corners.erase(corner, corner + 24);
    return mesh;
}

/// Every cell has points of its own: nobody is anybody's neighbour.
UnstructuredGeometry cracked(const UnstructuredGeometry& mesh)
{
    UnstructuredGeometry apart;
    apart.cells.kinds = mesh.cells.kinds;
    for (const std::uint32_t corner : mesh.cells.corners) {
        apart.cells.corners.push_back(static_cast<std::uint32_t>(apart.points.size()));
        apart.points.push_back(mesh.points[corner]);
    }
    return apart;
}

}  // namespace

TEST_CASE("TetrahedralGrid: a walk ends where the index points to", "[mesh]")
{
    const MeshWithNodes mesh{box_mesh(6, CellKind::Tetra)};
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
    const MeshWithNodes mesh{box_mesh(4, CellKind::Tetra)};
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), far = 1e30F;
    for (const glm::vec3 p :
         {glm::vec3{2.01F, 0, 0}, {0, -2.01F, 0}, {0, 0, far}, {nan, 0, 0}, {0, nan, 0}}) {
        CellCursor known;
        REQUIRE(mesh.sample({0.1F, 0.2F, 0.3F}, known));
        CHECK_FALSE(mesh.sample(p));
        CHECK_FALSE(mesh.sample(p, known));
    }
    CHECK(mesh.sample({2.0F, -2.0F, 2.0F}));
    CHECK(mesh.sample({-2.0F, 0.0F, 0.5F}));
}

TEST_CASE("TetrahedralGrid: a hole is outside, and what lies behind it is found", "[mesh]")
{
    const MeshWithNodes mesh{holed_mesh()};
    CellCursor cursor;
    REQUIRE(mesh.sample({-1.8F, 0.0F, 0.0F}, cursor));
    CHECK_FALSE(mesh.sample({0.0F, 0.0F, 0.0F}, cursor));
    CHECK_FALSE(mesh.sample({0.0F, 0.0F, 0.0F}));
    const auto behind = mesh.sample({1.8F, 0.0F, 0.0F}, cursor);
    REQUIRE(behind);
    CHECK(behind->x == Approx(1.8F));
}

TEST_CASE("TetrahedralGrid: cells that share no points but places are neighbours all the same", "[mesh]")
{
    const UnstructuredGeometry mesh = box_mesh(4, CellKind::Tetra);
    const MeshWithNodes whole{mesh}, apart{cracked(mesh)};
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
