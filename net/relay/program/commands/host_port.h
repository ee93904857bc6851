#pragma once

#include <string>

#include "net/client/client.h"

namespace farfield::net::relay {

/// A session with the relay at HOST[:PORT]. token_file: with the token that it asks for; empty: none. Throws
/// std::runtime_error for a text that is none, and as read_token_file() does.
[[nodiscard]] ClientSettings session_at(const std::string& host_and_port, const std::string& token_file = {});

/// Whether a text names an input (`dis:...`, `ffr:...`), right or wrong, and no host.
[[nodiscard]] bool is_input(const std::string& text);

/// Whether a text names an input that this process may open by itself. Throws std::runtime_error for `peer:`,
/// which is a relay: it is named by its host.
[[nodiscard]] bool is_own_input(const std::string& text);

}  // namespace farfield::net::relay
