#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "net/message/memory_budget.h"
#include "net/session/node_service.h"
#include "net/transport/handler_memory.h"

namespace farfield::net {

/// The thread of one stream, and the send buffers between it and the I/O thread: while some frames are being
/// sent the next are computed into other buffers.
///
///     worker:      [commands] -> produce_several() into free buffers -> ready -.
///     I/O thread:  take_frame() <- told through `news` <-----------------------'   frame_sent() frees a
///     buffer
///
/// The worker produces only when the stream is not paused, the source is not idle, the viewer has granted
/// more frames than were made, the batch before the last is sent and the rate allows. A batch is one frame
/// after each change of settings, so that its effect is seen at once. While nobody touches anything and
/// frames are sent as fast as they are made, batches double, up to what credits, buffers and the longest time
/// of a batch allow. Both threads meet in this class, under one mutex that is never held while computing or
/// sending. Threads: the constructor and every public member belong to the I/O thread. Allocates nothing per
/// frame.
class StreamWorker : public std::enable_shared_from_this<StreamWorker> {
public:
    /// A viewer that grants more frames ahead of what was sent than this is not serious.
    static constexpr std::uint64_t max_credits_ahead = 1'000'000;
    /// Frames that are made at once. More gain little.
    static constexpr std::size_t max_batch = 8;
    /// Memory of the send buffers, all sessions' limit aside; two slots are taken whatever their size.
    static constexpr std::uint64_t max_buffer_bytes = 512ull << 20;
    /// How long a change of settings waits for a batch, about, unless a single frame takes longer.
    static constexpr std::chrono::milliseconds longest_latest_batch{40}, longest_every_batch{250};
    /// Calls waiting for the worker to finish its frames; more are refused.
    static constexpr std::size_t max_waiting_commands = 64;

    struct ReadyFrame {
        MessageHeader header;
        std::span<const std::byte> payload;
    };
    /// How a stream came to its end by itself.
    struct End {
        bool failed = false;
        std::string message;
    };
    /// Called on the I/O thread when the worker has taken a command over, or with why it has not.
    using Done = std::function<void(const std::optional<RpcError>& error, const ProgramState& state)>;

    /// Takes memory for the buffers, and fewer of them where less is left. Throws RpcError, LimitExceeded,
    /// when there is not enough for two. `news` is called on the I/O thread whenever a frame is ready or the
    /// worker has ended.
    StreamWorker(boost::asio::io_context& io, MemoryBudget& memory, std::uint32_t stream,
                 std::unique_ptr<FrameSource> source, const ProgramStart& start, std::function<void()> news);
    ~StreamWorker();  ///< as join()
    void run();       ///< starts the thread
    void join();      ///< stops the thread and waits for it, and so for a frame being computed

    [[nodiscard]] std::uint32_t stream() const noexcept { return stream_; }
    /// What the source says of itself now, with the stream's number. Only before run().
    [[nodiscard]] ProgramState state() const;

    void attach();  ///< a new data connection: its count of credits begins at 0
    void detach();  ///< it is lost: a frame that was on its way waits for the next one
    /// `total` frames granted on this connection. Returns what is wrong with it, if anything.
    [[nodiscard]] std::optional<std::string> grant(std::uint64_t total);

    /// The next frame when one is ready and granted. Its buffer stays as it is until frame_sent().
    [[nodiscard]] std::optional<ReadyFrame> take_frame();
    void frame_sent();
    [[nodiscard]] bool is_sending() const;

    void update(ProgramUpdate update, Done done);
    void pause(Done done);
    void resume(Done done);
    void step(std::uint64_t frames, Done done);
    void stop();  ///< asks the thread to end; `news` tells when it has

    [[nodiscard]] bool has_exited() const;           ///< the thread is through: destroying this does not wait
    [[nodiscard]] std::optional<End> ended() const;  ///< by itself, and every frame has been sent

private:
    using Clock = std::chrono::steady_clock;
    struct Command {
        std::function<void()> action;
        Done done;
    };
    struct Answer {
        Done done;
        std::optional<RpcError> error;
        ProgramState state;
    };
    struct AlignedDelete {
        void operator()(std::byte* memory) const noexcept;
    };
    struct Buffer {
        std::unique_ptr<std::byte[], AlignedDelete> memory;
        ReadyFrame frame;
    };
    enum class Task { Commands, Frames, Stop };
    /// Frames in the making.
    struct Batch {
        std::array<std::span<std::byte>, max_batch> memory;
        std::array<ProducedFrame, max_batch> frames;
        std::size_t size = 0;
    };

    void work();
    [[nodiscard]] Task wait_for_task();
    [[nodiscard]] bool has_room() const;  ///< the viewer waits for one more frame, and there are buffers
    [[nodiscard]] std::uint64_t credits_left() const;
    void wake_for_room(std::unique_lock<std::mutex> lock);
    void run_commands();
    void run_command(Command& command);
    void make_frames();
    void note_no_frame();
    void drop_unsent();
    void drop_source();
    void plan(Batch& batch);
    void check(const Batch& batch) const;
    void publish(const Batch& batch, Clock::duration took);
    void adapt_batch(std::size_t made, Clock::duration took);
    void plan_next_frame(Clock::time_point begun);
    [[nodiscard]] std::chrono::nanoseconds interval() const;
    void end(bool failed, const std::string& message);
    void exit();
    void submit(std::function<void()> action, Done done);
    void take_over(const ProgramUpdate& update);
    void tell_news(std::unique_lock<std::mutex> lock);
    void deliver_news();

    boost::asio::io_context& io_;
    const std::uint32_t stream_;
    const std::size_t slot_bytes_;
    const std::uint64_t frames_asked_;
    const bool newest_matters_;  ///< frames that a change has outdated need not be sent
    const Clock::duration longest_batch_;
    std::function<void()> news_;
    HandlerMemory news_memory_;

    // The worker's own.
    std::unique_ptr<FrameSource>
        source_;  ///< but interrupt() and abandon() are for all; reset under the mutex
    double rate_;
    bool paused_;
    std::uint64_t steps_left_ = 0;  ///< frames a paused program still makes
    std::uint32_t interaction_;
    Clock::time_point next_due_ = Clock::now();
    bool idle_ = false;  ///< the source has nothing to make until an update
    bool has_ended_ = false;

    // Shared. Frames are numbered from 0; frame n lies in buffer n modulo their number.
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    const MemoryBudget::Reservation memory_;  ///< of buffers_
    std::vector<Buffer> buffers_;
    std::size_t batch_ = 1;   ///< frames to be made next
    std::uint64_t made_ = 0;  ///< frames ready or gone
    std::uint64_t gone_ = 0;  ///< frames with a buffer that is free again
    bool sending_ = false;    ///< frame number gone_ is with the connection
    bool attached_ = false;
    std::uint64_t granted_ = 0;  ///< on this data connection
    std::uint64_t begun_ = 0;    ///< frames given to this data connection
    std::vector<Command> commands_;
    std::vector<Answer> answers_;
    std::optional<End> end_;
    bool stop_ = false;
    bool exited_ = false;
    bool news_on_its_way_ = false;

    std::thread thread_;
};

}  // namespace farfield::net
