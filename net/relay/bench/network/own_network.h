#pragma once

#include <string>

#include "net/relay/sockets/endpoint.h"
#include "net/relay/sockets/file_descriptor.h"

namespace farfield::net::relay {

/// A network namespace of this process, where nothing but its loopback interface is: what others send and
/// join does not disturb. A second one stands for the receiver's machine: a pair of veth joins both, and the
/// packet work of what arrives there is put on the receiver's core (rps_cpus), as its network card would.
/// Where the system does not allow it, the loopback interface takes its place. Needs `ip` for the second.
/// Threads: the process has only one.
class OwnNetwork {
public:
    static constexpr Ipv4 near_address = 0x0a4d'0001, far_address = 0x0a4d'0002;  // 10.77.0.1 and .2

    /// Packets on the far side are worked on by `receiver_core`, on the near one by `other_core`.
    OwnNetwork(int other_core, int receiver_core);

    /// The far namespace, for enter(); -1: there is none.
    [[nodiscard]] int far() const { return has_far_ ? far_.get() : -1; }
    /// What a report says of it.
    [[nodiscard]] std::string text() const;

    /// Moves the calling thread, the only one of its process, into a namespace. Throws std::system_error.
    static void enter(int network);

private:
    [[nodiscard]] bool make_far(int other_core, int receiver_core);

    FileDescriptor near_, far_;
    bool is_own_ = false, has_far_ = false;
};

}  // namespace farfield::net::relay
