#include "compute_node/readers/process/packets.h"

#include "compute_node/support/throw_errno.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>

namespace farfield::compute {

namespace {

/// Room for descriptors beside a packet's bytes.
union DescriptorRoom {
    cmsghdr header;
    char room[CMSG_SPACE(max_packet_files * sizeof(int))];
};

}  // namespace

std::pair<Descriptor, Descriptor> connected_pair()
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        throw_errno("cannot connect to a reading process");
    const timeval patience{10, 0};  // a process that takes no packets must not hold this one
    for (const int end : ends) setsockopt(end, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return {Descriptor{ends[0]}, Descriptor{ends[1]}};
}

void send_packet(const Descriptor& socket, const Packet& packet)
{
    const auto& [bytes, files] = packet;
    if (bytes.size() > max_packet_bytes || files.size() > max_packet_files)
        throw std::runtime_error(fmt::format("what is asked of a reading process is too long: {} bytes, "
                                             "expected at most {}",
                                             bytes.size(), max_packet_bytes));
    iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};  // it is only read
    DescriptorRoom beside{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!files.empty()) {
        message.msg_control = beside.room;
        message.msg_controllen = CMSG_SPACE(files.size() * sizeof(int));
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(files.size() * sizeof(int));
        std::vector<int> numbers;
        numbers.reserve(files.size());
        for (const Descriptor& file : files) numbers.push_back(file.get());
        std::memcpy(CMSG_DATA(header), numbers.data(), numbers.size() * sizeof(int));
    }
    if (sendmsg(socket.get(), &message, MSG_NOSIGNAL) < 0) throw_errno("cannot reach a reading process");
}

Packet receive_packet(const Descriptor& socket)
{
    Packet packet{std::vector<std::byte>(max_packet_bytes), {}};
    iovec part{packet.bytes.data(), packet.bytes.size()};
    DescriptorRoom beside{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = beside.room;
    message.msg_controllen = sizeof beside.room;
    ssize_t received = -1;
    do received = recvmsg(socket.get(), &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0 && errno != ECONNRESET) throw_errno("cannot hear a reading process");
    packet.bytes.resize(received < 0 ? 0 : static_cast<std::size_t>(received));
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return packet;
    std::vector<int> numbers((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(numbers.data(), CMSG_DATA(header), numbers.size() * sizeof(int));
    for (const int number : numbers) packet.files.emplace_back(number);
    return packet;
}

}  // namespace farfield::compute
