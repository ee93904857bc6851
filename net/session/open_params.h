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

/// Throws RpcError, NotAuthorised, without the token of the node, which a peer of the same user need not
/// have.
void expect_token(const ServerSettings& settings, Trust trust, const std::string& given);

/// Throws model::FieldError, or RpcError: VersionNotSupported, or as expect_token() does, but for a peer with
/// an invitation.
[[nodiscard]] OpenParams read_open_params(const Json& params, const ServerSettings& settings, Trust trust);

}  // namespace farfield::net
