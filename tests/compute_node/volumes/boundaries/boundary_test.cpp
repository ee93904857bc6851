#include "compute_node/volumes/boundaries/boundary_surface.h"

#include "tests/catch.h"
#include "tests/compute_node/displaced_globe.h"
#include "tests/compute_node/volumes/quadratic_data.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <set>

using namespace farfield::compute;
using namespace farfield::compute::test;
namespace model = farfield::model;

namespace {

/// Data, their grid and what boundaries are found in.
struct Made {
    explicit Made(GridData made)
        : data{std::move(made)}, grid{build_grid(data)}, volume{volume_grid(data, *grid)}
    {}

    [[nodiscard]] BoundarySource source() const { return boundary_source(data, *grid, volume); }
    [[nodiscard]] BoundaryPatch patch(const auto& kind) const { return find_faces(source(), kind); }
    [[nodiscard]] SurfaceMesh mesh(const auto& kind, const std::optional<CellRegion>& region = {}) const
    {
        return mesh_of(triangles_of(patch(kind), volume, region));
    }
    [[nodiscard]] SurfaceMesh mesh_of(const BoundaryElements& elements, std::uint64_t part_bytes = 1 << 30,
                                      const ScalarField* scalar = nullptr) const
    {
        SurfaceMesh joined;
        for (const BoundaryPart& part : parts_of(elements, part_bytes)) {
            std::vector<std::byte> payload(bytes_of(part.count, elements.per_element));
            encode_preamble(
                model::SurfacePreamble{.vertices = static_cast<std::uint32_t>(part.count.vertices),
                                       .elements = static_cast<std::uint32_t>(part.count.elements),
                                       .corners = static_cast<std::uint32_t>(elements.per_element)},
                std::span(payload).first<model::surface_preamble_bytes>());
            write_part(elements, part, volume, scalar, payload);
            joined.append(payload);
        }
        return joined;
    }

    GridData data;
    std::shared_ptr<const Grid> grid;
    VolumeGrid volume;
};

/// A velocity along x of 1, but `of` at each place.
GridData with_velocity(GridData data, const Function& of)
{
    NodeValues velocity{"v", 3, {}, ""};
    for (const glm::dvec3& at : places_of(data)) {
        const auto speed = static_cast<float>(of(at));
        for (const float number : {speed, 0.0F, 0.0F}) velocity.values.own().push_back(number);
    }
    data.arrays.push_back(std::move(velocity));
    data.default_vector = "v";
    return data;
}

GridData with_blanked(GridData data, const std::function<bool(glm::dvec3)>& is_blanked)
{
    for (const glm::dvec3& at : places_of(data)) data.blanked.push_back(is_blanked(at) ? 1 : 0);
    return data;
}

GridData flowing(GridData data)
{
    return with_velocity(std::move(data), [](glm::dvec3) { return 1.0; });
}

/// A curvilinear sheet over x and y of so many nodes.
GridData sheet(int nodes, const std::function<bool(glm::dvec3)>& is_land)
{
    GridData data;
    data.format = "NetCDF CF";
    data.dims = {glm::uvec3{static_cast<unsigned>(nodes), static_cast<unsigned>(nodes), 1U}};
    data.geometry = UniformGeometry{glm::dvec3{0.0}, glm::dvec3{1.0}};
    NodeValues velocity{"v", 3, {}, ""};
    for (int j = 0; j < nodes; ++j)
        for (int i = 0; i < nodes; ++i)
            for (int c = 0; c < 3; ++c)
                velocity.values.own().push_back(is_land({i, j, 0}) ? std::nanf("") : 1.0F);
    data.arrays.push_back(std::move(velocity));
    data.default_vector = "v";
    return data;
}

/// A ring between the radii 1 and 2, 1 high, of 12 hexahedra with nodes between their corners.
GridData ring_data(CellKind kind)
{
    UnstructuredGeometry mesh;
    std::map<std::tuple<int, int, int>, std::uint32_t> numbers;
    for (int sector = 0; sector < 12; ++sector) {
        mesh.cells.kinds.push_back(kind);
        for (const glm::vec3& place : node_places(kind)) {
            const glm::ivec3 half{2.0F * place};
            const int turn = (2 * sector + half.y) % 24;
            const auto [found, is_new] =
                numbers.try_emplace({half.x, turn, half.z}, static_cast<std::uint32_t>(mesh.points.size()));
            const double angle = std::numbers::pi / 12.0 * turn, radius = 1.0 + 0.5 * half.x;
            if (is_new)
                mesh.points.emplace_back(
                    glm::dvec3{radius * std::cos(angle), radius * std::sin(angle), 0.5 * half.z});
            mesh.cells.corners.push_back(found->second);
        }
    }
    GridData data;
    data.geometry = std::move(mesh);
    return data;
}

}  // namespace

