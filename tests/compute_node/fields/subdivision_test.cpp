#include "compute_node/fields/tetrahedral_mesh.h"
#include "tests/catch.h"
#include "tests/compute_node/meshes.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <map>
#include <set>

using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

double volume_of(const TetrahedronCorners& t, const std::vector<glm::vec3>& points)
{
    const glm::dvec3 origin{points[t[0]]};
    const auto edge = [&](int i) { return glm::dvec3{points[t[i]]} - origin; };
    return std::abs(glm::dot(edge(1), glm::cross(edge(2), edge(3)))) / 6.0;
}

double volume_of(const TetrahedralMesh& mesh, const std::vector<glm::vec3>& points)
{
    double sum = 0.0;
    for (const auto& t : mesh.corners) sum += volume_of(t, points);
    return sum;
}

/// How many faces one tetrahedron has, and how many are shared by more than two.
struct FaceCounts {
    std::size_t single = 0, crowded = 0;
};

FaceCounts count_faces(const std::vector<TetrahedronCorners>& tetrahedra)
{
    std::map<std::set<std::uint32_t>, int> users;
    for (const auto& t : tetrahedra)
        for (int opposite = 0; opposite < 4; ++opposite) {
            std::set<std::uint32_t> face{t.begin(), t.end()};
            face.erase(t[opposite]);
            ++users[face];
        }
    FaceCounts counts;
    for (const auto& [face, count] : users) {
        counts.single += count == 1 ? 1 : 0;
        counts.crowded += count > 2 ? 1 : 0;
    }
    return counts;
}

constexpr std::array kinds{CellKind::Tetra, CellKind::Pyramid, CellKind::Wedge, CellKind::Hexa};

/// The corners of a cell of each kind in the unit cube.
std::vector<glm::vec3> unit_cell(CellKind kind)
{
    if (kind == CellKind::Tetra) return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (kind == CellKind::Pyramid) return {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5F, 0.5F, 1}};
    if (kind == CellKind::Wedge) return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    return {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
}

double unit_volume(CellKind kind)
{
    if (kind == CellKind::Tetra) return 1.0 / 6.0;
    if (kind == CellKind::Pyramid) return 1.0 / 3.0;
    return kind == CellKind::Wedge ? 0.5 : 1.0;
}

}  // namespace

TEST_CASE("Subdivision: tetrahedra fill a cell of each kind exactly, however its points are numbered",
          "[mesh]")
{
    std::mt19937 random{1};
    for (const CellKind kind : kinds) {
        const std::vector<glm::vec3> cell = unit_cell(kind);
        std::vector<std::uint32_t> corners(cell.size());
        std::iota(corners.begin(), corners.end(), 0U);
        for (int turn = 0; turn < 100; ++turn) {
            std::shuffle(corners.begin(), corners.end(), random);
            std::vector<glm::vec3> points(cell.size());
            for (std::size_t i = 0; i < cell.size(); ++i) points[corners[i]] = cell[i];
            const TetrahedralMesh mesh = cut_cells({{kind}, corners}, MeshPoints{points});
            REQUIRE(volume_of(mesh, points) == Approx(unit_volume(kind)).epsilon(1e-12));
            REQUIRE(mesh.degenerate == 0);
            REQUIRE(mesh.first_of_cell == std::vector<std::uint32_t>{0});
        }
    }
}

TEST_CASE("Subdivision: neighbours share their faces in meshes of each kind and of mixed kinds", "[mesh]")
{
    constexpr int n = 4;
    std::vector<UnstructuredGeometry> meshes{mixed_mesh(n)};
    for (const CellKind kind : kinds) meshes.push_back(box_mesh(n, kind));
    for (const UnstructuredGeometry& mesh : meshes) {
        INFO(plural_of(mesh.cells.kinds.front()));
        const TetrahedralMesh cut = cut_cells(mesh.cells, MeshPoints{mesh.points});
        CHECK(volume_of(cut, mesh.points) == Approx(64.0).epsilon(1e-6));  // 4^3; points are binary32
        const FaceCounts faces = count_faces(cut.corners);
        CHECK(faces.single == 6 * n * n * 2);  // two triangles for each square of the box's sides
        CHECK(faces.crowded == 0);
    }
}

TEST_CASE("Subdivision: a neighbour across a face has the face's corners, and says the same of us", "[mesh]")
{
    const UnstructuredGeometry mesh = mixed_mesh(4);
    const TetrahedralMesh cut = cut_cells(mesh.cells, MeshPoints{mesh.points});
    const auto neighbours = neighbours_of(cut.corners, MeshPoints{mesh.points});
    std::size_t boundary = 0;
    for (std::size_t t = 0; t < cut.corners.size(); ++t)
        for (int side = 0; side < 4; ++side) {
            const std::int32_t other = neighbours[t][side];
            if (other < 0) {
                ++boundary;
                continue;
            }
            const auto& back = neighbours[other];
            REQUIRE(std::count(back.begin(), back.end(), static_cast<std::int32_t>(t)) == 1);
            const std::set<std::uint32_t> theirs{cut.corners[other].begin(), cut.corners[other].end()};
            for (int i = 0; i < 4; ++i) REQUIRE(theirs.contains(cut.corners[t][i]) == (i != side));
        }
    CHECK(boundary == count_faces(cut.corners).single);
}

TEST_CASE("Subdivision: a hexahedron whose corners coincide is cut like the cell it has become", "[mesh]")
{
    // One face is drawn together to an edge: a wedge of half the volume.
    const std::vector<glm::vec3> points = unit_cell(CellKind::Hexa);
    const TetrahedralMesh wedge = cut_cells({{CellKind::Hexa}, {0, 1, 2, 2, 4, 5, 6, 6}}, MeshPoints{points});
    CHECK(volume_of(wedge, points) == Approx(0.5));
    CHECK(wedge.corners.size() == 3);
    CHECK(wedge.degenerate == 0);
}

TEST_CASE("Subdivision: tetrahedra without a volume are left out and counted", "[mesh]")
{
    const std::vector<glm::vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}};
    const TetrahedralMesh mesh =
        cut_cells({{CellKind::Tetra, CellKind::Tetra}, {0, 1, 2, 3, 0, 1, 2, 4}}, MeshPoints{points});
    CHECK(mesh.degenerate == 1);
    CHECK(mesh.corners.size() == 1);
}

TEST_CASE("Subdivision: very thin cells are kept", "[mesh]")
{
    std::vector<glm::vec3> points = unit_cell(CellKind::Hexa);
    for (glm::vec3& p : points) p.z *= 1e-5F;
    const TetrahedralMesh mesh = cut_cells({{CellKind::Hexa}, {0, 1, 2, 3, 4, 5, 6, 7}}, MeshPoints{points});
    CHECK(mesh.degenerate == 0);
    CHECK(volume_of(mesh, points) == Approx(1e-5));
}
