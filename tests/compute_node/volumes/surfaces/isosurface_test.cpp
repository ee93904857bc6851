#include "tests/catch.h"
#include "tests/compute_node/displaced_globe.h"
#include "tests/compute_node/volumes/made_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

using namespace farfield::compute;
using namespace farfield::compute::test;
using Catch::Matchers::WithinRel;
using std::numbers::pi;

namespace {

constexpr float radius = 0.7F;
constexpr double sphere_area = 4.0 * pi * 0.49, sphere_volume = 4.0 / 3.0 * pi * 0.343;

glm::dvec3 bent(glm::dvec3 at)
{
    return at + 0.08 * glm::dvec3{std::sin(2.0 * at.y), std::sin(2.0 * at.z), std::sin(2.0 * at.x)};
}

/// Errors of area and volume of the sphere.
std::array<double, 2> sphere_errors(const GridData& data)
{
    const ScalarField field = sampled(data, sphere);
    const SurfaceMeasures found = measure(surface_of({.field = field, .value = radius}));
    CHECK(found.euler_number() == 2);
    CHECK(found.components == 1);
    CHECK(found.boundary_edges == 0);
    REQUIRE(found.enclosed_volume);
    // The distance grows outwards and normals point to where it falls: inwards.
    return {std::abs(found.area / sphere_area - 1.0),
            std::abs(-*found.enclosed_volume / sphere_volume - 1.0)};
}

void check_second_order(const std::function<GridData(int)>& data)
{
    const auto coarse = sphere_errors(data(17)), fine = sphere_errors(data(33));
    CHECK(fine[0] < 0.35 * coarse[0]);  // a quarter, but for the chance of how nodes lie
    CHECK(fine[1] < 0.35 * coarse[1]);
    CHECK(fine[1] < 0.01);
}

/// The largest sine of the angle between normals and the directions to the sphere's middle.
double worst_normal(const SurfaceMesh& mesh)
{
    double worst = 0.0;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const glm::dvec3 inwards =
            glm::normalize(glm::dvec3{0.013, -0.021, 0.007} - glm::dvec3{mesh.vertices[v]});
        CHECK(glm::dot(inwards, glm::dvec3{mesh.normals[v]}) > 0.0);
        worst = std::max(worst, glm::length(glm::cross(inwards, glm::dvec3{mesh.normals[v]})));
    }
    return worst;
}

/// The mean over triangles of the cosine between a triangle's own normal and those of its vertices.
double agreement(const SurfaceMesh& mesh)
{
    double sum = 0.0;
    for (const auto& t : mesh.triangles) {
        const glm::vec3 a{mesh.vertices[t[0]]};
        const glm::vec3 own =
            glm::cross(glm::vec3{mesh.vertices[t[1]]} - a, glm::vec3{mesh.vertices[t[2]]} - a);
        if (glm::length(own) > 0.0F)
            sum += glm::dot(glm::normalize(own),
                            glm::normalize(mesh.normals[t[0]] + mesh.normals[t[1]] + mesh.normals[t[2]]));
    }
    return sum / static_cast<double>(mesh.triangles.size());
}

}  // namespace

TEST_CASE("IsosurfaceCutter: spheres are closed, and converge with the square of the spacing", "[surfaces]")
{
    SECTION("uniform")
    {
        check_second_order(cube_data);
    }
    SECTION("curvilinear")
    {
        check_second_order([](int nodes) { return curved_data(nodes, bent); });
    }
    SECTION("tetrahedra")
    {
        check_second_order([](int nodes) { return mesh_data(nodes, CellKind::Tetra, six_tetrahedra); });
    }
    SECTION("hexahedra, cut into tetrahedra")
    {
        check_second_order([](int nodes) { return mesh_data(nodes, CellKind::Hexa, one_hexahedron); });
    }
}

TEST_CASE("IsosurfaceCutter: a torus has Euler's number 0", "[surfaces]")
{
    const ScalarField field = sampled(cube_data(48), torus);
    const SurfaceMeasures found = measure(surface_of({.field = field, .value = 0.0F}));
    CHECK(found.euler_number() == 0);
    CHECK(found.components == 1);
    CHECK_THAT(found.area, WithinRel(4.0 * pi * pi * 0.6 * 0.25, 0.01));
    CHECK_THAT(-found.enclosed_volume.value(), WithinRel(2.0 * pi * pi * 0.6 * 0.0625, 0.02));
}

