#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "net/session/streams/stream.h"

namespace farfield::net {

/// The streams of one session, which its members subscribe to. Threads: the I/O thread. Lifetime: shared,
/// because workers report to it; a stopped stream stays until its thread has ended, so that no thread ever
/// waits for it.
class StreamSet final : public std::enable_shared_from_this<StreamSet> {
public:
    struct Events {
        std::function<void()> news;  ///< a frame may be ready
        /// A stream has ended by itself, and this member has got all its frames.
        std::function<void(MemberNumber, std::uint32_t stream, const Stream::End&)> ended;
        std::function<void(std::uint32_t stream)> removed;  ///< it has ended, and all members have its frames
        std::function<void(MemberNumber, std::uint32_t stream, Subscribers::Blocked)> blocked;
        /// Notification from a program, with the member `stream`. From any thread.
        std::function<void(const std::string& method, const Json& params)> notice;
        std::function<void()> all_finished;  ///< after stop_all(): no thread is left
    };

    /// memory: budget of the send buffers; borrowed.
    StreamSet(boost::asio::io_context& io, MemoryBudget& memory, Events events);
    ~StreamSet();  ///< joins every thread: waits for frames being computed
    StreamSet(const StreamSet&) = delete;
    StreamSet& operator=(const StreamSet&) = delete;

    struct Added {
        std::shared_ptr<Stream> stream;
        Json answer;  ///< answer to program.start
        std::shared_ptr<UpstreamFrames> upstream;
    };
    /// Starts a stream with the subscription of one member; its frames wait for credits. Throws RpcError,
    /// LimitExceeded, when there is no memory for two send buffers.
    [[nodiscard]] Added add(std::unique_ptr<Program> program, const ProgramStart& start, MemberNumber member,
                            const SubscriptionTerms& terms);
    /// Throws RpcError{NotFound} when there is no such stream (any more).
    [[nodiscard]] const std::shared_ptr<Stream>& at(std::uint32_t stream) const { return *find(stream); }
    void remove(std::uint32_t stream);  ///< stops it: a frame on its way arrives, no further one is sent
    /// True when the stream's end has been reported to this member.
    [[nodiscard]] bool is_known_to_end(std::uint32_t stream, MemberNumber member) const
    {
        return ended_.contains({stream, member});
    }
    /// Removes streams that have ended, and those whose threads have exited.
    void check_ended();

    [[nodiscard]] std::size_t size() const noexcept { return streams_.size(); }
    [[nodiscard]] std::vector<std::uint32_t> numbers() const;
    [[nodiscard]] std::vector<StreamStats> stats() const;
    [[nodiscard]] Usage usage() const;                 ///< including streams that were stopped
    [[nodiscard]] std::uint64_t buffer_bytes() const;  ///< bytes of all send buffers
    /// Number of stopped streams whose threads have not ended yet.
    [[nodiscard]] std::size_t leaving() const noexcept { return leaving_.size(); }

    void stop_all();
    /// True when no thread is left: destroying the set does not wait.
    [[nodiscard]] bool is_empty() const noexcept { return streams_.empty() && leaving_.empty(); }

private:
    using Streams = std::vector<std::shared_ptr<Stream>>;

    [[nodiscard]] Stream::Events events_of(std::uint32_t number);
    [[nodiscard]] Streams::const_iterator find(std::uint32_t stream) const;
    void news();
    void remove_ended();
    void report_end(const Stream& stream);
    void forget_exited();

    boost::asio::io_context& io_;
    MemoryBudget& memory_;
    Events events_;
    Streams streams_;
    /// Streams that have ended by themselves, with the members that were told.
    std::set<std::pair<std::uint32_t, MemberNumber>> ended_;
    Streams leaving_;  ///< stopped; their threads or last frames have not ended yet
    Usage usage_of_exited_;
    std::uint32_t last_stream_ = 0;
    bool stopping_ = false;
};

}  // namespace farfield::net
