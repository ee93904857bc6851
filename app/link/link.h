#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/link/loop_executor.h"
#include "net/client/client.h"

namespace farfield::app {

/// The node as a front end sees it: a net::Client that is made and ended on a worker thread, so that nothing
/// here waits. Threads: every member and every event belong to the executor's thread. The executor outlives
/// the link.
class Link {
public:
    enum class State { Idle, Connecting, Connected, Lost };
    using Answer = std::function<void(const std::optional<net::RpcError>&, const net::Json&)>;
    struct ProgramEnd {
        std::uint32_t stream = 0;
        bool failed = false;
        std::string message;
    };
    struct Events {
        std::function<void()> state_changed;
        std::function<void()> connected;
        std::function<void(const std::string& why)> failed;  ///< could not connect
        /// Was connected, is no more; not after disconnect(). why: a clause that names the node.
        std::function<void(const std::string& why)> lost;
        /// The connections broke, and the session is being resumed; the state stays Connected. resumed or
        /// lost follows. Empty: not needed.
        std::function<void(const net::Interruption& interruption)> interrupted = nullptr;
        std::function<void()> resumed = nullptr;
        std::function<void(const ProgramEnd& end)> program_ended;
        std::function<void(const std::string& message)> session_ended;  ///< said by the node; lost follows
        /// Any other notification of the node; empty: not needed.
        std::function<void(const std::string& method, const net::Json& params)> notified = nullptr;
        /// A call has its result, which its sender gets next; empty: not needed.
        std::function<void(const std::string& method, const net::Json& params, const net::Json& result)>
            answered = nullptr;
        /// A line that the command of the connection said; empty: it goes to standard error.
        std::function<void(const std::string& line)> noted = nullptr;
    };

    Link(Executor& executor, Events events);
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    ~Link();

    /// Ends the present session and connects anew; connected or failed follows.
    void connect_to(const net::ClientSettings& settings);
    /// Connects to the node of the last connection or attempt.
    void retry() { connect_to(settings_); }
    void disconnect();
    /// As disconnect(), but the node keeps the session, for which another viewer can have its claim.
    void leave_running();
    /// Asks a node as net::call_alone() does; meanwhile this is Connecting, then Idle. `done` never runs when
    /// something else has been begun.
    void ask(const net::ClientSettings& node, const std::string& method, const net::Json& params,
             Answer done);

    /// Of an interrupted session: tries at once to resume it.
    void retry_now();

    [[nodiscard]] State state() const noexcept { return state_; }
    /// Without connections now, or when it was lost.
    [[nodiscard]] bool is_interrupted() const noexcept { return is_interrupted_; }
    /// Whether a node may be found again: what was lost is the node or its connection, and no session that
    /// was ended; what failed is the connection, and nothing was refused.
    [[nodiscard]] bool may_return() const noexcept { return may_return_; }
    [[nodiscard]] const net::ClientSettings& settings() const noexcept { return settings_; }
    [[nodiscard]] net::Json session() const;  ///< result of session.open; null when not connected
    /// Whether the node named it when the session was opened.
    [[nodiscard]] bool has_feature(std::string_view name) const;
    /// A limit that the node named when the session was opened.
    [[nodiscard]] std::uint64_t session_limit(const char* name, std::uint64_t otherwise) const;
    [[nodiscard]] net::LinkFigures figures() const;

    /// Calls. `answer` never runs when the connection ends before. Returns a number for cancel(); without a
    /// connection 0.
    std::int64_t call(const std::string& method, net::Json params, Answer answer);
    /// As net::Client::cancel(): the answer of this call of this connection is not needed any more.
    void cancel(std::int64_t call);

    /// Streams of a session that another process has left, until take_left() or leave_left(): of these the
    /// viewer is a subscriber, without having started them.
    [[nodiscard]] std::optional<std::uint32_t> take_left(const net::ProgramStart& start);
    void give_back_left(const net::ProgramStart& start, std::uint32_t stream);
    void leave_left();

    /// A call without an answer so far.
    struct WaitingCall {
        std::int64_t number = 0;
        std::string method;
        std::uint64_t since_ns = 0;
    };
    /// The one that has waited longest; null: none waits.
    [[nodiscard]] const WaitingCall* waiting_call() const noexcept
    {
        return waiting_calls_.empty() ? nullptr : &waiting_calls_.front();
    }

    /// As net::Client::attach(). `arrived` runs once for one or more frames.
    void attach(std::uint32_t stream, net::FrameRing& ring, Task arrived);
    void detach(std::uint32_t stream);
    void slots_released() noexcept;

private:
    /// Of an attempt.
    struct Failure {
        std::string why;
        bool is_refusal = false;  ///< by the node, or of what it shows
    };
    /// A stream with a ring.
    struct Attachment {
        std::atomic<bool> is_posted = false;
        std::shared_ptr<const Task> arrived;
    };

    void set_state(State state);
    void post(Task task);
    void run_on_worker(Task task) { worker_tasks_.post(std::move(task)); }
    void take_answer(std::uint64_t attempt, std::int64_t number, const Answer& answer,
                     const std::optional<net::RpcError>& error, const net::Json& result);
    void end(std::shared_ptr<net::Client> client);
    void drop_client();
    [[nodiscard]] std::uint64_t begin_attempt(const net::ClientSettings& settings);
    void note_left();
    void adopt(std::uint64_t attempt, std::shared_ptr<net::Client> client, const Failure& failure);
    void heard_lost(std::uint64_t attempt, const std::string& why);
    void heard_interruption(std::uint64_t attempt, const net::Interruption& interruption);
    void heard_resumed(std::uint64_t attempt);
    void heard_notification(std::uint64_t attempt, const std::string& method, const net::Json& params);
    void frame_arrived(std::uint32_t stream);
    net::ClientEvents events_of(std::uint64_t attempt);

    Executor& executor_;
    Events events_;
    const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
    State state_ = State::Idle;
    bool is_interrupted_ = false;
    bool may_return_ = false;
    bool is_leaving_ = false;  ///< the session goes on without this: calls are not made
    net::ClientSettings settings_;
    std::stop_source opening_;   ///< of the last attempt; its end may be far
    std::uint64_t attempt_ = 0;  ///< tells events of this connection from those of one given up
    std::shared_ptr<net::Client> client_;
    std::vector<WaitingCall> waiting_calls_;                             ///< oldest first
    std::map<std::pair<std::string, std::string>, std::uint32_t> left_;  ///< by layer and request
    std::mutex attachments_mutex_;
    std::map<std::uint32_t, std::shared_ptr<Attachment>> attachments_;
    LoopExecutor worker_tasks_;
    std::jthread worker_;  ///< connections are made and ended in order
};

}  // namespace farfield::app
