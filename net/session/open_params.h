#pragma once

#include <optional>

#include "net/message/control_messages.h"
#include "net/session/session.h"
#include "net/session/session_server.h"

namespace farfield::net {

/// What session.open asks for.
struct OpenParams {
    Session::Viewer viewer;
    std::optional<ResumeCall> resume;
};

/// Throws model::FieldError, or RpcError: VersionNotSupported, or NotAuthorised without the token,
/// which a peer of the same user need not have.
[[nodiscard]] OpenParams read_open_params(const Json& params, const ServerSettings& settings, Trust trust);

}  // namespace farfield::net
