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
        for (int face = 0; face < (grid.flat_axis() < 0 ? 1 : 2); ++face)
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

/// The box without its middle third.
UnstructuredGeometry holed_mesh()
{
    UnstructuredGeometry mesh = box_mesh(3, CellKind::Hexa);
    constexpr std::size_t middle = 1 + 3 * (1 + 3 * 1);
    mesh.cells.kinds.erase(mesh.cells.kinds.begin() + middle);
    const auto corner = mesh.cells.corners.begin() + 8 * middle;
    mesh.cells.corners.erase(corner, corner + 8);
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

/// A square [0, 4]^2 across an axis, of quads and triangles, at 7.
UnstructuredGeometry flat_mesh(int axis)
{
    MeshBuilder builder;
    const auto place = [axis](double a, double b) {
        glm::dvec3 p{7.0};
        p[(axis + 1) % 3] = a;
        p[(axis + 2) % 3] = b;
        return p;
    };
    for (std::uint32_t row = 0; row < 5; ++row)
        for (std::uint32_t column = 0; column < 5; ++column) builder.add_point(place(column, row));
    for (std::uint32_t j = 0; j < 4; ++j)
        for (std::uint32_t i = 0; i < 4; ++i) {
            const std::uint32_t a = i + 5 * j;
            if ((i + j) % 2 == 0) {
                builder.add_cell(CellKind::Quad, {a, a + 1, a + 6, a + 5});
                continue;
            }
            builder.add_cell(CellKind::Triangle, {a, a + 1, a + 6});
            builder.add_cell(CellKind::Triangle, {a, a + 6, a + 5});
        }
    shuffle_points(builder.mesh());
    return builder.mesh();
}

}  // namespace

TEST_CASE("TetrahedralGrid: a walk ends where the index points to", "[mesh]")
{
    const MeshWithNodes mesh{mixed_mesh(6)};
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
    const MeshWithNodes mesh{mixed_mesh(4)};
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
    const UnstructuredGeometry mesh = mixed_mesh(4);
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

TEST_CASE("TetrahedralGrid: a crack is crossed by the index", "[mesh]")
{
    // Two cubes side by side, the second with a point in the middle of the face that they share.
    MeshBuilder builder;
    for (const double x : {0.0, 1.0})
        for (const auto& [y, z] : {std::array{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}})
            builder.add_point({x, y, z});
    builder.add_cell(CellKind::Hexa, {0, 1, 2, 3, 4, 5, 6, 7});
    for (const auto& [y, z] : {std::array{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}})
        builder.add_point({2.0, y, z});
    const std::uint32_t middle = builder.add_point({1.0, 0.4, 0.3}), tip = builder.add_point({1.5, 0.5, 0.5});
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t next = (i + 1) % 4;
        builder.add_cell(CellKind::Tetra, {4 + i, 4 + next, middle, tip});
        builder.add_cell(CellKind::Pyramid, {4 + i, 4 + next, 8 + next, 8 + i, tip});
    }
    builder.add_cell(CellKind::Pyramid, {8, 9, 10, 11, tip});
    const MeshWithNodes mesh{builder.mesh()};
    CellCursor cursor;
    for (float x = 0.05F; x < 2.0F; x += 0.1F) {
        const auto value = mesh.sample({x, 0.35F, 0.62F}, cursor);
        REQUIRE(value);
        REQUIRE(value->x == Approx(x));
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

TEST_CASE("TetrahedralGrid: a mesh of flat cells in a plane holds points at any height", "[mesh]")
{
    for (int axis = 0; axis < 3; ++axis) {
        const MeshWithNodes mesh{flat_mesh(axis)};
        CHECK(mesh.grid.flat_axis() == axis);
        std::mt19937 random{6};
        CellCursor cursor;
        for (int i = 0; i < 200; ++i) {
            glm::vec3 p = random_point(random) + 2.0F;
            p[axis] *= 100.0F;
            const auto value = mesh.sample(p, cursor);
            REQUIRE(value);
            REQUIRE((*value)[(axis + 1) % 3] == Approx(p[(axis + 1) % 3]).margin(1e-5));
            REQUIRE((*value)[(axis + 2) % 3] == Approx(p[(axis + 2) % 3]).margin(1e-5));
        }
        glm::vec3 outside{2.0F};
        outside[(axis + 1) % 3] = 4.1F;
        CHECK_FALSE(mesh.sample(outside, cursor));
    }
}

TEST_CASE("Dataset: a flat mesh has a flat axis, along which nothing moves", "[mesh]")
{
    const Dataset dataset{"mesh", data_on(
                                      flat_mesh(2),
                                      [](glm::dvec3) {
                                          return glm::dvec3{1, 2, 3};
                                      },
                                      [](glm::dvec3 p) { return p.x; })};
    CHECK(dataset.info().bounds.lo == glm::dvec3{0, 0, 7});
    CHECK(dataset.info().bounds.hi == glm::dvec3{4, 4, 7});
    const auto field = dataset.field();
    CHECK(field->info().flat == std::array{false, false, true});
    CHECK(field->sample({1.3F, 2.1F, 0.0F})->velocity == glm::vec3{1, 2, 0});
}

TEST_CASE("TetrahedralGrid: flat cells that lie in no plane, or no volume at all, are refused", "[mesh]")
{
    const std::vector<glm::vec3> points{{0, 0, 0}, {1, 0, 1}, {0, 1, 2}, {1, 1, 0}};
    CHECK_THROWS_WITH((TetrahedralGrid{points, {{CellKind::Quad}, {0, 1, 3, 2}}}),
                      ContainsSubstring("plane x, y or z = const"));
    const std::vector<glm::vec3> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    CHECK_THROWS_WITH((TetrahedralGrid{line, {{CellKind::Tetra}, {0, 1, 2, 3}}}),
                      ContainsSubstring("has a volume"));
}
