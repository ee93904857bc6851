#pragma once

#include <cstdint>

#include "relay/recording/file_playback.h"

namespace farfield::net::relay {

/// Destination of the messages of a file that is played. Threads: one.
class PlayedOutput {
public:
    virtual ~PlayedOutput() = default;
    /// Sends a message. Throws std::runtime_error on failure.
    virtual void take(const PlayedMessage& played) = 0;
    /// Called when no message is due now. Throws as take().
    virtual void flush() = 0;
    /// Called at the end of the file. Throws as take().
    virtual void finish() { flush(); }

    [[nodiscard]] virtual std::uint64_t sent() const = 0;
    /// Number of malformed datagrams, or PDUs in one.
    [[nodiscard]] virtual std::uint64_t malformed() const = 0;
    /// Number of records that cannot be sent there.
    [[nodiscard]] virtual std::uint64_t left_out() const = 0;
};

}  // namespace farfield::net::relay
