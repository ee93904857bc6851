#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

std::string refusal(const std::vector<Rake>& rakes, const ParticleSettings& settings,
                    const ParticleLimits& limits = {})
{
    const auto field = open_analytic("analytic:abc").field();
    return error_of([&] { ParticleSystem{field, rakes, settings, limits}; });
}

}  // namespace

TEST_CASE("ParticleSystem: a plane of 2^64 seeds is refused before memory is taken", "[particles]")
{
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    const std::string error = refusal({{PlaneRake{{}, {1, 0, 0}, {0, 1, 0}, {most, most}}}}, {});
    CHECK(contains(error, "max_seeds_per_rake"));
    CHECK(contains(error, "18446744065119617025"));
}

TEST_CASE("ParticleSystem: the limit of particles counts all rakes, and is named", "[particles]")
{
    ParticleLimits limits;
    limits.max_particles = 10;
    const Rake six{LineRake{{}, {1, 0, 0}, 3}, 2};
    CHECK(refusal({six}, {}, limits).empty());
    CHECK(contains(refusal({six, six}, {}, limits),
                   "the limit max_particles is exceeded: at most 10, asked for 12"));
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    CHECK(contains(refusal({{PointRake{}, most}}, {}, limits), "max_particles"));
}

TEST_CASE("ParticleSystem: settings out of range are refused by name", "[particles]")
{
    const std::vector<Rake> rakes{{PointRake{{1, 1, 1}}}};
    ParticleSettings settings;
    settings.step = 0.0F;
    CHECK(contains(refusal(rakes, settings), "step"));
    settings.step = std::numeric_limits<float>::infinity();
    CHECK(contains(refusal(rakes, settings), "step"));
    settings = {};
    settings.steps_per_frame = 0;
    CHECK(contains(refusal(rakes, settings), "steps_per_frame must be from 1 to 1000, found 0"));
    settings = {};
    settings.max_age_frames = 0;
    CHECK(contains(refusal(rakes, settings), "max_age_frames"));
    CHECK(contains(refusal({{PointRake{}, 0}}, {}), "particles_per_seed"));
}

TEST_CASE("ParticleSystem: a billion seeds of any form are refused before memory is taken", "[particles]")
{
    constexpr std::uint32_t billion = 1'000'000'000;
    const Point one{1.0, 1.0, 1.0};
    for (const RakeShape& form :
         {RakeShape{CircleRake{one, one, 1.0, billion}}, RakeShape{SphereRake{one, 1.0, billion, {}}},
          RakeShape{SphereRake{one, 1.0, billion, 1}},
          RakeShape{BoxRake{{}, one, BoxLattice{1000, 1000, 1000}}},
          RakeShape{BoxRake{{}, one, RandomPlaces{billion, 1}}}}) {
        const std::string error = refusal({{form}}, {});
        CHECK(contains(error, "max_seeds_per_rake is exceeded: at most 1048576, asked for 1000000000"));
    }
}
