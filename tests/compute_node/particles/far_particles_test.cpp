// Particles where coordinates are as large as a map's.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

constexpr glm::dvec3 middle{500000.3, 5000000.7, 300.1};

/// One turn about the middle in 2 pi, on a lattice of 4 m with nodes 0.2 m apart.
std::shared_ptr<const Field> turning()
{
    GridData data = data_on(GridForm::Uniform, 21, rotation, [](glm::dvec3) { return 0.0; });
    std::get<UniformGeometry>(data.geometry).origin += middle;
    return Dataset{"turning", data}.field();
}

}  // namespace

TEST_CASE("Particles far from 0 are released at the rake's places and are where the formula has them",
          "[far]")
{
    const auto field = turning();
    ParticleSettings settings;
    settings.step = 0.01F;
    settings.steps_per_frame = 100;
    const glm::dvec3 arm{1.1, 0.0, -0.4};
    ParticleSystem particles{field, {{PointRake{point_of(middle + arm)}}}, settings};
    CHECK(particles.last_outcome().seeds_outside == 0);
    const glm::vec4 first = next_frame(particles).front(), second = next_frame(particles).front();
    CHECK(glm::distance(field->info().absolute(glm::vec3{first}), middle + arm) < 1e-6);
    const glm::dvec3 turned{arm.x * std::cos(1.0), arm.x * std::sin(1.0), arm.z};
    CHECK(glm::distance(field->info().absolute(glm::vec3{second}), middle + turned) < 5e-6);
}
