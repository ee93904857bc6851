#include "compute_node/support/long_task.h"

#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

thread_local const LongTask* current_task = nullptr;

}  // namespace

LongTask::LongTask(std::stop_token unwanted, Report report)
    : unwanted_{std::move(unwanted)}, report_{std::move(report)}, before_{current_task}
{
    current_task = this;
}

LongTask::~LongTask()
{
    current_task = before_;
}

const LongTask* LongTask::current() noexcept
{
    return current_task;
}

void LongTask::check() const
{
    if (unwanted_.stop_requested()) throw std::runtime_error("nothing waits for it any more");
}

void LongTask::report(const Progress& progress) const
{
    if (report_) report_(progress);
}

void check_wanted()
{
    if (current_task != nullptr) current_task->check();
}

void report_part(double part)
{
    if (current_task != nullptr) current_task->report({.part = part});
}

void PartsDone::add_one() const
{
    const std::size_t done = ++done_;
    if (task_ != nullptr && all_ > 0)
        task_->report({.part = static_cast<double>(done) / static_cast<double>(all_)});
}

}  // namespace farfield::compute
