#include "relay/sockets/datagram_batch.h"

#include <netinet/udp.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "net/message/clock.h"

namespace farfield::net::relay {

namespace {
template <typename Value>
Value value_in(const cmsghdr& control) noexcept
{
    Value value{};
    std::memcpy(&value, CMSG_DATA(&control), sizeof value);
    return value;
}

bool is_of(const cmsghdr& control, int level, int type) noexcept
{
    return control.cmsg_level == level && control.cmsg_type == type;
}
}  // namespace

DatagramBatch::DatagramBatch() : memory_(most * stride_bytes), controls_(most)
{
    for (std::size_t i = 0; i < most; ++i) {
        places_[i] = {memory_.data() + i * stride_bytes, most_bytes};
        auto& header = messages_[i].msg_hdr;
        header.msg_name = &addresses_[i];
        header.msg_iov = &places_[i];
        header.msg_iovlen = 1;
        header.msg_control = controls_[i].bytes.data();
    }
    reset_lengths(most);
}

void DatagramBatch::reset_lengths(std::size_t used) noexcept
{
    for (std::size_t i = 0; i < used; ++i) {
        messages_[i].msg_hdr.msg_namelen = sizeof(sockaddr_in);
        messages_[i].msg_hdr.msg_controllen = control_bytes;
    }
}

std::size_t DatagramBatch::fill(const MulticastSocket& socket, Received& result) noexcept
{
    reset_lengths(most);
    const int got = ::recvmmsg(socket.descriptor(), messages_.data(), most, MSG_DONTWAIT, nullptr);
    ahead_ns_ = ahead_of_system_ns();
    if (got < 0) {
        if (errno == EINTR) result.is_drained = false;
        if (errno != EAGAIN && errno != EINTR) result.error = {errno, std::generic_category()};
        return 0;
    }
    result.is_drained = static_cast<std::size_t>(got) < most;
    return static_cast<std::size_t>(got);
}

DatagramBatch::Whole DatagramBatch::read(std::size_t message, Received& result) noexcept
{
    auto& header = messages_[message].msg_hdr;
    const std::size_t bytes = messages_[message].msg_len;
    Whole whole{
        .datagram = {.bytes = {static_cast<const std::byte*>(places_[message].iov_base), bytes},
                     .from = from_system(addresses_[message]),
                     .to = 0,
                     .arrival_ns = 0},
        .segment_bytes = bytes,
    };
    for (auto* each = CMSG_FIRSTHDR(&header); each != nullptr; each = CMSG_NXTHDR(&header, each)) {
        if (is_of(*each, SOL_SOCKET, SO_TIMESTAMPNS)) {
            const auto time = value_in<timespec>(*each);
            whole.datagram.arrival_ns = static_cast<std::uint64_t>(std::int64_t{time.tv_sec} * 1'000'000'000 +
                                                                   time.tv_nsec + ahead_ns_);
        } else if (is_of(*each, SOL_SOCKET, SO_RXQ_OVFL)) {
            result.drops = value_in<std::uint32_t>(*each);
        } else if (is_of(*each, IPPROTO_IP, IP_PKTINFO)) {
            whole.datagram.to = ntohl(value_in<in_pktinfo>(*each).ipi_addr.s_addr);
        } else if (is_of(*each, IPPROTO_UDP, UDP_GRO)) {
            const auto segment = value_in<int>(*each);
            if (segment > 0) whole.segment_bytes = static_cast<std::size_t>(segment);
        }
    }
    if (whole.datagram.arrival_ns == 0) whole.datagram.arrival_ns = now_ns();
    return whole;
}

}  // namespace farfield::net::relay
