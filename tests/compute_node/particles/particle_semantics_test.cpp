// When particles are released, live and die.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

glm::dvec3 drift(glm::dvec3 /*p*/)
{
    return {0.25, 0.0, 0.0};
}

/// "1" for each frame in which a particle is shown, "." for each in which it is not.
std::string life_of(ParticleSystem& particles, std::size_t index, int frames)
{
    std::string life;
    for (int i = 0; i < frames; ++i) life += is_dead(next_frame(particles).at(index)) ? '.' : '1';
    return life;
}

}  // namespace

TEST_CASE("ParticleSystem: a particle is at its seed, then moves by its velocity each frame", "[particles]")
{
    ParticleSystem particles{
        field_on(GridForm::Uniform, 5, drift), {{PointRake{{0, 0.5, 1}}}}, settings_with(0.5F, 100)};
    CHECK(next_frame(particles).front() == glm::vec4{0.0F, 0.5F, 1.0F, 0.25F});
    CHECK(next_frame(particles).front() == glm::vec4{0.125F, 0.5F, 1.0F, 0.25F});
    CHECK(next_frame(particles).front() == glm::vec4{0.25F, 0.5F, 1.0F, 0.25F});
}

TEST_CASE("ParticleSystem: steps_per_frame steps lie between two frames", "[particles]")
{
    ParticleSettings settings = settings_with(0.5F, 100);
    settings.steps_per_frame = 4;
    ParticleSystem particles{field_on(GridForm::Uniform, 5, drift), {{PointRake{}}}, settings};
    next_frame(particles);
    CHECK(next_frame(particles).front().x == 0.5F);
}

TEST_CASE("ParticleSystem: a life of A frames, one frame of NaN, and so on", "[particles]")
{
    ParticleSystem particles{field_on(GridForm::Uniform, 5, drift), {{PointRake{}}}, settings_with(0.1F, 4)};
    CHECK(life_of(particles, 0, 15) == "1111.1111.1111.");
}

TEST_CASE("ParticleSystem: with A = 1 every other frame is NaN", "[particles]")
{
    ParticleSystem particles{field_on(GridForm::Uniform, 5, drift), {{PointRake{}}}, settings_with(0.1F, 1)};
    CHECK(life_of(particles, 0, 6) == "1.1.1.");
}

TEST_CASE("ParticleSystem: particle k is first released in frame floor(k (A + 1) / P)", "[particles]")
{
    const auto field = field_on(GridForm::Uniform, 5, drift);
    constexpr std::uint32_t max_age = 9, per_seed = 4;  // releases in frames 0, 2, 5, 7
    const std::array expected{"1111111", "..11111", ".....11", ".......1"};
    for (std::size_t k = 0; k < per_seed; ++k) {
        ParticleSystem particles{field, {{PointRake{}, per_seed}}, settings_with(0.1F, max_age)};
        const std::string life = expected[k];
        CHECK(life_of(particles, k, static_cast<int>(life.size())) == life);
    }
}

TEST_CASE("ParticleSystem: more particles than frames of a life are released several at once", "[particles]")
{
    // A = 1, P = 4: frames 0, 0, 1, 1
    ParticleSystem particles{
        field_on(GridForm::Uniform, 5, drift), {{PointRake{}, 4}}, settings_with(0.1F, 1)};
    const Frame first = next_frame(particles), second = next_frame(particles);
    CHECK((!is_dead(first[0]) && !is_dead(first[1]) && is_dead(first[2]) && is_dead(first[3])));
    CHECK((is_dead(second[0]) && is_dead(second[1]) && !is_dead(second[2]) && !is_dead(second[3])));
}

TEST_CASE(
    "ParticleSystem: a particle that leaves the domain is NaN in that frame and back at the seed in the next",
    "[particles]")
{
    // x = 1.5, 1.75, 2.0 (on the face, inside), then out.
    ParticleSystem particles{
        field_on(GridForm::Uniform, 5, drift), {{PointRake{{1.5, 0, 0}}}}, settings_with(1.0F, 100)};
    CHECK(life_of(particles, 0, 8) == "111.111.");
}

