#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/grids/isoparametric_grid.h"
#include "compute_node/support/archive.h"
#include "tests/catch.h"
#include "tests/compute_node/grids/cells/mesh_with_nodes.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <memory>

using namespace farfield::compute;
using namespace farfield;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

using MixedMesh = MeshWithNodes<IsoparametricGrid>;

constexpr std::array linear_kinds{CellKind::Tetra, CellKind::Pyramid, CellKind::Wedge, CellKind::Hexa};

/// The quadratic kinds with a volume.
std::vector<CellKind> quadratic_kinds()
{
    std::vector<CellKind> kinds;
    for (const CellTraits& traits : cell_traits)
        if (!is_flat(traits.kind) && is_quadratic(traits.kind)) kinds.push_back(traits.kind);
    return kinds;
}

/// The mesh with a node more wherever a quadratic kind has one, each a point of its cell's own, bent outward
/// from where the corners' map puts it by a smooth function of the place.
UnstructuredGeometry quadratic_mesh(const UnstructuredGeometry& linear, CellKind kind, float bend)
{
    UnstructuredGeometry mesh{linear.points, {}};
    linear.cells.for_each([&](CellKind corners_kind, const std::uint32_t* corners) {
        mesh.cells.kinds.push_back(kind);
        const auto places = node_places(kind);
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (i < corner_count(kind)) {
                mesh.cells.corners.push_back(corners[i]);
                continue;
            }
            const ShapeWeights weights = shape_functions(corners_kind, places[i]);
            glm::vec3 p{0.0F};
            for (std::size_t c = 0; c < corner_count(kind); ++c) p += weights[c] * linear.points[corners[c]];
            // Nothing bends on the faces of the box.
            const float inner = (4.0F - p.x * p.x) * (4.0F - p.y * p.y) * (4.0F - p.z * p.z) / 64.0F;
            p += bend * inner * glm::vec3{std::sin(3.0F * p.y), std::sin(3.0F * p.z), std::sin(3.0F * p.x)};
            mesh.cells.corners.push_back(static_cast<std::uint32_t>(mesh.points.size()));
            mesh.points.push_back(p);
        }
    });
    return mesh;
}

/// The box of a kind of cells, linear or quadratic.
UnstructuredGeometry box_of(CellKind kind, int n = 4)
{
    const UnstructuredGeometry linear = box_mesh(n, traits_of(kind).by_corners);
    return is_quadratic(kind) ? quadratic_mesh(linear, kind, 0.05F) : linear;
}

/// A cell of each kind as it is in its own coordinates; a pyramid with its tip above the middle.
UnstructuredGeometry single_cell(CellKind kind)
{
    UnstructuredGeometry mesh;
    mesh.cells.kinds = {kind};
    for (glm::vec3 place : node_places(kind)) {
        const bool narrows = traits_of(kind).by_corners == CellKind::Pyramid;
        if (narrows)
            place = {place.x * (1 - place.z) + 0.5F * place.z, place.y * (1 - place.z) + 0.5F * place.z,
                     place.z};
        mesh.cells.corners.push_back(static_cast<std::uint32_t>(mesh.points.size()));
        mesh.points.push_back(place);
    }
    return mesh;
}

}  // namespace

TEST_CASE("IsoparametricGrid: a blend of places at the cursor is the position it was found for", "[mesh]")
{
    std::vector<UnstructuredGeometry> meshes{mixed_mesh(6)};
    for (const CellKind kind : linear_kinds) meshes.push_back(box_of(kind, 6));
    for (const CellKind kind : quadratic_kinds()) meshes.push_back(box_of(kind));
    for (const UnstructuredGeometry& geometry : meshes) {
        INFO(traits_of(geometry.cells.kinds.front()).plural);
        const MixedMesh mesh{geometry};
        std::mt19937 random{3};
        CellCursor walker;
        for (int i = 0; i < 500; ++i) {
            const glm::vec3 p = random_point(random);
            const auto value = mesh.sample(p, walker);
            REQUIRE(value);
            REQUIRE(glm::distance(glm::vec3{*value}, p) < 1e-4F);
            const auto looked_up = mesh.sample(p);
            REQUIRE(looked_up);
            REQUIRE(glm::distance(glm::vec3{*looked_up}, p) < 1e-4F);
        }
    }
}

TEST_CASE("IsoparametricGrid: a walk gets to almost any place of a convex mesh by itself", "[mesh]")
{
    for (const CellKind kind : linear_kinds) {
        INFO(traits_of(kind).plural);
        const UnstructuredGeometry geometry = box_mesh(6, kind);
        const MixedMesh mesh{geometry};
        std::mt19937 random{4};
        CellCursor walker;
        REQUIRE(mesh.sample({0.1F, 0.2F, 0.3F}, walker));
        int walked = 0;
        for (int i = 0; i < 500; ++i) {
            const glm::vec3 p = random_point(random);
            walked += mesh.grid.walk_to(p, walker) ? 1 : 0;
            REQUIRE(mesh.sample(p, walker));
        }
        CHECK(walked > 450);
    }
}

