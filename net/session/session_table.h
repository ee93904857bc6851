#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "net/message/control_messages.h"
#include "net/message/limits.h"
#include "net/service/node_stats.h"
#include "net/service/token.h"
#include "net/session/session.h"

namespace farfield::net {

/// The sessions of a server: those with viewers, those kept without any, and those that have ended while one
/// of their threads still works. Threads: the I/O thread.
class SessionTable {
public:
    explicit SessionTable(const NodeLimits& limits) : limits_(limits) {}

    /// Makes room for one more session; a kept one may have to end. Throws RpcError, LimitExceeded.
    void make_room();
    void add(const std::shared_ptr<Session>& session);
    /// The member with this secret in the session with this id. Throws RpcError: NotFound with the reason in
    /// its data (expired, another_node, taken), or NotAuthorised.
    [[nodiscard]] std::shared_ptr<Member> find(const std::string& id, const std::string& secret) const;
    /// The session with this id. Throws RpcError, NotFound, as find() does.
    [[nodiscard]] const std::shared_ptr<Session>& at(const std::string& id) const;
    void ended(const std::string& id);
    void finished(const std::string& id) { leaving_.erase(id); }
    /// Ends the longest-kept sessions when there are too many, or their buffers take too much memory.
    void limit_kept();
    void end_all(const std::string& why);
    /// Ends the session whose id begins with this text. Throws RpcError, NotFound, for none or several.
    void end(const std::string& session, const std::string& why);

    /// The result of session.list or session.end, called by `by`. Throws RpcError, model::FieldError.
    [[nodiscard]] Json answer(const RpcCall& call, const std::string& by);

    [[nodiscard]] std::vector<SessionStats> stats() const;
    [[nodiscard]] SessionList list() const { return {epoch_, stats()}; }
    /// A random text that identifies the node's run.
    [[nodiscard]] const std::string& epoch() const noexcept { return epoch_; }

private:
    static constexpr std::size_t epoch_bytes = 8;
    /// Ended sessions whose ids are remembered; they get another answer than ids of another node.
    static constexpr std::size_t ended_remembered = 1024;
    using Sessions = std::unordered_map<std::string, std::shared_ptr<Session>>;

    [[nodiscard]] RpcError not_found(const std::string& message, const char* reason) const;
    [[nodiscard]] std::shared_ptr<Session> longest_kept() const;

    const NodeLimits limits_;
    const std::string epoch_ = random_hex(epoch_bytes);
    Sessions sessions_;
    Sessions leaving_;               ///< sessions that have ended while a thread still works
    std::deque<std::string> ended_;  ///< ids of ended sessions, oldest first
};

}  // namespace farfield::net
