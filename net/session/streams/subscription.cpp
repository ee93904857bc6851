#include "net/session/streams/subscription.h"

#include <algorithm>
#include <utility>

namespace farfield::net {

SubscriptionTerms SubscriptionTerms::of(Policy policy, std::uint64_t slot_bytes, bool is_acknowledged)
{
    SubscriptionTerms terms{.policy = policy, .slot_bytes = slot_bytes};
    if (is_acknowledged)
        terms.keeping = policy == Policy::Every ? FrameKeeping::UntilAcknowledged : FrameKeeping::Newest;
    return terms;
}

void Subscription::begin_with_newest()
{
    if (queue_.keep_newest()) next_ = queue_.made() - 1;
}

void Subscription::begin_connection()
{
    end_connection();
    connected_ = true;
    may_go_on_ = true;
    is_waiting_for_count_ = terms_.keeping != FrameKeeping::UntilSent;
}

void Subscription::end_connection()
{
    if (sending_) {
        --sequence_;
        if (*sending_ + 1 == next_) --next_;  // unless other viewers have made it skip further
    }
    connected_ = false;
    probe_.reset();
    sending_.reset();
    granted_ = 0;
    begun_ = 0;
}

std::optional<std::string> Subscription::grant(std::uint64_t total, std::uint32_t received,
                                               std::uint16_t number)
{
    if (number != 0 && number != number_) return std::nullopt;
    is_numbered_ = number != 0;
    if (terms_.keeping != FrameKeeping::UntilSent)
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
    // The count has 32 bits: fewer frames than that are on the way.
    const std::uint64_t sent = begun_number();
    const std::uint64_t on_the_way = static_cast<std::uint32_t>(sent) - received;
    if (on_the_way > sent - received_)
        return "a Credit says that " + std::to_string(received) + " frames of stream " +
               std::to_string(stream_) + " have come; expected " + std::to_string(received_) + " to " +
               std::to_string(sent) + ", modulo 2^32";
    received_ = sent - on_the_way;
    if (probe_ && received_ >= probe_->count) answer_time_ = Clock::now() - std::exchange(probe_, {})->left;
    if (is_waiting_for_count_) go_on_after(received_);
    is_waiting_for_count_ = false;
    return std::nullopt;
}

/// Continues after the frames received, on a new connection on which none is on its way.
void Subscription::go_on_after(std::uint64_t received)
{
    const std::uint64_t lost = sequence_ - received;
    sequence_ = received;
    if (terms_.keeping == FrameKeeping::UntilAcknowledged) {
        next_ -= lost;
    } else if (lost > 0 || next_ < queue_.made()) {
        next_ = queue_.made();
        begin_with_newest();
    }
}

void Subscription::become_latest() noexcept
{
    terms_.policy = Policy::Latest;
    if (terms_.keeping == FrameKeeping::UntilAcknowledged) terms_.keeping = FrameKeeping::Newest;
}

/// Frames that this connection may have had up to now.
std::uint64_t Subscription::permitted() const noexcept
{
    if (terms_.rate <= 0.0) return granted_;
    return std::min(granted_, begun_ + (may_go_on_ ? 1 : 0));
}

/// Skips older frames, so that a viewer that grants little gets the newest ones.
void Subscription::skip_older()
{
    const std::uint64_t wanted = permitted() - std::min(permitted(), begun_);
    if (terms_.policy == Policy::Latest && queue_.made() - next_ > wanted) next_ = queue_.made() - wanted;
}

std::optional<ReadyFrame> Subscription::next()
{
    if (!connected_ || sending_ || begun_ >= permitted()) return std::nullopt;
    skip_older();
    if (next_ == queue_.made()) return std::nullopt;
    sending_ = next_++;
    ++begun_;
    may_go_on_ = false;
    ReadyFrame frame = queue_.at(*sending_);
    frame.header.sequence = sequence_++;
    if (!probe_ && terms_.keeping == FrameKeeping::UntilAcknowledged)
        probe_ = Probe{.count = sequence_, .left = Clock::now()};
    frame.header.flags = is_numbered_ ? number_ : std::uint16_t{0};
    return frame;
}

std::uint64_t Subscription::credits_left() const noexcept
{
    if (!connected_) return 0;
    return permitted() - std::min(permitted(), begun_ + (queue_.made() - next_));
}

}  // namespace farfield::net
