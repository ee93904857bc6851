#pragma once

#include <string>

#include "relay/sockets/endpoint.h"
#include "relay/sockets/file_descriptor.h"

namespace farfield::net::relay {

/// A network namespace of this process with only its loopback interface, so that other programs' datagrams
/// and joins do not disturb. A second one stands for the receiver's machine: a pair of veth connects both,
/// and the packet work of arrivals there is put on the receiver's core (rps_cpus), as its network card would
/// do. When the system does not allow it, the loopback interface is used instead. The second one needs `ip`.
/// Threads: the process must have only one.
class OwnNetwork {
public:
    static constexpr Ipv4 near_address = 0x0a4d'0001, far_address = 0x0a4d'0002;  // 10.77.0.1 and .2

    /// `receiver_core` does the packet work on the far side, `other_core` that on the near side.
    OwnNetwork(int other_core, int receiver_core);

    /// Descriptor of the far namespace, for enter(); -1: there is none.
    [[nodiscard]] int far() const { return has_far_ ? far_.get() : -1; }
    /// Description for a report.
    [[nodiscard]] std::string text() const;

    /// Moves the calling thread, its process's only one, to a namespace. Throws std::system_error.
    static void enter(int network);

private:
    [[nodiscard]] bool make_far(int other_core, int receiver_core);

    FileDescriptor near_, far_;
    bool is_own_ = false, has_far_ = false;
};

}  // namespace farfield::net::relay
