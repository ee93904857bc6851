#pragma once

#include <optional>

#include "net/message/control_messages.h"
#include "net/session/member.h"
#include "net/session/session_server.h"

namespace farfield::net {

/// What session.open asks for.
struct OpenParams {
    Member::Viewer viewer;
    std::optional<ResumeCall> resume;
    std::optional<JoinCall> join;
};

/// Throws model::FieldError, or RpcError: VersionNotSupported, or NotAuthorised without the token,
/// which a peer of the same user, or one
/// with an invitation, need not have.
[[nodiscard]] OpenParams read_open_params(const Json& params, const ServerSettings& settings, Trust trust);

}  // namespace farfield::net
