#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/session/session.h"

/// The members of a session: joining, absence, leaving.
namespace farfield::net {

std::shared_ptr<Member> Session::add_member(std::shared_ptr<Connection> control, MemberRole role,
                                            const Member::Viewer& viewer)
{
    auto member = std::make_shared<Member>(shared_from_this(), ++last_member_, role, viewer);
    members_.push_back(member);
    member->begin(std::move(control));
    return member;
}

std::shared_ptr<Member> Session::join(const std::string& secret, std::shared_ptr<Connection> control,
                                      const Member::Viewer& viewer)
{
    if (members_.size() >= limits_.max_members)
        throw limit_error("max_members", limits_.max_members, members_.size() + 1);
    const MemberRole role = invitations_.use(secret, std::chrono::steady_clock::now());
    auto member = add_member(std::move(control), role, viewer);
    spdlog::info("session {} joined by {}", name(), viewer.name);
    notify_others(*member, "session.joined", model::write(member->info()));
    return member;
}

void Session::expect_editor(const Member& member, const std::string& what)
{
    if (member.role() == MemberRole::Watch)
        throw RpcError(RpcCode::NotAuthorised, "a member that watches may not " + what);
}

void Session::invite(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<InviteCall>(params);
    const std::string at = member.reached_at(), pin = member.reached_pin();
    if (at.empty() || events_.dial_viewer)
        throw RpcError(RpcCode::Failed,
                       "guests have no way to this node: it was not reached at a port of its own");
    const std::string secret = invitations_.add(call, std::chrono::steady_clock::now());
    const std::string query = pin.empty() ? "" : "?pin=" + pin;
    Json invited{{"session", id_},
                 {"secret", secret},
                 {"invitation", fmt::format("farfield://{}/{}#{}.{}", at, query, id_, secret)}};
    if (!pin.empty()) invited["pin"] = pin;
    member.answer(id, invited);
}

void Session::leave(Member& member, const Json& id, const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
    member.answer(id, Json::object());
    remove(member, "the client closed it");
}

void Session::member_kept(Member& member)
{
    release_all(member);
    notify_others(member, "session.away", {{"member", member.number()}});
    if (is_kept()) events_.kept();
}

void Session::member_back(Member& member)
{
    notify_others(member, "session.back", model::write(member.info()));
}

/// Makes the longest-standing editor the owner when the owner has left.
void Session::find_owner()
{
    const auto has_role = [](MemberRole role) {
        return [role](const auto& member) { return member->role() == role; };
    };
    if (ended_ || std::ranges::any_of(members_, has_role(MemberRole::Owner))) return;
    const auto next = std::ranges::find_if(members_, has_role(MemberRole::Edit));
    if (next == members_.end()) return;
    (*next)->set_role(MemberRole::Owner);
    for (const auto& member : members_) member->notify("session.role", model::write((*next)->info()));
}

void Session::notify_others(const Member& member, const std::string& method, const Json& params)
{
    for (const auto& other : members_)
        if (other.get() != &member) other->notify(method, params);
}

Json Session::describe_members() const
{
    Json members = Json::array();
    for (const auto& member : members_) members.push_back(model::write(member->info()));
    return members;
}

Json Session::describe_sharing(const Member& member) const
{
    return {{"member", member.number()},
            {"role", member_role_names.at(static_cast<std::size_t>(member.role()))},
            {"members", describe_members()},
            {"version", document_.version()}};
}

}  // namespace farfield::net