TEST_CASE("find_faces: the six faces of a block are closed and face its inside", "[boundaries]")
{
    const auto mirrored = [](glm::dvec3 at) { return glm::dvec3{at.x, -at.y, at.z}; };
    for (GridData data :
         {cube_data(9), curved_data(9, [](glm::dvec3 at) { return at; }), curved_data(9, mirrored)}) {
        const Made made{flowing(std::move(data))};
        const SurfaceMesh mesh = made.mesh(model::BoundaryFaces{});
        const SurfaceMeasures found = measure(mesh);
        CHECK(found.triangles == 6 * 2 * 64);
        CHECK(found.euler_number() == 2);
        CHECK(found.area == Approx(24.0));
        CHECK(found.enclosed_volume.value() == Approx(-8.0));  // triangles seen from inside
        CHECK(mesh.vertices.size() == 6 * 81);                 // edges of the cube are sharp
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
            CHECK(glm::dot(glm::vec3{mesh.vertices[v]}, mesh.normals[v]) < 0.0F);
    }
}

TEST_CASE("find_faces: a plane counts from the end, and keeps to its range", "[boundaries]")
{
    const Made made{flowing(cube_data(9))};
    const SurfaceMesh last = made.mesh(model::BoundaryPlane{.axis = model::GridAxis::J, .index = {-1}});
    CHECK(last.triangles.size() == 2 * 64);
    for (const glm::vec4& vertex : last.vertices) CHECK(vertex.y == 1.0F);
    for (const glm::vec3& normal : last.normals) CHECK(glm::length(normal - glm::vec3{0, -1, 0}) < 1e-4F);
    const SurfaceMesh part = made.mesh(model::BoundaryPlane{
        .axis = model::GridAxis::K, .index = {4}, .range = model::IndexRange{{{{0, 2}, {3, 8}}}}});
    CHECK(part.triangles.size() == 2 * 2 * 5);
    CHECK_THROWS_WITH(made.patch(model::BoundaryPlane{.axis = model::GridAxis::I, .index = {9}}),
                      Catch::Matchers::ContainsSubstring("no plane i = 9: block 0 has 9 x 9 x 9 nodes"));
    CHECK_THROWS(made.patch(model::BoundaryPlane{.block = 1}));
}

TEST_CASE("find_faces: walls part the valid cells from those with a blanked corner", "[boundaries]")
{
    const auto is_inside = [](glm::dvec3 at) { return glm::length(at) < 0.3; };
    const Made made{with_blanked(flowing(cube_data(17)), is_inside)};  // nodes at multiples of 1/8
    const SurfaceMeasures found = measure(made.mesh(model::BoundaryWalls{}));
    CHECK(found.euler_number() == 2);
    CHECK(found.boundary_edges == 0);
    // Cells with a corner within 0.3: along each axis from -3/8 to 3/8 about the nodes -2/8 to 2/8.
    std::size_t cells = 0;
    for (int k = -8; k < 8; ++k)
        for (int j = -8; j < 8; ++j)
            for (int i = -8; i < 8; ++i) {
                bool bad = false;
                for (int corner = 0; corner < 8; ++corner)
                    bad = bad ||
                          is_inside(glm::dvec3{i + corner % 2, j + corner / 2 % 2, k + corner / 4} / 8.0);
                cells += bad ? 1 : 0;
            }
    CHECK(found.enclosed_volume.value() == Approx(static_cast<double>(cells) / 512.0));
    CHECK(made.patch(model::BoundaryWalls{model::WallsOf::Invalid}).faces.empty());
    CHECK(suggested_boundary(made.source()).size() == 1);
}

