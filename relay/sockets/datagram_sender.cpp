#include "relay/sockets/datagram_sender.h"

#include <netinet/udp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

namespace farfield::net::relay {

namespace {
[[noreturn]] void refuse_sending(const Endpoint& to)
{
    const auto reason = std::generic_category().message(errno);
    throw SocketError("cannot send to " + to_text(to) + ": " + reason +
                      "; interfaces: " + usable_interfaces());
}

void prepare_sending(int fd, const SenderSettings& settings)
{
    const int on = 1;
    const int hops = settings.hops;
    ip_mreqn through{};
    through.imr_ifindex = static_cast<int>(settings.through.index);
    const auto set = [&](int level, int option, const void* value, socklen_t size) {
        if (::setsockopt(fd, level, option, value, size) != 0) refuse_sending(settings.to);
    };
    set(SOL_SOCKET, SO_BROADCAST, &on, sizeof on);
    set(IPPROTO_IP, IP_MULTICAST_TTL, &hops, sizeof hops);
    if (settings.through.index != 0) set(IPPROTO_IP, IP_MULTICAST_IF, &through, sizeof through);
}

/// The bytes in the form of sendmsg(), which does not change them.
iovec place_of(std::span<const std::byte> bytes) noexcept
{
    return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}
}  // namespace

SenderSettings sender_settings(const DisSpec& output)
{
    SenderSettings settings;
    settings.to = output.at;
    if (!output.interface.empty()) settings.through = find_interface(output.interface);
    return settings;
}

DatagramSender::DatagramSender(const SenderSettings& settings)
    : fd_(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)),
      to_{to_system(settings.to)},
      is_connected_{!settings.hears_answers}
{
    const int fd = fd_.get();
    if (fd < 0) refuse_sending(settings.to);
    prepare_sending(fd, settings);
    const auto own = to_system(settings.bind);
    if (::bind(fd, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
        (is_connected_ && ::connect(fd, reinterpret_cast<const sockaddr*>(&to_), sizeof to_) != 0))
        refuse_sending(settings.to);
    sockaddr_in bound{};
    socklen_t length = sizeof bound;
    ::getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &length);
    own_ = from_system(bound);
}

void DatagramSender::address(msghdr& message) noexcept
{
    if (is_connected_) return;
    message.msg_name = &to_;
    message.msg_namelen = sizeof to_;
}

std::optional<std::span<const std::byte>> DatagramSender::receive(std::span<std::byte> memory) noexcept
{
    const auto got = ::recv(fd_.get(), memory.data(), memory.size(), MSG_DONTWAIT);
    if (got < 0) return std::nullopt;
    return memory.first(static_cast<std::size_t>(got));
}

bool DatagramSender::wait_for_room() const noexcept
{
    if (errno == EINTR) return true;
    // An earlier datagram found no receiver (ECONNREFUSED): only a report, the next call sends.
    if (errno == ECONNREFUSED) return true;
    if (errno != EAGAIN && errno != ENOBUFS) return false;
    pollfd room{.fd = fd_.get(), .events = POLLOUT, .revents = 0};
    return ::poll(&room, 1, -1) >= 0;
}

std::size_t DatagramSender::send(std::span<const std::span<const std::byte>> datagrams,
                                 std::span<const Ipv4> addresses) noexcept
{
    std::size_t sent = 0;
    while (sent < datagrams.size()) {
        std::array<iovec, most_messages> places{};
        std::array<mmsghdr, most_messages> messages{};
        std::array<sockaddr_in, most_messages> receivers;
        const auto count = std::min(datagrams.size() - sent, most_messages);
        for (std::size_t i = 0; i < count; ++i) {
            places[i] = place_of(datagrams[sent + i]);
            messages[i].msg_hdr.msg_iov = &places[i];
            messages[i].msg_hdr.msg_iovlen = 1;
            address(messages[i].msg_hdr);
            if (addresses.empty()) continue;
            receivers[i] = to_system({addresses[sent + i], ntohs(to_.sin_port)});
            messages[i].msg_hdr.msg_name = &receivers[i];
        }
        const int got = ::sendmmsg(fd_.get(), messages.data(), static_cast<unsigned>(count), 0);
        if (got > 0)
            sent += static_cast<std::size_t>(got);
        else if (!wait_for_room())
            break;
    }
    return sent;
}

std::size_t DatagramSender::send_segments(std::span<const std::byte> bytes, std::size_t segment_bytes)
{
    if (segment_bytes == 0 || segment_bytes > most_bytes)
        throw std::invalid_argument("segments of datagrams: expected 1 to 65507 bytes, found " +
                                    std::to_string(segment_bytes));
    const auto segments = std::min(most_segments, most_bytes / segment_bytes);
    std::size_t sent = 0;
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(bytes.size(), segments * segment_bytes));
        const auto expected = (part.size() + segment_bytes - 1) / segment_bytes;
        const bool is_cut =
            can_cut_ && expected > 1 && send_cut(part, static_cast<std::uint16_t>(segment_bytes));
        const auto done = is_cut ? expected : send_singly(part, segment_bytes);
        sent += done;
        if (done < expected) break;
        bytes = bytes.subspan(part.size());
    }
    return sent;
}

bool DatagramSender::send_cut(std::span<const std::byte> bytes, std::uint16_t segment_bytes) noexcept
{
    auto place = place_of(bytes);
    alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof(std::uint16_t))> control{};
    msghdr message{};
    message.msg_iov = &place;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    address(message);
    auto* segment = CMSG_FIRSTHDR(&message);
    segment->cmsg_level = IPPROTO_UDP;
    segment->cmsg_type = UDP_SEGMENT;
    segment->cmsg_len = CMSG_LEN(sizeof segment_bytes);
    std::memcpy(CMSG_DATA(segment), &segment_bytes, sizeof segment_bytes);
    while (::sendmsg(fd_.get(), &message, 0) < 0) {
        if (wait_for_room()) continue;
        // Segments exceed the interface's size, or the system lacks UDP_SEGMENT.
        if (errno == EINVAL || errno == EIO || errno == EMSGSIZE || errno == ENOPROTOOPT) can_cut_ = false;
        return false;
    }
    return true;
}

std::size_t DatagramSender::send_singly(std::span<const std::byte> bytes, std::size_t segment_bytes) noexcept
{
    std::array<std::span<const std::byte>, most_segments> parts;
    std::size_t count = 0;
    for (; !bytes.empty(); ++count) {
        parts[count] = bytes.first(std::min(bytes.size(), segment_bytes));
        bytes = bytes.subspan(parts[count].size());
    }
    return send(std::span(parts).first(count));
}

}  // namespace farfield::net::relay
