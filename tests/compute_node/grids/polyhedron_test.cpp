#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/cells/cell_faces.h"
#include "compute_node/grids/cells/cell_of_faces.h"
#include "compute_node/grids/polyhedron.h"
#include "tests/catch.h"
#include "tests/compute_node/meshes.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <map>
#include <set>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

using Faces = std::vector<std::vector<std::uint32_t>>;

/// As a cutter wants them: each its number of corners and these corners. Every other one goes round the other
/// way, and none begins where it was given.
std::vector<std::uint32_t> stream_of(const Faces& faces)
{
    std::vector<std::uint32_t> stream;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        std::vector<std::uint32_t> corners = faces[f];
        if (f % 2 == 1) std::reverse(corners.begin(), corners.end());
        std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(f % corners.size()),
                    corners.end());
        stream.push_back(static_cast<std::uint32_t>(corners.size()));
        stream.insert(stream.end(), corners.begin(), corners.end());
    }
    return stream;
}

Faces faces_of_block(const std::uint32_t* h)
{
    return {{h[0], h[1], h[2], h[3]}, {h[4], h[5], h[6], h[7]}, {h[0], h[1], h[5], h[4]},
            {h[1], h[2], h[6], h[5]}, {h[2], h[3], h[7], h[6]}, {h[3], h[0], h[4], h[7]}};
}

/// A prism over a polygon in the plane, one unit high.
struct Prism {
    std::vector<glm::vec3> points;
    Faces faces;
};

Prism prism_over(const std::vector<glm::vec2>& outline)
{
    Prism prism;
    const auto n = static_cast<std::uint32_t>(outline.size());
    for (const float z : {0.0F, 1.0F})
        for (const glm::vec2& p : outline) prism.points.emplace_back(p.x, p.y, z);
    prism.faces.resize(2);
    for (std::uint32_t i = 0; i < n; ++i) {
        prism.faces[0].push_back(i);
        prism.faces[1].push_back(n + i);
        prism.faces.push_back({i, (i + 1) % n, n + (i + 1) % n, n + i});
    }
    return prism;
}

/// Of tetrahedra, and of pyramids with bilinear bases: between those of both ways of cutting the base.
double volume_of(const CellList& cells, const std::vector<glm::vec3>& points)
{
    double sum = 0.0;
    cells.for_each([&](CellKind kind, const std::uint32_t* c) {
        const auto volume = [&](int i, int j, int k, int tip) {
            const glm::dvec3 origin{points[c[tip]]};
            const auto edge = [&](int corner) { return glm::dvec3{points[c[corner]]} - origin; };
            return std::abs(glm::dot(edge(i), glm::cross(edge(j), edge(k)))) / 6.0;
        };
        sum +=
            kind == CellKind::Tetra
                ? volume(0, 1, 2, 3)
                : (volume(0, 1, 2, 4) + volume(2, 3, 0, 4) + volume(1, 2, 3, 4) + volume(3, 0, 1, 4)) / 2.0;
    });
    return sum;
}

/// The pieces of one or more polyhedra as a mesh; the velocity is the position.
struct CutMesh {
    std::size_t polyhedra = 0, folded = 0;
    GridData data;

    CutMesh(const std::vector<glm::vec3>& points, const std::vector<Faces>& cells)
    {
        PolyhedronCutter cutter{points};
        UnstructuredGeometry mesh{points, {}};
        for (const Faces& faces : cells) cutter.cut(stream_of(faces), mesh.cells);
        data = data_on(
            mesh, [](glm::dvec3 p) { return p; }, [](glm::dvec3 p) { return p.x - 2.0 * p.z; });
        cutter.add_points(data);
        polyhedra = cutter.polyhedra();
        folded = cutter.folded();
        CHECK(cutter.pieces() == data_cells().size());
    }
    [[nodiscard]] const CellList& data_cells() const
    {
        return std::get<UnstructuredGeometry>(data.geometry).cells;
    }
    [[nodiscard]] double volume() const
    {
        return volume_of(data_cells(), std::get<UnstructuredGeometry>(data.geometry).points);
    }
};

