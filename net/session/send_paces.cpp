#include "net/session/send_paces.h"

#include "net/session/streams/frame_interval.h"

namespace farfield::net {

SendPaces::~SendPaces()
{
    while (!paces_.empty()) remove(paces_.begin()->first);
}

void SendPaces::remove(std::uint32_t stream)
{
    const auto pace = paces_.extract(stream);
    if (pace.empty()) return;
    pace.mapped()->is_set = false;
    pace.mapped()->timer.cancel();
}

void SendPaces::set(std::uint32_t stream, double rate)
{
    remove(stream);
    if (rate <= 0.0) return;
    const auto pace = std::make_shared<Pace>(io_);
    pace->interval = interval_of(rate);
    paces_.emplace(stream, pace);
}

void SendPaces::sent(std::uint32_t stream)
{
    const auto found = paces_.find(stream);
    if (found == paces_.end()) return;
    const auto& pace = found->second;
    const auto now = Clock::now();
    if (now - pace->next > pace->interval) pace->next = now;
    pace->next += pace->interval;
    pace->timer.expires_at(pace->next);
    auto ended = [this, stream, pace](const boost::system::error_code& error) {
        if (!error && pace->is_set) due_(stream);
    };
    pace->timer.async_wait(RecycledHandler(pace->memory, std::move(ended)));
}

void SendPaces::begin_connection()
{
    for (const auto& [stream, pace] : paces_) {
        pace->timer.cancel();
        pace->next = Clock::now();
    }
}

}  // namespace farfield::net
