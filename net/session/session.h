#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "net/message/json_rpc.h"
#include "net/message/limits.h"
#include "net/message/memory_budget.h"
#include "net/service/node_stats.h"
#include "net/session/calls/call_bytes.h"
#include "net/session/calls/service_calls.h"
#include "net/session/member.h"
#include "net/session/sharing/holds.h"
#include "net/session/sharing/invitations.h"
#include "net/session/sharing/shared_document.h"
#include "net/session/streams/started_programs.h"
#include "net/session/streams/stream_set.h"

namespace farfield::net {

/// Memory budgets that the sessions of a server share: max_buffer_bytes, max_call_bytes.
struct ServerMemory {
    std::shared_ptr<MemoryBudget> streams, calls;
};

/// The shared state of members: programs and their streams, the document, and the calls that the service
/// answers (docs/protocol.md, section 19). A session begins with its first member, the owner, and ends when
/// no member that may edit is left.
///
/// Threads: the I/O thread. Lifetime: shared with its members; its server keeps it until is_finished().
class Session : public std::enable_shared_from_this<Session> {
public:
    struct Events {
        std::function<void()> ended;        ///< the session has ended: no connection can attach any more
        std::function<void()> kept;         ///< no viewer is connected, and the grace time runs
        std::function<void()> finished;     ///< the session has ended, and no thread is left
        std::function<NodeStats()> stats;   ///< result of node.stats
        std::function<SessionList()> list;  ///< result of session.list
        /// Ends the session whose id begins with this text. Throws RpcError, NotFound.
        std::function<void(const std::string& session, const std::string& why)> end_session;
        std::function<void()> dial_viewer = {};  ///< connects to the viewer once more; empty: no dialling
    };

    /// timeout: time in which the announced bytes of a call must come.
    Session(boost::asio::io_context& io, Service& service, const NodeLimits& limits,
            std::chrono::milliseconds timeout, const ServerMemory& memory, std::string id);
    /// Begins the session with its first member, which it returns. Called once, before any other function.
    std::shared_ptr<Member> begin(std::shared_ptr<Connection> control, Events events,
                                  const Member::Viewer& viewer);
    /// Adds a member that has the secret of an invitation. Throws RpcError: NotAuthorised for a wrong secret,
    /// LimitExceeded (max_members).
    std::shared_ptr<Member> join(const std::string& secret, std::shared_ptr<Connection> control,
                                 const Member::Viewer& viewer);

    [[nodiscard]] const std::string& id() const noexcept { return id_; }
    [[nodiscard]] std::string name() const { return id_.substr(0, 8); }  ///< for the log
    [[nodiscard]] const std::vector<std::shared_ptr<Member>>& members() const noexcept { return members_; }
    [[nodiscard]] bool is_kept() const noexcept;  ///< no member is connected
    /// Time at which the last member went away.
    [[nodiscard]] std::chrono::steady_clock::time_point kept_since() const noexcept;
    [[nodiscard]] std::uint64_t buffer_bytes() const { return streams_->buffer_bytes(); }  ///< send buffers'
    [[nodiscard]] SessionStats stats() const;

    // Functions for its members.
    using Method = void (Session::*)(Member& member, const Json& id, const Json& params);
    /// The session's own method; null: its service may know the name.
    [[nodiscard]] static Method method_named(const std::string& name);
    [[nodiscard]] static std::vector<std::string> method_names();
    [[nodiscard]] boost::asio::io_context& io() const noexcept { return io_; }
    [[nodiscard]] ServiceCalls& calls() noexcept { return *calls_; }
    [[nodiscard]] StreamSet& streams() noexcept { return *streams_; }
    /// Budget for the bytes of all calls, in both directions.
    [[nodiscard]] MemoryBudget& call_bytes() noexcept { return *call_bytes_; }
    [[nodiscard]] std::shared_ptr<IncomingBytes> make_incoming_bytes() const;
    /// Budget for the text of unanswered calls of all sessions.
    [[nodiscard]] MemoryBudget& call_memory() const noexcept { return *memory_.calls; }
    /// The streams that the member subscribes to, for the answer to a resume.
    [[nodiscard]] Json describe_streams(Member& member) const;
    /// The other members and the document, for the answer to session.open.
    [[nodiscard]] Json describe_sharing(const Member& member) const;
    /// Calls the service's check_for_watching().
    void check_for_watching(const Json& params) const { service_.check_for_watching(params); }
    /// Has the node dial the viewer. Throws RpcError, Failed, when the node does not dial.
    void dial_viewer() const;
    void member_kept(Member& member);
    void member_back(Member& member);
    void remove(Member& member, const std::string& why);  ///< the member leaves
    void expel(Member& member, const std::string& why);   ///< the member leaves, and is told why

