#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace farfield::app {

using Task = std::function<void()>;

/// Runs tasks on the front end's own thread, one after another, in the order in which they were posted.
class Executor {
public:
    virtual ~Executor() = default;

    /// Posts a task. Any thread. A shared task can be posted repeatedly without an allocation.
    virtual void post(std::shared_ptr<const Task> task) = 0;
    void post(Task task) { post(std::make_shared<const Task>(std::move(task))); }
};

}  // namespace farfield::app
