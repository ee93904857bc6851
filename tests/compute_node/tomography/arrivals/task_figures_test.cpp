#include "compute_node/tomography/arrivals/task_figures.h"

#include "compute_node/tomography/arrivals/first_arrivals.h"
#include "compute_node/tomography/surveys/mine.h"
#include "tests/catch.h"

#include <atomic>

using namespace farfield::tomography;

TEST_CASE("TaskFigures: efficiency is predicted from a task's time and its message's", "[tomography]")
{
    // 10 tasks of 2 s, 5 of which other ranks did, each with a message of 0.1 s and 3 MB, on 4 threads in 6
    // s.
    const TaskFigures tasks{10, 20.0, 5, 0.5, 15'000'000, 4, 6.0};
    CHECK(tasks.seconds_of_task() == Approx(2.0));
    CHECK(tasks.seconds_of_message() == Approx(0.1));
    CHECK(tasks.bytes_of_message() == Approx(3e6));
    CHECK(tasks.predicted_efficiency() == Approx(1.0 / 1.2));
    CHECK(tasks.efficiency() == Approx(20.0 / 24.0));
}

TEST_CASE("TaskFigures: where there is no message, all threads are expected to work", "[tomography]")
{
    const TaskFigures alone{3, 6.0, 0, 0.0, 0, 2, 3.0};
    CHECK(alone.bytes_of_message() == 0.0);
    CHECK(alone.predicted_efficiency() == 1.0);
    CHECK(TaskFigures{}.predicted_efficiency() == 0.0);
}

TEST_CASE("first_arrivals: counts its batches and their time", "[tomography]")
{
    const Survey survey = Mine{1}.survey(8.0, 1);
    const FirstArrivals found =
        first_arrivals(Mine{1}.model(8.0), survey, {RayMethod::Curved, nullptr, {.threads = 1}});
    CHECK(found.tasks.tasks >= 3);  // 40 receivers are solved for, at most 16 at once
    CHECK(found.tasks.messages == 0);
    CHECK(found.tasks.task_seconds > 0.0);
    CHECK(found.tasks.task_seconds <= found.tasks.elapsed_seconds);
}

TEST_CASE("first_arrivals: traces nothing once it is cancelled", "[tomography]")
{
    const std::atomic<bool> cancelled{true};
    Survey survey = Mine::sensors();
    survey.data = {{0, 0, 0.0, 0.0}, {1, 1, 0.0, 0.0}};
    const FirstArrivals found = first_arrivals(
        Mine{1}.model(8.0), survey, {RayMethod::Curved, nullptr, {.threads = 1, .cancelled = &cancelled}});
    CHECK(found.arrivals[0].ray.kind == RayKind::Lost);
    CHECK(found.arrivals[1].ray.kind == RayKind::Lost);
}
