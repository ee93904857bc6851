// Isosurfaces of quadratic cells, which have nodes in the middle of their edges.
#include "compute_node/grids/cells/shape_functions.h"
#include "tests/catch.h"
#include "tests/compute_node/volumes/quadratic_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

using namespace farfield::compute;
using namespace farfield::compute::test;

TEST_CASE("IsosurfaceCutter: surfaces of quadratic cells are closed, and their cells without a gap",
          "[surfaces]")
{
    for (const CellKind kind : quadratic_kinds) {
        INFO(traits_of(kind).plural);
        const GridData data = quadratic_data(4, kind);
        const auto found = measure(surface_of({.field = sampled(data, sphere), .value = 0.7F}));
        CHECK(found.boundary_edges == 0);
        CHECK(found.components == 1);
        REQUIRE(found.enclosed_volume);
        CHECK(std::abs(*found.enclosed_volume) == Approx(4.0 / 3.0 * std::numbers::pi * 0.343).epsilon(0.13));
    }
}

TEST_CASE("IsosurfaceCutter: quadratic cells count with the nodes in the middle of their edges", "[surfaces]")
{
    for (const CellKind kind : quadratic_kinds) {
        INFO(traits_of(kind).plural);
        // Cells one unit wide: by corners alone x^2 = 0.49 would lie at x = 0.49.
        const ScalarField field = sampled(quadratic_data(2, kind), [](glm::dvec3 at) { return at.x * at.x; });
        const SurfaceMesh mesh = surface_of({.field = field, .value = 0.49F});
        REQUIRE(mesh.vertices.size() > 10);
        double sum = 0.0;
        for (const glm::vec4& vertex : mesh.vertices) sum += std::abs(double{vertex.x});
        CHECK(sum / static_cast<double>(mesh.vertices.size()) > 0.58);
        CHECK(sum / static_cast<double>(mesh.vertices.size()) < 0.71);
    }
}

TEST_CASE("IsosurfaceCutter: a long quadratic tetrahedron is cut across", "[surfaces]")
{
    const std::array<glm::dvec3, 4> corners{{{0, 0, 0}, {0, 0.3, 0}, {1, 0, 0.2}, {1, 0.3, 0.3}}};
    GridData data;
    UnstructuredGeometry mesh;
    mesh.cells.kinds = {CellKind::QuadraticTetra};
    for (const glm::vec3& place : node_places(CellKind::QuadraticTetra)) {
        const ShapeWeights weights = shape_functions(CellKind::Tetra, place);
        glm::dvec3 at{0.0};
        for (std::size_t c = 0; c < corners.size(); ++c) at += double{weights[c]} * corners[c];
        mesh.cells.corners.push_back(static_cast<std::uint32_t>(mesh.points.size()));
        mesh.points.emplace_back(at);
    }
    data.geometry = std::move(mesh);
    const ScalarField field = sampled(data, [](glm::dvec3 at) { return at.x * at.x; });
    const SurfaceMesh surface = surface_of({.field = field, .value = 0.4F});
    REQUIRE(surface.vertices.size() >= 3);
    // Linear over half the cell, x^2 is off by at most 2 / 8 x 0.5^2.
    for (const glm::vec4& at : surface.vertices) CHECK(std::abs(at.x * at.x - 0.4F) < 0.0626F);
}
