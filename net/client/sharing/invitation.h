#pragma once

#include <string>
#include <string_view>

#include "net/client/client.h"
#include "net/client/reach/host_port.h"
#include "net/message/sharing_calls.h"

namespace farfield::net {

/// Address and secret of another viewer's session: farfield://HOST:PORT/#SESSION.SECRET, or for a node with
/// TLS farfield://HOST:PORT/?pin=PIN#SESSION.SECRET.
struct Invitation {
    HostPort at;
    JoinCall join;
    std::string pin = {};  ///< pin of the node's key; empty: unencrypted

    void apply_to(ClientSettings& settings) const;
};

[[nodiscard]] bool is_invitation(std::string_view text) noexcept;
/// Throws std::invalid_argument with the fault; its text does not contain the secret.
[[nodiscard]] Invitation parse_invitation(std::string_view text);
[[nodiscard]] std::string to_string(const Invitation& invitation);

}  // namespace farfield::net
