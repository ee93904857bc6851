#pragma once

#include <cstdint>
#include <vector>

#include "net/client/frame_ring.h"
#include "net/message/message_reader.h"

namespace farfield::net {

/// Where arriving frames go, and what the node may send: the viewer's side of flow control (docs/protocol.md,
/// section 6). A stream's grant is the frames received plus the slots free for more; it never shrinks. A
/// fresh ring of n slots therefore grants n, and one more for every frame released. Knows no sockets.
/// Threads: the one that reads the data connection.
class FrameIntake {
public:
    /// Frames of streams without a ring are read past when they are at most this long.
    void set_max_unclaimed_bytes(std::uint64_t bytes) noexcept { max_unclaimed_bytes_ = bytes; }

    void attach(std::uint32_t stream, FrameRing& ring);
    /// True when a frame of the stream is half read: its memory must not be written to any more.
    [[nodiscard]] bool detach(std::uint32_t stream);

    /// For a message of a frame's type, when its header has arrived.
    [[nodiscard]] ReceiveTarget receive_target(const MessageHeader& header);
    /// When a placed message is whole: hands it to the ring's consumer.
    void received(const MessageHeader& header);

    struct Grant {
        std::uint32_t stream;
        std::uint64_t frames;  ///< in all, since the data connection began
    };
    /// Calls `send(Grant)` for every stream with a grant that has grown.
    template <typename Send>
    void raise_grants(Send send)
    {
        for (auto& entry : streams_) {
            const auto frames = entry.grantable();
            if (frames <= entry.granted) continue;
            entry.granted = frames;
            send(Grant{entry.stream, frames});
        }
    }

    [[nodiscard]] std::uint64_t frames_received() const noexcept { return frames_received_; }
    [[nodiscard]] std::uint64_t frames_unclaimed() const noexcept { return frames_unclaimed_; }

private:
    /// Kept after detach(): granted and received frames count for as long as the data connection lasts.
    struct Stream {
        std::uint32_t stream = 0;
        FrameRing* ring = nullptr;
        std::uint64_t granted = 0;
        std::uint64_t received = 0;  ///< also those read past

        [[nodiscard]] std::uint64_t grantable() const noexcept;
    };

    [[nodiscard]] Stream* find(std::uint32_t stream) noexcept;
    [[nodiscard]] ReceiveTarget read_past(const MessageHeader& header);

    std::vector<Stream> streams_;
    const FrameRing* filling_ = nullptr;  ///< the ring with the slot that a frame is being read into
    std::uint64_t first_byte_ns_ = 0;
    std::uint64_t max_unclaimed_bytes_ = 0;
    std::uint64_t frames_received_ = 0;
    std::uint64_t frames_unclaimed_ = 0;
};

}  // namespace farfield::net
