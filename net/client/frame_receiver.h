#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "net/client/frame_ring.h"
#include "net/message/message_reader.h"

namespace farfield::net {

/// Destinations of arriving frames, and grants to the node: the viewer's side of flow control
/// (docs/protocol.md, section 6). A stream's grant is the frames received plus the free slots; it never
/// shrinks. So a fresh ring of n slots grants n, and one more for every frame released. A grant also tells
/// how many frames have come whole, which the node need not keep any more: when no slot is released
/// meanwhile, it is sent again for every 8 frames, or for each where few fit the node's buffers. Knows no
/// sockets. Threads: the one that reads the data connection.
class FrameReceiver {
public:
    /// Limits the length of frames that are read past for lack of a ring; longer ones are refused.
    void set_max_unclaimed_bytes(std::uint64_t bytes) noexcept { max_unclaimed_bytes_ = bytes; }

    void attach(std::uint32_t stream, FrameRing& ring);
    /// True when a frame of the stream is half read: its memory must not be written to any more.
    [[nodiscard]] bool detach(std::uint32_t stream);
    /// Begins the node's new subscription `number` of the stream: both count from 0. Frames of the earlier
    /// subscription that are still to come are read past. Returns the same as detach().
    [[nodiscard]] bool subscribed(std::uint32_t stream, std::uint16_t number);
    /// Stops grants and acknowledgements for the stream, until subscribed().
    void give_up(std::uint32_t stream);

    /// Begins a new data connection: grants count from 0 again. A frame that was half read comes again.
    void begin_connection() noexcept;
    /// For every message, when its header has arrived: earlier messages are whole, except for streams for
    /// which `is_receiving(stream)` is true: Parts of their frame are still to come.
    template <typename IsReceiving>
    void message_begins(IsReceiving is_receiving)
    {
        for (auto& entry : streams_) {
            if (!entry.is_read_past || is_receiving(entry.stream)) continue;
            entry.is_read_past = false;
            ++entry.whole;
        }
    }
    /// Target for a message of a frame's type, when its header has arrived.
    [[nodiscard]] ReceiveTarget receive_target(const MessageHeader& header);
    /// Hands a placed message that is whole to the ring's consumer.
    void received(const MessageHeader& header);

    /// Notes that the node has sent all frames of the stream; each frame is then acknowledged at once.
    void ended(std::uint32_t stream);
    /// Streams with a ring that have not ended.
    [[nodiscard]] std::vector<std::uint32_t> running() const;

    struct Grant {
        std::uint32_t stream;
        std::uint64_t frames;        ///< total frames, since the data connection began
        std::uint32_t received;      ///< frames that came whole since the subscription began, modulo 2^32
        std::uint16_t subscription;  ///< number of the subscription
    };
    enum class Acknowledge { WhenDue, All };
    /// Calls `send(Grant)` for every stream with a grant that has grown, or with frames to acknowledge.
    template <typename Send>
    void raise_grants(Send send, Acknowledge which = Acknowledge::WhenDue)
    {
        for (auto& entry : streams_) {
            if (entry.is_given_up) continue;
            const auto frames = entry.grantable();
            const auto news = entry.whole - entry.acknowledged;
            if (frames <= entry.granted && news < (which == Acknowledge::All ? 1 : entry.due())) continue;
            entry.granted = std::max(entry.granted, frames);
            entry.acknowledged = entry.whole;
            send(Grant{entry.stream, entry.granted, static_cast<std::uint32_t>(entry.whole),
                       entry.subscription});
        }
    }
    /// True when raise_grants() has frames to acknowledge.
    [[nodiscard]] bool is_acknowledgement_due() const noexcept;

    [[nodiscard]] std::uint64_t frames_received() const noexcept { return frames_received_; }
    /// now_ns() when the last of them was whole; 0: no frame has come.
    [[nodiscard]] std::uint64_t last_received_ns() const noexcept { return last_received_ns_; }
    [[nodiscard]] std::uint64_t frames_unclaimed() const noexcept { return frames_unclaimed_; }

private:
    /// State of a stream; kept after detach(), since granted and received frames count per data connection.
    struct Stream {
        std::uint32_t stream = 0;
        std::uint16_t subscription = 1;
        FrameRing* ring = nullptr;
        std::uint64_t granted = 0;
        std::uint64_t received = 0;      ///< frames received, including those read past
        std::uint64_t whole = 0;         ///< frames received to their last byte
        std::uint64_t acknowledged = 0;  ///< whole frames that the node knows of
        bool has_ended = false;
        bool is_given_up = false;
        bool is_filling = false;    ///< a frame is being read into a slot of the ring
        bool is_read_past = false;  ///< a frame that is not whole yet is being read past
        std::uint64_t first_byte_ns = 0;

        [[nodiscard]] std::uint64_t grantable() const noexcept;
        /// Number of whole frames to acknowledge from which a grant is sent even though it has not grown.
        [[nodiscard]] std::uint64_t due() const noexcept;
    };

    [[nodiscard]] Stream* find(std::uint32_t stream) noexcept;
    [[nodiscard]] ReceiveTarget read_past(const MessageHeader& header);
    [[nodiscard]] ReceiveTarget read_past(Stream& entry, const MessageHeader& header);

    std::vector<Stream> streams_;
    std::uint64_t max_unclaimed_bytes_ = 0;
    std::uint64_t frames_received_ = 0;
    std::uint64_t last_received_ns_ = 0;
    std::uint64_t frames_unclaimed_ = 0;
};

}  // namespace farfield::net
