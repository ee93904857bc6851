#include "net/session/sharing/invitations.h"

#include "net/service/token.h"

namespace farfield::net {
namespace {

constexpr std::size_t secret_bytes = 32;

}  // namespace

std::string Invitations::add(const InviteCall& call, Clock::time_point now)
{
    forget_ended(now);
    if (invitations_.size() >= max_invitations)
        throw limit_error("max_invitations", max_invitations, invitations_.size() + 1);
    invitations_.push_back(
        {random_hex(secret_bytes), call.role, call.uses, now + std::chrono::seconds(call.seconds)});
    return invitations_.back().secret;
}

MemberRole Invitations::use(const std::string& secret, Clock::time_point now)
{
    forget_ended(now);
    Invitation* shown = nullptr;
    for (Invitation& invitation : invitations_)
        if (same_secret(invitation.secret, secret)) shown = &invitation;
    if (shown == nullptr)
        throw RpcError(RpcCode::NotAuthorised, "the invitation is wrong, used up or too old");
    --shown->uses;
    return shown->role;
}

void Invitations::forget_ended(Clock::time_point now)
{
    std::erase_if(invitations_, [now](const Invitation& one) { return one.uses == 0 || one.ends <= now; });
}

}  // namespace farfield::net