TEST_CASE("IsoparametricGrid: every node is in a cell, a pyramid's tip too", "[mesh]")
{
    for (const CellTraits& traits : cell_traits) {
        INFO(traits.plural);
        const UnstructuredGeometry geometry = single_cell(traits.kind);
        const MixedMesh mesh{geometry};
        for (const glm::vec3& p : geometry.points) {
            const auto value = mesh.sample(p);
            REQUIRE(value);
            CHECK(glm::distance(glm::vec3{*value}, p) < 1e-5F);
        }
    }
}

TEST_CASE("IsoparametricGrid: points beyond the boundary and what is no number are outside", "[mesh]")
{
    for (const CellKind kind :
         {CellKind::Pyramid, CellKind::Wedge, CellKind::Hexa, CellKind::TriquadraticHexa}) {
        INFO(traits_of(kind).plural);
        check_outside(MixedMesh{box_of(kind)});
    }
}

TEST_CASE("IsoparametricGrid: the inside of a curved cell is what its midside nodes say", "[mesh]")
{
    // A quarter of a ring between radii 1 and 2: one biquadratic quad.
    const float d = std::sqrt(0.5F);
    UnstructuredGeometry ring;
    ring.points = {{1, 0, 0},    {2, 0, 0},    {0, 2, 0},
                   {0, 1, 0},    {1.5F, 0, 0}, {2 * d, 2 * d, 0},
                   {0, 1.5F, 0}, {d, d, 0},    {1.5F * d, 1.5F * d, 0}};
    ring.cells = {{CellKind::BiquadraticQuad}, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
    const MixedMesh mesh{ring};
    CHECK(mesh.sample({1.39F, 1.39F, 0.0F}));        // beyond the chord from (2, 0) to (0, 2)
    CHECK_FALSE(mesh.sample({1.43F, 1.43F, 0.0F}));  // beyond the arc
    CHECK_FALSE(mesh.sample({0.6F, 0.6F, 0.0F}));    // within the inner arc, though beyond its chord
}

TEST_CASE("IsoparametricGrid: a hole is outside, and what lies behind it is found", "[mesh]")
{
    check_hole(MixedMesh{holed_mesh(CellKind::Hexa)});
}

TEST_CASE("IsoparametricGrid: cells that share no points but places are neighbours all the same", "[mesh]")
{
    const UnstructuredGeometry mesh = mixed_mesh(4);
    const MixedMesh whole{mesh}, apart{cracked(mesh)};
    const auto shared = [](const IsoparametricGrid& grid) {
        std::size_t sides = 0;
        for (const WalkedCell& cell : grid.cells())
            for (const std::int32_t neighbour : cell.neighbours) sides += neighbour >= 0 ? 1 : 0;
        return sides;
    };
    // Of 64 blocks half are six pyramids, with twelve sides inside; 144 sides lie between blocks.
    CHECK(shared(whole.grid) == 2 * (32 * 12 + 144));
    CHECK(shared(apart.grid) == shared(whole.grid));
}

TEST_CASE("IsoparametricGrid: a crack is crossed by the index", "[mesh]")
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
    const MixedMesh mesh{builder.mesh()};
    CellCursor cursor;
    for (float x = 0.05F; x < 2.0F; x += 0.1F) {
        const auto value = mesh.sample({x, 0.35F, 0.62F}, cursor);
        REQUIRE(value);
        REQUIRE(value->x == Approx(x));
    }
}

TEST_CASE("IsoparametricGrid: a walk among cells folded over each other ends", "[mesh]")
{
    for (const CellKind kind :
         {CellKind::Hexa, CellKind::Pyramid, CellKind::Wedge, CellKind::QuadraticTetra}) {
        UnstructuredGeometry mesh = box_of(kind);
        std::mt19937 random{5};
        for (glm::vec3& p : mesh.points) p += 0.5F * random_point(random);
        const IsoparametricGrid grid{mesh.points, mesh.cells};
        const Nodes nodes(mesh.points.size(), Node{1.0F});
        CellCursor cursor;
        for (int i = 0; i < 500; ++i) (void)grid.find(random_point(random), nodes.data(), cursor);
    }
    SUCCEED("all of them ended");
}

TEST_CASE("IsoparametricGrid: cells turned inside out are searched as others are", "[mesh]")
{
    UnstructuredGeometry mesh = box_mesh(3, CellKind::Hexa);
    for (std::size_t cell = 0; cell < mesh.cells.size(); cell += 2)
        for (std::size_t i = 0; i < 4; ++i)
            std::swap(mesh.cells.corners[8 * cell + i], mesh.cells.corners[8 * cell + 4 + i]);
    const MixedMesh turned{mesh};
    std::mt19937 random{8};
    CellCursor cursor;
    for (int i = 0; i < 300; ++i) {
        const glm::vec3 p = random_point(random);
        const auto value = turned.sample(p, cursor);
        REQUIRE(value);
        REQUIRE(glm::distance(glm::vec3{*value}, p) < 1e-4F);
    }
}

