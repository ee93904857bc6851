#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include "net/message/limits.h"
#include "net/message/message_reader.h"
#include "net/message/outgoing_messages.h"
#include "net/message/part_cutter.h"
#include "net/message/part_reader.h"
#include "net/transport/byte_stream.h"
#include "net/transport/handler_memory.h"
#include "net/transport/part_pace.h"

namespace farfield::net {

/// The completion handler of Connection::send_frame(): the frame has left, and its memory is free again.
class FrameSent {
public:
    virtual ~FrameSent() = default;
    virtual void frame_sent() = 0;
};

/// The owner of a Connection. All calls come on the thread that runs its io_context.
class ConnectionOwner : public MessageSink {
public:
    /// Called once, when the connection is closed; no further call follows. `why` is a sentence: "the peer
    /// closed the connection".
    virtual void closed(const std::string& why) = 0;
};

/// Carries messages both ways over a ByteStream. Reads through a MessageReader; answers Echoes by
/// itself (the owner sees only replies); closes itself on a broken message (after telling the peer with a
/// JSON-RPC error) or on a silent peer.
///
/// Writes: small messages are copied into one outgoing buffer, many leave with one write; a frame's payload
/// is written from where it lies, gathered with its header. Order: as sent. A peer that does not read is
/// closed when more small messages wait than allow_waiting() permits. Allocates nothing per message in steady
/// state. Threads: only the io_context's. Lifetime: shared, so that pending operations keep it alive; the
/// owner must call close() before it dies.
class Connection final : public std::enable_shared_from_this<Connection>, private MessageSink {
public:
    /// `stream` must belong to the event loop `io`.
    Connection(boost::asio::io_context& io, std::unique_ptr<ByteStream> stream, ConnectionOwner& owner);

    void start();  ///< begins to read
    /// Treats the peer as lost after a silence of this length. Zero: never.
    void expect_traffic_every(std::chrono::milliseconds silence);

    /// Makes this connection carry everything: from now on it accepts Parts, and cuts frames and Blocks into
    /// Parts of at most `bytes` bytes (fewer on a slow link), so that other messages wait for one Part and
    /// not for a whole frame.
    void use_parts(std::size_t bytes);

    /// Queues a small message. header.payload_bytes is taken from `payload`; time_ns is set when it is zero.
    void send(MessageHeader header, std::span<const std::byte> payload);
    void send_control(const std::string& json);
    /// Sends a frame; time_ns is set as it is handed to the stream. `payload` must stay unchanged until
    /// `sent` is called, or the connection closes; then `sent` is not called. One frame at a time.
    void send_frame(MessageHeader header, std::span<const std::byte> payload, FrameSent& sent);

    /// Ends a frame that is cut into Parts, after the Part that is being sent: `sent` is not called, and the
    /// frame's payload is not read any more. Other messages may follow, but no further frame.
    void cut_off_frame();

    /// Bytes of small messages that may wait, at most; max_waiting_bytes by default.
    void allow_waiting(std::size_t bytes) noexcept { max_outgoing_bytes_ = bytes; }
    /// Writes what the stream takes of this last message without waiting, then closes as abandon() does.
    void abandon_with(const std::string& json);
    void close_when_sent(std::string why);  ///< stops reading; queued messages leave first, within a second
    void close(std::string why);            ///< closes at once; the event loop then calls owner's closed()
    void abandon() noexcept;                ///< closes at once, without calling the owner again

    /// Forgets the memory that the owner's receive_target() named for a frame of the stream that is still
    /// arriving: it is not touched again, and the rest of the frame is read past. Not from receive_target().
    void forget_placed_memory(std::uint32_t stream) noexcept;
    /// True when some Parts of a frame of the stream have come, but not all.
    [[nodiscard]] bool is_receiving(std::uint32_t stream) const noexcept
    {
        return part_reader_ && part_reader_->is_receiving(stream);
    }

    /// Limits the unsent bytes that the system keeps.
    void limit_unsent(std::size_t bytes)
    {
        unsent_limit_ = bytes;
        tune_unsent();
    }

    [[nodiscard]] std::uint64_t bytes_received() const noexcept { return bytes_received_; }
    [[nodiscard]] std::string peer() const { return stream_->peer(); }    ///< other end, "127.0.0.1:40312"
    [[nodiscard]] std::string local() const { return stream_->local(); }  ///< as ByteStream::local()
    [[nodiscard]] std::string pin() const { return stream_->pin(); }      ///< as ByteStream::pin()
    [[nodiscard]] Trust trust() const noexcept { return stream_->trust(); }

private:
    enum class State {
        Open,
        Closing,  ///< queued messages leave; received bytes are discarded
        Closed,
    };

    /// The waiter that calls one function of a connection.
    class Waiter final : public StreamWaiter {
    public:
        using Event = void (Connection::*)();
        Waiter(Connection& connection, Event event) : connection_(connection), event_(event) {}
        void ready(const std::error_code& /*error*/) override { (connection_.*event_)(); }

    private:
        Connection& connection_;
        Event event_;
    };

    ReceiveTarget receive_target(const MessageHeader& header) override;
    void received(const MessageHeader& header, std::span<const std::byte> payload) override;

    void wait_readable();
    void readable();
    void lower_water();
    void tune_unsent();
    void read_some();
    [[nodiscard]] bool take_in(std::size_t bytes);
    void go_on_reading();
    void discard_some();
    void refuse(const ReaderFault& fault);

    void flush_soon();
    void wait_writable();
    void writable();
    void write_some();
    void add_small(PartCutter::Part part, std::uint64_t time_ns);
    void add_part();
    void pace_parts();
    void frame_left();
    void everything_sent();

    void watch_silence();
    [[nodiscard]] bool is_silent() const;
    void shut(std::string why);

    boost::asio::io_context& io_;
    const std::unique_ptr<ByteStream> stream_;
    StreamTuning tuning_;
    std::size_t unsent_limit_ = 0;  ///< the owner's limit; 0: none
    Waiter on_readable_{*this, &Connection::readable};
    Waiter on_writable_{*this, &Connection::writable};
    boost::asio::steady_timer timer_;  ///< while open: silence; while closing: the end of patience
    ConnectionOwner* owner_;           ///< null when no call may reach it any more
    State state_ = State::Open;
    std::string close_reason_;

    MessageReader reader_;
    std::optional<PartReader> part_reader_;  ///< set, like cutter_, once one connection carries everything
    std::optional<PartCutter> cutter_;       ///< cuts the frame that is being sent
    std::optional<PartPace> pace_;           ///< sets the size of its Parts
    std::chrono::steady_clock::time_point part_added_at_;
    std::size_t part_bytes_ = 0;
    std::uint64_t bytes_received_ = 0;
    std::chrono::milliseconds silence_{0};
    std::chrono::steady_clock::time_point heard_at_;

    OutgoingMessages outgoing_;
    std::size_t max_outgoing_bytes_ = max_waiting_bytes;
    FrameSent* frame_sent_ = nullptr;  ///< called when the frame in outgoing_ has left
    bool flush_planned_ = false;       ///< write_some() will be called: posted, or when the stream has room
    bool read_planned_ = false;

    HandlerMemory flush_memory_;
    HandlerMemory timer_memory_;
};

}  // namespace farfield::net
