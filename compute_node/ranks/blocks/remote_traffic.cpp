#include "compute_node/ranks/blocks/remote_traffic.h"

#include <chrono>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// Whoever waits also looks whether the job has been cancelled.
constexpr std::chrono::milliseconds longest_wait{5};

}  // namespace

void TrafficArrivals::add(std::vector<TravellingLine> lines)
{
    const std::lock_guard lock{mutex_};
    std::move(lines.begin(), lines.end(), std::back_inserter(arrivals_.lines));
    changed_.notify_one();
}

void TrafficArrivals::add(LinePieces pieces)
{
    const std::lock_guard lock{mutex_};
    arrivals_.pieces.push_back(std::move(pieces));
    changed_.notify_one();
}

void TrafficArrivals::fail(const std::string& words)
{
    const std::lock_guard lock{mutex_};
    failure_ = words;
    changed_.notify_one();
}

LineTraffic::Arrivals TrafficArrivals::take(bool wait)
{
    std::unique_lock lock{mutex_};
    if (wait)
        changed_.wait_for(lock, longest_wait, [this] {
            return !arrivals_.lines.empty() || !arrivals_.pieces.empty() || !failure_.empty();
        });
    if (!failure_.empty()) throw std::runtime_error(failure_);
    return std::exchange(arrivals_, {});
}

RemoteTraffic::~RemoteTraffic()
{
    postman_.send_to_all(message_of(Order::EndJob, job_));
}

void RemoteTraffic::send(int block, std::vector<TravellingLine> lines)
{
    postman_.send(block, message_of(Order::Travel, TravelOrder{job_, std::move(lines)}));
}

void RemoteTraffic::cancel()
{
    postman_.send_to_all(message_of(Order::Cancel, job_));
}

}  // namespace farfield::compute
