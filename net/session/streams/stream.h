#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "net/message/memory_budget.h"
#include "net/service/node_stats.h"
#include "net/service/program.h"
#include "net/session/streams/frame_queue.h"
#include "net/session/streams/subscribers.h"
#include "net/transport/handler_memory.h"

namespace farfield::net {

/// A running program: its thread, its commands, its send buffers and its viewers, the members of a session
/// that subscribe to it. While frames are being sent the next are computed into other buffers; a frame is
/// computed and encoded once for all viewers.
///
///     thread:      [commands] -> make() into free buffers -> ready -.
///     I/O thread:  next() <- called by `news` <-------------------'   sent() frees a buffer
///
/// The thread makes frames only when the stream is not paused, the program is not idle, a viewer has
/// granted more frames than were made, the queue has room and the rate allows. Both threads meet in this
/// class, under one mutex that is never held while computing or sending. Threads: the constructor and every
/// public member belong to the I/O thread. Allocates nothing per frame.
class Stream : public std::enable_shared_from_this<Stream> {
public:
    /// Unsent bytes of a *latest* stream that the system keeps, at most: frames there only grow old. The
    /// limit does not bound the bytes in flight (which the congestion window does), so it costs no throughput
    /// over a long way.
    static constexpr std::size_t latest_unsent_bytes = 256 << 10;
    /// Time that a change of settings waits for a batch, about, unless a single frame takes longer.
    static constexpr std::chrono::milliseconds longest_latest_batch{40}, longest_every_batch{250};
    /// Patience with slow viewers, and with viewers that take nothing.
    static constexpr Subscribers::Patience longest_block{.in_all = std::chrono::seconds(2),
                                                         .at_once = std::chrono::milliseconds(200)};
    /// Calls that wait for the thread to finish its frames, at most; more are refused.
    static constexpr std::size_t max_waiting_commands = 64;

    /// The reason for which a stream ended by itself.
    struct End {
        bool failed = false;
        std::string message;
    };
    /// Called on the I/O thread, with the answer when the thread has taken a command over, or with the reason
    /// of a failure.
    using Done = std::function<void(const std::optional<RpcError>& error, const Json& answer)>;

    struct Events {
        std::function<void()> news;        ///< a frame is ready, or the thread has ended
        Subscribers::Report blocked = {};  ///< a member has held back the others
    };

    /// Throws as FrameQueue's constructor does. The events are called on the I/O thread. is_acknowledged:
    /// viewers may acknowledge frames, for which there are more buffers.
    Stream(boost::asio::io_context& io, MemoryBudget& memory, std::uint32_t stream,
           std::unique_ptr<Program> program, const ProgramStart& start, bool is_acknowledged, Events events);
    ~Stream();                               ///< stops like join()
    void run(ProgramEvents::Notify notify);  ///< starts the thread
    void join();  ///< stops the thread and waits for it, and so for the frame being computed

    [[nodiscard]] std::uint32_t stream() const noexcept { return stream_; }
    /// Program::unsent_bytes(), or the limit of the policy; 0: no limit.
    [[nodiscard]] std::size_t unsent_bytes(MemberNumber member) const;
    /// The program's answer, with the stream's number and `frame_bytes`. Only before run().
    [[nodiscard]] Json answer() const;
    [[nodiscard]] StreamStats stats() const;
    [[nodiscard]] Usage usage() const;
    [[nodiscard]] std::uint64_t buffer_bytes() const;
    /// The program's receiver of upstream frames. Only before run().
    [[nodiscard]] std::shared_ptr<UpstreamFrames> upstream() { return program_->upstream(); }

    /// Adds a viewer, in place of this member's present one. with_newest: it begins with the newest frame.
    /// Returns the subscription's number.
    std::uint16_t subscribe(MemberNumber member, const SubscriptionTerms& terms, bool with_newest = false);
    void unsubscribe(MemberNumber member);
    [[nodiscard]] bool has(MemberNumber member) const;
    [[nodiscard]] std::vector<MemberNumber> members() const;  ///< members that subscribe to it

