#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "relay/sockets/endpoint.h"
#include "relay/sockets/file_descriptor.h"
#include "relay/sockets/interface.h"

namespace farfield::net::relay {

/// Size of the requested receive buffer of each socket: a limit, not memory taken.
inline constexpr std::size_t receive_buffer_bytes = 8 << 20;

/// Groups for each socket: the system's default limit (net.ipv4.igmp_max_memberships).
inline constexpr std::size_t groups_per_socket = 20;

struct SocketSettings {
    Endpoint bind = {};           ///< address 0: any; port 0: the system chooses
    bool shares_port = true;      ///< SO_REUSEADDR: others may bind the port, too, as multicast needs it
    bool only_multicast = false;  ///< datagrams not sent to a group are ignored (DatagramBatch)
    bool joins_segments = true;   ///< UDP_GRO, if the system has it
    unsigned device = 0;          ///< index of the only interface that is received; 0: all
    std::size_t buffer_bytes = receive_buffer_bytes;
};

/// A bound, non-blocking UDP socket of IPv4 that receives, and joins groups.
///
/// IP_MULTICAST_ALL is 0: it receives only groups that it joined itself, on the interfaces where it joined
/// them, and none that another socket of the host joined. SO_RXQ_OVFL, SO_TIMESTAMPNS and IP_PKTINFO are on,
/// for DatagramBatch.
///
/// Threads: one receives; join(), leave() and drops() may be called by another at the same time.
class MulticastSocket {
public:
    /// Throws SocketError: "cannot bind 127.0.0.1:3000: ...".
    explicit MulticastSocket(const SocketSettings& settings);

    [[nodiscard]] int descriptor() const noexcept { return fd_.get(); }
    [[nodiscard]] Endpoint bound() const noexcept { return bound_; }
    [[nodiscard]] bool only_multicast() const noexcept { return only_multicast_; }
    [[nodiscard]] bool joins_segments() const noexcept { return joins_segments_; }
    [[nodiscard]] std::size_t buffer_bytes() const noexcept { return buffer_bytes_; }
    /// A line for the log, with the sysctl, when the system gave a smaller buffer than requested; else empty.
    [[nodiscard]] const std::string& buffer_remark() const noexcept { return buffer_remark_; }

    enum class Joined {
        Done,
        Full,  ///< this socket takes no further group: limit of memberships or of their memory
    };
    /// Joins a group, or joins it again when it is joined already (a report to the network's switches).
    /// Throws SocketError, with the interfaces that would do.
    [[nodiscard]] Joined join(Ipv4 group, const Interface& on);
    /// Leaves a group; no effect on one that is not joined. The interface may have disappeared.
    void leave(Ipv4 group, const Interface& on) noexcept;

    /// Datagrams dropped by the system since the socket was made, for lack of buffer or with a wrong
    /// checksum; modulo 2^32. Always exact, except that datagrams which the system joined (UDP_GRO) before
    /// it dropped them count once.
    [[nodiscard]] std::uint32_t drops() const noexcept;

private:
    void set_buffer(std::size_t bytes);

    FileDescriptor fd_;
    Endpoint bound_;
    bool only_multicast_;
    bool joins_segments_ = false;
    std::size_t buffer_bytes_ = 0;
    std::string buffer_remark_;
};

}  // namespace farfield::net::relay
