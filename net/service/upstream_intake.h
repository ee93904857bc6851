#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "net/message/message_reader.h"
#include "net/service/upstream_frames.h"

namespace farfield::net {

/// Frames that the viewer sends on its data connection, and the credits for them: on each connection a stream
/// is granted the frames that have come, plus as many as its program has room for (docs/protocol.md,
/// section 6). Knows no sockets. Threads: the I/O thread.
class UpstreamIntake {
public:
    /// frames: receiver of the stream's frames; null: it takes none.
    void add(std::uint32_t stream, std::shared_ptr<UpstreamFrames> frames);
    void remove(std::uint32_t stream);
    void begin_connection();  ///< credits count from 0

    /// Target for a message of a frame's type, when its header has arrived. Frames of unknown streams are
    /// read past.
    [[nodiscard]] ReceiveTarget receive_target(const MessageHeader& header) const;
    /// Takes the whole frame. Returns its fault, if any.
    [[nodiscard]] std::optional<std::string> received(const MessageHeader& header,
                                                      std::span<const std::byte> payload);

    /// Calls send(stream, frames) for each stream with a grant that has grown.
    void raise_grants(auto&& send)
    {
        for (Entry& entry : entries_) {
            const std::uint64_t frames = entry.received + entry.frames->room();
            if (frames <= entry.granted) continue;
            entry.granted = frames;
            send(entry.stream, frames);
        }
    }

private:
    struct Entry {
        std::uint32_t stream = 0;
        std::shared_ptr<UpstreamFrames> frames;
        std::uint64_t granted = 0, received = 0;  ///< on this connection
    };

    std::vector<Entry> entries_;
};

}  // namespace farfield::net
