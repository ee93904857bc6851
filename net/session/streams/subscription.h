#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "net/session/streams/frame_queue.h"

namespace farfield::net {

/// One viewer's credits for the frames of one stream, and its position among them (docs/protocol.md,
/// section 6). Frames leave in their order, one at a time. A frame that was on its way when the connection
/// broke is the first of the next connection.
/// Threads: one at a time; the stream's mutex. Ownership: borrows the queue.
class Subscription {
public:
    /// Credits further ahead of what was sent are refused.
    static constexpr std::uint64_t max_credits_ahead = 1'000'000;

    Subscription(std::uint32_t stream, FrameQueue& queue) : stream_(stream), queue_(queue) {}

    void begin_connection();  ///< credits count from 0
    void end_connection();    ///< nothing is granted or sent until the next one begins
    /// `total` frames are granted on this connection. Returns what is wrong with it, if anything.
    [[nodiscard]] std::optional<std::string> grant(std::uint64_t total);

    /// The frame to be sent now: granted, ready, and none before it on its way. It stays as it is until
    /// sent().
    [[nodiscard]] std::optional<ReadyFrame> next();
    /// The frame of next() has left. Without one on its way nothing changes.
    void sent();
    [[nodiscard]] bool is_sending() const noexcept { return sending_; }

    /// Frames that may still be made for this viewer: granted, and neither sent nor ready. None without a
    /// connection.
    [[nodiscard]] std::uint64_t credits_left() const noexcept;
    /// The number of the first frame that is not on its way yet.
    [[nodiscard]] std::uint64_t first_waiting() const noexcept
    {
        return queue_.released() + (sending_ ? 1 : 0);
    }

private:
    const std::uint32_t stream_;
    FrameQueue& queue_;
    bool connected_ = false;
    bool sending_ = false;       ///< the oldest frame of the queue is on its way
    std::uint64_t granted_ = 0;  ///< on this connection
    std::uint64_t begun_ = 0;    ///< frames given to this connection
};

}  // namespace farfield::net
