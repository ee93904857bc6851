#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <system_error>

namespace boost::asio {
class io_context;
}

namespace farfield::net {

/// The result of one read or write.
struct IoResult {
    enum class Kind {
        Done,        ///< `bytes` were moved
        WouldBlock,  ///< nothing can be moved now
        End,         ///< read_some() only: the peer sends nothing more
        Failed,      ///< the stream moves no more bytes; `error` says why
    };
    Kind kind = Kind::Done;
    std::size_t bytes = 0;
    std::error_code error = {};
};

/// The completion handler of a ByteStream's wait. ready() is called once.
class StreamWaiter {
public:
    virtual ~StreamWaiter() = default;
    /// `error`: the fault of the wait itself. The next read or write says more.
    virtual void ready(const std::error_code& error) = 0;
};

/// Settings for waiting and buffering. A stream that lacks a setting ignores it.
struct StreamTuning {
    std::size_t readable_bytes = 1;  ///< wait_readable() may wait until so many bytes are there
    std::size_t unsent_bytes = 0;    ///< most unsent bytes that the system keeps; 0: its own choice
    std::chrono::milliseconds silence{
        0};  ///< written bytes unacknowledged for so long end the stream; 0: the system's own choice

    bool operator==(const StreamTuning&) const = default;
};

/// Protection of the way to the peer.
enum class Trust {
    Plain,     ///< unprotected
    Loopback,  ///< the way does not leave this machine
    SameUser,  ///< the system vouches that the peer is a process of this user; it needs no token
    Tls,       ///< others can neither read nor change the bytes
};

/// The bytes of one connection, both ways, in order. Non-blocking: a read or write moves what it can and
/// returns. Allocates nothing per operation. Threads: the event loop's. A pending wait keeps its waiter
/// alive; after close() it calls no waiter.
class ByteStream {
public:
    virtual ~ByteStream() = default;
    /// The event loop calls `waiter` when there is something to read, or room to write. At most one wait of
    /// each kind is pending.
    virtual void wait_readable(std::shared_ptr<StreamWaiter> waiter) = 0;
    virtual void wait_writable(std::shared_ptr<StreamWaiter> waiter) = 0;
    /// Fills the two places in their order; either may be empty, not both.
    [[nodiscard]] virtual IoResult read_some(std::array<std::span<std::byte>, 2> into) = 0;
    /// Writes from up to three places, in their order, with one system call. At least one must not be empty.
    [[nodiscard]] virtual IoResult write_some(std::span<const std::span<const std::byte>> from) = 0;
    virtual void tune(const StreamTuning& tuning) = 0;
    /// Ends writing: bytes already written still leave, further writes are not allowed. Reading continues.
    virtual void end_writing() noexcept = 0;
    virtual void close() noexcept = 0;
    [[nodiscard]] virtual std::string peer() const = 0;  ///< address of the other end, "127.0.0.1:40312"
    /// Address of this end in the same form; empty: it has none that a peer could connect to.
    [[nodiscard]] virtual std::string local() const { return {}; }
    /// Pin of the key that this end shows over TLS; empty: it shows none.
    [[nodiscard]] virtual std::string pin() const { return {}; }
    /// Reason for which the stream ended or failed, as a clause; empty: unknown.
    [[nodiscard]] virtual std::string why_ended() { return {}; }
    [[nodiscard]] virtual Trust trust() const noexcept { return Trust::Plain; }
};

/// Makes a connected stream on this event loop.
using StreamMaker = std::function<std::unique_ptr<ByteStream>(boost::asio::io_context&)>;

}  // namespace farfield::net
