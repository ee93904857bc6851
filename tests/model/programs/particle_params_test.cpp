#include "model/programs/particle_params.h"

#include <limits>

#include "tests/catch.h"
#include "tests/model/refusal.h"

using namespace farfield::model;
using namespace farfield::model::test;

namespace {

const std::vector<Rake> some_rakes{{PointRake{{1, 2, 3}}, 4},
                                   {LineRake{{0, 0, 0}, {1, 0.5, 0}, 10}, 1},
                                   {PlaneRake{{1, 1, 1}, {2, 0, 0}, {0, 3, 0}, {4, 5}}, 2}};

ParticleParams merged(const Json& json)
{
    ParticleParams params;
    (void)merge(params, json);
    return params;
}

}  // namespace

TEST_CASE("ParticleParams: what was written is read again", "[particles]")
{
    ParticleParams params;
    params.rakes = some_rakes;
    CHECK(read<ParticleParams>(write(params)) == params);
    CHECK(write(params).size() == 1);
    params.step = -0.25;
    params.steps_per_frame = 1000;
    params.max_age_frames = 1;
    params.scalar = "pressure";
    params.developed = true;
    params.time = {.start = -3.5, .loop = false};
    CHECK(read<ParticleParams>(write(params)) == params);
}

TEST_CASE("ParticleParams: time begins at 0 and loops by default", "[particles]")
{
    CHECK(merged({{"time", Json::object()}}).time == ProgramTime{.start = 0.0, .loop = true});
    CHECK(refusal(merged, {{"time", 3}}) == "parameter 'time': expected an object, found 3");
    CHECK(refusal(merged, {{"time", {{"end", 3}}}}) ==
          "parameter 'time.end': unknown; there are: start, loop");
}

TEST_CASE("ParticleParams: a faulty setting is named with what was expected and found", "[particles]")
{
    CHECK(refusal(merged, {{"step", 0}}) == "parameter 'step': expected a number other than 0, found 0");
    CHECK(refusal(merged, {{"step", "fast"}}) == "parameter 'step': expected a number, found \"fast\"");
    CHECK(refusal(merged, {{"step", nullptr}}) == "parameter 'step': expected a number, found null");
    CHECK(refusal(merged, {{"step", std::numeric_limits<double>::infinity()}})
              .starts_with("parameter 'step': expected a finite number"));
    CHECK(refusal(merged, {{"steps_per_frame", 0}}) ==
          "parameter 'steps_per_frame': expected an integer from 1 to 1000, found 0");
    CHECK(refusal(merged, {{"steps_per_frame", 1001}}) ==
          "parameter 'steps_per_frame': expected an integer from 1 to 1000, found 1001");
    CHECK(refusal(merged, {{"max_age_frames", 1'000'001}}) ==
          "parameter 'max_age_frames': expected an integer from 1 to 1000000, found 1000001");
    CHECK(refusal(merged, {{"max_age_frames", 2.5}}) ==
          "parameter 'max_age_frames': expected an integer from 1 to 1000000, found 2.5");
    CHECK(refusal(merged, {{"scalar", 3}}) == "parameter 'scalar': expected a string, found 3");
    CHECK(refusal(merged, {{"developed", 1}}) == "parameter 'developed': expected true or false, found 1");
    CHECK(refusal(merged, 3) == "parameters: expected an object, found 3");
}

TEST_CASE("ParticleParams: an unknown setting is named with those there are", "[particles]")
{
    CHECK(refusal(merged, {{"colour", "red"}}) == "parameter 'colour': unknown; there are: rakes, step, "
                                                  "steps_per_frame, max_age_frames, scalar, developed, time");
}

TEST_CASE("ParticleParams: a complaint about a long text shows its beginning", "[particles]")
{
    const auto text = refusal(merged, {{"step", std::string(1000, 'x')}});
    CHECK(text.size() < 120);
    CHECK(text.ends_with("x..."));
}
