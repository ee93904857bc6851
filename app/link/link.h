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

/// A front end's connection to a node: a net::Client that is made and ended on a worker thread, so that no
/// call here blocks. Threads: every member and event belong to the executor's thread. The executor outlives
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
        /// An established connection was lost, not by disconnect(). why: a clause that names the node.
        std::function<void(const std::string& why)> lost;
        /// The connections broke, and the session is being resumed; the state stays Connected. resumed or
        /// lost follows. Empty: not needed.
        std::function<void(const net::Interruption& interruption)> interrupted = nullptr;
        std::function<void()> resumed = nullptr;
        std::function<void(const ProgramEnd& end)> program_ended;
        std::function<void(const std::string& message)> session_ended;  ///< the node's reason; lost follows
        /// Any other notification of the node; empty: not needed.
        std::function<void(const std::string& method, const net::Json& params)> notified = nullptr;
        /// A call has a result, which its sender gets next; empty: not needed.
        std::function<void(const std::string& method, const net::Json& params, const net::Json& result)>
            answered = nullptr;
        /// Output line of the connection's command (ssh, exec); empty: it goes to standard error.
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
    /// Disconnects, but lets the node keep the session, so that another viewer with its claim can resume it.
    void leave_running();
    /// Calls a method of a node without a session, as net::call_alone(); the state is Connecting, then Idle.
    /// `done` never runs when another connection or call has been begun.
    void ask(const net::ClientSettings& node, const std::string& method, const net::Json& params,
             Answer done);

    /// Tries at once to resume an interrupted session.
    void retry_now();

    [[nodiscard]] State state() const noexcept { return state_; }
    /// True while an interrupted session has no connections, also when it was lost in that state.
    [[nodiscard]] bool is_interrupted() const noexcept { return is_interrupted_; }
    /// True when another attempt may succeed: the node or its connection was lost, not a session that was
    /// ended; or connecting failed without a refusal.
    [[nodiscard]] bool may_return() const noexcept { return may_return_; }
    [[nodiscard]] const net::ClientSettings& settings() const noexcept { return settings_; }
    [[nodiscard]] net::Json session() const;  ///< result of session.open; null when not connected
    /// True when the node named this feature as the session was opened.
    [[nodiscard]] bool has_feature(std::string_view name) const;
    /// A limit that the node named as the session was opened, or `otherwise`.
    [[nodiscard]] std::uint64_t session_limit(const char* name, std::uint64_t otherwise) const;
    [[nodiscard]] net::LinkFigures figures() const;

    /// Calls a method. `answer` never runs when the connection ends before. Returns a number for cancel(); 0
    /// without a connection.
    std::int64_t call(const std::string& method, net::Json params, Answer answer);
    /// Cancels a call of this connection, as net::Client::cancel(): its answer is no longer needed.
    void cancel(std::int64_t call);

    /// Takes a running stream of a resumed session, left by another process: this viewer is its subscriber
    /// without a start. nullopt: there is none for this layer and request.
    [[nodiscard]] std::optional<std::uint32_t> take_left(const net::ProgramStart& start);
    void give_back_left(const net::ProgramStart& start, std::uint32_t stream);
    void leave_left();

    /// A call that has no answer so far.
    struct WaitingCall {
        std::int64_t number = 0;
        std::string method;
        std::uint64_t since_ns = 0;
    };
    /// The call that has waited longest; null: none waits.
    [[nodiscard]] const WaitingCall* waiting_call() const noexcept
    {
        return waiting_calls_.empty() ? nullptr : &waiting_calls_.front();
    }

    /// Attaches a ring, as net::Client::attach(). `arrived` runs once for one or more frames.
    void attach(std::uint32_t stream, net::FrameRing& ring, Task arrived);
    void detach(std::uint32_t stream);
    void slots_released() noexcept;

private:
    /// Reason of a failed attempt to connect.
    struct Failure {
        std::string why;
        bool is_refusal = false;  ///< by the node, or of its certificate
    };
    /// A stream's state for its ring.
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
    bool is_leaving_ = false;  ///< session stays with the node: calls are not made
    net::ClientSettings settings_;
    std::stop_source opening_;   ///< of the last attempt, which may still run
    std::uint64_t attempt_ = 0;  ///< tells events of this attempt from those of earlier ones
    std::shared_ptr<net::Client> client_;
    std::vector<WaitingCall> waiting_calls_;                             ///< oldest first
    std::map<std::pair<std::string, std::string>, std::uint32_t> left_;  ///< by layer and request
    std::mutex attachments_mutex_;
    std::map<std::uint32_t, std::shared_ptr<Attachment>> attachments_;
    LoopExecutor worker_tasks_;
    std::jthread worker_;  ///< connections are made and ended in order
};

}  // namespace farfield::app