TEST_CASE("find_faces: quads whose four nodes stand still are no-slip", "[boundaries]")
{
    const Made made{with_velocity(cube_data(9), [](glm::dvec3 at) { return at.z == -1.0 ? 1e-7 : 1.0; })};
    const SurfaceMesh mesh = made.mesh(model::BoundaryNoSlip{});
    CHECK(mesh.triangles.size() == 2 * 64);
    for (const glm::vec4& vertex : mesh.vertices) CHECK(vertex.z == -1.0F);
    const Made fast{with_velocity(cube_data(9), [](glm::dvec3 at) { return at.z == -1.0 ? 2e-6 : 1.0; })};
    CHECK(fast.patch(model::BoundaryNoSlip{}).faces.empty());
}

TEST_CASE("find_faces: the outside of a mesh is closed, whatever its cells", "[boundaries]")
{
    for (GridData data :
         {mesh_data(7, CellKind::Tetra, six_tetrahedra), mesh_data(7, CellKind::Hexa, one_hexahedron)}) {
        const Made made{flowing(std::move(data))};
        const SurfaceMeasures found = measure(made.mesh(model::BoundaryOuter{}));
        CHECK(found.triangles == 6 * 2 * 36);
        CHECK(found.area == Approx(24.0));
        CHECK(found.enclosed_volume.value() == Approx(-8.0));
        CHECK(
            std::holds_alternative<model::BoundaryOuter>(suggested_boundary(made.source()).front().surface));
    }
}

TEST_CASE("find_faces: the outside of a quadratic mesh is closed, and has all nodes there", "[boundaries]")
{
    for (const CellKind kind : quadratic_kinds) {
        INFO(traits_of(kind).plural);
        const Made made{flowing(quadratic_data(3, kind))};
        const SurfaceMeasures found = measure(made.mesh(model::BoundaryOuter{}));
        CHECK(found.boundary_edges == 0);
        CHECK(found.euler_number() == 2);
        CHECK(found.area == Approx(24.0));
        CHECK(found.enclosed_volume.value() == Approx(-8.0));  // triangles seen from inside
        const auto& points = std::get<UnstructuredGeometry>(made.data.geometry).points;
        CHECK(found.vertices == static_cast<std::size_t>(std::ranges::count_if(points, [](glm::vec3 at) {
                  return std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) > 0.9999F;
              })));
    }
}

TEST_CASE("find_faces: a ring of quadratic cells is round by the nodes between their corners", "[boundaries]")
{
    for (const CellKind kind : {CellKind::QuadraticHexa, CellKind::TriquadraticHexa}) {
        INFO(traits_of(kind).plural);
        const Made made{flowing(ring_data(kind))};
        const SurfaceMeasures found = measure(made.mesh(model::BoundaryOuter{}));
        CHECK(found.boundary_edges == 0);
        CHECK(found.euler_number() == 0);
        // Between two prisms over regular polygons of 24 corners: 24 / 2 sin(15 degrees) (4 - 1).
        const double volume = 36.0 * std::sin(std::numbers::pi / 12.0);
        CHECK(found.enclosed_volume.value() == Approx(-volume));
        const double around = 48.0 * std::sin(std::numbers::pi / 24.0) * (1.0 + 2.0);
        CHECK(found.area == Approx(2.0 * volume + around));
    }
}