const std::vector<glm::vec2> corner_shape{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
const std::vector<glm::vec2> horseshoe{{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};

/// How many faces only one piece has, and how many more than two have.
std::pair<std::size_t, std::size_t> single_and_crowded(const CellList& cells)
{
    std::map<std::set<std::uint32_t>, int> users;
    cells.for_each([&](CellKind kind, const std::uint32_t* points) {
        for (const auto& side : sides_of(kind)) {
            std::set<std::uint32_t> face;
            for (const std::int8_t corner : side)
                if (corner >= 0) face.insert(points[corner]);
            if (!face.empty()) ++users[face];
        }
    });
    std::size_t single = 0, crowded = 0;
    for (const auto& [face, count] : users) {
        single += count == 1 ? 1 : 0;
        crowded += count > 2 ? 1 : 0;
    }
    return {single, crowded};
}

}  // namespace

TEST_CASE("Polygon: where it is cut does not depend on how its corners are listed", "[mesh]")
{
    const std::vector<glm::vec3> points{{0, 0, 0.1F}, {3, 0, 0}, {3, 1, 0.2F},
                                        {1, 1, 0},    {1, 3, 0}, {0, 3, 0.3F}};
    const auto cut = [&](std::vector<std::uint32_t> corners) {
        std::vector<TriangleCorners> triangles;
        append_triangles(corners, points, triangles);
        std::set<std::set<std::uint32_t>> sets;
        for (const TriangleCorners& t : triangles) sets.insert({t.begin(), t.end()});
        return sets;
    };
    std::vector<std::uint32_t> corners{0, 1, 2, 3, 4, 5};
    const auto expected = cut(corners);
    CHECK(expected.size() == 4);
    for (int turn = 0; turn < 6; ++turn) {
        std::rotate(corners.begin(), corners.begin() + 1, corners.end());
        CHECK(cut(corners) == expected);
        CHECK(cut({corners.rbegin(), corners.rend()}) == expected);
    }
}

TEST_CASE("Polygon: triangles of a concave one fill it and turn its way", "[mesh]")
{
    for (const std::vector<glm::vec2>& outline : {corner_shape, horseshoe}) {
        std::vector<glm::vec3> points;
        std::vector<std::uint32_t> corners;
        for (const glm::vec2& p : outline) {
            corners.push_back(static_cast<std::uint32_t>(points.size()));
            points.emplace_back(p.x, p.y, 0.0F);
        }
        for (const double sense : {1.0, -1.0}) {
            std::vector<TriangleCorners> triangles;
            append_triangles(corners, points, triangles);
            CHECK(triangles.size() == outline.size() - 2);
            double area = 0.0;
            for (const TriangleCorners& t : triangles) {
                const double z = glm::cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]).z;
                CHECK(sense * z > 0.0);
                area += sense * z / 2.0;
            }
            CHECK(area == Approx(outline.size() == 6 ? 5.0 : 7.0));
            std::reverse(corners.begin(), corners.end());
        }
    }
}

TEST_CASE("Polyhedron: its pieces have its volume, convex or not", "[mesh]")
{
    const Prism hexagon = prism_over({{2, 0}, {1, 1.5F}, {-1, 1.5F}, {-2, 0}, {-1, -1.5F}, {1, -1.5F}});
    const CutMesh convex{hexagon.points, {hexagon.faces}};
    CHECK(convex.volume() == Approx(9.0).epsilon(1e-6));  // two trapezoids of sides 4 and 2, 1.5 high
    const Prism corner =
        prism_over(corner_shape);  // the mean of its corners lies outside its inner edges' sight
    const CutMesh concave{corner.points, {corner.faces}};
    CHECK(concave.folded == 0);
    CHECK(concave.volume() == Approx(5.0).epsilon(1e-6));
}

TEST_CASE("Polyhedron: a linear field is linear in all pieces, wherever the point inside lies", "[mesh]")
{
    for (const Prism& prism : {prism_over(corner_shape), prism_over({{0, 0}, {4, 0}, {5, 2}, {1, 3}})}) {
        const Dataset dataset{"m", CutMesh{prism.points, {prism.faces}}.data};
        const auto field = dataset.field({"velocity", "s"});
        for (const glm::vec3 p : {glm::vec3{0.9F, 0.8F, 0.5F}, {0.5F, 0.3F, 0.2F}, {2.7F, 0.4F, 0.9F}}) {
            const auto sample = field->sample(p);
            REQUIRE(sample);
            CHECK(glm::distance(sample->velocity, p) < 1e-5F);
            CHECK(sample->scalar == Approx(p.x - 2.0F * p.z).margin(1e-5));
        }
    }
}

TEST_CASE("Polyhedron: neighbours cut bent faces alike, and fill the box together", "[mesh]")
{
    constexpr int n = 4;
    const UnstructuredGeometry blocks = box_mesh(n, CellKind::Hexa);
    std::vector<Faces> cells;
    blocks.cells.for_each(
        [&](CellKind, const std::uint32_t* corners) { cells.push_back(faces_of_block(corners)); });
    const CutMesh mesh{blocks.points, cells};
    CHECK(mesh.polyhedra == n * n * n);
    CHECK(mesh.folded == 0);
    CHECK(mesh.volume() == Approx(64.0).epsilon(1e-6));
    const auto [single, crowded] = single_and_crowded(mesh.data_cells());
    CHECK(single == 6 * n * n);  // the squares of the box's sides
    CHECK(crowded == 0);
}

