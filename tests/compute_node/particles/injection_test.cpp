// When rakes with an injection release their particles.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

Rake injected(std::uint32_t per_seed, const Injection& injection)
{
    return {PointRake{{0.5, 0.0, 0.0}}, per_seed, injection};
}

/// For each particle "1" for each frame in which it is shown and "." for the others.
std::vector<std::string> lives_of(const std::vector<Rake>& rakes, const ParticleSettings& settings,
                                  int frames)
{
    ParticleSystem particles{field_on(GridForm::Uniform, 5, rotation), rakes, settings};
    std::vector<std::string> lives(particles.particles());
    for (int i = 0; i < frames; ++i) {
        const Frame frame = next_frame(particles);
        for (std::size_t p = 0; p < lives.size(); ++p) lives[p] += is_dead(frame[p]) ? '.' : '1';
    }
    return lives;
}

using Lives = std::vector<std::string>;

}  // namespace

TEST_CASE("ParticleSystem: nothing is released before inject_start, then as ever", "[particles][injection]")
{
    const auto settings = settings_with(0.25, 3);
    CHECK(lives_of({injected(2, {.start = 1.0})}, settings, 14) == Lives{"....111.111.11", "......111.111."});
    CHECK(lives_of({injected(1, {.start = 0.9})}, settings, 8) == Lives{"....111."});
}

TEST_CASE("ParticleSystem: nothing is released after inject_end, and live particles go on",
          "[particles][injection]")
{
    const auto settings = settings_with(0.25, 3);
    CHECK(lives_of({injected(2, {.end = 1.0})}, settings, 12) == Lives{"111.111.....", "..111......."});
    CHECK(lives_of({injected(2, {.end = 0.0})}, settings, 6) == Lives{"111...", "......"});
}

TEST_CASE("ParticleSystem: after each inject_interval a seed releases its next particle",
          "[particles][injection]")
{
    const auto settings = settings_with(0.25, 3);
    CHECK(lives_of({injected(3, {.interval = 0.5})}, settings, 12) ==
          Lives{"111...111...", "..111...111.", "....111...11"});
    CHECK(lives_of({injected(2, {.start = 0.5, .end = 1.5, .interval = 0.5})}, settings, 12) ==
          Lives{"..111.111...", "....111....."});
}

TEST_CASE("ParticleSystem: a particle that is alive when its turn comes lives on, and waits for the next",
          "[particles][injection]")
{
    CHECK(lives_of({injected(1, {.interval = 0.5})}, settings_with(0.25, 3), 12) == Lives{"111.111.111."});
    CHECK(lives_of({injected(1, {.interval = 0.75})}, settings_with(0.25, 4), 14) == Lives{"1111..1111..11"});
}

TEST_CASE("ParticleSystem: an interval shorter than a frame releases as many as are due",
          "[particles][injection]")
{
    CHECK(lives_of({injected(4, {.interval = 0.125})}, settings_with(0.25, 2), 5) ==
          Lives{"11..1", ".11..", ".11..", "..11."});
}

TEST_CASE(
    "ParticleSystem: an injection runs with the program's time whatever the step's sign, and other rakes "
    "do not mind",
    "[particles][injection]")
{
    const Rake usual{PointRake{{0.5, 0.5, 0.0}}, 2}, late = injected(1, {.start = 1.0});
    ParticleSettings settings = settings_with(-0.25, 3);
    settings.developed = true;
    const auto both = lives_of({usual, late}, settings, 12), alone = lives_of({usual}, settings, 12);
    CHECK(both[0] == alone[0]);
    CHECK(both[1] == alone[1]);
    CHECK(both[2] == "....111.111.");
}

TEST_CASE("ParticleSystem: an injection that cannot be is refused by name", "[particles][injection]")
{
    const auto field = field_on(GridForm::Uniform, 5, rotation);
    for (const auto& [injection, name] : {std::pair{Injection{.start = -1.0}, "inject_start"},
                                          {Injection{.start = 2.0, .end = 1.0}, "inject_end"},
                                          {Injection{.interval = 0.0}, "inject_interval"}})
        CHECK_THROWS_WITH((ParticleSystem{field, {injected(1, injection)}, {}}),
                          Catch::Matchers::ContainsSubstring(name));
}
