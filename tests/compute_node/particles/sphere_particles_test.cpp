// Particles over the Earth: about its poles, and across them.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/rotating_earth.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

TEST_CASE("ParticleSystem: what turns about any axis is carried over the poles", "[particles][sphere]")
{
    const Turning turning{GENERATE(glm::dvec3{0.0, 0.0, 1.0}, glm::dvec3{1.0, 0.0, 0.0},
                                   glm::normalize(glm::dvec3{0.3, -0.5, 0.6}))};
    const bool whole = GENERATE(true, false);
    const auto field = Dataset{"earth", whole ? whole_globe(turning) : cap_about_pole(turning)}.field();
    const std::vector<glm::dvec3> seeds{{90.0, 80.0, 0.0}, {90.3, 76.0, 0.0}, {-10.0, 89.8, 0.0}};
    std::vector<Rake> rakes;
    for (const glm::dvec3& seed : seeds) rakes.push_back({PointRake{point_of(seed)}});
    ParticleSettings settings;
    settings.step = 0.5;
    settings.max_age_frames = 100;
    ParticleSystem particles{field, rakes, settings};
    for (int frame = 0; frame < 40; ++frame) {
        const Frame now = next_frame(particles);
        for (std::size_t i = 0; i < seeds.size(); ++i) {
            REQUIRE_FALSE(is_dead(now[i]));
            const glm::dvec3 right = turning.carried(direction_of(seeds[i].x, seeds[i].y), 0.5 * frame);
            REQUIRE(angle_between(right, direction_of(now[i].x, now[i].y)) < 0.005);
        }
    }
}
