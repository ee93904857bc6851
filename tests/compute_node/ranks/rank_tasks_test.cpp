// The tasks of a rank other than 0.
#include "compute_node/ranks/rank_tasks.h"

#include "tests/catch.h"

#include <future>
#include <stdexcept>
#include <vector>

using namespace farfield::compute;

TEST_CASE("RankTasks: tasks run in the order in which they were put, and none after the end", "[ranks]")
{
    RankTasks tasks;
    std::vector<int> done;
    tasks.put([&] { done.push_back(1); });
    tasks.put([&] { tasks.put([&] { done.push_back(3); }); });
    tasks.put([&] { done.push_back(2); });
    tasks.put([&] { tasks.put([&] { tasks.end(); }); });
    tasks.put([&] { tasks.put([&] { done.push_back(4); }); });
    tasks.run();
    CHECK(done == std::vector{1, 2, 3});
}

TEST_CASE("RankTasks: tasks that are put beside do not wait for the others", "[ranks]")
{
    RankTasks tasks;
    std::promise<void> beside;
    tasks.put([&] {
        beside.get_future().wait();
        tasks.end();
    });
    tasks.put_beside([&] { beside.set_value(); });
    tasks.run();
}

TEST_CASE("RankTasks: what a task throws ends both queues and comes out", "[ranks]")
{
    RankTasks tasks;
    tasks.put_beside([] { throw std::runtime_error("no memory"); });
    CHECK_THROWS_WITH(tasks.run(), "no memory");
}
