#include "net/session/calls/serial_worker.h"

#include <boost/asio/post.hpp>
#include <utility>

namespace farfield::net {

SerialWorker::SerialWorker(boost::asio::io_context& io, std::function<void()> exited)
    : io_(io), exited_event_(std::move(exited))
{}

SerialWorker::~SerialWorker()
{
    stop();
    if (thread_.joinable()) thread_.join();
}

std::stop_source SerialWorker::run(Job job)
{
    std::stop_source cancel;
    {
        const std::lock_guard lock(mutex_);
        if (stop_) return cancel;
        jobs_.push_back({std::move(job), cancel});
    }
    wake_.notify_one();
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    return cancel;
}

void SerialWorker::stop()
{
    std::stop_source running;
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        jobs_.clear();
        running = running_;
    }
    running.request_stop();
    wake_.notify_one();
}

bool SerialWorker::has_exited() const
{
    const std::lock_guard lock(mutex_);
    return exited_ || !thread_.joinable();
}

void SerialWorker::work()
{
    for (;;) {
        Ordered next;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
            if (stop_) break;
            next = std::move(jobs_.front());
            jobs_.pop_front();
            running_ = next.cancel;
        }
        next.job(next.cancel.get_token());
    }
    // This object may be destroyed as soon as exited_ is seen: none of its members is used after that.
    auto& io = io_;
    auto event = exited_event_;
    {
        const std::lock_guard lock(mutex_);
        exited_ = true;
    }
    boost::asio::post(io, std::move(event));
}

}  // namespace farfield::net