    // Calls on the member's Subscription; no effect without one.
    void begin_connection(MemberNumber member);
    void end_connection(MemberNumber member);
    [[nodiscard]] std::optional<std::string> grant(MemberNumber member, std::uint64_t total,
                                                   std::uint32_t received, std::uint16_t subscription = 0);
    void allow_next(MemberNumber member);
    [[nodiscard]] std::optional<ReadyFrame> next(MemberNumber member);
    void sent(MemberNumber member);
    [[nodiscard]] bool is_sending(MemberNumber member) const;
    [[nodiscard]] bool is_sending() const;                                 ///< true for any member
    [[nodiscard]] std::uint64_t next_sequence(MemberNumber member) const;  ///< of the next frame to leave

    void update(ProgramUpdate update, Done done);
    void pause(Done done);
    void resume(Done done);
    void step(std::uint64_t frames, Done done);
    void stop();  ///< asks the thread to end; `news` follows

    [[nodiscard]] bool has_exited() const;  ///< the thread has ended: the destructor does not wait
    /// The end, if the stream ended by itself and this member has got every frame.
    [[nodiscard]] std::optional<End> ended(MemberNumber member) const;
    [[nodiscard]] bool keeps_frames() const;  ///< sent frames that are not acknowledged

private:
    using Clock = std::chrono::steady_clock;
    using Action = std::function<Json()>;  ///< returns the answer
    struct Command {
        Action action;
        Done done;
    };
    struct Answered {
        Done done;
        std::optional<RpcError> error;
        Json answer = Json::object();
    };
    enum class Task { Commands, Frames, Stop };
    /// Frames in the making.
    struct Batch {
        std::array<std::span<std::byte>, FrameQueue::max_batch> memory;
        std::array<Made, FrameQueue::max_batch> frames;
        std::size_t size = 0;
    };

    void work();
    [[nodiscard]] Task wait_for_task();
    [[nodiscard]] bool is_wanted() const;  ///< a viewer waits for one more frame
    [[nodiscard]] bool has_room() const;   ///< is_wanted(), and there are buffers
    void wait_for_room(std::unique_lock<std::mutex>& lock);
    void end_block();
    void viewers_changed();
    void wake_for_room(std::unique_lock<std::mutex> lock);
    void wake_program();
    void run_commands();
    void run_command(Command& command);
    void make_frames();
    void end_batch();
    void drop_program();
    void plan(Batch& batch);
    void check(const Batch& batch) const;
    void publish(const Batch& batch, Clock::duration took);
    void plan_next_frame(Clock::time_point begun);
    [[nodiscard]] std::chrono::nanoseconds interval() const;
    void end(bool failed, const std::string& message);
    void exit();
    void submit(Action action, Done done);
    void take_over(const ProgramUpdate& update);
    void post_news(std::unique_lock<std::mutex> lock);
    void deliver_news();

    boost::asio::io_context& io_;
    const std::uint32_t stream_;
    const std::uint64_t frames_asked_;
    const std::size_t unsent_bytes_;  ///< the program's limit
    Events events_;
    HandlerMemory news_memory_;

    // Used by the thread only.
    std::unique_ptr<Program> program_;  ///< interrupt() and abandon(): any thread; reset under the mutex
    double rate_;
    bool paused_;
    std::uint64_t steps_left_ = 0;  ///< frames that a paused program still makes
    std::uint32_t interaction_;
    Clock::time_point next_due_ = Clock::now();
    bool idle_ = false;  ///< the program makes no frame until an update
    bool has_ended_ = false;

    // Shared by both threads.
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    FrameQueue queue_;
    Subscribers viewers_;
    std::optional<Clock::time_point> blocked_at_;  ///< time since which a wanted frame has no free buffer
    std::vector<std::pair<MemberNumber, Subscribers::Blocked>> blocked_;  ///< events to be reported
    std::vector<Command> commands_;
    std::vector<Answered> answers_;
    std::optional<End> end_;
    std::uint64_t encoded_ = 0, sent_ = 0;  ///< numbers of frames
    std::uint64_t sent_bytes_ = 0;          ///< bytes of sent frames, and of those on their way
    Work work_;                             ///< the program's work, set when it is dropped
    bool woken_ = false;                    ///< an idle program may have something to make
    bool stop_ = false;
    bool exited_ = false;
    bool news_on_its_way_ = false;

    std::thread thread_;
};

}  // namespace farfield::net
