#include "relay/sockets/multicast_socket.h"

#include <linux/sock_diag.h>
#include <net/if.h>
#include <netinet/udp.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace farfield::net::relay {

namespace {
std::string last_error()
{
    return std::generic_category().message(errno);
}

bool try_option(int fd, int level, int option, int value) noexcept
{
    return ::setsockopt(fd, level, option, &value, sizeof value) == 0;
}

void set_option(int fd, int level, int option, int value, const char* name)
{
    if (!try_option(fd, level, option, value))
        throw SocketError(std::string("cannot set ") + name + " of a UDP socket: " + last_error());
}

FileDescriptor new_udp_socket()
{
    FileDescriptor fd(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (fd.get() < 0) throw SocketError("cannot make a UDP socket: " + last_error());
    return fd;
}

void hear_only(int fd, unsigned device)
{
    std::array<char, IF_NAMESIZE> name{};
    if (::if_indextoname(device, name.data()) == nullptr ||
        ::setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, name.data(), name.size()) != 0)
        throw SocketError("cannot receive from interface " + std::to_string(device) +
                          " alone: " + last_error() + "; would do: " + usable_interfaces());
}

Endpoint bind_socket(int fd, const Endpoint& wanted)
{
    auto address = to_system(wanted);
    if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        auto text = "cannot bind UDP " + to_text(wanted) + ": " + last_error();
        if (errno == EADDRNOTAVAIL) text += "; there are: " + usable_interfaces();
        throw SocketError(text);
    }
    socklen_t length = sizeof address;
    ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length);
    return from_system(address);
}

ip_mreqn membership(Ipv4 group, const Interface& on) noexcept
{
    ip_mreqn request{};
    request.imr_multiaddr.s_addr = htonl(group);
    request.imr_ifindex = static_cast<int>(on.index);
    return request;
}
}  // namespace

MulticastSocket::MulticastSocket(const SocketSettings& settings)
    : fd_(new_udp_socket()), only_multicast_(settings.only_multicast)
{
    const int fd = fd_.get();
    if (settings.shares_port) set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1, "SO_REUSEADDR");
    set_option(fd, IPPROTO_IP, IP_MULTICAST_ALL, 0, "IP_MULTICAST_ALL");
    set_option(fd, SOL_SOCKET, SO_RXQ_OVFL, 1, "SO_RXQ_OVFL");
    set_option(fd, SOL_SOCKET, SO_TIMESTAMPNS, 1, "SO_TIMESTAMPNS");
    set_option(fd, IPPROTO_IP, IP_PKTINFO, 1, "IP_PKTINFO");
    joins_segments_ = settings.joins_segments && try_option(fd, IPPROTO_UDP, UDP_GRO, 1);
    set_buffer(settings.buffer_bytes);
    if (settings.device != 0) hear_only(fd, settings.device);
    bound_ = bind_socket(fd, settings.bind);
}

void MulticastSocket::set_buffer(std::size_t bytes)
{
    const auto asked = static_cast<int>(bytes);
    if (!try_option(fd_.get(), SOL_SOCKET, SO_RCVBUFFORCE, asked))
        set_option(fd_.get(), SOL_SOCKET, SO_RCVBUF, asked, "SO_RCVBUF");
    int got = 0;
    socklen_t length = sizeof got;
    ::getsockopt(fd_.get(), SOL_SOCKET, SO_RCVBUF, &got, &length);
    buffer_bytes_ = static_cast<std::size_t>(got) / 2;  // the system doubles what it grants
    if (buffer_bytes_ < bytes)
        buffer_remark_ = "receive buffer: asked for " + std::to_string(bytes) + " bytes, got " +
                         std::to_string(buffer_bytes_) + "; sysctl net.core.rmem_max allows more";
}

MulticastSocket::Joined MulticastSocket::join(Ipv4 group, const Interface& on)
{
    const auto request = membership(group, on);
    const auto add = [&] {
        return ::setsockopt(fd_.get(), IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request) == 0;
    };
    if (add()) return Joined::Done;
    if (errno == EADDRINUSE) {
        leave(group, on);
        if (add()) return Joined::Done;
    }
    if (errno == ENOBUFS || errno == ENOMEM) return Joined::Full;
    auto text = "cannot join group " + to_text(group);
    if (on.index != 0) text += " on interface '" + on.name + "'";
    text += ": " + (errno == ENODEV && on.index == 0 ? "no route for multicast" : last_error());
    throw SocketError(text + "; interfaces that would do: " + usable_interfaces());
}

void MulticastSocket::leave(Ipv4 group, const Interface& on) noexcept
{
    const auto request = membership(group, on);
    ::setsockopt(fd_.get(), IPPROTO_IP, IP_DROP_MEMBERSHIP, &request, sizeof request);
}

std::uint32_t MulticastSocket::drops() const noexcept
{
    std::array<std::uint32_t, SK_MEMINFO_VARS> figures{};
    socklen_t length = sizeof figures;
    ::getsockopt(fd_.get(), SOL_SOCKET, SO_MEMINFO, figures.data(), &length);
    return figures[SK_MEMINFO_DROPS];
}

}  // namespace farfield::net::relay
