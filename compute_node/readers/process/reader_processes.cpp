#include "compute_node/readers/process/reader_processes.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

ReaderProcesses::ReaderProcesses(ReaderSettings settings)
    : settings_{std::move(settings)}, spare_{std::make_unique<ReaderProcess>(settings_)}
{}

ReaderProcesses::~ReaderProcesses()
{
    stop();
}

ReadAnswer ReaderProcesses::read(const ReadRequest& request) const
{
    Process process = take(request.dataset);
    try {
        ReadAnswer answer = process->read(request);
        put_back(request.dataset, std::move(process));
        return answer;
    } catch (...) {
        end_reading(*process);
        throw_if_stopped();
        throw;
    }
}

/// Starting a process takes a millisecond, until it can read a hundred: the spare one is ahead of that.
ReaderProcesses::Process ReaderProcesses::take(const std::string& dataset) const
{
    std::unique_lock lock{mutex_};
    ended_.wait(lock, [this] { return stopped_ || reading_.size() < settings_.max_processes; });
    if (stopped_) throw_stopped();
    Process process;
    const auto kept =
        std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.dataset == dataset; });
    if (kept != kept_.end()) {
        process = std::move(kept->process);
        kept_.erase(kept);
    } else {
        process = spare_ ? std::move(spare_) : std::make_unique<ReaderProcess>(settings_);
    }
    reading_.insert(process.get());
    return process;
}

void ReaderProcesses::put_back(const std::string& dataset, Process process) const
{
    end_reading(*process);
    Process oldest;  // ended without the lock
    const std::lock_guard lock{mutex_};
    if (stopped_) return;
    kept_.push_back({dataset, std::move(process)});
    if (kept_.size() <= most_kept) return;
    oldest = std::move(kept_.front().process);
    kept_.pop_front();
}

void ReaderProcesses::end_reading(const ReaderProcess& process) const
{
    const std::lock_guard lock{mutex_};
    reading_.erase(&process);
    if (!spare_ && !stopped_) spare_ = std::make_unique<ReaderProcess>(settings_);
    ended_.notify_one();
}

void ReaderProcesses::stop()
{
    std::deque<Kept> kept;  // ended without the lock
    Process spare;
    const std::lock_guard lock{mutex_};
    stopped_ = true;
    for (const ReaderProcess* process : reading_) process->end();
    kept.swap(kept_);
    spare = std::move(spare_);
    ended_.notify_all();
}

void ReaderProcesses::throw_if_stopped() const
{
    const std::lock_guard lock{mutex_};
    if (stopped_) throw_stopped();
}

void ReaderProcesses::throw_stopped()
{
    throw std::runtime_error("the node ends, and reads no more files");
}

}  // namespace farfield::compute
