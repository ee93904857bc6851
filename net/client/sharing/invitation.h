#pragma once

#include <string>
#include <string_view>

#include "net/client/client.h"
#include "net/client/host_port.h"
#include "net/message/sharing_calls.h"

namespace farfield::net {

/// The way into another viewer's session: farfield://HOST:PORT/#SESSION.SECRET, or of a node over TLS
/// farfield://HOST:PORT/?pin=PIN#SESSION.SECRET.
struct Invitation {
    HostPort at;
    JoinCall join;
    std::string pin = {};  ///< of the node's key; empty: in the clear

    void apply_to(ClientSettings& settings) const;
};

[[nodiscard]] bool is_invitation(std::string_view text) noexcept;
/// Throws std::invalid_argument with the fault, which does not name the secret.
[[nodiscard]] Invitation parse_invitation(std::string_view text);
[[nodiscard]] std::string to_string(const Invitation& invitation);

}  // namespace farfield::net
