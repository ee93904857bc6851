#include "relay/json/tcp_listener.h"

#include <sys/socket.h>

#include <cerrno>
#include <system_error>

#include "relay/sockets/interface.h"

namespace farfield::net::relay {
namespace {

constexpr int waiting_connections = 16;

[[noreturn]] void refuse_listening(const Endpoint& at)
{
    const int reason = errno;
    auto text = "cannot listen on TCP " + to_text(at) + ": " + std::generic_category().message(reason);
    if (reason == EADDRNOTAVAIL) text += "; there are: " + usable_interfaces();
    throw SocketError(text);
}

}  // namespace

TcpListener::TcpListener(const Endpoint& at)
    : fd_{::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)}
{
    const int on = 1;
    const auto address = to_system(at);
    if (fd_.get() < 0 || ::setsockopt(fd_.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        ::bind(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(fd_.get(), waiting_connections) != 0)
        refuse_listening(at);
}

std::optional<TcpPeer> TcpListener::accept(int& error) const noexcept
{
    sockaddr_in from{};
    socklen_t length = sizeof from;
    const int fd =
        ::accept4(fd_.get(), reinterpret_cast<sockaddr*>(&from), &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    error = 0;
    if (fd < 0) {
        const bool is_over = errno == EAGAIN || errno == EINTR || errno == ECONNABORTED;
        error = is_over ? 0 : errno;
        return std::nullopt;
    }
    return TcpPeer{FileDescriptor{fd}, from_system(from)};
}

}  // namespace farfield::net::relay
