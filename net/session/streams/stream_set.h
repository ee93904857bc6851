#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "net/message/notices.h"
#include "net/session/calls/call_bytes.h"
#include "net/session/streams/stream.h"
#include "net/session/streams/upstream/upstream_intake.h"
#include "net/transport/connection.h"

namespace farfield::net {

/// The streams of one session, the bytes of its results, and the data connection they share. Streams and
/// bytes take turns, one frame or Block each, so that none waits for more than one of every other. Threads:
/// the I/O thread. Lifetime: shared, because workers report to it; a stream that was stopped stays until its
/// thread is through, so that no thread ever waits for it.
class StreamSet final : public std::enable_shared_from_this<StreamSet>, private FrameSent {
public:
    struct Events {
        std::function<void(std::uint32_t stream, const Stream::End&)> ended;  ///< by itself, all frames sent
        std::function<void()> all_finished;  ///< after stop_all(): no thread is left
    };

    /// memory: of the send buffers; borrowed. notices: the way to the viewer for what programs report.
    /// is_acknowledged: the viewer says which frames it has.
    StreamSet(boost::asio::io_context& io, MemoryBudget& memory, bool is_acknowledged,
              std::shared_ptr<const Notices> notices, Events events);
    ~StreamSet() override;  ///< joins every thread: waits for the frames being computed
    StreamSet(const StreamSet&) = delete;
    StreamSet& operator=(const StreamSet&) = delete;

    /// Starts a stream; its frames wait for credits. Returns what program.start answers. Throws RpcError,
    /// LimitExceeded, when there is no memory for two send buffers.
    [[nodiscard]] Json add(std::unique_ptr<Program> program, const ProgramStart& start);
    /// Throws RpcError{NotFound} when there is no such stream (any more).
    [[nodiscard]] Stream& at(std::uint32_t stream) const { return **find(stream); }
    void remove(std::uint32_t stream);  ///< stops it: a frame on its way arrives, no other is sent
    [[nodiscard]] std::size_t size() const noexcept { return streams_.size(); }
    [[nodiscard]] std::vector<StreamStats> stats() const;
    /// Of each stream its number and the sequence number of its next frame.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint64_t>> next_sequences() const;
    [[nodiscard]] std::uint64_t buffer_bytes() const;  ///< of all send buffers
    [[nodiscard]] std::size_t leaving() const noexcept
    {
        return leaving_.size();
    }  ///< stopped, but still on their way out

    /// The bytes of a call's result leave on the data connection that there is.
    void send_bytes(std::uint32_t call, SharedBytes bytes);

    void attach(std::shared_ptr<Connection> connection);  ///< a new data connection
    void detach();                                        ///< it is gone
    /// Takes a Credit. Returns what is wrong with it, if anything.
    [[nodiscard]] std::optional<std::string> credit(const MessageHeader& header);

    /// A frame from the viewer: where it goes, and once it is whole. Returns what is wrong with it, if
    /// anything.
    [[nodiscard]] ReceiveTarget upstream_target(const MessageHeader& header) const
    {
        return upstream_.receive_target(header);
    }
    [[nodiscard]] std::optional<std::string> upstream(const MessageHeader& header,
                                                      std::span<const std::byte> payload);

    void stop_all();
    /// No thread is left: destroying the set does not wait.
    [[nodiscard]] bool is_empty() const noexcept { return streams_.empty() && leaving_.empty(); }

private:
    using Streams = std::vector<std::shared_ptr<Stream>>;

    [[nodiscard]] Streams::const_iterator find(std::uint32_t stream) const;
    void frame_sent() override;
    void news();
    void send_next();
    void listen_to(UpstreamFrames& frames);
    void raise_grants();
    [[nodiscard]] std::optional<ReadyFrame> next_of(std::size_t turn);
    void remove_ended();
    void forget_exited();
    void adapt_connection();

    boost::asio::io_context& io_;
    MemoryBudget& memory_;
    const bool is_acknowledged_;
    const std::shared_ptr<const Notices> notices_;
    Events events_;
    Streams streams_;
    std::set<std::uint32_t> ended_;  ///< of these by themselves, as the viewer knows
    std::vector<std::shared_ptr<Stream>>
        leaving_;  ///< stopped; their threads or last frames are on their way out
    std::shared_ptr<Connection> connection_;
    OutgoingBytes bytes_;
    UpstreamIntake upstream_;
    bool is_sending_ = false;          ///< a frame or Block is with the connection
    std::shared_ptr<Stream> sending_;  ///< whose frame; null: a Block
    std::size_t turn_ = 0;             ///< index of the stream that has its turn; after the last one: bytes_
    std::uint32_t last_stream_ = 0;
    bool stopping_ = false;
};

}  // namespace farfield::net