TEST_CASE("ParticleSystem: a stage outside the domain is enough to die", "[particles]")
{
    // u = 0.4 at x = 1.4: half a step of 8 reaches x = 3, whatever the whole step would do.
    const auto field = field_on(GridForm::Uniform, 9, [](glm::dvec3 p) {
        return glm::dvec3{-4.0 * (p.x - 1.5), 0.0, 0.0};
    });
    ParticleSystem particles{field, {{PointRake{{1.4, 0, 0}}}}, settings_with(8.0F, 100)};
    CHECK(life_of(particles, 0, 4) == "1.1.");
}

TEST_CASE("ParticleSystem: a particle that meets invalid data dies before the cell, on every kind of grid",
          "[particles]")
{
    const auto holed = [](glm::dvec3 p) {
        return p.x > 1.4 ? glm::dvec3{std::numeric_limits<double>::quiet_NaN()} : glm::dvec3{0.25, 0.0, 0.0};
    };
    for (const GridForm grid :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured}) {
        ParticleSystem particles{
            field_on(grid, 17, holed), {{PointRake{{0, 0, 0}}}}, settings_with(1.0F, 100)};
        const std::string life = life_of(particles, 0, 20);
        CHECK(life.find('.') != std::string::npos);
        CHECK(life.find('.') <= 6);  // x = 1.5 at the latest
        CHECK(life.find('.') >= 3);  // x = 0.75 lies in cells that are all valid
    }
}

TEST_CASE("ParticleSystem: a seed outside stays NaN and is counted", "[particles]")
{
    ParticleSystem particles{
        field_on(GridForm::Uniform, 5, drift), {{LineRake{{0, 0, 0}, {4, 0, 0}, 2}}}, settings_with(0.1F, 2)};
    CHECK(particles.last_outcome().seeds_outside == 1);
    CHECK(life_of(particles, 1, 12) == "............");
}

TEST_CASE("ParticleSystem: a frame tells how many particles it shows", "[particles]")
{
    ParticleSystem particles{field_on(GridForm::Uniform, 5, drift),
                             {{LineRake{{0, 0, 0}, {4, 0, 0}, 9}, 3}},
                             settings_with(0.1F, 5)};
    std::vector<AlignedRow> rows(particles.particles());
    const FrameCounts counts =
        particles.write_frame(std::as_writable_bytes(std::span{rows}), ByteOrder::Native);
    CHECK(counts.particles == 27);
    CHECK(counts.seeds_outside == 4);  // x = 2.5 .. 4 of 0 .. 4 in halves
    CHECK(counts.alive == 5);          // the first particle of each seed inside
}

TEST_CASE("ParticleSystem: developed begins with frame A + 1 of an undeveloped run", "[particles]")
{
    for (const GridForm grid : {GridForm::Uniform, GridForm::Curvilinear, GridForm::Unstructured})
        for (const std::uint32_t per_seed : {1U, 3U, 20U}) {
            const std::vector<Rake> rakes{
                {LineRake{{1.2, -1, 0}, {1.9, 1, 0.5}, 7}, per_seed}};  // some die early
            ParticleSettings settings = settings_with(0.3F, 7);
            ParticleSystem plain{field_on(grid, 5, drift), rakes, settings};
            for (std::uint32_t frame = 0; frame <= settings.max_age_frames; ++frame) next_frame(plain);
            settings.developed = true;
            ParticleSystem developed{field_on(grid, 5, drift), rakes, settings};
            for (int frame = 0; frame < 20; ++frame)
                REQUIRE(same_bits(next_frame(plain), next_frame(developed)));
        }
}

TEST_CASE("ParticleSystem: a rake that would take too many steps is not developed, and this is reported",
          "[particles]")
{
    ParticleSettings settings = settings_with(0.1F, 9);
    settings.developed = true;
    ParticleLimits limits;
    limits.max_developed_steps = 10 * 5;
    const auto field = field_on(GridForm::Uniform, 5, drift);
    const std::vector<Rake> rakes{{LineRake{{0, 0, 0}, {1, 0, 0}, 5}, 2},
                                  {LineRake{{0, 0, 0}, {1, 0, 0}, 6}, 2}};
    ParticleSystem particles{field, rakes, settings, limits};
    CHECK(particles.last_outcome().undeveloped == std::vector<std::size_t>{1});
    const Frame frame = next_frame(particles);
    CHECK_FALSE(is_dead(frame[1]));  // k = 1 of a developed seed is there
    CHECK(is_dead(frame[11]));       // k = 1 of an undeveloped one is not yet
}
