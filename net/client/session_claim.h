#pragma once

#include <cstdint>
#include <string>

#include "model/fields/fields.h"

namespace farfield::net {

/// What another process than the one that opened a session resumes it with.
struct SessionClaim {
    std::string session;
    std::string secret;          ///< the newest
    std::string epoch;           ///< of the run of the node; empty: it does not say
    std::uint64_t heard = 0;     ///< number of the last event that had come
    std::uint64_t first_id = 1;  ///< of calls: those below it may have been used
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

/// Keeps the claim of a client's session beyond the life of this process. Threads: the client's own, or the
/// one that makes the client, one at a time.
class ClaimStore {
public:
    virtual ~ClaimStore() = default;
    /// Takes the place of what was kept before. Nothing is sent under the new secret, or under ids from
    /// first_id on, before this returns.
    virtual void keep(const SessionClaim& claim) = 0;
    /// The session has ended, or was left: nothing can be resumed any more.
    virtual void drop() = 0;
};

}  // namespace farfield::net
