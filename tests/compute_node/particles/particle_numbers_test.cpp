// Results of the integrator: order, agreement with scalar code, independence of threads.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

#include <numbers>
#include <random>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

double miss_after_one_turn(GridForm grid, std::uint32_t steps)
{
    ParticleSettings settings;
    settings.step = static_cast<float>(2.0 * std::numbers::pi / steps);
    settings.steps_per_frame = steps;
    ParticleSystem particles{field_on(grid, 5, rotation), {{PointRake{{1.0, 0.0, 0.5}}}}, settings};
    next_frame(particles);
    return glm::distance(glm::dvec3{next_frame(particles).front()}, glm::dvec3{1.0, 0.0, 0.5});
}

/// The same method in scalar code, in binary64 between samples.
std::optional<glm::vec3> scalar_steps(const Field& field, glm::vec3 p, float step, int steps)
{
    for (int i = 0; i < steps; ++i) {
        const auto k1 = field.sample(p);
        if (!k1) return std::nullopt;
        const auto k2 = field.sample(p + 0.5F * step * k1->velocity);
        if (!k2) return std::nullopt;
        const auto k3 = field.sample(p + 0.5F * step * k2->velocity);
        if (!k3) return std::nullopt;
        const auto k4 = field.sample(p + step * k3->velocity);
        if (!k4) return std::nullopt;
        p += step / 6.0F * (k1->velocity + 2.0F * k2->velocity + 2.0F * k3->velocity + k4->velocity);
    }
    return field.sample(p) ? std::optional{p} : std::nullopt;
}

glm::dvec3 swirl(glm::dvec3 p)
{
    return {std::sin(p.y) + 0.2 * p.z, std::cos(p.x) - 0.5, 0.3 * std::sin(p.x + p.y)};
}

std::shared_ptr<const Field> field_of(int kind)
{
    if (kind == 0) return field_on(GridForm::Uniform, 12, swirl);
    if (kind == 1) return field_on(GridForm::Rectilinear, 12, swirl);
    if (kind == 2) return field_on(GridForm::Curvilinear, 12, swirl);
    constexpr std::array names{"analytic:cell", "analytic:abc", "analytic:tornado", "analytic:double-gyre",
                               "analytic:taylor-green"};
    return open_analytic(names[kind - 3]).field();
}

/// A lattice that reaches a little beyond the domain.
std::vector<Rake> lattice(const Field& field, std::uint32_t n)
{
    const Bounds& box = field.info().bounds;
    const glm::dvec3 size = box.hi - box.lo;
    std::vector<Rake> rakes;
    for (std::uint32_t k = 0; k < n; ++k)
        rakes.push_back({PlaneRake{point_of(box.lo + size * glm::dvec3{-0.05, 0.01, (k + 0.3) / n}),
                                   {1.1 * size.x, 0.0, 0.0},
                                   {0.0, 0.95 * size.y, 0.0},
                                   {n, n}}});
    return rakes;
}

}  // namespace

TEST_CASE("ParticleSystem: halving the step divides the error by sixteen on every kind of grid",
          "[particles]")
{
    for (const GridForm grid :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured}) {
        const double ratio = miss_after_one_turn(grid, 16) / miss_after_one_turn(grid, 32);
        CHECK(ratio > 15.0);  // fourth order gives 2^4, but for higher terms and rounding
        CHECK(ratio < 17.0);
    }
}

TEST_CASE("ParticleSystem: a negative step goes back to the seed", "[particles]")
{
    ParticleSettings settings;
    settings.step = 0.02F;
    settings.steps_per_frame = 20;
    ParticleSystem particles{
        field_on(GridForm::Uniform, 5, rotation), {{PointRake{{1.0, 0.5, 0.0}}}}, settings};
    next_frame(particles);
    next_frame(particles);
    settings.step = -0.02F;
    particles.set_settings(settings);
    CHECK(glm::distance(glm::vec3{next_frame(particles).front()}, glm::vec3{1.0F, 0.5F, 0.0F}) < 1e-5F);
}

TEST_CASE("ParticleSystem: vectors of particles agree with scalar code on every kind of field", "[particles]")
{
    for (int kind = 0; kind < 8; ++kind) {
        const auto field = field_of(kind);
        const auto rakes = lattice(*field, 7);
        ParticleSettings settings;
        settings.step = static_cast<float>(field->info().suggested_step);
        settings.steps_per_frame = 15;
        ParticleSystem particles{field, rakes, settings};
        next_frame(particles);
        const Frame frame = next_frame(particles);
        std::size_t at = 0, compared = 0;
        for (const Rake& rake : rakes)
            for (const glm::vec3& seed : seeds_of(rake)) {
                const glm::vec4 found = frame[at++];
                const auto expected = scalar_steps(*field, seed, static_cast<float>(settings.step), 15);
                if (!expected || is_dead(found)) continue;  // at a face, rounding may decide
                ++compared;
                INFO("field " << field->info().dataset << " kind " << kind);
                REQUIRE(glm::distance(glm::vec3{found}, *expected) < 2e-4F);
                REQUIRE(found.w == Approx(field->sample(glm::vec3{found})->scalar).margin(2e-4));
            }
        CHECK(compared > 200);
    }
}

TEST_CASE("ParticleSystem: one and two threads give the same bits", "[particles]")
{
    for (const int kind : {0, 1, 2, 4}) {
        const auto field = field_of(kind);
        const auto rakes = lattice(*field, 20);  // 8000 particles: several tiles
        ParticleSettings settings;
        settings.step = static_cast<float>(field->info().suggested_step);
        settings.max_age_frames = 5;
        settings.threads = 1;
        ParticleSystem one{field, rakes, settings};
        settings.threads = 2;
        ParticleSystem two{field, rakes, settings};
        for (int i = 0; i < 12; ++i) REQUIRE(same_bits(next_frame(one), next_frame(two)));
    }
}

namespace {

std::shared_ptr<const Field> layer()
{
    GridData data;
    data.dims = {{3, 3, 1}};
    data.geometry = UniformGeometry{{0, 0, 5}, {1, 1, 1}};
    data.arrays.push_back({"velocity", 3, {}, ""});
    for (int i = 0; i < 9; ++i)
        data.arrays[0].values.own().insert(data.arrays[0].values.own().end(), {0.5F, 0.0F, 9.0F});
    return Dataset{"layer", data}.field();
}

}  // namespace

TEST_CASE("ParticleSystem: a seed that is not finite in binary32 is outside, also along a flat axis",
          "[particles]")
{
    for (const double far : {3e38, -3e38}) {
        const PlaneRake rake{.origin = {0.5, 0.5, far}, .edge_u = {0.0, 0.0, far}, .seeds = {2, 1}};
        ParticleSystem particles{layer(), {{rake}}, {}};
        CHECK(particles.last_outcome().seeds_outside == 1);
        CHECK(std::isnan(next_frame(particles).back().x));
    }
}

TEST_CASE("ParticleSystem: a flat axis neither bounds nor moves particles", "[particles]")
{
    ParticleSettings settings;
    settings.step = 1.0F;
    ParticleSystem particles{layer(), {{PointRake{{0.5, 0.5, -3.0}}}}, settings};
    CHECK(next_frame(particles).front() == glm::vec4{0.5F, 0.5F, -3.0F, 0.5F});
    CHECK(next_frame(particles).front() == glm::vec4{1.0F, 0.5F, -3.0F, 0.5F});
}