TEST_CASE("IsosurfaceCutter: normals point to where the scalar falls, and triangles face that way",
          "[surfaces]")
{
    const auto check = [](const GridData& data, double most) {
        const ScalarField field = sampled(data, sphere);
        const SurfaceMesh mesh = surface_of({.field = field, .value = radius});
        CHECK(worst_normal(mesh) < most);
        CHECK(agreement(mesh) > 0.99);
    };
    check(cube_data(33), 0.01);
    check(curved_data(33, bent), 0.02);
    // Mirrored, so that i, j and k are left-handed.
    check(curved_data(33, [](glm::dvec3 at) { return glm::dvec3{-at.x, at.y, at.z}; }), 0.01);
    check(mesh_data(33, CellKind::Tetra, six_tetrahedra), 0.12);
}

TEST_CASE("IsosurfaceCutter: a linear scalar gives its plane, with its colour", "[surfaces]")
{
    const GridData data = cube_data(20);
    const ScalarField field = sampled(data, [](glm::dvec3 at) { return at.x + 2.0 * at.y - 2.0 * at.z; });
    const ScalarField colour = sampled(data, [](glm::dvec3 at) { return 10.0 + at.y; });
    const SurfaceMesh mesh = surface_of({.field = field, .value = 0.3F}, 1, &colour);
    REQUIRE(mesh.vertices.size() > 300);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const glm::vec4 at = mesh.vertices[v];
        CHECK(std::abs(at.x + 2.0F * at.y - 2.0F * at.z - 0.3F) < 1e-5F);
        CHECK(std::abs(at.w - 10.0F - at.y) < 1e-5F);
        CHECK(glm::length(mesh.normals[v] - glm::vec3{-1.0F, -2.0F, 2.0F} / 3.0F) < 2e-4F);
    }
}

TEST_CASE("IsosurfaceCutter: parts have the same vertices and triangles as the whole", "[surfaces]")
{
    for (const GridData& data : {cube_data(60), mesh_data(40, CellKind::Tetra, six_tetrahedra)}) {
        const ScalarField field = sampled(data, sphere);
        const auto whole = measure(surface_of({.field = field, .value = radius}));
        IsosurfaceCutter cutter;
        const auto slabs = cutter.count({.field = field, .value = radius});
        const std::uint64_t bytes = bytes_of(count_of(slabs));
        const auto parts = parts_of(slabs, {.part_bytes = bytes / 3, .all_bytes = 2 * bytes, .parts = 16});
        REQUIRE(parts);
        CHECK(parts->size() > 3);
        SurfaceMesh joined;
        for (const SurfacePart& part : *parts) {
            std::vector<std::byte> payload(bytes_of(part.count));
            encode_preamble(
                farfield::model::SurfacePreamble{.vertices = static_cast<std::uint32_t>(part.count.vertices),
                                                 .elements = static_cast<std::uint32_t>(part.count.elements)},
                std::span(payload).first<farfield::model::surface_preamble_bytes>());
            REQUIRE(cutter.write({.field = field, .value = radius}, slabs, part, nullptr, payload));
            joined.append(payload);
        }
        const auto found = measure(joined);
        CHECK(found.vertices == whole.vertices);
        CHECK(found.triangles == whole.triangles);
        CHECK(found.boundary_edges == 0);
        CHECK(found.area == Approx(whole.area));
    }
}

TEST_CASE("IsosurfaceCutter: one thread and two give the same bytes", "[surfaces]")
{
    for (const GridData& data :
         {cube_data(50), curved_data(30, bent), mesh_data(20, CellKind::Tetra, six_tetrahedra)}) {
        const ScalarField field = sampled(data, torus);
        CHECK(payloads_of({.field = field, .value = 0.01F, .threads = 1}) ==
              payloads_of({.field = field, .value = 0.01F, .threads = 2}));
    }
}

TEST_CASE("IsosurfaceCutter: cells with an invalid corner have no triangle", "[surfaces]")
{
    const int nodes = 40;
    for (const GridData& data : {cube_data(nodes), curved_data(nodes, [](glm::dvec3 at) { return at; }),
                                 mesh_data(nodes, CellKind::Tetra, six_tetrahedra)}) {
        const auto is_bad = [](glm::dvec3 at) { return at.x > 0.1 && at.y > 0.0; };
        const ScalarField field =
            sampled(data, [&](glm::dvec3 at) { return is_bad(at) ? std::nan("") : sphere(at); });
        const SurfaceMesh mesh = surface_of({.field = field, .value = radius});
        REQUIRE(mesh.triangles.size() > 1000);
        for (const glm::vec4& vertex : mesh.vertices) {
            CHECK_FALSE((vertex.x > 0.1F && vertex.y > 0.0F));
            CHECK(std::isfinite(vertex.x + vertex.y + vertex.z));
        }
        std::vector<bool> is_used(mesh.vertices.size(), false);
        for (const auto& t : mesh.triangles)
            for (const auto v : t) is_used[v] = true;
        CHECK(std::ranges::find(is_used, false) == is_used.end());
        CHECK(measure(mesh).boundary_edges > 0);
        CHECK(worst_normal(mesh) < 0.15);
    }
}