TEST_CASE("write_part: nodes between the corners of quadratic cells have their own values", "[boundaries]")
{
    const Made made{flowing(quadratic_data(2, CellKind::QuadraticHexa))};
    const ScalarField squares = sampled(made.data, [](glm::dvec3 at) { return at.x * at.x; });
    const SurfaceMesh mesh = made.mesh_of(
        triangles_of(made.patch(model::BoundaryOuter{}), made.volume, std::nullopt), 1 << 30, &squares);
    CHECK(std::ranges::count_if(mesh.vertices, [](glm::vec4 at) { return std::abs(at.x) == 0.5F; }) > 20);
    for (const glm::vec4& vertex : mesh.vertices) CHECK(vertex.w == Approx(vertex.x * vertex.x));
}

TEST_CASE("find_faces: linear cells beside a quadratic one leave no gap", "[boundaries]")
{
    GridData data = ring_data(CellKind::QuadraticHexa);
    CellList& cells = std::get<UnstructuredGeometry>(data.geometry).cells;
    CellList mixed;  // two of four hexahedra by their corners alone
    for (std::size_t c = 0; c < cells.kinds.size(); ++c) {
        const bool is_linear = c % 4 > 1;
        mixed.kinds.push_back(is_linear ? CellKind::Hexa : CellKind::QuadraticHexa);
        const auto from = cells.corners.begin() + static_cast<std::ptrdiff_t>(20 * c);
        mixed.corners.insert(mixed.corners.end(), from, from + (is_linear ? 8 : 20));
    }
    cells = std::move(mixed);
    const Made made{flowing(std::move(data))};
    const SurfaceMeasures found = measure(made.mesh(model::BoundaryOuter{}));
    CHECK(found.boundary_edges == 0);
    CHECK(found.euler_number() == 0);
    const double corners_alone = 9.0, round = 36.0 * std::sin(std::numbers::pi / 12.0);
    CHECK(found.enclosed_volume.value() == Approx(-0.5 * (corners_alone + round)));
}

TEST_CASE("find_faces: the edge of a flat quadratic mesh goes through the nodes in its middle",
          "[boundaries]")
{
    UnstructuredGeometry mesh;
    for (int n = 0; n < 6; ++n)  // a disc's six nodes: a triangle with edges that are arcs
        mesh.points.emplace_back(
            glm::dvec3{std::cos(std::numbers::pi / 3.0 * n), std::sin(std::numbers::pi / 3.0 * n), 0.0});
    mesh.cells.kinds = {CellKind::QuadraticTriangle};
    mesh.cells.corners = {0, 2, 4, 1, 3, 5};
    GridData data;
    data.geometry = std::move(mesh);
    const Made made{flowing(std::move(data))};
    const BoundaryPatch patch = made.patch(model::BoundaryOuter{});
    const SurfaceMesh edge = made.mesh_of(segments_of(patch, made.volume, std::nullopt));
    REQUIRE(edge.segments.size() == 6);
    for (const auto& [a, b] : edge.segments)  // of a regular hexagon
        CHECK(glm::length(glm::vec3{edge.vertices[a]} - glm::vec3{edge.vertices[b]}) == Approx(1.0));
}

