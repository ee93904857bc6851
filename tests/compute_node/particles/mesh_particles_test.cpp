// Particles in cells of meshes: linear interpolation is of second order in the width of cells.
#include "compute_node/fields/analytic_flow.h"
#include "tests/catch.h"
#include "tests/compute_node/meshes.h"
#include "tests/compute_node/particles/frames.h"

#include <glm/geometric.hpp>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

glm::dvec3 cell_flow(glm::dvec3 p)
{
    return velocity_of(AnalyticFlow::Cell, p);
}

/// Where the exact flow takes a particle: steps so small that none of its error is left.
glm::dvec3 exact_end(glm::dvec3 p, double time)
{
    constexpr int steps = 1000;
    const double h = time / steps;
    for (int i = 0; i < steps; ++i) {
        const glm::dvec3 k1 = cell_flow(p), k2 = cell_flow(p + 0.5 * h * k1);
        const glm::dvec3 k3 = cell_flow(p + 0.5 * h * k2), k4 = cell_flow(p + h * k3);
        p += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return p;
}

const std::vector<Rake> plane_rakes{{PlaneRake{{-0.9, -0.9, 0.3}, {1.8, 0, 0.2}, {0, 1.8, -0.3}, {8, 8}}}};

/// The mean distance from where particles ought to be after one unit of time.
double mean_miss(const std::shared_ptr<const Field>& field)
{
    ParticleSettings settings;
    settings.step = 0.02F;
    settings.steps_per_frame = 50;
    ParticleSystem particles{field, plane_rakes, settings};
    const Frame seeds = next_frame(particles), ends = next_frame(particles);
    double sum = 0.0;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        REQUIRE_FALSE(is_dead(ends[i]));
        sum += glm::distance(glm::dvec3{ends[i]}, exact_end(glm::dvec3{seeds[i]}, 1.0));
    }
    return sum / static_cast<double>(seeds.size());
}

std::shared_ptr<const Field> on_mesh(const UnstructuredGeometry& mesh)
{
    return Dataset{"mesh", data_on(mesh, cell_flow, [](glm::dvec3) { return 0.0; })}.field();
}

}  // namespace

TEST_CASE("ParticleSystem: halving the cells of a mesh divides the error by four, as of a uniform grid",
          "[particles][mesh]")
{
    const auto check = [](double coarse, double fine) {
        CHECK(coarse / fine > 3.0);  // second order gives 2^2, but for higher terms and warped cells
        CHECK(coarse / fine < 6.0);
    };
    const double uniform = mean_miss(field_on(GridForm::Uniform, 11, cell_flow));
    check(uniform, mean_miss(field_on(GridForm::Uniform, 21, cell_flow)));
    for (const CellKind kind : {CellKind::Tetra, CellKind::Pyramid, CellKind::Wedge, CellKind::Hexa}) {
        INFO(traits_of(kind).plural);
        const double coarse = mean_miss(on_mesh(box_mesh(10, kind)));
        check(coarse, mean_miss(on_mesh(box_mesh(20, kind))));
        CHECK(coarse < 6.0 * uniform);
    }
}
