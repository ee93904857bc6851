#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "net/message/control_messages.h"
#include "net/message/json_rpc.h"
#include "net/message/limits.h"
#include "net/message/memory_budget.h"
#include "net/message/notices.h"
#include "net/message/sharing_calls.h"
#include "net/service/node_stats.h"
#include "net/session/calls/answer_store.h"
#include "net/session/calls/call_bytes.h"
#include "net/session/calls/service_calls.h"
#include "net/session/frame_sender.h"
#include "net/transport/connection.h"

namespace farfield::net {

/// The last notifications for a member, numbered from 1, for a viewer that was away. Threads: one at a time.
class EventLog {
public:
    /// Keeps at most so many notifications, and at most so many bytes of them.
    explicit EventLog(std::size_t most = max_events, std::size_t bytes = event_bytes_kept)
        : max_events_(most), max_bytes_(bytes)
    {}

    /// Numbers a notification and returns the text of its message, with the number as its member `event`.
    [[nodiscard]] std::string add(const std::string& method, const Json& params);

    struct Missed {
        std::vector<Json> events;  ///< messages, oldest first
        bool is_complete = true;   ///< false: some events are not kept any more
    };
    /// Events after number `heard`. Throws RpcError, InvalidRequest, for a number that does not exist yet.
    [[nodiscard]] Missed after(std::uint64_t heard) const;

private:
    const std::size_t max_events_, max_bytes_;
    std::uint64_t last_ = 0;  ///< number of the newest event
    std::size_t bytes_ = 0;
    std::deque<std::string> texts_;  ///< oldest first, the newest has number last_
};

/// The secret that a viewer shows to attach a connection to its session, or to resume it; it changes with
/// each resume. The previous one stays valid until the viewer has shown the new one, so that a break during
/// the answer does not lock it out. Compared in constant time. Threads: one at a time.
class SessionSecret {
public:
    enum class Match {
        Valid,
        Taken,  ///< was valid, until another viewer resumed the session
        Wrong,
    };

    SessionSecret();  ///< begins with a random secret

    [[nodiscard]] const std::string& current() const noexcept { return current_; }
    [[nodiscard]] Match match(const std::string& shown) const;
    void replace();  ///< makes another random secret
    /// The viewer has the current secret: the previous one becomes invalid.
    void confirm() noexcept { is_previous_valid_ = false; }

private:
    std::string current_;
    std::string previous_;
    bool is_previous_valid_ = false;
};

class Session;

/// A viewer of a session: its connections, its calls and their answers, the events for it, and the frames
/// sent to it. When its control connection ends, it leaves the session, or is kept for a time and can be
/// resumed.
///
/// session.answered, session.cancel, node.stats and program.* of the session's programs are answered here or
/// by the Session; every other call, and the start of a program, go to ServiceCalls. Calls on a running
/// program go to that stream's thread; the rest is answered at once. So answers may come in another order
/// than calls. Threads: the I/O thread. Lifetime: shared with the connections' peers; keeps its session
/// alive, which keeps the member until it leaves.
class Member : public std::enable_shared_from_this<Member> {
public:
    /// Calls that the service has not answered yet; more are refused.
    static constexpr std::size_t max_calls_running = 64;

    /// Facts about the viewer from session.open.
    struct Viewer {
        std::string name;               ///< with its address, for the log
        std::string label;              ///< for the other members
        bool is_acknowledging = false;  ///< it acknowledges frames
        std::chrono::seconds grace{0};  ///< time that it is kept without a connection; 0: none
        bool is_single = false;         ///< one connection carries everything
    };
    using Done = std::function<void(const Json& result)>;

    Member(std::shared_ptr<Session> session, MemberNumber number, MemberRole role, const Viewer& viewer);
    ~Member();
    /// Begins with its control connection; called once, before any other function.
    void begin(std::shared_ptr<Connection> control);

    [[nodiscard]] Session& session() const noexcept { return *session_; }
    [[nodiscard]] MemberNumber number() const noexcept { return number_; }
    [[nodiscard]] MemberRole role() const noexcept { return role_; }
    void set_role(MemberRole role) noexcept { role_ = role; }
    [[nodiscard]] MemberInfo info() const;
    /// Node's address to which the viewer connected, "127.0.0.1:7000"; empty: not over TCP.
    [[nodiscard]] std::string reached_at() const;
    /// Pin of the node's key, for a viewer over TLS; else empty.
    [[nodiscard]] std::string reached_pin() const;
    [[nodiscard]] const std::string& viewer_name() const noexcept { return viewer_.name; }
    [[nodiscard]] SessionSecret& secret() noexcept { return secret_; }
    [[nodiscard]] bool is_single() const noexcept { return viewer_.is_single; }
    [[nodiscard]] bool is_acknowledging() const noexcept { return viewer_.is_acknowledging; }

    /// Names of the calls that a member answers itself.
    [[nodiscard]] static std::vector<std::string> method_names();