TEST_CASE("find_faces: the outside of a flat mesh is its edge, also around a hole", "[boundaries]")
{
    // Three by three quads without the one in the middle.
    UnstructuredGeometry mesh;
    for (int n = 0; n < 16; ++n) mesh.points.emplace_back(n % 4, n / 4, 0.0F);
    for (std::uint32_t n = 0; n < 9; ++n) {
        if (n == 4) continue;
        mesh.cells.kinds.push_back(CellKind::Quad);
        for (const std::uint32_t corner : {0U, 1U, 5U, 4U})
            mesh.cells.corners.push_back(n % 3 + 4 * (n / 3) + corner);
    }
    GridData data;
    data.geometry = std::move(mesh);
    const Made made{with_velocity(std::move(data), [](glm::dvec3) { return 1.0; })};
    const BoundaryPatch patch = made.patch(model::BoundaryOuter{});
    CHECK(patch.faces.empty());
    CHECK(patch.segments.size() == 12 + 4);
    const SurfaceMesh edge = made.mesh_of(segments_of(patch, made.volume, std::nullopt));
    CHECK(edge.segments.size() == 16);
    for (const auto& [a, b] : edge.segments)
        CHECK(glm::length(glm::vec3{edge.vertices[a]} - glm::vec3{edge.vertices[b]}) == 1.0F);
}

TEST_CASE("find_faces: land is the cells that are not wholly valid, and the coast lies between",
          "[boundaries]")
{
    const auto is_land = [](glm::dvec3 at) {
        return at.x < 2.5 || (at.x > 6.5 && at.y > 6.5 && at.x < 8.5 && at.y < 8.5);
    };
    const Made made{sheet(12, is_land)};
    const BoundaryPatch patch = made.patch(model::BoundaryLand{});
    CHECK(patch.faces.size() == 3 * 11 + 9);     // columns 0 to 2, and an island of 2 x 2 nodes
    CHECK(patch.segments.size() == 11 + 4 * 3);  // none along the edge of the domain
    const SurfaceMesh mesh = made.mesh(model::BoundaryLand{});
    for (const glm::vec3& normal : mesh.normals) CHECK(normal.z == 1.0F);
    const SurfaceMesh coast = made.mesh_of(segments_of(patch, made.volume, std::nullopt));
    REQUIRE(coast.segments.size() == patch.segments.size());
    for (const auto& [a, b] : coast.segments)
        CHECK(glm::length(glm::vec3{coast.vertices[a]} - glm::vec3{coast.vertices[b]}) == 1.0F);
    const auto suggested = suggested_boundary(made.source());
    REQUIRE(suggested.size() == 1);
    CHECK(std::holds_alternative<model::BoundaryLand>(suggested.front().surface));
}

TEST_CASE("find_faces: land whose place the file does not say has a coast, and no faces", "[boundaries]")
{
    GridData data = sheet(12, [](glm::dvec3) { return false; });
    data.blanked.assign(data.arrays.front().values.size() / 3, 0);
    data.blanked[5 * 12 + 5] = unplaced_node;  // an island of 2 x 2 cells
    data.blanked[2 * 12 + 8] = 1;
    const Made made{std::move(data)};
    const BoundaryPatch patch = made.patch(model::BoundaryLand{});
    CHECK(patch.faces.size() == 4);
    CHECK(patch.segments.size() == 2 * 8);
}

TEST_CASE("suggested_boundary: land of an ocean by a mask is land, too", "[boundaries]")
{
    GridData data = sheet(12, [](glm::dvec3) { return false; });
    data.blanked.assign(data.arrays.front().values.size() / 3, 0);
    data.blanked[5 * 12 + 5] = 1;
    const Made made{std::move(data)};
    const auto suggested = suggested_boundary(made.source());
    CHECK(std::ranges::any_of(suggested, [](const model::BoundarySurface& surface) {
        return std::holds_alternative<model::BoundaryLand>(surface.surface);
    }));
}

TEST_CASE("suggested_boundary: land of more cells than a viewer takes is not suggested", "[boundaries]")
{
    const int width = 1 + static_cast<int>(std::ceil(std::sqrt(max_suggested_land_cells)));
    const Made all{sheet(width, [](glm::dvec3) { return true; })};
    CHECK(suggested_boundary(all.source()).empty());
    const Made half{sheet(width, [&](glm::dvec3 at) { return at.x < width / 2; })};
    CHECK(suggested_boundary(half.source()).size() == 1);
}

