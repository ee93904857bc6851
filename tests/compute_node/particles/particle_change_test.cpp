// Changing rakes, settings and the scalar while particles are under way.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

constexpr std::uint32_t max_age = 6;

ParticleSettings usual_settings()
{
    ParticleSettings settings;
    settings.step = 0.05F;
    settings.max_age_frames = max_age;
    return settings;
}

const Rake first{LineRake{{-1, 0, 0}, {1, 0, 0}, 5}, 3};
const Rake second{PointRake{{0.5, 0.5, 0.5}}, 2};
const Rake moved_rake{LineRake{{-1, 1, 0}, {1, 1, 0}, 11}, 4};

Frame part(const Frame& frame, std::size_t from, std::size_t count)
{
    return {frame.begin() + from, frame.begin() + from + count};
}

}  // namespace

TEST_CASE("ParticleSystem::set_rakes: other rakes go on undisturbed, the changed one starts over",
          "[particles]")
{
    for (const GridForm grid : {GridForm::Uniform, GridForm::Curvilinear, GridForm::Unstructured}) {
        const auto field = field_on(grid, 7, rotation);
        ParticleSystem changed{field, {first, second}, usual_settings()},
            control{field, {first, second}, usual_settings()};
        for (int i = 0; i < 4; ++i) REQUIRE(same_bits(next_frame(changed), next_frame(control)));
        const RakeOutcome outcome = changed.set_rakes({moved_rake, second});
        CHECK(outcome.restarted == std::vector<std::size_t>{0});
        CHECK(outcome.particles == 46);
        ParticleSystem fresh{field, {moved_rake}, usual_settings()};
        for (int i = 0; i < 20; ++i) {
            const Frame frame = next_frame(changed), old = next_frame(control);
            REQUIRE(same_bits(part(frame, 0, 44), next_frame(fresh)));
            REQUIRE(same_bits(part(frame, 44, 2), part(old, 15, 2)));
        }
    }
}

TEST_CASE("ParticleSystem::set_rakes: a rake can be added and taken away", "[particles]")
{
    const auto field = field_on(GridForm::Uniform, 7, rotation);
    ParticleSystem particles{field, {first}, usual_settings()}, control{field, {first}, usual_settings()};
    next_frame(particles);
    next_frame(control);
    particles.set_rakes({first, moved_rake});
    REQUIRE(same_bits(part(next_frame(particles), 0, 15), next_frame(control)));
    particles.set_rakes({first});
    REQUIRE(same_bits(next_frame(particles), next_frame(control)));
    particles.set_rakes({});
    CHECK(next_frame(particles).empty());
}

TEST_CASE("ParticleSystem::set_rakes: what is refused changes nothing", "[particles]")
{
    const auto field = field_on(GridForm::Uniform, 7, rotation);
    ParticleSystem particles{field, {first}, usual_settings()}, control{field, {first}, usual_settings()};
    next_frame(particles);
    next_frame(control);
    CHECK_THROWS(particles.set_rakes({second, {LineRake{{}, {}, 0}}}));
    CHECK(particles.rakes() == std::vector<Rake>{first});
    for (int i = 0; i < 10; ++i) REQUIRE(same_bits(next_frame(particles), next_frame(control)));
}

TEST_CASE("ParticleSystem::set_settings: a new step takes effect where the particles are", "[particles]")
{
    const auto drift = [](glm::dvec3) { return glm::dvec3{1.0, 0.0, 0.0}; };
    ParticleSettings settings = usual_settings();
    settings.step = 0.25F;
    ParticleSystem particles{field_on(GridForm::Uniform, 5, drift), {{PointRake{}}}, settings};
    next_frame(particles);
    next_frame(particles);
    settings.step = 0.5F;
    CHECK(particles.set_settings(settings).restarted.empty());
    CHECK(next_frame(particles).front().x == 0.75F);
}

TEST_CASE("ParticleSystem::set_settings: a new age limit starts all rakes over", "[particles]")
{
    ParticleSystem particles{field_on(GridForm::Uniform, 5, rotation), {first, second}, usual_settings()};
    next_frame(particles);
    ParticleSettings settings = usual_settings();
    settings.max_age_frames = 9;
    CHECK(particles.set_settings(settings).restarted == std::vector<std::size_t>{0, 1});
    CHECK(glm::vec3{next_frame(particles).front()} == glm::vec3{-1, 0, 0});
}

