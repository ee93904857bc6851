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
        Failed,      ///< `error` says why; the stream moves nothing any more
    };
    Kind kind = Kind::Done;
    std::size_t bytes = 0;
    std::error_code error = {};
};

/// The completion handler of a ByteStream's wait. ready() is called once.
class StreamWaiter {
public:
    virtual ~StreamWaiter() = default;
    /// `error`: of the wait itself. A read or write then says more.
    virtual void ready(const std::error_code& error) = 0;
};

/// How a stream waits and buffers. A stream without such a setting takes no notice of it.
struct StreamTuning {
    std::size_t readable_bytes = 1;  ///< wait_readable() may go on until so many bytes are there
    std::size_t unsent_bytes = 0;    ///< the system keeps no more unsent bytes than this; 0: its own choice
    std::chrono::milliseconds silence{
        0};  ///< written bytes that arrive nowhere for so long end it; 0: its own choice

    bool operator==(const StreamTuning&) const = default;
};

/// What the way to the peer says of it.
enum class Trust {
    Plain,     ///< nothing
    Loopback,  ///< it does not leave this machine
    SameUser,  ///< the system has seen that it is a process of this user, which needs no token
    Tls,       ///< others can neither read nor change it
};

/// One connection's bytes, both ways, in order. Non-blocking: a read or write moves what it can and returns.
/// Allocates nothing per operation. Threads: the event loop's. A waiter is kept alive by the wait; after
/// close() it hears nothing more.
class ByteStream {
public:
    virtual ~ByteStream() = default;
    /// `waiter` hears from the event loop when there is something to read, or room to write. One wait of each
    /// kind at a time.
    virtual void wait_readable(std::shared_ptr<StreamWaiter> waiter) = 0;
    virtual void wait_writable(std::shared_ptr<StreamWaiter> waiter) = 0;
    /// Fills the two places in their order; either may be empty, not both.
    [[nodiscard]] virtual IoResult read_some(std::array<std::span<std::byte>, 2> into) = 0;
    /// Writes from up to three places, in their order, with one call of the system. Not all of them empty.
    [[nodiscard]] virtual IoResult write_some(std::span<const std::span<const std::byte>> from) = 0;
    virtual void tune(const StreamTuning& tuning) = 0;
    /// Ends writing: written bytes still leave, and nothing more will be written. Reading continues.
    virtual void end_writing() noexcept = 0;
    virtual void close() noexcept = 0;
    [[nodiscard]] virtual std::string peer() const = 0;  ///< "127.0.0.1:40312"
    /// The address of this end, likewise; empty: it has none that a peer could connect to.
    [[nodiscard]] virtual std::string local() const { return {}; }
    /// Of the key that this end shows over TLS; empty: it shows none.
    [[nodiscard]] virtual std::string pin() const { return {}; }
    /// What it knows of its end, once it has ended or failed, as a clause; empty: nothing.
    [[nodiscard]] virtual std::string why_ended() { return {}; }
    [[nodiscard]] virtual Trust trust() const noexcept { return Trust::Plain; }
};

/// Makes a connected stream on this event loop.
using StreamMaker = std::function<std::unique_ptr<ByteStream>(boost::asio::io_context&)>;

}  // namespace farfield::net
