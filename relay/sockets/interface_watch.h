#pragma once

#include "relay/sockets/file_descriptor.h"

namespace farfield::net::relay {

/// Is told by the system when an interface of this network namespace, or one of its addresses, appears,
/// disappears or changes (rtnetlink). Threads: one.
class InterfaceWatch {
public:
    /// Throws SocketError when the system provides no such socket.
    InterfaceWatch();

    /// True when anything changed since the last call. Does not wait.
    [[nodiscard]] bool has_changed() noexcept;

private:
    FileDescriptor socket_;
};

}  // namespace farfield::net::relay