TEST_CASE("ParticleSystem::set_scalar: particles go on, with another scalar", "[particles]")
{
    const Dataset dataset =
        dataset_on(GridForm::Curvilinear, 7, rotation, [](glm::dvec3 p) { return 3.0 + p.x; });
    ParticleSystem particles{dataset.field(), {first}, usual_settings()},
        control{dataset.field(), {first}, usual_settings()};
    next_frame(particles);
    next_frame(control);
    particles.set_scalar(dataset.field({"", "s"}));
    for (int i = 0; i < 2 * static_cast<int>(max_age); ++i) {  // beyond a release
        const Frame frame = next_frame(particles), old = next_frame(control);
        for (std::size_t p = 0; p < frame.size(); ++p) {
            REQUIRE(is_dead(frame[p]) == is_dead(old[p]));
            if (is_dead(frame[p])) continue;
            REQUIRE(glm::vec3{frame[p]} == glm::vec3{old[p]});
            REQUIRE(frame[p].w == Approx(3.0F + frame[p].x).margin(1e-5));
        }
    }
}

TEST_CASE("ParticleSystem::set_scalar: a field of another dataset is refused", "[particles]")
{
    ParticleSystem particles{field_on(GridForm::Uniform, 5, rotation), {first}, usual_settings()};
    CHECK_THROWS_AS(particles.set_scalar(open_analytic("analytic:abc").field()), std::invalid_argument);
}

TEST_CASE("ParticleSystem: age as the scalar counts from the release, and changes nothing else",
          "[particles]")
{
    const auto field = field_on(GridForm::Uniform, 7, rotation);
    ParticleSettings settings = usual_settings();
    settings.step = -0.0625;
    settings.steps_per_frame = 2;
    ParticleSystem particles{field, {first}, settings}, control{field, {first}, settings};
    next_frame(particles);
    next_frame(control);
    settings.scalar_is_age = true;
    CHECK(particles.set_settings(settings).restarted.empty());
    for (std::uint32_t frame = 1; frame < 3 * max_age; ++frame) {
        const Frame aged = next_frame(particles), other = next_frame(control);
        for (std::size_t i = 0; i < aged.size(); ++i) {
            REQUIRE(std::memcmp(&aged[i], &other[i], sizeof(glm::vec3)) == 0);
            const auto k = static_cast<std::uint32_t>(i % 3);
            const std::uint32_t release = k * (max_age + 1) / 3;
            const std::uint32_t age = (frame - release) % (max_age + 1);
            if (frame >= release && age < max_age) CHECK(aged[i].w == 0.125F * static_cast<float>(age));
        }
    }
}

TEST_CASE("ParticleSystem: arc length as the scalar is the distance come since the release", "[particles]")
{
    const auto form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    ParticleSettings settings = usual_settings();
    settings.step = GENERATE(0.125, -0.125);
    settings.steps_per_frame = 2;
    settings.scalar_is_length = true;
    settings.developed = GENERATE(false, true);
    ParticleSystem particles{field_on(form, 7, rotation), {first}, settings};
    settings.scalar_is_length = false;
    settings.scalar_is_age = true;
    ParticleSystem control{field_on(form, 7, rotation), {first}, settings};
    for (std::uint32_t frame = 0; frame < 3 * max_age; ++frame) {
        const Frame measured = next_frame(particles), aged = next_frame(control);
        for (std::size_t i = 0; i < measured.size(); ++i) {
            REQUIRE(std::memcmp(&measured[i], &aged[i], sizeof(glm::vec3)) == 0);
            if (is_dead(measured[i])) continue;
            const double radius = std::hypot(measured[i].x, measured[i].y);  // turns by a radian in a second
            REQUIRE(measured[i].w == Approx(radius * aged[i].w).epsilon(2e-4).margin(1e-6));
        }
    }
}

TEST_CASE("ParticleSystem: lives that were begun before it was wanted have no arc length", "[particles]")
{
    const auto drift = [](glm::dvec3) { return glm::dvec3{0.5, 0.0, 0.0}; };
    const auto field = field_on(GridForm::Uniform, 5, drift);
    ParticleSettings settings = usual_settings();
    settings.step = 0.25;
    ParticleSystem particles{field, {{PointRake{}, 1}, {PointRake{{-1, 0, 0}}, 1}}, settings};
    for (int i = 0; i < 3; ++i) (void)next_frame(particles);
    settings.scalar_is_length = true;
    CHECK(particles.set_settings(settings).restarted.empty());
    const std::vector<Rake> moved_one{{PointRake{}, 1}, {PointRake{{-1, 1, 0}}, 1}};
    CHECK(particles.set_rakes(moved_one).restarted == std::vector<std::size_t>{1});
    for (int frame = 3; frame < static_cast<int>(max_age); ++frame) {
        const Frame now = next_frame(particles);
        CHECK(std::isnan(now[0].w));
        CHECK(now[0].x == 0.125F * static_cast<float>(frame));
        CHECK(now[1].w == 0.125F * static_cast<float>(frame - 3));
    }
    (void)next_frame(particles);  // in which the first is dead
    CHECK(next_frame(particles)[0].w == 0.0F);
    CHECK(next_frame(particles)[0].w == 0.125F);
    settings.scalar_is_length = false;
    particles.set_settings(settings);
    CHECK(next_frame(particles)[0].w == 0.5F);
}
