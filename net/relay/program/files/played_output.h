#pragma once

#include <cstdint>

#include "net/relay/recording/playback.h"

namespace farfield::net::relay {

/// Where the messages of a file go that is played. Threads: one.
class PlayedOutput {
public:
    virtual ~PlayedOutput() = default;
    /// Throws std::runtime_error where it cannot be sent.
    virtual void take(const PlayedMessage& played) = 0;
    /// Nothing more is due now. Throws as take().
    virtual void flush() = 0;
    /// The file has ended. Throws as take().
    virtual void finish() { flush(); }

    [[nodiscard]] virtual std::uint64_t sent() const = 0;
    /// Datagrams, or PDUs in one, that are none.
    [[nodiscard]] virtual std::uint64_t malformed() const = 0;
    /// Records that cannot be sent there.
    [[nodiscard]] virtual std::uint64_t left_out() const = 0;
};

}  // namespace farfield::net::relay
