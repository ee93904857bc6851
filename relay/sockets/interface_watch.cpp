#include "relay/sockets/interface_watch.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <system_error>

#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

InterfaceWatch::InterfaceWatch()
    : socket_(::socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE))
{
    sockaddr_nl address{};
    address.nl_family = AF_NETLINK;
    address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR;
    if (socket_.get() < 0 ||
        ::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw SocketError("cannot watch network interfaces: " + std::generic_category().message(errno));
}

bool InterfaceWatch::has_changed() noexcept
{
    // The changes are not read: a look at the interfaces follows in any case.
    std::array<std::byte, 8192> news{};
    bool changed = false;
    for (;;) {
        const auto bytes = ::recv(socket_.get(), news.data(), news.size(), MSG_TRUNC);
        if (bytes < 0 && errno != ENOBUFS) return changed;  // ENOBUFS: more came than there was room for
        changed = true;
    }
}

}  // namespace farfield::net::relay
