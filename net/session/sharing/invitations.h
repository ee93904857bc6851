#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "net/message/control_messages.h"
#include "net/message/sharing_calls.h"

namespace farfield::net {

/// Secrets with which others may join a session; each has a role, a number of uses and a lifetime. Compared
/// in constant time. Threads: one at a time.
class Invitations {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t max_invitations = 64;  ///< valid at the same time

    /// Makes an invitation and returns its secret. Throws RpcError, LimitExceeded (max_invitations).
    [[nodiscard]] std::string add(const InviteCall& call, Clock::time_point now);
    /// Uses an invitation once. Throws RpcError, NotAuthorised, for a secret that is unknown, used up or too
    /// old.
    [[nodiscard]] MemberRole use(const std::string& secret, Clock::time_point now);

private:
    struct Invitation {
        std::string secret;
        MemberRole role;
        std::uint32_t uses;
        Clock::time_point ends;
    };
    void forget_ended(Clock::time_point now);

    std::vector<Invitation> invitations_;
};

}  // namespace farfield::net
