#pragma once

#include <string>

#include "net/client/client.h"

namespace farfield::net::relay {

/// A session with the relay at HOST[:PORT]. token_file: file of its token; empty: none. Throws
/// std::runtime_error for a malformed text, and as read_token_file() does.
[[nodiscard]] ClientSettings session_at(const std::string& host_and_port, const std::string& token_file = {});

/// True when a text names an input that this process may open by itself. Throws std::runtime_error for
/// `peer:`, which is a relay: a host must be named instead.
[[nodiscard]] bool is_own_input(const std::string& text);

}  // namespace farfield::net::relay
