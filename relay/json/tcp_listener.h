#pragma once

#include <optional>

#include "relay/sockets/endpoint.h"
#include "relay/sockets/file_descriptor.h"

namespace farfield::net::relay {

/// An accepted TCP connection; non-blocking.
struct TcpPeer {
    FileDescriptor fd;
    Endpoint from;
};

/// An IPv4 socket that accepts TCP connections. Threads: one.
class TcpListener {
public:
    /// Throws SocketError: "cannot listen on TCP 127.0.0.1:5000: ...".
    explicit TcpListener(const Endpoint& at);

    [[nodiscard]] int descriptor() const noexcept { return fd_.get(); }
    /// A waiting connection, or nullopt: then `error` is 0 when none waits, else the system's reason (errno)
    /// for not providing it, such as too many open files.
    [[nodiscard]] std::optional<TcpPeer> accept(int& error) const noexcept;

private:
    FileDescriptor fd_;
};

}  // namespace farfield::net::relay