TEST_CASE("triangles_of, segments_of: none leads from one end of the turn of longitudes to the other",
          "[boundaries]")
{
    GridData data = testing::displaced_globe();
    const auto dims = data.dims.front();
    std::vector<float>& velocity = data.arrays.front().values.own();
    for (unsigned j = 0; j < dims.y; ++j)  // land about the grid's own pole, and every fourth column
        for (unsigned i = 0; i < dims.x; ++i)
            if (j > 20 || i % 4 == 0) velocity[3 * (std::size_t{i} + j * dims.x)] = std::nanf("");
    const Made made{std::move(data)};
    const BoundaryPatch patch = made.patch(model::BoundaryLand{});
    const SurfaceMesh land = made.mesh(model::BoundaryLand{});
    const SurfaceMesh coast = made.mesh_of(segments_of(patch, made.volume, std::nullopt));
    CHECK(land.triangles.size() > 1'000);
    CHECK(coast.segments.size() > 10);
    for (const auto& corners : land.triangles)
        for (const auto a : corners)
            for (const auto b : corners) CHECK(std::abs(land.vertices[a].x - land.vertices[b].x) <= 180.0F);
    for (const auto& [a, b] : coast.segments)
        CHECK(std::abs(coast.vertices[a].x - coast.vertices[b].x) <= 180.0F);
    CHECK(land.triangles.size() < 2 * patch.faces.size());
    CHECK(land.triangles.size() > 2 * patch.faces.size() - 100);  // those along one line are left out
}

TEST_CASE("triangles_of: quads are cut along the shorter diagonal, of equals from the lowest corner",
          "[boundaries]")
{
    const Made even{flowing(cube_data(2))};
    const BoundaryPatch patch = even.patch(model::BoundaryPlane{.axis = model::GridAxis::K, .index = {0}});
    const SurfaceMesh square = even.mesh_of(triangles_of(patch, even.volume, std::nullopt));
    std::set<float> shared;  // of the first triangle and the second: the diagonal (-1, -1) to (1, 1)
    for (const auto a : square.triangles[0])
        for (const auto b : square.triangles[1])
            if (a == b) shared.insert(square.vertices[a].x * square.vertices[a].y);
    CHECK(shared == std::set<float>{1.0F});
    const Made sheared{flowing(curved_data(2, [](glm::dvec3 at) {
        return glm::dvec3{at.x + 0.5 * at.y, at.y, at.z};
    }))};
    const SurfaceMesh slanted = sheared.mesh(model::BoundaryPlane{.axis = model::GridAxis::K, .index = {0}});
    for (const auto a : slanted.triangles[0])
        for (const auto b : slanted.triangles[1])
            if (a == b) CHECK(slanted.vertices[a].x * slanted.vertices[a].y < 0.0F);
}

TEST_CASE("parts_of: elements in parts are those of the whole", "[boundaries]")
{
    const Made made{flowing(cube_data(17))};
    const BoundaryElements elements =
        triangles_of(made.patch(model::BoundaryFaces{}), made.volume, std::nullopt);
    CHECK(parts_of(elements, 4096).size() > 5);
    for (const BoundaryPart& part : parts_of(elements, 4096)) CHECK(bytes_of(part.count) <= 4096);
    const SurfaceMeasures found = measure(made.mesh_of(elements, 4096));
    CHECK(found.triangles == 6 * 2 * 256);
    CHECK(found.enclosed_volume.value() == Approx(-8.0));
}

TEST_CASE("triangles_of: a region keeps the faces whose corners all lie in it", "[boundaries]")
{
    const Made made{flowing(cube_data(9))};  // nodes at multiples of 1/4
    const CellRegion region{glm::vec3{-1.0F, -1.0F, -1.0F}, glm::vec3{0.3F, 1.0F, -0.9F}};
    CHECK(made.mesh(model::BoundaryFaces{}, region).triangles.size() == 2 * 5 * 8);
}
