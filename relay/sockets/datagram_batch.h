#pragma once

#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include "relay/sockets/endpoint.h"
#include "relay/sockets/multicast_socket.h"

namespace farfield::net::relay {

/// A received datagram. Ownership: borrows its bytes for the time of a call.
struct Datagram {
    std::span<const std::byte> bytes = {};
    Endpoint from = {};
    Ipv4 to = 0;  ///< its destination: a group, a broadcast or an own address
    /// Time by now_ns() when the system took it from the interface. The system starts these stamps with a
    /// delay: just after the host's first such socket was made, it is the time of reading.
    std::uint64_t arrival_ns = 0;
};

/// Reads many datagrams with one system call (recvmmsg), and splits those that the system joined (UDP_GRO).
/// Takes 4 MiB, of which small datagrams touch a page each. Allocates nothing after construction.
/// Threads: one. Several sockets may share a batch, one after another.
class DatagramBatch {
public:
    static constexpr std::size_t most = 64;  ///< system messages in one call

    DatagramBatch();
    DatagramBatch(const DatagramBatch&) = delete;
    DatagramBatch& operator=(const DatagramBatch&) = delete;

    /// The result of one receive().
    struct Received {
        std::size_t datagrams = 0;
        std::size_t strays = 0;  ///< ignored: not sent to a group, though the socket takes only groups
        std::size_t joined = 0;  ///< system messages that held several datagrams (UDP_GRO)
        bool is_drained = true;  ///< the socket had no more
        std::optional<std::uint32_t> drops = {};  ///< MulticastSocket::drops() when the last one was queued
        std::error_code error = {};               ///< fault of the socket; nothing was read
    };
    /// Calls take(const Datagram&) for the datagrams that are there, in order of arrival; does not wait.
    template <typename Take>
    Received receive(const MulticastSocket& socket, Take&& take)
    {
        Received result;
        const auto count = fill(socket, result);
        for (std::size_t i = 0; i < count; ++i) {
            const auto whole = read(i, result);
            result.joined += whole.segments() > 1 ? 1 : 0;
            if (socket.only_multicast() && !is_multicast(whole.datagram.to))
                result.strays += whole.segments();
            else
                result.datagrams += split(whole, take);
        }
        return result;
    }

private:
    /// Bytes of a datagram's control messages from the system: time, drops, segment, destination.
    static constexpr std::size_t control_bytes = 192;
    static constexpr std::size_t most_bytes = 65'536;
    /// Distance of datagrams; no power of two, so that their beginnings do not share one set of the caches.
    static constexpr std::size_t stride_bytes = most_bytes + 448;

    /// Content of one system message: one datagram, or several of one length except the last.
    struct Whole {
        Datagram datagram;
        std::size_t segment_bytes = 0;
        [[nodiscard]] std::size_t segments() const noexcept
        {
            const auto bytes = datagram.bytes.size();
            return bytes == 0 ? 1 : (bytes + segment_bytes - 1) / segment_bytes;
        }
    };

    template <typename Take>
    static std::size_t split(const Whole& whole, Take& take)
    {
        Datagram part = whole.datagram;
        auto left = whole.datagram.bytes;
        for (std::size_t i = 0; i < whole.segments(); ++i) {
            part.bytes = left.first(std::min(left.size(), whole.segment_bytes));
            left = left.subspan(part.bytes.size());
            take(std::as_const(part));
        }
        return whole.segments();
    }

    [[nodiscard]] std::size_t fill(const MulticastSocket& socket, Received& result) noexcept;
    [[nodiscard]] Whole read(std::size_t message, Received& result) noexcept;
    void reset_lengths(std::size_t used) noexcept;

    struct alignas(cmsghdr) Control {
        std::array<std::byte, control_bytes> bytes;
    };

    std::vector<std::byte> memory_;
    std::vector<Control> controls_;
    std::array<sockaddr_in, most> addresses_{};
    std::array<iovec, most> places_{};
    std::array<mmsghdr, most> messages_{};
    std::int64_t ahead_ns_ = 0;  ///< ahead_of_system_ns() at the last fill()
};

}  // namespace farfield::net::relay
