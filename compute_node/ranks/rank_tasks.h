#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>

namespace farfield::compute {

/// The tasks of a rank other than 0, in two queues, each with a thread.
/// Threads: any may call put(), put_beside() and end().
class RankTasks {
public:
    using Task = std::function<void()>;

    void put(Task task) { put(std::move(task), queue_); }
    /// Puts a task of an answer that must not wait for lines.
    void put_beside(Task task) { put(std::move(task), queue_beside_); }
    /// Ends the queues; tasks that have not begun are dropped.
    void end();
    /// Runs tasks on this thread and on one more until end() is called or a task throws, which it rethrows.
    void run();

private:
    void put(Task task, std::deque<Task>& queue);
    [[nodiscard]] std::exception_ptr serve(std::deque<Task>& queue);
    [[nodiscard]] Task next(std::deque<Task>& queue);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> queue_, queue_beside_;
    bool ended_ = false;
};

}  // namespace farfield::compute
