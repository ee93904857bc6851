#include "net/session/streams/subscription.h"

#include <algorithm>

namespace farfield::net {

void Subscription::begin_connection()
{
    end_connection();
    connected_ = true;
    is_waiting_for_count_ = keeping_ != FrameKeeping::UntilSent;
}

void Subscription::end_connection()
{
    if (sending_) --next_, --sequence_;
    connected_ = false;
    sending_ = false;
    granted_ = 0;
    begun_ = 0;
}

std::optional<std::string> Subscription::grant(std::uint64_t total, std::uint32_t received)
{
    if (keeping_ != FrameKeeping::UntilSent)
        if (auto fault = acknowledge(received)) return fault;
    if (total <= granted_) return std::nullopt;
    if (total > begun_ + max_credits_ahead)
        return "a Credit grants " + std::to_string(total) + " frames of stream " + std::to_string(stream_) +
               ", but only " + std::to_string(begun_) + " were sent; expected at most " +
               std::to_string(max_credits_ahead) + " more";
    granted_ = total;
    return std::nullopt;
}

std::optional<std::string> Subscription::acknowledge(std::uint32_t received)
{
    // The count is of 32 bits: the frames that it does not have yet are fewer than that.
    const std::uint64_t sent = begun_number();
    const std::uint64_t on_the_way = static_cast<std::uint32_t>(sent) - received;
    if (on_the_way > sent - received_)
        return "a Credit says that " + std::to_string(received) + " frames of stream " +
               std::to_string(stream_) + " have come; expected " + std::to_string(received_) + " to " +
               std::to_string(sent) + ", modulo 2^32";
    received_ = sent - on_the_way;
    if (is_waiting_for_count_) go_on_after(received_);
    is_waiting_for_count_ = false;
    if (keeping_ == FrameKeeping::UntilAcknowledged) queue_.release_to(next_ - (sequence_ - received_));
    return std::nullopt;
}

/// On a new connection, where none is on its way.
void Subscription::go_on_after(std::uint64_t received)
{
    const std::uint64_t lost = sequence_ - received;
    sequence_ = received;
    if (keeping_ == FrameKeeping::UntilAcknowledged) {
        next_ -= lost;
    } else if (queue_.made() > 0 && (lost > 0 || next_ < queue_.made())) {
        next_ = queue_.made() - 1;
        queue_.keep_only_newest();
    }
}

std::optional<ReadyFrame> Subscription::next()
{
    if (!connected_ || sending_ || next_ == queue_.made() || begun_ >= granted_) return std::nullopt;
    sending_ = true;
    ++begun_;
    ReadyFrame frame = queue_.at(next_++);
    frame.header.sequence = sequence_++;
    return frame;
}

void Subscription::sent()
{
    if (!sending_) return;
    sending_ = false;
    if (keeping_ != FrameKeeping::UntilAcknowledged) queue_.release_to(next_);
}

std::uint64_t Subscription::credits_left() const noexcept
{
    if (!connected_) return 0;
    return granted_ - std::min(granted_, begun_ + (queue_.made() - next_));
}

}  // namespace farfield::net
