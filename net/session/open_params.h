#pragma once

#include <optional>

#include "net/message/control_messages.h"
#include "net/session/member.h"
#include "net/session/session_server.h"

namespace farfield::net {

/// Parameters of session.open.
struct OpenParams {
    Member::Viewer viewer;
    std::optional<ResumeCall> resume;
    std::optional<JoinCall> join;
};

/// Checks the node's token. Throws RpcError, NotAuthorised, when it is wrong; a peer of the same user needs
/// none.
void expect_token(const ServerSettings& settings, Trust trust, const std::string& given);

/// Reads and checks the parameters. Throws model::FieldError, or RpcError: VersionNotSupported, or as
/// expect_token() does, which is not called for a peer with an invitation.
[[nodiscard]] OpenParams read_open_params(const Json& params, const ServerSettings& settings, Trust trust);

}  // namespace farfield::net
