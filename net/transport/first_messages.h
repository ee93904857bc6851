#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "net/transport/byte_stream.h"

namespace farfield::net {

/// Control messages on a stream that has no Connection yet. Never reads beyond the message that it returns,
/// so that a Connection can take over the stream after it.
class FirstMessages {
public:
    static constexpr std::size_t max_bytes = 4096;  ///< bytes of a message's text, at most

    explicit FirstMessages(ByteStream& stream) : stream_(stream) {}

    void send(const std::string& json);  ///< queues a message, which flush() writes
    /// Writes queued messages; true when all have left. Throws std::runtime_error if the stream has ended.
    [[nodiscard]] bool flush();
    /// The next message, once it is there. Throws std::runtime_error when the connection has ended, or when
    /// the bytes are no Control message of at most max_bytes.
    [[nodiscard]] std::optional<std::string> receive();

private:
    [[noreturn]] void fail_ended(const IoResult& result);
    /// Length in bytes of the arriving message, as far as it is known.
    [[nodiscard]] std::size_t wanted_bytes() const;

    ByteStream& stream_;
    std::vector<std::byte> outgoing_, incoming_;
};

}  // namespace farfield::net