TEST_CASE("IsoparametricGrid: hexahedra with edges that have collapsed hold their inside", "[mesh]")
{
    // A wedge as a hexahedron, beside a true one: they share a triangle.
    UnstructuredGeometry mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1},
                   {0, 1, 1}, {0, 0, 2}, {1, 0, 2}, {0, 1, 2}};
    mesh.cells = {{CellKind::Hexa, CellKind::Wedge}, {0, 1, 2, 2, 3, 4, 5, 5, 3, 4, 5, 6, 7, 8}};
    const MixedMesh both{mesh};
    CellCursor cursor;
    for (float z = 0.05F; z < 2.0F; z += 0.1F) {
        const auto value = both.sample({0.3F, 0.6F, z}, cursor);
        REQUIRE(value);
        CHECK(glm::distance(glm::vec3{*value}, {0.3F, 0.6F, z}) < 1e-4F);
    }
    CHECK(both.grid.cells()[0].neighbours[5] == 1);
    CHECK(both.grid.degenerate() == 0);
}

TEST_CASE("IsoparametricGrid: a mesh of flat cells in a plane holds points at any height", "[mesh]")
{
    for (int axis = 0; axis < 3; ++axis) {
        const MixedMesh mesh{flat_mesh(axis)};
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

TEST_CASE("IsoparametricGrid: flat cells that lie in no plane, or no volume at all, are refused", "[mesh]")
{
    const std::vector<glm::vec3> points{{0, 0, 0}, {1, 0, 1}, {0, 1, 2}, {1, 1, 0}};
    CHECK_THROWS_WITH((IsoparametricGrid{points, {{CellKind::Quad}, {0, 1, 3, 2}}}),
                      ContainsSubstring("plane x, y or z = const"));
    const std::vector<glm::vec3> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
    CHECK_THROWS_WITH((IsoparametricGrid{line, {{CellKind::Pyramid}, {0, 1, 2, 3, 4}}}),
                      ContainsSubstring("has a volume"));
}

TEST_CASE("IsoparametricGrid: a velocity crosses a cell in the time that the cell is wide", "[mesh]")
{
    UnstructuredGeometry mesh = single_cell(CellKind::Hexa);
    for (glm::vec3& p : mesh.points) p *= glm::vec3{2.0F, 4.0F, 8.0F};
    const MixedMesh box{mesh};
    CellCursor cursor;
    REQUIRE(box.sample({1.0F, 1.0F, 1.0F}, cursor));
    CHECK(box.grid.crossing_rate(cursor, {1, 0, 0}) == Approx(0.5F));
    CHECK(box.grid.crossing_rate(cursor, {1, 4, 4}) == Approx(1.0F));
    CHECK_FALSE(std::signbit(box.grid.crossing_rate(cursor, {-0.0F, -0.0F, -0.0F})));
}

TEST_CASE("IsoparametricGrid: what was archived finds the same places", "[mesh]")
{
    for (const CellKind kind : {CellKind::Hexa, CellKind::QuadraticWedge}) {
        const UnstructuredGeometry geometry = box_of(kind);
        const MixedMesh mesh{geometry};
        ArchiveWriter writer;
        writer(mesh.grid);
        const std::shared_ptr<std::byte[]> arrays{new std::byte[writer.array_bytes()]};
        for (const auto& array : writer.arrays())
            std::copy(array.bytes.begin(), array.bytes.end(), arrays.get() + array.offset);
        const std::vector<std::byte> bytes = writer.take_bytes();
        ArchiveReader reader{bytes, {arrays, arrays.get()}, writer.array_bytes()};
        IsoparametricGrid copy;
        reader(copy);
        std::mt19937 random{9};
        for (int i = 0; i < 100; ++i) {
            const glm::vec3 p = random_point(random);
            CellCursor here, there;
            REQUIRE(mesh.grid.find(p, mesh.nodes.data(), here));
            REQUIRE(copy.find(p, mesh.nodes.data(), there));
            REQUIRE(here.cell == there.cell);
            REQUIRE(here.local == there.local);
        }
    }
}

TEST_CASE(
    "IsoparametricGrid: cells of metres along one axis and parts of a degree along others have a volume",
    "[mesh]")
{
    for (const CellKind kind : linear_kinds) {
        INFO(traits_of(kind).plural);
        UnstructuredGeometry mesh = single_cell(kind);
        for (glm::vec3& p : mesh.points) p = {1e-3F * p.x, 1e-3F * p.y, p.z + 500.0F * p.x - 300.0F * p.y};
        const IsoparametricGrid grid{mesh.points, mesh.cells};
        CHECK(grid.degenerate() == 0);
        CHECK(grid.cells().size() == 1);
    }
}
