#include "net/session/session_table.h"

#include <algorithm>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/sharing_calls.h"

namespace farfield::net {

void SessionTable::make_room()
{
    const std::size_t limit = limits_.max_sessions;
    if (sessions_.size() >= limit)
        if (const auto session = longest_kept())
            session->shut_down("a new viewer takes its place, for there are max_sessions");
    if (sessions_.size() >= limit) throw limit_error("max_sessions", limit, sessions_.size() + 1);
    // An ended session still uses its threads while they compute.
    if (leaving_.size() >= limit)
        throw busy_error("max_sessions", limit, sessions_.size() + leaving_.size() + 1);
}

void SessionTable::add(const std::shared_ptr<Session>& session)
{
    sessions_.emplace(session->id(), session);
}

const std::shared_ptr<Session>& SessionTable::at(const std::string& id) const
{
    const auto found = sessions_.find(id);
    if (found == sessions_.end())
        throw not_found("there is no such session (any more)",
                        std::ranges::find(ended_, id) != ended_.end() ? "expired" : "another_node");
    return found->second;
}

std::shared_ptr<Member> SessionTable::find(const std::string& id, const std::string& secret) const
{
    bool is_taken = false;
    for (const auto& member : at(id)->members()) {
        const SessionSecret::Match match = member->secret().match(secret);
        if (match == SessionSecret::Match::Valid) return member;
        is_taken |= match == SessionSecret::Match::Taken;
    }
    if (is_taken) throw not_found("another viewer has resumed the session", "taken");
    throw RpcError(RpcCode::NotAuthorised, "the session's secret is wrong");
}

RpcError SessionTable::not_found(const std::string& message, const char* reason) const
{
    return {RpcCode::NotFound, message, {{"reason", reason}, {"epoch", epoch_}}};
}

void SessionTable::ended(const std::string& id)
{
    auto session = sessions_.extract(id);
    if (session.empty()) return;
    leaving_.insert(std::move(session));
    ended_.push_back(id);
    if (ended_.size() > ended_remembered) ended_.pop_front();
}

std::shared_ptr<Session> SessionTable::longest_kept() const
{
    std::shared_ptr<Session> longest;
    for (const auto& [id, session] : sessions_)
        if (session->is_kept() && (!longest || session->kept_since() < longest->kept_since()))
            longest = session;
    return longest;
}

void SessionTable::limit_kept()
{
    const auto is_beyond = [this] {
        std::uint64_t count = 0, bytes = 0;
        for (const auto& [id, session] : sessions_)
            if (session->is_kept()) ++count, bytes += session->buffer_bytes();
        return count > limits_.max_kept || bytes > limits_.max_kept_bytes;
    };
    while (is_beyond()) longest_kept()->shut_down("others are kept: max_kept or max_kept_bytes");
}

void SessionTable::end_all(const std::string& why)
{
    const auto open = sessions_;  // a copy, since each session leaves the map as it ends
    for (const auto& [id, session] : open) session->shut_down(why, true);
}

void SessionTable::end(const std::string& session, const std::string& why)
{
    std::vector<std::shared_ptr<Session>> found;
    for (const auto& [id, one] : sessions_)
        if (id.starts_with(session)) found.push_back(one);
    if (found.size() != 1)
        throw RpcError(RpcCode::NotFound, found.empty() ? "there is no such session (any more)"
                                                        : "more than one session begins so");
    found.front()->shut_down(why);
}

Json SessionTable::answer(const RpcCall& call, const std::string& by)
{
    if (call.method == "session.list") {
        (void)model::read<ListCall>(call.params);
        return model::write(list());
    }
    end(model::read<EndCall>(call.params).session, by + " has ended it");
    return Json::object();
}

std::vector<SessionStats> SessionTable::stats() const
{
    std::vector<SessionStats> stats;
    for (const auto& [id, session] : sessions_) stats.push_back(session->stats());
    return stats;
}

}  // namespace farfield::net
