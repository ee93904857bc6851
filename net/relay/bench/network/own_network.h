#pragma once

#include <string>

namespace farfield::net::relay {

/// Moves this process into a network of its own, where nothing but its loopback interface is: what others
/// send and join does not disturb. Where the system does not allow it, all stays as it was.
/// Threads: the process has only one. Returns what a report says of it.
std::string enter_own_network();

}  // namespace farfield::net::relay
