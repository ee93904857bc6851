#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "net/client/frame_ring.h"
#include "net/message/message_reader.h"

namespace farfield::net {

/// Where arriving frames go, and what the node may send: the viewer's side of flow control (docs/protocol.md,
/// section 6). A stream's grant is the frames received plus the slots free for more; it never shrinks. A
/// fresh ring of n slots therefore grants n, and one more for every frame released. A grant also says how
/// many frames have come whole, so that the node need not keep them: where no slot is released meanwhile, it
/// is sent again for every 8 frames, or for each where few fit the node's buffers. Knows no sockets.
/// Threads: the one that reads the data connection.
class FrameIntake {
public:
    /// Frames of streams without a ring are read past when they are at most this long.
    void set_max_unclaimed_bytes(std::uint64_t bytes) noexcept { max_unclaimed_bytes_ = bytes; }

    void attach(std::uint32_t stream, FrameRing& ring);
    /// True when a frame of the stream is half read: its memory must not be written to any more.
    [[nodiscard]] bool detach(std::uint32_t stream);
    /// The node has a new subscription of the stream, of this number: it counts from 0, and so does this.
    /// Frames of the one before it that are still to come are read past. True as with detach().
    [[nodiscard]] bool subscribed(std::uint32_t stream, std::uint16_t number);
    /// Nothing more is granted or acknowledged, until subscribed().
    void give_up(std::uint32_t stream);

    /// A new data connection: grants count from 0 again. A frame that was half read comes again.
    void begin_connection() noexcept;
    /// For every message, when its header has arrived: those before it are whole, but for streams of which
    /// `is_receiving(stream)` says that parts of one are still to come.
    template <typename IsReceiving>
    void message_begins(IsReceiving is_receiving)
    {
        for (auto& entry : streams_) {
            if (!entry.is_read_past || is_receiving(entry.stream)) continue;
            entry.is_read_past = false;
            ++entry.whole;
        }
    }
    /// For a message of a frame's type, when its header has arrived.
    [[nodiscard]] ReceiveTarget receive_target(const MessageHeader& header);
    /// When a placed message is whole: hands it to the ring's consumer.
    void received(const MessageHeader& header);

    /// The node has sent all frames of the stream: each is acknowledged at once.
    void ended(std::uint32_t stream);
    /// Streams with a ring that have not ended.
    [[nodiscard]] std::vector<std::uint32_t> running() const;

    struct Grant {
        std::uint32_t stream;
        std::uint64_t frames;        ///< in all, since the data connection began
        std::uint32_t received;      ///< frames that came whole since the subscription began, modulo 2^32
        std::uint16_t subscription;  ///< its number
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
    /// Whether raise_grants() has to acknowledge frames.
    [[nodiscard]] bool is_acknowledgement_due() const noexcept;

    [[nodiscard]] std::uint64_t frames_received() const noexcept { return frames_received_; }
    /// When the last of them was whole; 0: none has come.
    [[nodiscard]] std::uint64_t last_received_ns() const noexcept { return last_received_ns_; }
    [[nodiscard]] std::uint64_t frames_unclaimed() const noexcept { return frames_unclaimed_; }

private:
    /// Kept after detach(): granted and received frames count for as long as the data connection lasts.
    struct Stream {
        std::uint32_t stream = 0;
        std::uint16_t subscription = 1;
        FrameRing* ring = nullptr;
        std::uint64_t granted = 0;
        std::uint64_t received = 0;      ///< also those read past
        std::uint64_t whole = 0;         ///< of them, to their last byte
        std::uint64_t acknowledged = 0;  ///< of these, as the node knows
        bool has_ended = false;
        bool is_given_up = false;
        bool is_filling = false;    ///< a frame is being read into a slot of the ring
        bool is_read_past = false;  ///< one that is not whole yet goes nowhere
        std::uint64_t first_byte_ns = 0;

        [[nodiscard]] std::uint64_t grantable() const noexcept;
        /// So many frames to acknowledge are sent without a new grant.
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
