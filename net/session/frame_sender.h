#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "net/service/upstream_intake.h"
#include "net/session/calls/call_bytes.h"
#include "net/session/streams/stream.h"
#include "net/transport/connection.h"
#include "net/transport/handler_memory.h"

namespace farfield::net {

/// Times at which frames of one member's streams may leave, for streams with a limited rate. A late frame
/// does not shift later ones, but a long pause is not made up for. Threads: the I/O thread. Allocates nothing
/// per frame.
class SendPaces {
public:
    /// due: called when one more frame of a stream may leave. Not called after this object's destruction.
    SendPaces(boost::asio::io_context& io, std::function<void(std::uint32_t stream)> due)
        : io_(io), due_(std::move(due))
    {}

    ~SendPaces();
    SendPaces(const SendPaces&) = delete;
    SendPaces& operator=(const SendPaces&) = delete;

    /// Sets the rate in frames a second, from now on; 0: no limit, and due() is not called for the stream.
    void set(std::uint32_t stream, double rate);
    void remove(std::uint32_t stream);
    void sent(std::uint32_t stream);  ///< notes that a frame leaves
    void begin_connection();          ///< frames that are due may leave at once

private:
    using Clock = std::chrono::steady_clock;
    struct Pace {
        explicit Pace(boost::asio::io_context& io) : timer(io) {}
        std::chrono::nanoseconds interval{0};
        Clock::time_point next = Clock::now();
        bool is_set = true;    ///< false once it is no longer in paces_
        HandlerMemory memory;  ///< memory of the timer's handler, which keeps the Pace alive
        boost::asio::steady_timer timer;
    };

    boost::asio::io_context& io_;
    const std::function<void(std::uint32_t stream)> due_;
    std::map<std::uint32_t, std::shared_ptr<Pace>> paces_;  ///< streams with a rate, by number
};

/// The traffic of one member's data connection: frames of the streams that it subscribes to, bytes of its
/// results, and frames that it sends to programs. Streams and bytes take turns, one frame or Block each, so
/// that none waits for more than one of every other. Threads: the I/O thread. Lifetime: shared, because
/// programs report to it.
class FrameSender final : public std::enable_shared_from_this<FrameSender>, private FrameSent {
public:
    /// news: called when a frame has left, or the viewer has acknowledged frames.
    FrameSender(boost::asio::io_context& io, MemberNumber member, std::function<void()> news)
        : io_(io),
          member_(member),
          news_(std::move(news)),
          paces_(io, [this](std::uint32_t stream) { allow_next(stream); })
    {}

    /// Adds a stream to which this member subscribes. rate: frames a second, from its terms.
    void add(std::shared_ptr<Stream> stream, double rate);
    /// Adds the receiver of frames that this member sends to the stream's program.
    void add_upstream(std::uint32_t stream, const std::shared_ptr<UpstreamFrames>& frames);
    void remove(std::uint32_t stream);  ///< a frame on its way arrives, no further one is sent
    /// Pairs of each stream's number and the sequence number of its next frame.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint64_t>> next_sequences() const;

    /// Sends the bytes of a call's result on the present data connection.
    void send_bytes(std::uint32_t call, SharedBytes bytes);

    void attach(std::shared_ptr<Connection> connection);  ///< sets a new data connection
    void detach();                                        ///< the data connection is gone
    /// Takes a Credit. Returns its fault, if any.
    [[nodiscard]] std::optional<std::string> credit(const MessageHeader& header);
    void send_next();  ///< sends if a frame is ready

    /// Target for a frame from the viewer; then upstream() takes the whole frame, and returns its fault, if
    /// any.
    [[nodiscard]] ReceiveTarget upstream_target(const MessageHeader& header) const
    {
        return upstream_.receive_target(header);
    }
    [[nodiscard]] std::optional<std::string> upstream(const MessageHeader& header,
                                                      std::span<const std::byte> payload)
    {
        return upstream_.received(header, payload);
    }

private:
    void frame_sent() override;
    void allow_next(std::uint32_t stream);
    [[nodiscard]] std::shared_ptr<Stream> find(std::uint32_t stream) const noexcept;
    void listen_to(UpstreamFrames& frames);
    void raise_grants();
    [[nodiscard]] std::optional<ReadyFrame> next_of(std::size_t turn);
    void adapt_connection();

    boost::asio::io_context& io_;
    const MemberNumber member_;
    const std::function<void()> news_;
    std::vector<std::shared_ptr<Stream>> streams_;
    SendPaces paces_;
    std::shared_ptr<Connection> connection_;
    OutgoingBytes bytes_;
    UpstreamIntake upstream_;
    bool is_sending_ = false;          ///< the connection has a frame or Block
    std::shared_ptr<Stream> sending_;  ///< stream of that frame; null: a Block
    std::size_t turn_ = 0;             ///< index of the stream whose turn it is; after the last one: bytes_
};

}  // namespace farfield::net
