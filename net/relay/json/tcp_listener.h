#pragma once

#include <optional>

#include "net/relay/sockets/endpoint.h"
#include "net/relay/sockets/file_descriptor.h"

namespace farfield::net::relay {

/// A TCP connection that came in; it does not block.
struct TcpPeer {
    FileDescriptor fd;
    Endpoint from;
};

/// A socket of IPv4 that takes TCP connections. Threads: one.
class TcpListener {
public:
    /// Throws SocketError: "cannot listen on TCP 127.0.0.1:5000: ...".
    explicit TcpListener(const Endpoint& at);

    [[nodiscard]] int descriptor() const noexcept { return fd_.get(); }
    /// A connection that waits, or nothing: then `error` is 0 where none waits any more, else why the system
    /// does not give it out (errno), such as that there are too many open files.
    [[nodiscard]] std::optional<TcpPeer> accept(int& error) const noexcept;

private:
    FileDescriptor fd_;
};

}  // namespace farfield::net::relay
