#include "model/fields/json_fields.h"
#include "net/session/session.h"

/// The document that the members of a session share, and their holds on it.
namespace farfield::net {

void Session::send_document(Member& member, const Json& id, const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
    member.answer(
        id,
        {{"version", document_.version()}, {"document", document_.document()}, {"holds", describe_holds()}});
}

void Session::patch(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<PatchCall>(params);
    holds_.patched(member.number(), call.patch, Holds::Clock::now());
    watch_holds();
    const auto check = [this](const Json& document) { service_.check(document); };
    const bool has_changed = document_.patch(call.patch, call.based_on, check);
    member.answer(id, {{"version", document_.version()}});
    if (has_changed)
        notify_others(member, "session.patched",
                      {{"version", document_.version()},
                       {"patch", call.patch},
                       {"by", member.number()},
                       {"interaction", call.interaction}});
}

void Session::hold(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<HoldCall>(params);
    const bool is_new = holds_.hold(member.number(), call.what, Holds::Clock::now());
    watch_holds();
    member.answer(id, Json::object());
    if (is_new) notify_others(member, "session.held", {{"what", call.what}, {"by", member.number()}});
}

void Session::release(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<HoldCall>(params);
    const bool was_held = holds_.release(member.number(), call.what);
    member.answer(id, Json::object());
    if (was_held) notify_others(member, "session.held", {{"what", call.what}, {"by", nullptr}});
}

void Session::release_all(Member& member)
{
    for (const std::string& what : holds_.release_all(member.number()))
        notify_others(member, "session.held", {{"what", what}, {"by", nullptr}});
}

/// Releases forgotten holds after a time.
void Session::watch_holds()
{
    const auto end = holds_.next_end();
    if (!end) {
        holds_timer_.cancel();
        return;
    }
    holds_timer_.expires_at(*end);
    holds_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& cancelled) {
        const auto self = weak.lock();
        if (cancelled || !self) return;
        for (const std::string& what : self->holds_.release_rested(Holds::Clock::now()))
            for (const auto& member : self->members_)
                member->notify("session.held", {{"what", what}, {"by", nullptr}});
        self->watch_holds();
    });
}

Json Session::describe_holds() const
{
    Json holds = Json::array();
    for (const auto& [what, hold] : holds_.all()) holds.push_back({{"what", what}, {"by", hold.member}});
    return holds;
}

}  // namespace farfield::net
