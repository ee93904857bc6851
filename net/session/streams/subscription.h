#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "net/message/control_messages.h"
#include "net/session/streams/frame_queue.h"

namespace farfield::net {

/// Time for which a viewer's frames are kept in case its data connection breaks.
enum class FrameKeeping {
    UntilSent,          ///< frames that the system has taken may be lost
    UntilAcknowledged,  ///< no frame is lost or doubled
    Newest,             ///< the newest frame is there for the next connection
};

/// A viewer's wishes for its frames.
struct SubscriptionTerms {
    FrameKeeping keeping = FrameKeeping::UntilSent;
    Policy policy = Policy::Every;
    std::uint64_t slot_bytes = 0;  ///< bytes of its slots; a larger frame ends the subscription
    bool is_exclusive = false;     ///< policy *every* holds however long others wait
    double rate = 0.0;             ///< frames a second, at most; 0: as fast as it grants them

    [[nodiscard]] static SubscriptionTerms of(Policy policy, std::uint64_t slot_bytes, bool is_acknowledged);
};

/// A viewer's position among the frames of one stream: its credits, the frame on its way to it, and
/// the frames that it has (docs/protocol.md, section 6). Frames leave in order, one at a time,
/// numbered by this subscription from 0. A frame on its way when the connection breaks does not count
/// as sent. With policy *latest*, frames beyond the viewer's grant are skipped, the oldest first. With
/// a rate, no frame leaves, and none is made for it, between one frame and the next allow_next(), as
/// if the viewer had granted no more. Threads: one at a time, under the stream's mutex. Ownership:
/// borrows the queue.
class Subscription {
public:
    /// Credits further ahead of the sent frames are refused.
    static constexpr std::uint64_t max_credits_ahead = 1'000'000;

    /// Begins with the frames that are made from now on.
    /// number: 1 for the member's first subscription of the stream, then 2, ...
    Subscription(std::uint32_t stream, FrameQueue& queue, const SubscriptionTerms& terms,
                 std::uint16_t number = 1)
        : stream_(stream), queue_(queue), terms_(terms), number_(number), next_(queue.made())
    {}

    [[nodiscard]] std::uint16_t number() const noexcept { return number_; }

    void begin_with_newest();  ///< begins with the newest existing frame instead
    void begin_connection();   ///< credits count from 0; with a rate one frame may leave at once
    void end_connection();     ///< no frame is granted or sent until the next one begins
    /// Takes a grant of `total` frames on this connection. `received`: frames that the viewer has received
    /// whole on this subscription, modulo 2^32; ignored for frames that are kept until they are sent. A
    /// connection's first grant determines the frame that it continues with. `number`: of the grant's
    /// subscription; a grant for another one, which was still on its way, has no effect; 0: the viewer does
    /// not number its grants. Returns the fault, if any.
    [[nodiscard]] std::optional<std::string> grant(std::uint64_t total, std::uint32_t received = 0,
                                                   std::uint16_t number = 0);

    /// Permits one more frame, with a rate.
    void allow_next() noexcept { may_go_on_ = true; }

    /// The frame to send now: granted, ready, and none before it on its way. It stays valid until
    /// sent().
    [[nodiscard]] std::optional<ReadyFrame> next();
    /// The frame of next() has left. No effect when none is on its way.
    void sent() noexcept { sending_.reset(); }
    [[nodiscard]] bool is_sending() const noexcept { return sending_.has_value(); }
    /// The queue's number of the frame on its way.
    [[nodiscard]] std::optional<std::uint64_t> sending() const noexcept { return sending_; }

    /// True when frame number `n` of the queue must be kept for this viewer.
    [[nodiscard]] bool needs(std::uint64_t n) const noexcept { return n >= first_needed() || sending_ == n; }
    /// True when it can do without frame `n`, although it waits for it.
    [[nodiscard]] bool may_skip(std::uint64_t n) const noexcept
    {
        return terms_.policy == Policy::Latest && n >= next_;
    }
    void skip_to(std::uint64_t n) noexcept { next_ = std::max(next_, n); }  ///< only if may_skip()
    /// Switches to policy *latest*.
    void become_latest() noexcept;

    /// Frames that may still be made for this viewer: granted, and neither sent nor ready. 0 without a
    /// connection.
    [[nodiscard]] std::uint64_t credits_left() const noexcept;
    /// The queue's number of the first frame that is not on its way yet.
    [[nodiscard]] std::uint64_t first_waiting() const noexcept { return next_; }
    /// The sequence number of the next frame that leaves.
    [[nodiscard]] std::uint64_t next_sequence() const noexcept { return sequence_; }
    /// Number of frames that are ready and have not left.
    [[nodiscard]] std::uint64_t unsent() const noexcept { return queue_.made() - next_ + (sending_ ? 1 : 0); }
    [[nodiscard]] const SubscriptionTerms& terms() const noexcept { return terms_; }

    /// A number that grows with each frame that the viewer takes, as far as that is known: frames that it has
    /// acknowledged, or else that the system has taken.
    [[nodiscard]] std::uint64_t progress() const noexcept
    {
        return terms_.keeping == FrameKeeping::UntilAcknowledged ? received_ : begun_number();
    }
    /// Time that the viewer takes to acknowledge a frame, from the last one measured, at first a guess; 0: it
    /// does not acknowledge.
    [[nodiscard]] std::chrono::nanoseconds answer_time() const noexcept
    {
        return terms_.keeping == FrameKeeping::UntilAcknowledged ? answer_time_ : std::chrono::nanoseconds{0};
    }

private:
    [[nodiscard]] std::uint64_t permitted() const noexcept;
    [[nodiscard]] std::uint64_t begun_number() const noexcept { return sequence_ - (sending_ ? 1 : 0); }
    [[nodiscard]] std::uint64_t first_needed() const noexcept
    {
        return terms_.keeping == FrameKeeping::UntilAcknowledged ? next_ - (sequence_ - received_) : next_;
    }
    [[nodiscard]] std::optional<std::string> acknowledge(std::uint32_t received);
    void go_on_after(std::uint64_t received);
    void skip_older();

    const std::uint32_t stream_;
    FrameQueue& queue_;
    SubscriptionTerms terms_;
    const std::uint16_t number_;
    bool is_numbered_ = false;  ///< the viewer numbers its grants: so its frames are numbered
    bool connected_ = false;
    bool may_go_on_ = true;              ///< with a rate: one more frame may leave now
    bool is_waiting_for_count_ = false;  ///< the connection's first grant has not come
    std::optional<std::uint64_t> sending_;
    std::uint64_t granted_ = 0;   ///< frames granted on this connection
    std::uint64_t begun_ = 0;     ///< frames given to this connection
    std::uint64_t next_;          ///< the queue's number of the next frame to send
    std::uint64_t sequence_ = 0;  ///< this subscription's number of the same frame
    std::uint64_t received_ = 0;  ///< frames that the viewer has, by its own count
    using Clock = std::chrono::steady_clock;
    struct Probe {
        std::uint64_t count = 0;  ///< number of frames: once the viewer has so many, it has this one
        Clock::time_point left{};
    };
    std::optional<Probe> probe_;  ///< a frame on its way to the viewer
    std::chrono::nanoseconds answer_time_ = std::chrono::milliseconds(250);
};

}  // namespace farfield::net
