#include "frame_socket.h"

#include <arpa/inet.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace farfield::impair {
namespace {

constexpr int buffer_bytes = 8 << 20;

[[noreturn]] void fail(const std::string& what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

void set_option(int descriptor, int level, int option, int value, const std::string& interface)
{
    if (::setsockopt(descriptor, level, option, &value, sizeof value) != 0)
        fail("cannot set up a packet socket at '" + interface + "'");
}

}  // namespace

FrameSocket::FrameSocket(const std::string& interface)
    : descriptor_(::socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
{
    if (descriptor_ < 0) fail("cannot open a packet socket");
    set_option(descriptor_, SOL_PACKET, PACKET_VNET_HDR, 1, interface);
    set_option(descriptor_, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1, interface);
    set_option(descriptor_, SOL_SOCKET, SO_RCVBUF, buffer_bytes, interface);
    set_option(descriptor_, SOL_SOCKET, SO_SNDBUF, buffer_bytes, interface);
    sockaddr_ll address{};
    address.sll_family = AF_PACKET;
    address.sll_protocol = htons(ETH_P_ALL);
    address.sll_ifindex = static_cast<int>(::if_nametoindex(interface.c_str()));
    if (address.sll_ifindex == 0) fail("there is no interface '" + interface + "'");
    if (::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        fail("cannot bind a packet socket to '" + interface + "'");
}

FrameSocket::~FrameSocket()
{
    if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<std::span<const std::byte>> FrameSocket::receive(std::span<std::byte> memory)
{
    const ssize_t bytes = ::recv(descriptor_, memory.data(), memory.size(), 0);
    if (bytes < 0) return std::nullopt;  // none waits, or the interface is down
    return memory.first(static_cast<std::size_t>(bytes));
}

void FrameSocket::send(std::span<const std::byte> frame)
{
    [[maybe_unused]] const ssize_t sent = ::send(descriptor_, frame.data(), frame.size(), 0);
}

}  // namespace farfield::impair
