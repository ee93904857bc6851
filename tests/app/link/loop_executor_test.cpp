#include "app/link/loop_executor.h"

#include <thread>
#include <vector>

#include "tests/catch.h"

using farfield::app::LoopExecutor;
using farfield::app::Task;

TEST_CASE("LoopExecutor: tasks run in the order in which they were posted", "[executor]")
{
    LoopExecutor loop;
    std::vector<int> ran;
    for (int i = 0; i < 5; ++i) loop.post([&ran, i] { ran.push_back(i); });
    loop.run(std::chrono::milliseconds(0));
    CHECK(ran == std::vector<int>{0, 1, 2, 3, 4});
}

TEST_CASE("LoopExecutor: a task that is posted by a task runs the next time", "[executor]")
{
    LoopExecutor loop;
    int ran = 0;
    loop.post([&] { loop.post([&] { ++ran; }); });
    loop.run(std::chrono::milliseconds(0));
    CHECK(ran == 0);
    loop.run(std::chrono::milliseconds(0));
    CHECK(ran == 1);
}

TEST_CASE("LoopExecutor: a task that is shared may be posted again and again", "[executor]")
{
    LoopExecutor loop;
    int ran = 0;
    const auto task = std::make_shared<const Task>([&] { ++ran; });
    loop.post(task);
    loop.post(task);
    loop.run(std::chrono::milliseconds(0));
    CHECK(ran == 2);
}

TEST_CASE("LoopExecutor: a task of another thread ends the wait", "[executor]")
{
    LoopExecutor loop;
    bool ran = false;
    const std::jthread other([&] { loop.post([&] { ran = true; }); });
    while (!ran) loop.run(std::chrono::hours(1));
    CHECK(ran);
}

TEST_CASE("LoopExecutor: a loop that is stopped still runs what has been posted", "[executor]")
{
    LoopExecutor loop;
    std::stop_source stop;
    std::vector<int> ran;
    loop.post([&] { stop.request_stop(); });
    loop.post([&] {
        ran.push_back(1);
        loop.post([&] { ran.push_back(2); });
    });
    loop.run_until(stop.get_token());
    CHECK(ran == std::vector<int>{1, 2});
}

TEST_CASE("LoopExecutor: a task that throws does not keep back those after it", "[executor]")
{
    LoopExecutor loop;
    int ran = 0;
    loop.post([] { throw std::runtime_error("a fault"); });
    loop.post([&] { ++ran; });
    CHECK_THROWS_WITH(loop.run(std::chrono::milliseconds(0)), "a fault");
    loop.run(std::chrono::milliseconds(0));
    CHECK(ran == 1);
}