TEST_CASE("IsosurfaceCutter: a region keeps the cells whose corners all lie in it", "[surfaces]")
{
    const GridData data = cube_data(41);  // nodes at multiples of 0.05
    const ScalarField field = sampled(data, sphere);
    const CellRegion region{glm::vec3{-0.01F, -2.0F, -2.0F}, glm::vec3{2.0F, 0.51F, 2.0F}};
    const SurfaceMesh mesh = surface_of({.field = field, .value = radius, .region = region});
    float least_x = 1.0F, greatest_y = -1.0F;
    for (const glm::vec4& vertex : mesh.vertices) {
        least_x = std::min(least_x, vertex.x);
        greatest_y = std::max(greatest_y, vertex.y);
    }
    CHECK(std::abs(least_x) < 1e-6F);
    CHECK(std::abs(greatest_y - 0.5F) < 1e-6F);
    // The same with the region as the reason why nodes are invalid.
    const ScalarField cut =
        sampled(data, [&](glm::dvec3 at) { return region.holds(glm::vec3{at}) ? sphere(at) : std::nan(""); });
    CHECK(measure(surface_of({.field = cut, .value = radius})).triangles == measure(mesh).triangles);
}

TEST_CASE(
    "IsosurfaceCutter: a value that is not there has no triangle, and a node at the value counts as above",
    "[surfaces]")
{
    const ScalarField field = sampled(cube_data(17), [](glm::dvec3 at) { return at.z; });
    CHECK(surface_of({.field = field, .value = 1.5F}).vertices.empty());
    CHECK(surface_of({.field = field, .value = -1.0F}).vertices.empty());  // all nodes are above
    const SurfaceMeasures top = measure(surface_of({.field = field, .value = 1.0F}));
    CHECK(top.area == Approx(4.0));  // the last cell along each axis is in
    CHECK(top.triangles == 2 * 16 * 16);
}

TEST_CASE("IsosurfaceCutter: what is cancelled is not written", "[surfaces]")
{
    const ScalarField field = sampled(cube_data(33), sphere);
    const std::atomic<bool> cancelled{true};
    IsosurfaceCutter cutter;
    CHECK(cutter.count({.field = field, .value = radius, .cancelled = &cancelled}).empty());
}

TEST_CASE("between: half-way lies the surface of the mean of both slices", "[surfaces]")
{
    const GridData data = cube_data(33);
    const ScalarField small = sampled(data, sphere);
    const ScalarField large = sampled(data, [](glm::dvec3 at) { return sphere(at) - 0.2; });
    const SurfaceMeasures found = measure(surface_of({.field = between(small, large, 0.5F), .value = 0.6F}));
    CHECK_THAT(found.area, WithinRel(sphere_area, 0.01));
}

TEST_CASE("coarsened: every other node and the last one make a surface of the same thing", "[surfaces]")
{
    const GridData data = cube_data(60);  // an odd number of cells: the last one is narrower
    const ScalarField field = sampled(data, sphere);
    const auto grid = std::make_shared<const VolumeGrid>(coarsened(*field.grid, 1));
    const ScalarField coarse = coarsened(field, 1, grid);
    CHECK(grid->lattices.front().dims == glm::ivec3{31});
    CHECK(grid->lattices.front().axes[0].back() == 1.0F);
    const SurfaceMeasures found = measure(surface_of({.field = coarse, .value = radius}));
    CHECK(found.euler_number() == 2);
    CHECK_THAT(found.area, WithinRel(sphere_area, 0.01));
    CHECK(coarsest_level(*field.grid) == 5);
}

TEST_CASE("IsosurfaceCutter: no triangle leads from one end of the turn of longitudes to the other",
          "[surfaces]")
{
    const GridData data = testing::displaced_globe({0.0, 10.0, 20.0});
    const ScalarField field = sampled(data, [](glm::dvec3 at) { return at.z; });
    const SurfaceMesh mesh = surface_of({.field = field, .value = 5.0F});
    const std::size_t cells = std::size_t{60} * (testing::displaced_rows - 1);
    CHECK(mesh.triangles.size() < 2 * cells);
    CHECK(mesh.triangles.size() > 2 * cells - 100);
    for (const auto& corners : mesh.triangles)
        for (const auto a : corners)
            for (const auto b : corners) CHECK(std::abs(mesh.vertices[a].x - mesh.vertices[b].x) <= 180.0F);
}
