#include "model/programs/line_params.h"

#include "tests/catch.h"
#include "tests/model/refusal.h"

using namespace farfield::model;
using namespace farfield::model::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("LineParams: what was written is read again", "[lines]")
{
    LineParams params;
    params.rakes = {Rake{LineRake{{0, 0, 0}, {1, 0, 0}, 5}, 1}};
    params.kind = LineKind::Timeline;
    params.direction = LineDirection::Both;
    params.integrator = LineIntegrator::Dopri5;
    params.step_unit = LineStepUnit::Length;
    params.step = 0.5;
    params.max_step = 2.0;
    params.absolute_tolerance = 1e-7;
    params.relative_tolerance = 0.0;
    params.steps = 300;
    params.max_time = 9.0;
    params.max_length = 8.0;
    params.stagnant_speed = 0.0;
    params.release_steps = 6;
    params.scalar = "speed";
    params.time = -1.5;
    params.time_step = 0.25;
    params.repeat = true;
    params.parts = 16;
    CHECK(read<LineParams>(write(params)) == params);
}

TEST_CASE("LineParams: what is absent stays as it is", "[lines]")
{
    LineParams params;
    CHECK_FALSE(merge(params, Json::object()).contains("rakes"));
    CHECK(params == LineParams{});
}

TEST_CASE("LineParams: a setting that is wrong is named", "[lines]")
{
    const auto complaint = [](const Json& json) -> std::string {
        try {
            LineParams params;
            (void)merge(params, json);
        } catch (const FieldError& error) {
            return error.what();
        }
        return "none";
    };
    CHECK_THAT(complaint({{"step", 0}}), ContainsSubstring("'step'") && ContainsSubstring("above 0"));
    CHECK_THAT(complaint({{"absolute_tolerance", -1e-5}}), ContainsSubstring("'absolute_tolerance'"));
    CHECK_THAT(complaint({{"kind", "stripe"}}), ContainsSubstring("streakline"));
    CHECK_THAT(complaint({{"steps", 100'001}}), ContainsSubstring("'steps'"));
    CHECK_THAT(complaint({{"parts", 17}}), ContainsSubstring("'parts'"));
    CHECK_THAT(complaint({{"stepp", 1}}), ContainsSubstring("'stepp'"));
    CHECK(complaint({{"rakes", Json::array()}}) ==
          "parameter 'rakes': expected at least one rake, found none");
}

TEST_CASE("LineParams: a program starts with rakes", "[lines]")
{
    LineParams params;
    CHECK(refusal([&](const Json& json) { return merge_whole(params, json); }, Json::object()) ==
          "parameter 'rakes': expected at least one rake, found none");
    CHECK_THAT(refusal([&](const Json& json) { return merge_whole(params, json); }, {{"steps", 0}}),
               ContainsSubstring("'steps'"));
}
