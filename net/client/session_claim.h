#pragma once

#include <cstdint>
#include <string>

#include "model/fields/fields.h"

namespace farfield::net {

/// Credentials with which a process resumes a session that another process opened.
struct SessionClaim {
    std::string session;
    std::string secret;          ///< the newest secret
    std::string epoch;           ///< epoch of the node's run; empty: the node does not tell it
    std::uint64_t heard = 0;     ///< number of the last event that arrived
    std::uint64_t first_id = 1;  ///< first unused id of a call: lower ones may have been used
    friend bool operator==(const SessionClaim&, const SessionClaim&) = default;

    static void fields(auto& visit)
    {
        visit("session", &SessionClaim::session, model::required);
        visit("secret", &SessionClaim::secret, model::required);
        visit("epoch", &SessionClaim::epoch, model::always);
        visit("heard", &SessionClaim::heard, model::always);
        visit("first_id", &SessionClaim::first_id, model::required, model::from_to(1, ~std::uint32_t{0}));
    }
};

/// Keeps the claim to a client's session beyond the life of this process. Threads: the client's own, or the
/// one that makes the client, one at a time.
class ClaimStore {
public:
    virtual ~ClaimStore() = default;
    /// Replaces the claim kept before. The client sends nothing under the new secret, or under ids from
    /// first_id on, before this returns.
    virtual void keep(const SessionClaim& claim) = 0;
    /// Discards the claim: the session has ended, or was left, and cannot be resumed.
    virtual void drop() = 0;
};

}  // namespace farfield::net
