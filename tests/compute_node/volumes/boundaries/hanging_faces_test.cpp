// The outside of meshes that are finer in places, with nodes that hang on the faces of coarser cells.
#include "compute_node/volumes/boundaries/boundary_surface.h"
#include "tests/catch.h"
#include "tests/compute_node/volumes/made_field.h"

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace farfield::compute;
using namespace farfield::compute::test;
namespace model = farfield::model;

namespace {

using Moved = glm::dvec3 (*)(glm::dvec3);

struct Cube {
    glm::dvec3 lowest;
    double width;
};

/// The cubes that a cube is halved into, so many times.
void add_halved(const Cube& cube, int times, bool flat, std::vector<Cube>& to)
{
    if (times == 0) return to.push_back(cube);
    const double half = cube.width / 2;
    for (int part = 0; part < (flat ? 4 : 8); ++part)
        add_halved({cube.lowest + half * glm::dvec3{part % 2, part / 2 % 2, part / 4}, half}, times - 1, flat,
                   to);
}

/// Cells by themselves, each with its own points, as deal.II writes them.
GridData mesh_of(const std::vector<Cube>& cubes, bool flat, Moved place)
{
    UnstructuredGeometry mesh;
    NodeValues scalar{"s", 1, {}, ""};
    for (const Cube& cube : cubes) {
        mesh.cells.kinds.push_back(flat ? CellKind::Quad : CellKind::Hexa);
        for (int corner = 0; corner < (flat ? 4 : 8); ++corner) {
            const int round = corner % 4;
            const glm::dvec3 at{round == 1 || round == 2, round >= 2, corner / 4};
            mesh.cells.corners.push_back(static_cast<std::uint32_t>(mesh.points.size()));
            mesh.points.emplace_back(place(cube.lowest + cube.width * at));
            scalar.values.own().push_back(1.0F);
        }
    }
    GridData data;
    data.geometry = std::move(mesh);
    data.arrays = {scalar};
    return data;
}

/// Cubes in a row along x, each halved so often.
GridData row_of(const std::vector<int>& halvings, bool flat, Moved place)
{
    std::vector<Cube> cubes;
    for (std::size_t i = 0; i < halvings.size(); ++i)
        add_halved({{static_cast<double>(i), 0.0, 0.0}, 1.0}, halvings[i], flat, cubes);
    return mesh_of(cubes, flat, place);
}

BoundaryPatch outer_of(const GridData& data)
{
    const auto grid = build_grid(data);
    const VolumeGrid volume = volume_grid(data, *grid);
    return find_faces(boundary_source(data, *grid, volume), model::BoundaryOuter{});
}

const std::vector<glm::vec3>& points_of(const GridData& data)
{
    return std::get<UnstructuredGeometry>(data.geometry).points;
}

SurfaceMeasures measures_of(const GridData& data)
{
    const auto grid = build_grid(data);
    const VolumeGrid volume = volume_grid(data, *grid);
    const auto elements = triangles_of(outer_of(data), volume, std::nullopt);
    SurfaceMesh mesh;
    for (const BoundaryPart& part : parts_of(elements, 1 << 30)) {
        std::vector<std::byte> payload(bytes_of(part.count, 3));
        encode_preamble(model::SurfacePreamble{.vertices = static_cast<std::uint32_t>(part.count.vertices),
                                               .elements = static_cast<std::uint32_t>(part.count.elements)},
                        std::span(payload).first<model::surface_preamble_bytes>());
        write_part(elements, part, volume, nullptr, payload);
        mesh.append(payload);
    }
    return measure(mesh);
}

double length_of(const BoundaryPatch& patch, const GridData& data)
{
    double length = 0.0;
    for (const auto& [from, to] : patch.segments)
        length += glm::distance(glm::dvec3{points_of(data)[from]}, glm::dvec3{points_of(data)[to]});
    return length;
}

glm::dvec3 as_is(glm::dvec3 at)
{
    return at;
}

/// Turned, moved and 0.7 times as large, with coordinates that binary32 rounds.
glm::dvec3 turned(glm::dvec3 at)
{
    const double c = std::cos(0.7), s = std::sin(0.7);
    const glm::dvec3 once{c * at.x - s * at.y, s * at.x + c * at.y, at.z};
    return 0.7 * glm::dvec3{once.x, c * once.y - s * once.z, s * once.y + c * once.z} +
           glm::dvec3{3.1, -2.7, 1.3};
}

}  // namespace

TEST_CASE("find_faces: faces at which a refinement begins are not outside", "[boundaries]")
{
    // Bars of 1 x 1 x n have an area of 4 n + 2.
    for (const auto& [place, scale] : {std::pair<Moved, double>{as_is, 1.0}, {turned, 0.7}}) {
        for (const std::vector<int>& halvings :
             {std::vector{0, 1}, {1, 0, 1}, {0, 2}, {0, 3}, {0, 1, 2, 1}, {1, 1}}) {
            const GridData data = row_of(halvings, false, place);
            const auto cubes = static_cast<double>(halvings.size());
            const SurfaceMeasures found = measures_of(data);
            CHECK(found.area == Approx(scale * scale * (4.0 * cubes + 2.0)).epsilon(1e-5));
        }
    }
}

TEST_CASE("find_faces: coarse faces take the nodes that hang on their edges, so that there is no gap",
          "[boundaries]")
{
    for (const std::vector<int>& halvings : {std::vector{0, 1}, {1, 0, 1}, {0, 1, 2, 1}, {1, 1}}) {
        const SurfaceMeasures found = measures_of(row_of(halvings, false, as_is));
        CHECK(found.boundary_edges == 0);
        REQUIRE(found.enclosed_volume.has_value());
        CHECK(std::abs(*found.enclosed_volume) == Approx(static_cast<double>(halvings.size())));
    }
}

TEST_CASE("find_faces: the edge of a flat mesh leaves out what a refinement begins at", "[boundaries]")
{
    for (const std::vector<int>& halvings : {std::vector{0, 1}, {1, 0, 1}, {0, 2}, {0, 1, 2, 1}}) {
        const GridData data = row_of(halvings, true, as_is);
        const double right = 2.0 * static_cast<double>(halvings.size()) + 2.0;
        CHECK(length_of(outer_of(data), data) == Approx(right).epsilon(1e-5));
    }
}

TEST_CASE("find_faces: finer cells that cover a face in part leave it outside", "[boundaries]")
{
    std::vector<Cube> cubes{{{0.0, 0.0, 0.0}, 1.0}};
    std::vector<Cube> finer;
    add_halved({{1.0, 0.0, 0.0}, 1.0}, 1, false, finer);
    cubes.insert(cubes.end(), finer.begin(), finer.end());
    // Three quarters of the face are covered.
    std::erase_if(cubes, [](const Cube& cube) { return cube.lowest == glm::dvec3{1.0, 0.5, 0.5}; });
    const GridData data = mesh_of(cubes, false, as_is);
    const BoundaryPatch patch = outer_of(data);
    const auto at_x_1 = std::ranges::count_if(patch.faces, [&](const BoundaryFace& face) {
        return std::ranges::all_of(face.nodes,
                                   [&](std::uint32_t node) { return points_of(data)[node].x == 1.0F; });
    });
    CHECK(at_x_1 == 1 + 3);
}
