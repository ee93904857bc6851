#include "bench/link/bare_socket.h"

#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace farfield::app {
namespace {

constexpr std::size_t name_bytes = 16;  // TCP_CA_NAME_MAX of Linux

template <typename T>
T checked(T result, const char* what)
{
    if (result < 0) throw std::system_error(errno, std::generic_category(), what);
    return result;
}

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

BareSocket make_socket()
{
    return BareSocket(checked(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "cannot make a socket"));
}

void skip(std::span<iovec> parts, std::size_t bytes)
{
    for (auto& part : parts) {
        const auto taken = std::min(bytes, part.iov_len);
        part.iov_base = static_cast<std::byte*>(part.iov_base) + taken;
        part.iov_len -= taken;
        bytes -= taken;
    }
}

}  // namespace

BareSocket::BareSocket(BareSocket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

BareSocket& BareSocket::operator=(BareSocket&& other) noexcept
{
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

BareSocket::~BareSocket()
{
    if (descriptor_ >= 0) ::close(descriptor_);
}

BareSocket BareSocket::listen_on_loopback()
{
    auto socket = make_socket();
    const auto address = loopback(0);
    checked(::bind(socket.descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address),
            "cannot bind");
    checked(::listen(socket.descriptor_, 4), "cannot listen");
    return socket;
}

BareSocket BareSocket::connect_to_loopback(std::uint16_t port)
{
    auto socket = make_socket();
    const auto address = loopback(port);
    checked(::connect(socket.descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address),
            "cannot connect");
    return socket;
}

BareSocket BareSocket::accept() const
{
    BareSocket accepted(checked(::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC), "cannot accept"));
    const int on = 1;
    checked(::setsockopt(accepted.descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on),
            "cannot set TCP_NODELAY");
    return accepted;
}

std::uint16_t BareSocket::port() const
{
    sockaddr_in address{};
    socklen_t length = sizeof address;
    checked(::getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &length),
            "cannot ask for the port");
    return ntohs(address.sin_port);
}

std::string BareSocket::congestion_control() const
{
    std::array<char, name_bytes + 1> name{};
    socklen_t length = name_bytes;
    checked(::getsockopt(descriptor_, IPPROTO_TCP, TCP_CONGESTION, name.data(), &length),
            "cannot ask for TCP_CONGESTION");
    return name.data();
}

void BareSocket::set_congestion_control(const std::string& name) const
{
    const auto what = "cannot set TCP's congestion control to '" + name + "'";
    checked(::setsockopt(descriptor_, IPPROTO_TCP, TCP_CONGESTION, name.data(),
                         static_cast<socklen_t>(name.size())),
            what.c_str());
}

void BareSocket::send(std::span<const std::byte> head, std::span<const std::byte> body) const
{
    std::array<iovec, 2> parts{{{const_cast<std::byte*>(head.data()), head.size()},
                                {const_cast<std::byte*>(body.data()), body.size()}}};
    for (std::size_t left = head.size() + body.size(); left > 0;) {
        msghdr message{};
        message.msg_iov = parts.data();
        message.msg_iovlen = parts.size();
        const auto sent =
            static_cast<std::size_t>(checked(::sendmsg(descriptor_, &message, MSG_NOSIGNAL), "cannot send"));
        skip(parts, sent);
        left -= sent;
    }
}

void BareSocket::receive(std::span<std::byte> to, int flags) const
{
    while (!to.empty()) {
        const auto got = checked(::recv(descriptor_, to.data(), to.size(), flags), "cannot receive");
        if (got == 0) throw std::runtime_error("cannot receive: the peer closed the connection");
        to = to.subspan(static_cast<std::size_t>(got));
    }
}

}  // namespace farfield::app
