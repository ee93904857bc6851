#include "model/document/clock.h"

#include "tests/catch.h"

using namespace farfield::model;

namespace {
constexpr TimeSpan span{{2.0, 12.0}};
}

TEST_CASE("data_time: a step for each tick, and nothing without one", "[clock]")
{
    CHECK(data_time({.start = 5.0, .step = 0.5}, 4, std::nullopt) == 7.0);
    CHECK(data_time({.start = 5.0, .step = -0.5}, 40, std::nullopt) == -15.0);
    CHECK_FALSE(data_time({.start = 5.0}, 4, span));
}

TEST_CASE("data_time: unsteady data begins anew at its end, in either direction", "[clock]")
{
    CHECK(data_time({.start = 2.0, .step = 1.0}, 9, span) == 11.0);
    CHECK(data_time({.start = 2.0, .step = 1.0}, 10, span) == 2.0);
    CHECK(data_time({.start = 2.0, .step = 1.0}, 23, span) == 5.0);
    CHECK(data_time({.start = 2.0, .step = -1.0}, 1, span) == 11.0);
    CHECK(data_time({.start = 0.0, .step = 1.0}, 0, span) == 10.0);
}

TEST_CASE("data_time: without a loop the ends of unsteady data hold", "[clock]")
{
    const Clock clock{.start = 4.0, .step = 3.0, .loop = false};
    CHECK(data_time(clock, 2, span) == 10.0);
    CHECK(data_time(clock, 20, span) == 12.0);
    CHECK(data_time({.start = 4.0, .step = -3.0, .loop = false}, 9, span) == 2.0);
    CHECK(data_time({.start = 4.0, .step = 1.0}, 9, TimeSpan{{3.0, 3.0}}) == 3.0);
}

TEST_CASE("document_seconds: ticks at so many a second", "[clock]")
{
    CHECK(document_seconds({.frames_per_second = 25.0}, 50) == 2.0);
}

TEST_CASE("pace_of: what a clock leaves open depends on what shows the document", "[clock]")
{
    const Clock clock{.frames_per_second = 25.0};
    CHECK(pace_of(clock, Use::Window) == Pace{FramePolicy::Latest, 60.0, std::nullopt});
    CHECK(pace_of(clock, Use::PlayInWindow) == Pace{FramePolicy::Every, 25.0, 300});
    CHECK(pace_of(clock, Use::Headless) == Pace{FramePolicy::Every, 0.0, 300});
    const Clock set{.frames = 7, .max_rate = 3.0, .policy = FramePolicy::Latest};
    for (const Use use : {Use::Window, Use::PlayInWindow, Use::Headless})
        CHECK(pace_of(set, use) == Pace{FramePolicy::Latest, 3.0, 7});
}

TEST_CASE("take_time: particles share the step of a tick between the steps of a frame", "[clock]")
{
    ParticleParams params{.step = 9.0, .steps_per_frame = 4};
    take_time(params, {.start = 3.0});
    CHECK(params.step == 9.0);
    CHECK(params.time.start == 0.0);
    take_time(params, {.start = 3.0, .step = 0.5, .loop = false});
    CHECK(params.step == 0.125);
    CHECK(params.time == ProgramTime{3.0, false});
}

TEST_CASE("take_live_time: particles begin at a time of now within unsteady data, and do not loop", "[clock]")
{
    const Clock clock{.start = 3.0, .step = 0.5, .live = true};
    ParticleParams params{.steps_per_frame = 4};
    take_live_time(params, clock, 7.0, span);
    CHECK(params.step == 0.125);
    CHECK(params.time == ProgramTime{7.0, false});
    take_live_time(params, clock, 70.0, span);
    CHECK(params.time.start == 12.0);
    take_live_time(params, clock, -70.0, span);
    CHECK(params.time.start == 2.0);
    take_live_time(params, clock, -70.0, std::nullopt);
    CHECK(params.time.start == -70.0);
}

TEST_CASE("take_time: lines are at the time of a tick, or each result a step later", "[clock]")
{
    const LineParams own{.time = 1.5, .time_step = 0.25};
    LineParams params = own;
    take_times(params, {.start = 3.0}, span);
    CHECK(params == own);
    const Clock clock{.start = 3.0, .step = 0.5};
    take_times(params, clock, span);
    CHECK(params.time == 3.0);
    CHECK(params.time_step == 0.5);
    take_time(params, clock, 4, span);
    CHECK(params.time == 5.0);
    CHECK(params.time_step == 0.0);
}

TEST_CASE("clock_seconds: without a step a tick is as long as in the document", "[clock]")
{
    CHECK(clock_seconds({.start = 2.0, .frames_per_second = 4.0}, 6, std::nullopt) == 3.5);
    CHECK(clock_seconds({.start = 2.0, .step = 3.0, .frames_per_second = 4.0}, 6, std::nullopt) == 20.0);
    CHECK(clock_seconds({.frames_per_second = 4.0}, 6, {{0.0, 1.0}}) == 0.5);
    CHECK(clock_seconds({.loop = false, .frames_per_second = 4.0}, 6, {{0.0, 1.0}}) == 1.0);
}

TEST_CASE("utc_ns: data times before 0 are before the origin, and none is before 1970", "[clock]")
{
    CHECK(utc_ns(1'700'000'000'000'000'001, 1.5) == 1'700'000'001'500'000'001);
    CHECK(utc_ns(1'700'000'000'000'000'001, -1.5) == 1'699'999'998'500'000'001);
    CHECK(utc_ns(1'000'000'000, -1.5) == 0);
}
