// Isosurfaces of the speed, which is the length of the velocity between nodes, too.
#include "compute_node/volumes/scalar_values.h"
#include "tests/catch.h"
#include "tests/compute_node/volumes/made_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace farfield::compute;
using namespace farfield::compute::test;

namespace {

/// A turn about an axis off the nodes, and a flow along it: linear, so that a coarse grid holds it exactly.
glm::dvec3 turning(glm::dvec3 at)
{
    return {-(at.y - 0.13), at.x + 0.07, 0.2};
}

double exact_speed(glm::dvec3 at)
{
    return glm::length(turning(at));
}

GridData with_velocity(GridData data, double factor = 1.0)
{
    NodeValues velocity{"velocity", 3, {}, ""};
    for (const glm::dvec3& at : places_of(data))
        for (int axis = 0; axis < 3; ++axis)
            velocity.values.own().push_back(static_cast<float>(factor * turning(at)[axis]));
    data.arrays = {velocity};
    data.default_vector = "velocity";
    return data;
}

ScalarField speed_of(const GridData& data)
{
    const auto grid = build_grid(data);
    return scalar_field("speed", scalar_values(data, *grid, "speed", {}),
                        std::make_shared<const VolumeGrid>(volume_grid(data, *grid)));
}

std::vector<GridData> coarse_grids()
{
    return {cube_data(6),
            curved_data(6,
                        [](glm::dvec3 at) {
                            return at + 0.05 * glm::dvec3{at.y, 0.0, at.x};
                        }),
            mesh_data(6, CellKind::Tetra, six_tetrahedra)};
}

double farthest_off(const SurfaceMesh& mesh, double value)
{
    double most = 0.0;
    for (const glm::vec4& vertex : mesh.vertices)
        most = std::max(most, std::abs(exact_speed(glm::dvec3{vertex}) - value));
    return most;
}

}  // namespace

TEST_CASE("IsosurfaceCutter: vertices of a speed lie where the interpolated velocity is as fast",
          "[surfaces]")
{
    for (const GridData& data : coarse_grids())
        for (const float value : {0.35F, 0.8F}) {
            const SurfaceMesh mesh = surface_of({.field = speed_of(with_velocity(data)), .value = value});
            REQUIRE(mesh.vertices.size() > 20);
            CHECK(farthest_off(mesh, value) < 1e-5);
        }
}

TEST_CASE("IsosurfaceCutter: vertices coloured by the speed have that of the interpolated velocity",
          "[surfaces]")
{
    for (const GridData& data : coarse_grids()) {
        const ScalarField colour = speed_of(with_velocity(data));
        const ScalarField field = sampled(data, [](glm::dvec3 at) { return at.x + at.z; });
        const SurfaceMesh mesh = surface_of({.field = field, .value = 0.1F}, 1, &colour);
        REQUIRE(mesh.vertices.size() > 20);
        for (const glm::vec4& vertex : mesh.vertices)
            CHECK(std::abs(vertex.w - exact_speed(glm::dvec3{vertex})) < 1e-5);
    }
}

TEST_CASE("ScalarField: a speed between two times is that of the velocity between them", "[surfaces]")
{
    for (const GridData& data : coarse_grids()) {
        // The flow turns round: at a quarter of the way it is half as fast, in the middle it stands still.
        const ScalarField forth = speed_of(with_velocity(data)), back = speed_of(with_velocity(data, -1.0));
        const ScalarField field = between(forth, back, 0.25F);
        const SurfaceMesh mesh = surface_of({.field = field, .value = 0.4F});
        REQUIRE(mesh.vertices.size() > 20);
        CHECK(farthest_off(mesh, 0.8) < 1e-5);
        CHECK(between(forth, back, 0.5F).greatest < 1e-6F);
    }
}

TEST_CASE("ScalarField: a coarser level keeps the velocity of its speed", "[surfaces]")
{
    const ScalarField field = speed_of(with_velocity(cube_data(13)));
    const auto grid = std::make_shared<const VolumeGrid>(coarsened(*field.grid, 2));
    const SurfaceMesh mesh = surface_of({.field = coarsened(field, 2, grid), .value = 0.8F});
    REQUIRE(mesh.vertices.size() > 20);
    CHECK(farthest_off(mesh, 0.8) < 1e-5);
}