    // Input from its connections.
    void call(std::string_view text);  ///< a Control message of the control connection
    void control_closed(const Connection& control, const std::string& why);
    void attach(std::shared_ptr<Connection> data);  ///< replaces the present data connection
    void data_closed(const Connection& data, const std::string& why);
    /// Takes a Credit. A member that is kept ignores it: credits are granted anew after a resume.
    [[nodiscard]] std::optional<std::string> credit(const MessageHeader& header)
    {
        return is_kept() ? std::nullopt : frames_->credit(header);
    }
    /// Takes a Block of a call. Returns its fault, if any.
    [[nodiscard]] std::optional<std::string> block(const MessageHeader& header,
                                                   std::span<const std::byte> payload)
    {
        return incoming_->take(header, payload);
    }
    /// Target for a frame from the viewer, as FrameSender has it; a malformed frame ends the membership.
    [[nodiscard]] ReceiveTarget upstream_target(const MessageHeader& header) const
    {
        return frames_->upstream_target(header);
    }
    void upstream(const MessageHeader& header, std::span<const std::byte> payload);

    /// Continues the membership for a viewer that showed the secret, and has heard events up to call.heard.
    /// Replaces the secret. Returns the additions to the answer to session.open. Throws RpcError, StaleCall,
    /// when the id of this session.open is not new.
    [[nodiscard]] Json resume(const Json& id, const ResumeCall& call, std::shared_ptr<Connection> control,
                              const Viewer& viewer);
    [[nodiscard]] bool is_kept() const noexcept { return !has_left_ && control_ == nullptr; }
    [[nodiscard]] std::chrono::steady_clock::time_point kept_since() const noexcept { return kept_since_; }
    [[nodiscard]] std::chrono::seconds grace() const noexcept { return viewer_.grace; }
    [[nodiscard]] bool has_data_connection() const noexcept { return data_ != nullptr; }

    // Output from its session.
    void answer_opening(const Json& id, const Json& result);  ///< answers session.open; its id is then used
    void answer(const Json& id, const Json& result);
    void refuse(const Json& id, const RpcError& error);
    /// A function that answers a call later. done: called first, on success.
    [[nodiscard]] Stream::Done answer_later(const Json& id, Done done = {});
    void notify(const std::string& method, const Json& params);
    /// Closes it when frames do not leave: the viewer then attaches a new one.
    void close_data_connection(const std::string& why);
    [[nodiscard]] FrameSender& frames() noexcept { return *frames_; }
    [[nodiscard]] const CallCounts& counts() const noexcept { return counts_; }
    /// Memory of the call being run; a later answer holds it until then.
    [[nodiscard]] std::shared_ptr<const void> call_memory() const { return call_memory_; }

    /// Reports the reason to the viewer, and closes.
    void shut_down(const std::string& message, bool node_ends = false);
    /// Leaves the session: its connections end, the control connection after its queued messages.
    void leave(const std::string& why);

private:
    using Method = void (Member::*)(const Json& id, const Json& params);
    struct Entry {
        std::string_view name;
        Method method;
    };

    [[nodiscard]] static std::span<const Entry> methods();
    [[nodiscard]] static Method method_named(const std::string& name);
    void refuse_again(const Json& id, const Json& params);
    void dial(const Json& id, const Json& params);
    void forget_answers(const Json& id, const Json& params);
    void cancel(const Json& id, const Json& params);

    void run(const RpcCall& call, std::size_t text_bytes);
    void check_room_for(const std::string& method, std::size_t text_bytes);
    void dispatch(const RpcCall& call);
    void refuse_stale(const Json& id);
    [[nodiscard]] ServiceCalls::Caller as_caller() const;
    void ask_service(const RpcCall& call);
    void ask_with_bytes(const RpcCall& call, ServiceCalls::Done done);
    void drop_bytes_of(const RpcCall& call);
    void answer_with_bytes(const Json& id, const CallResult& result);
    void expect_data_connection() const;
    void send_answer(const Json& id, const std::string& text);
    void keep(const std::string& why);
    void drop_data(const std::string& why);
    void drop_connections(const std::string& why);
    [[nodiscard]] std::shared_ptr<Notices> make_notices();

    const std::shared_ptr<Session> session_;
    const MemberNumber number_;
    MemberRole role_;
    Viewer viewer_;
    SessionSecret secret_;
    std::shared_ptr<Connection> control_;
    std::shared_ptr<Connection> data_;
    boost::asio::steady_timer grace_timer_;
    std::chrono::steady_clock::time_point kept_since_;
    std::shared_ptr<Notices> notices_;
    EventLog event_log_;
    AnswerStore answers_;
    CallCounts counts_;
    const std::shared_ptr<IncomingBytes> incoming_;
    const std::shared_ptr<FrameSender> frames_;
    const std::shared_ptr<MemoryBudget> own_calls_;  ///< this member's part of Session::call_memory()
    std::shared_ptr<const void> call_memory_;
    bool has_left_ = false;
};

}  // namespace farfield::net
