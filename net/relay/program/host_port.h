#pragma once

#include <string>

#include "net/client/client.h"

namespace farfield::net::relay {

/// A session with the relay at HOST[:PORT]. Throws std::runtime_error for a text that is none.
[[nodiscard]] ClientSettings session_at(const std::string& host_and_port);

}  // namespace farfield::net::relay
