#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "net/transport/byte_stream.h"

namespace farfield::net {

/// Control messages on a stream that no Connection has yet. Never reads beyond the message that it returns,
/// so that a Connection goes on behind it.
class FirstMessages {
public:
    static constexpr std::size_t max_bytes = 4096;  ///< of a message's text

    explicit FirstMessages(ByteStream& stream) : stream_(stream) {}

    void send(const std::string& json);  ///< with flush()
    /// Whether all has left. Throws std::runtime_error where the connection has ended.
    [[nodiscard]] bool flush();
    /// The next message, once it is there. Throws std::runtime_error where the connection has ended, or it is
    /// no Control message of at most max_bytes.
    [[nodiscard]] std::optional<std::string> receive();

private:
    [[noreturn]] void fail_ended(const IoResult& result);
    /// How many bytes of the message there are in all, as far as is known.
    [[nodiscard]] std::size_t wanted_bytes() const;

    ByteStream& stream_;
    std::vector<std::byte> outgoing_, incoming_;
};

}  // namespace farfield::net
