#include "compute_node/ranks/rank_tasks.h"

#include <thread>
#include <utility>

namespace farfield::compute {

void RankTasks::put(Task task, std::deque<Task>& queue)
{
    const std::lock_guard lock{mutex_};
    queue.push_back(std::move(task));
    changed_.notify_all();
}

void RankTasks::end()
{
    const std::lock_guard lock{mutex_};
    ended_ = true;
    changed_.notify_all();
}

void RankTasks::run()
{
    std::exception_ptr error_beside;
    std::jthread beside{[&] { error_beside = serve(queue_beside_); }};
    const std::exception_ptr error = serve(queue_);
    beside.join();
    for (const std::exception_ptr& thrown : {error, error_beside})
        if (thrown) std::rethrow_exception(thrown);
}

std::exception_ptr RankTasks::serve(std::deque<Task>& queue)
{
    try {
        while (const Task task = next(queue)) task();
        return nullptr;
    } catch (...) {
        end();  // ends the other queue, too
        return std::current_exception();
    }
}

/// The next task; empty at the end.
RankTasks::Task RankTasks::next(std::deque<Task>& queue)
{
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return ended_ || !queue.empty(); });
    if (ended_) return {};
    Task task = std::move(queue.front());
    queue.pop_front();
    return task;
}

}  // namespace farfield::compute
