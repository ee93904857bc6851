#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/message/json_rpc.h"
#include "net/message/limits.h"
#include "net/message/memory_budget.h"
#include "net/session/calls/answer_store.h"
#include "net/session/calls/call_bytes.h"
#include "net/session/calls/service_calls.h"
#include "net/session/event_log.h"
#include "net/session/node_stats.h"
#include "net/session/session_secret.h"
#include "net/session/streams/started_programs.h"
#include "net/session/streams/stream_set.h"
#include "net/transport/connection.h"

namespace farfield::net {

/// What the sessions of a server share: max_stream_bytes, max_call_bytes.
struct ServerMemory {
    std::shared_ptr<MemoryBudget> streams, calls;
};

/// One viewer's session: answers its calls and runs its streams. It ends with its control connection, or is
/// kept without a viewer for a time, and resumed.
///
/// session.* and program.* are its own; every other call, and the start of a program, are ServiceCalls. Calls
/// on a running program go to that stream's thread; the rest is answered at once. Answers may thus come in
/// another order than the calls. Threads: the I/O thread. Lifetime: shared with the connections' peers; its
/// server keeps it until is_finished().
class Session : public std::enable_shared_from_this<Session> {
public:
    /// Calls not answered yet; more are refused.
    static constexpr std::size_t max_calls_running = 64;

    struct Events {
        std::function<void()> ended;       ///< nothing can attach any more
        std::function<void()> kept;        ///< it has no viewer now, and its grace runs
        std::function<void()> finished;    ///< and no thread is left
        std::function<NodeStats()> stats;  ///< what node.stats answers
    };

    /// What session.open says of the viewer.
    struct Viewer {
        std::string name;               ///< for the log, which has it from the first stream on
        bool is_acknowledging = false;  ///< it says which frames it has
        std::chrono::seconds grace{0};  ///< that the session is kept without it; 0: not at all
        bool is_single = false;         ///< one connection carries everything
    };

    /// timeout: for calls with bytes to follow these.
    Session(boost::asio::io_context& io, Service& service, const NodeLimits& limits,
            std::chrono::milliseconds timeout, const ServerMemory& memory, std::string id);
    /// Once, before anything else.
    void begin(std::shared_ptr<Connection> control, Events events, const Viewer& viewer);

    [[nodiscard]] const std::string& id() const noexcept { return id_; }
    [[nodiscard]] SessionSecret& secret() noexcept { return secret_; }
    [[nodiscard]] const SessionSecret& secret() const noexcept { return secret_; }
    [[nodiscard]] std::string name() const { return id_.substr(0, 8); }  ///< for the log

    [[nodiscard]] bool is_single() const noexcept { return is_single_; }
    void call(std::string_view text);  ///< a Control message of the control connection
    /// The answer to the call that opened the session, so that it too can be retried.
    void answer(const Json& id, const Json& result);
    void control_closed(const Connection& control, const std::string& why);

    /// A viewer that showed the secret goes on with it, and has heard events up to call.heard. The secret is
    /// replaced. Returns what the answer to session.open adds. Throws RpcError, StaleCall, when the id of its
    /// session.open is not new.
    [[nodiscard]] Json resume(const Json& id, const ResumeCall& call, std::shared_ptr<Connection> control,
                              const Viewer& viewer);
    [[nodiscard]] bool is_kept() const noexcept { return !ended_ && control_ == nullptr; }
    [[nodiscard]] std::chrono::steady_clock::time_point kept_since() const noexcept { return kept_since_; }
    /// Of its send buffers.
    [[nodiscard]] std::uint64_t buffer_bytes() const { return streams_->buffer_bytes(); }

