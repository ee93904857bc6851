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

void SerialWorker::run(Job job)
{
    {
        const std::lock_guard lock(mutex_);
        if (stop_) return;
        jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
}

std::size_t SerialWorker::waiting() const
{
    const std::lock_guard lock(mutex_);
    return jobs_.size();
}

void SerialWorker::stop()
{
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        jobs_.clear();
    }
    cancel_.request_stop();
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
        Job job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
            if (stop_) break;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        job(cancel_.get_token());
    }
    // Once it can be seen that the thread is through, this object may go: nothing of it is used after that.
    auto& io = io_;
    auto event = exited_event_;
    {
        const std::lock_guard lock(mutex_);
        exited_ = true;
    }
    boost::asio::post(io, std::move(event));
}

}  // namespace farfield::net
