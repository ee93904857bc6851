#pragma once

#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "relay/sockets/endpoint.h"
#include "relay/sockets/file_descriptor.h"
#include "relay/sockets/input_spec.h"
#include "relay/sockets/interface.h"

namespace farfield::net::relay {

struct SenderSettings {
    Endpoint to;
    Interface through = {};      ///< for groups and broadcasts; index 0: the system chooses
    std::uint8_t hops = 1;       ///< IP_MULTICAST_TTL
    Endpoint bind = {};          ///< own address and port; zeros: the system chooses
    bool hears_answers = false;  ///< receive() gets datagrams sent to own(), and send() may go elsewhere
};

/// Settings of a sender for an output of the command line. Throws SocketError without such an interface.
[[nodiscard]] SenderSettings sender_settings(const DisSpec& output);

/// A UDP socket that sends to one address or group, many datagrams with one system call. Copies of datagrams
/// to a group reach sockets of this host, too. Allocates nothing after construction.
/// Threads: one.
class DatagramSender {
public:
    static constexpr std::size_t most_segments = 64;   ///< datagrams cut from one buffer by one call
    static constexpr std::size_t most_bytes = 65'507;  ///< of a datagram or buffer: 65,535 less two headers

    /// Throws SocketError: "cannot send to 239.1.2.3:3000: ...".
    explicit DatagramSender(const SenderSettings& settings);

    [[nodiscard]] Endpoint own() const noexcept { return own_; }

    /// Sends datagrams of any sizes (sendmmsg). Waits while the system's buffer is full. Returns the number
    /// sent: fewer than given when the system refuses one, which is then the next one, with errno. addresses:
    /// one for each datagram, at the port of `to`, for a sender that hears answers; empty: all to `to`.
    std::size_t send(std::span<const std::span<const std::byte>> datagrams,
                     std::span<const Ipv4> addresses = {}) noexcept;

    /// Cuts the bytes into datagrams of `segment_bytes`, the last one may be shorter, and sends them: cut by
    /// the system (UDP_SEGMENT), up to 64 at once, if it can. Returns the number of datagrams sent.
    /// segment_bytes: 1 to most_bytes, else std::invalid_argument.
    std::size_t send_segments(std::span<const std::byte> bytes, std::size_t segment_bytes);

    /// The next datagram received at own(), cut to the memory; nullopt when there is none.
    [[nodiscard]] std::optional<std::span<const std::byte>> receive(std::span<std::byte> memory) noexcept;
    /// Descriptor for poll().
    [[nodiscard]] int descriptor() const noexcept { return fd_.get(); }

private:
    static constexpr std::size_t most_messages = 64;

    [[nodiscard]] bool send_cut(std::span<const std::byte> bytes, std::uint16_t segment_bytes) noexcept;
    [[nodiscard]] std::size_t send_singly(std::span<const std::byte> bytes,
                                          std::size_t segment_bytes) noexcept;
    [[nodiscard]] bool wait_for_room() const noexcept;

    void address(msghdr& message) noexcept;

    FileDescriptor fd_;
    Endpoint own_;
    sockaddr_in to_{};
    bool is_connected_;  ///< connected to to_: the system then ignores datagrams from other addresses
    bool can_cut_ = true;
};

}  // namespace farfield::net::relay