    void attach(std::shared_ptr<Connection> data);  ///< in place of the one there is
    [[nodiscard]] std::optional<std::string> credit(const MessageHeader& header)
    {
        return streams_->credit(header);
    }
    /// Takes a Block of a call. Returns what is wrong with it, if anything.
    [[nodiscard]] std::optional<std::string> block(const MessageHeader& header,
                                                   std::span<const std::byte> payload)
    {
        return incoming_->take(header, payload);
    }
    /// A frame from the viewer, as StreamSet has it; one that is malformed ends the session.
    [[nodiscard]] ReceiveTarget upstream_target(const MessageHeader& header) const
    {
        return streams_->upstream_target(header);
    }
    void upstream(const MessageHeader& header, std::span<const std::byte> payload);
    void data_closed(const Connection& data, const std::string& why);

    [[nodiscard]] SessionStats stats() const;

    /// Reports to the viewer why, and closes.
    void shut_down(const std::string& message);
    /// No thread is left: destroying it does not wait.
    [[nodiscard]] bool is_finished() const;

private:
    using CallMemory = std::shared_ptr<const MemoryBudget::Reservation>;
    using Method = void (Session::*)(const Json& id, const Json& params);

    [[nodiscard]] static Method method_named(const std::string& name);
    void refuse_again(const Json& id, const Json& params);
    void forget_answers(const Json& id, const Json& params);
    void report_stats(const Json& id, const Json& params);
    void close(const Json& id, const Json& params);
    void cancel(const Json& id, const Json& params);
    void ask_service(const RpcCall& call);
    void ask_with_bytes(const RpcCall& call, ServiceCalls::Done done);
    void drop_bytes_of(const RpcCall& call);
    void start_program(const Json& id, const Json& params);
    void update_program(const Json& id, const Json& params);
    void pause_program(const Json& id, const Json& params);
    void resume_program(const Json& id, const Json& params);
    void step_program(const Json& id, const Json& params);
    void stop_program(const Json& id, const Json& params);

    void run(const RpcCall& call, std::size_t text_bytes);
    void refuse_stale(const Json& id);
    void program_ready(const Json& id, std::unique_ptr<Program> program, const ProgramStart& start);
    void check_room_for(const ProgramStart& start) const;
    /// done: first, where it succeeded.
    [[nodiscard]] Stream::Done answer_later(const Json& id,
                                            std::function<void(Session&, const Json& result)> done = {});
    void keep(const std::string& why);
    void drop_data(const std::string& why);
    void drop_connections(const std::string& why);
    [[nodiscard]] Json describe_streams() const;
    void notify(const std::string& method, const Json& params);
    void answer_with_bytes(const Json& id, const CallResult& result);
    void expect_data_connection() const;
    void refuse(const Json& id, const RpcError& error);
    void send_answer(const Json& id, const std::string& text);
    void stream_ended(std::uint32_t stream, const Stream::End& end);
    void end(const std::string& why);
    void post_when_finished();
    [[nodiscard]] std::shared_ptr<Notices> make_notices();

    boost::asio::io_context& io_;
    Service& service_;
    const NodeLimits limits_;
    const ServerMemory memory_;
    const std::string id_;
    SessionSecret secret_;
    Events events_;
    std::chrono::seconds grace_{0};
    boost::asio::steady_timer grace_timer_;
    std::chrono::steady_clock::time_point kept_since_;
    EventLog event_log_;
    std::shared_ptr<Connection> control_;
    std::shared_ptr<Connection> data_;
    std::shared_ptr<Notices> notices_;
    AnswerStore answers_;
    CallCounts counts_;
    const std::shared_ptr<MemoryBudget> call_bytes_;  ///< of all calls of this session, in both directions
    const std::shared_ptr<IncomingBytes> incoming_;
    std::unique_ptr<ServiceCalls> calls_;
    std::shared_ptr<StreamSet> streams_;
    StartedPrograms programs_;
    std::size_t starting_ = 0;  ///< programs that the service has yet to make
    /// Of the call that is being run; a later answer keeps it until then.
    CallMemory call_memory_;
    std::string opener_;
    bool is_single_ = false;
    std::chrono::steady_clock::time_point opened_at_ = std::chrono::steady_clock::now();
    bool is_logged_ = false;
    bool ended_ = false;
};

}  // namespace farfield::net