    /// Reports the reason to the members, and closes.
    void shut_down(const std::string& message, bool node_ends = false);
    /// True when no thread is left: the destructor does not wait.
    [[nodiscard]] bool is_finished() const;

private:
    struct Entry {
        std::string_view name;
        Method method;
    };
    [[nodiscard]] static std::span<const Entry> methods();
    void report_stats(Member& member, const Json& id, const Json& params);
    void close(Member& member, const Json& id, const Json& params);
    void start_program(Member& member, const Json& id, const Json& params);
    void update_program(Member& member, const Json& id, const Json& params);
    void pause_program(Member& member, const Json& id, const Json& params);
    void resume_program(Member& member, const Json& id, const Json& params);
    void step_program(Member& member, const Json& id, const Json& params);
    void stop_program(Member& member, const Json& id, const Json& params);

    void list_sessions(Member& member, const Json& id, const Json& params);
    template <typename Sessions>
    [[nodiscard]] Sessions seen_by(const Member& member, Sessions all) const;
    void end_session(Member& member, const Json& id, const Json& params);
    void leave(Member& member, const Json& id, const Json& params);
    void invite(Member& member, const Json& id, const Json& params);
    void send_document(Member& member, const Json& id, const Json& params);
    void patch(Member& member, const Json& id, const Json& params);
    void hold(Member& member, const Json& id, const Json& params);
    void release(Member& member, const Json& id, const Json& params);
    void subscribe(Member& member, const Json& id, const Json& params);
    void leave_program(Member& member, const Json& id, const Json& params);

    std::shared_ptr<Member> add_member(std::shared_ptr<Connection> control, MemberRole role,
                                       const Member::Viewer& viewer);
    void notify_others(const Member& member, const std::string& method, const Json& params);
    void release_all(Member& member);
    void watch_holds();
    void find_owner();
    [[nodiscard]] const Member& owner() const noexcept;
    [[nodiscard]] Json describe_members() const;
    [[nodiscard]] Json describe_holds() const;
    /// Throws RpcError, NotAuthorised, for a member that only watches. what: the action, "invite others".
    static void expect_editor(const Member& member, const std::string& what);
    /// The stream, if this member may subscribe to it, or change it. Throws RpcError: NotFound for another
    /// member's private stream; NotAuthorised.
    [[nodiscard]] const std::shared_ptr<Stream>& stream_for(const Member& member, std::uint32_t stream) const;
    [[nodiscard]] const std::shared_ptr<Stream>& stream_to_change(const Member& member,
                                                                  std::uint32_t stream) const;
    /// A stream of the same layer and request that the member does not have already (it may be about to leave
    /// one of its own). Null: there is none.
    [[nodiscard]] std::shared_ptr<Stream> shared_stream(const Member& member,
                                                        const ProgramStart& start) const;
    void subscribe_to(Member& member, const Json& id, const std::shared_ptr<Stream>& stream,
                      const SubscriptionTerms& terms);
    void unsubscribe(Member& member, std::uint32_t stream);
    void note_update(const Member& member, const ProgramUpdate& update, const Json& state);
    void stream_blocked(MemberNumber member, std::uint32_t stream, Subscribers::Blocked what);
    void program_ready(Member& member, const Json& id, std::unique_ptr<Program> program,
                       const ProgramStart& start);
    void check_room_for(const ProgramStart& start) const;
    [[nodiscard]] StreamSet::Events stream_events();
    [[nodiscard]] Member* find(MemberNumber number) const noexcept;
    void send_frames();
    void send_notice(const std::string& method, const Json& params);
    void stream_ended(MemberNumber member, std::uint32_t stream, const Stream::End& end);
    void stream_removed(std::uint32_t stream);
    void end(const std::string& why);
    void post_when_finished();

    boost::asio::io_context& io_;
    Service& service_;
    const NodeLimits limits_;
    const std::chrono::milliseconds timeout_;
    const ServerMemory memory_;
    const std::string id_;
    Events events_;
    const std::shared_ptr<MemoryBudget> call_bytes_;
    std::unique_ptr<ServiceCalls> calls_;
    std::shared_ptr<StreamSet> streams_;
    StartedPrograms programs_;
    SharedDocument document_;
    Holds holds_;
    Invitations invitations_;
    boost::asio::steady_timer holds_timer_;
    std::size_t starting_ = 0;                      ///< programs that the service is still making
    std::vector<std::shared_ptr<Member>> members_;  ///< the longest-standing member first
    MemberNumber last_member_ = 0;
    std::chrono::steady_clock::time_point opened_at_ = std::chrono::steady_clock::now();
    bool ended_ = false;
};

}  // namespace farfield::net
