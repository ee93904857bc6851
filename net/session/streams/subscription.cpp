#include "net/session/streams/subscription.h"

#include <algorithm>

namespace farfield::net {

void Subscription::begin_connection()
{
    end_connection();
    connected_ = true;
}

void Subscription::end_connection()
{
    connected_ = false;
    sending_ = false;
    granted_ = 0;
    begun_ = 0;
}

std::optional<std::string> Subscription::grant(std::uint64_t total)
{
    if (total <= granted_) return std::nullopt;
    if (total > begun_ + max_credits_ahead)
        return "a Credit grants " + std::to_string(total) + " frames of stream " + std::to_string(stream_) +
               ", but only " + std::to_string(begun_) + " were sent; expected at most " +
               std::to_string(max_credits_ahead) + " more";
    granted_ = total;
    return std::nullopt;
}

std::optional<ReadyFrame> Subscription::next()
{
    if (!connected_ || sending_ || queue_.ready() == 0 || begun_ >= granted_) return std::nullopt;
    sending_ = true;
    ++begun_;
    return queue_.at(queue_.released());
}

void Subscription::sent()
{
    if (!sending_) return;
    sending_ = false;
    queue_.release_oldest();
}

std::uint64_t Subscription::credits_left() const noexcept
{
    if (!connected_) return 0;
    const std::uint64_t unsent = queue_.made() - first_waiting();
    return granted_ - std::min(granted_, begun_ + unsent);
}

}  // namespace farfield::net