TEST_CASE("Polyhedron: one with a side that is shared by four smaller cells leaves no gap to them", "[mesh]")
{
    // A cube from x = 0 to 2 and, beside it, four of half its size, as where a mesh is refined.
    std::vector<glm::vec3> points;
    std::map<std::array<int, 3>, std::uint32_t> numbers;
    const auto at = [&](int x, int y, int z) {
        const auto [found, is_new] =
            numbers.try_emplace({x, y, z}, static_cast<std::uint32_t>(points.size()));
        if (is_new) points.emplace_back(x, y, z);
        return found->second;
    };
    Faces large{{at(0, 0, 0), at(0, 2, 0), at(0, 2, 2), at(0, 0, 2)},
                {at(0, 0, 0), at(2, 0, 0), at(2, 0, 1), at(2, 0, 2), at(0, 0, 2)},
                {at(0, 2, 0), at(2, 2, 0), at(2, 2, 1), at(2, 2, 2), at(0, 2, 2)},
                {at(0, 0, 0), at(2, 0, 0), at(2, 1, 0), at(2, 2, 0), at(0, 2, 0)},
                {at(0, 0, 2), at(2, 0, 2), at(2, 1, 2), at(2, 2, 2), at(0, 2, 2)}};
    std::vector<Faces> cells;
    for (const int y : {0, 1})
        for (const int z : {0, 1}) {
            large.push_back({at(2, y, z), at(2, y + 1, z), at(2, y + 1, z + 1), at(2, y, z + 1)});
            const std::array h{at(2, y, z),     at(3, y, z),     at(3, y + 1, z),     at(2, y + 1, z),
                               at(2, y, z + 1), at(3, y, z + 1), at(3, y + 1, z + 1), at(2, y + 1, z + 1)};
            cells.push_back(faces_of_block(h.data()));
        }
    cells.push_back(large);
    const CutMesh mesh{points, cells};
    CHECK(mesh.volume() == Approx(8.0 + 4.0));
    const auto [single, crowded] = single_and_crowded(mesh.data_cells());
    // Outside: of the large one a square, and four pentagons of three triangles; of each small one two sides
    // and the end.
    CHECK(single == 1 + 4 * 3 + 4 * 3);
    CHECK(crowded == 0);
}

TEST_CASE("Polyhedron: of one that no point sees all of nothing is missing", "[mesh]")
{
    const Prism prism = prism_over(horseshoe);
    const CutMesh mesh{prism.points, {prism.faces}};
    CHECK(mesh.folded == 1);
    const Dataset dataset{"m", mesh.data};
    std::mt19937 random{9};
    std::uniform_real_distribution<float> within{0.01F, 2.99F};
    for (int i = 0; i < 500; ++i) {
        const glm::vec3 p{within(random), within(random), within(random) / 3.0F};
        if (p.x > 1.0F && p.x < 2.0F && p.y > 1.0F) continue;  // between its arms
        REQUIRE(dataset.field()->sample(p));
    }
}

TEST_CASE("Polyhedron: a blanked corner blanks the point inside", "[mesh]")
{
    const Prism prism = prism_over({{0, 0}, {4, 0}, {5, 2}, {1, 3}});
    PolyhedronCutter cutter{prism.points};
    GridData data;
    UnstructuredGeometry mesh{prism.points, {}};
    cutter.cut(stream_of(prism.faces), mesh.cells);
    data.geometry = mesh;
    data.blanked = {0, 0, 1, 0, 0, 0, 0, 0};
    cutter.add_points(data);
    CHECK(data.blanked.back() == 1);
    CHECK(data.blanked.size() == 9);
}

TEST_CASE("Polyhedron: faces that are not made of points are refused", "[mesh]")
{
    const std::vector<glm::vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    PolyhedronCutter cutter{points};
    CellList cells;
    const std::vector<std::uint32_t> no_point{3, 0, 1, 4}, cut_off{3, 0, 1};
    CHECK_THROWS_WITH(cutter.cut(no_point, cells), ContainsSubstring("point 4 as a corner, of 4 points"));
    CHECK_THROWS_WITH(cutter.cut(cut_off, cells), ContainsSubstring("should have 3 corners, found 2"));
}

TEST_CASE("Polyhedron: between one and a hexahedron with the same bent face nothing is missing", "[mesh]")
{
    // Blocks of the bent box, every other one a polyhedron.
    const UnstructuredGeometry blocks = box_mesh(4, CellKind::Hexa);
    PolyhedronCutter cutter{blocks.points};
    UnstructuredGeometry mesh{blocks.points, {}};
    std::size_t number = 0;
    blocks.cells.for_each([&](CellKind kind, const std::uint32_t* corners) {
        if ((number + number / 4 + number / 16) % 2 == 0) {
            cutter.cut(stream_of(faces_of_block(corners)), mesh.cells);
        } else {
            mesh.cells.kinds.push_back(kind);
            mesh.cells.corners.insert(mesh.cells.corners.end(), corners, corners + 8);
        }
        ++number;
    });
    GridData data = data_on(
        mesh, [](glm::dvec3 p) { return p; }, [](glm::dvec3) { return 0.0; });
    cutter.add_points(data);
    const auto field = Dataset{"m", data}.field();
    std::mt19937 random{10};
    std::uniform_real_distribution<float> within{-1.99F, 1.99F};
    for (int i = 0; i < 20000; ++i) {
        const glm::vec3 p{within(random), within(random), within(random)};
        const auto sample = field->sample(p);
        REQUIRE(sample);
        REQUIRE(glm::distance(sample->velocity, p) < 1e-4F);
    }
}

namespace {

std::set<std::set<std::uint32_t>> sides_of_cell(const PlainCell& cell)
{
    std::set<std::set<std::uint32_t>> sides;
    for (const auto& side : sides_of(cell.kind)) {
        std::set<std::uint32_t> corners;
        for (const std::int8_t corner : side)
            if (corner >= 0) corners.insert(cell.points()[static_cast<std::size_t>(corner)]);
        if (!corners.empty()) sides.insert(corners);
    }
    return sides;
}

}  // namespace

TEST_CASE("Cell of faces: its sides are the faces, however they are listed", "[mesh]")
{
    // Of a unit cube, numbered against the order of places.
    const std::vector<glm::vec3> points{{1, 1, 1}, {0, 1, 1}, {1, 0, 1}, {0, 0, 1},
                                        {1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}};
    struct Shape {
        CellKind kind;
        Faces faces;
    };
    const std::array h{7U, 6U, 4U, 5U, 3U, 2U, 0U, 1U};
    for (const Shape& shape :
         {Shape{CellKind::Tetra, {{7, 6, 5}, {7, 6, 3}, {6, 5, 3}, {5, 7, 3}}},
          Shape{CellKind::Pyramid, {{7, 6, 3}, {6, 4, 3}, {4, 5, 3}, {5, 7, 3}, {7, 6, 4, 5}}},
          Shape{CellKind::Wedge, {{7, 6, 2, 3}, {7, 6, 5}, {6, 5, 1, 2}, {3, 2, 1}, {5, 7, 3, 1}}},
          Shape{CellKind::Hexa, faces_of_block(h.data())}}) {
        const auto cell = cell_of_faces(stream_of(shape.faces), points);
        REQUIRE(cell);
        CHECK(cell->kind == shape.kind);
        std::set<std::set<std::uint32_t>> faces;
        for (const auto& face : shape.faces) faces.emplace(face.begin(), face.end());
        CHECK(sides_of_cell(*cell) == faces);
        const auto at = [&](std::size_t i) { return glm::dvec3{points[cell->points()[i]]}; };
        CHECK(glm::dot(glm::cross(at(1) - at(0), at(2) - at(0)), at(cell->points().size() - 1) - at(0)) >
              0.0);
    }
}

TEST_CASE("Cell of faces: other polyhedra, open faces and corners that are no points give none", "[mesh]")
{
    const Prism hexagon = prism_over({{2, 0}, {1, 1.5F}, {-1, 1.5F}, {-2, 0}, {-1, -1.5F}, {1, -1.5F}});
    CHECK_FALSE(cell_of_faces(stream_of(hexagon.faces), hexagon.points));
    const Prism block = prism_over({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    CHECK(cell_of_faces(stream_of(block.faces), block.points));
    Faces open = block.faces;
    open.back() = open.front();
    CHECK_FALSE(cell_of_faces(stream_of(open), block.points));
    const std::vector<glm::vec3> fewer{block.points.begin(), block.points.end() - 1};
    CHECK_FALSE(cell_of_faces(stream_of(block.faces), fewer));
    CHECK_FALSE(cell_of_faces(std::vector<std::uint32_t>{4, 0, 1}, block.points));
    CHECK_FALSE(cell_of_faces({}, block.points));
}

TEST_CASE("Polyhedron: one with the faces of a hexahedron is that, uncut", "[mesh]")
{
    const Prism block = prism_over({{0, 0}, {2, 0}, {2, 1}, {0, 1}});
    PolyhedronCutter cutter{block.points};
    CellList cells;
    cutter.add(stream_of(block.faces), cells);
    CHECK(cells.kinds == std::vector{CellKind::Hexa});
    CHECK(cutter.polyhedra() == 0);
}
