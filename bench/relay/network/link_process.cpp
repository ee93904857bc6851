#include "bench/relay/network/link_process.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>

#include "relay/sockets/multicast_socket.h"

namespace farfield::net::relay {
namespace {

using LinkClock = std::chrono::steady_clock;

/// Datagrams on their way over links.
class Links {
public:
    Links(const std::vector<double>& bits_per_second, LinkCounts& counts)
        : counts_{counts}, socket_{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)}
    {
        if (socket_.get() < 0) throw std::runtime_error("bench: a link has no socket");
        for (const double rate : bits_per_second) links_.push_back({.bytes_per_second = rate / 8.0});
    }

    void take(std::span<const std::byte> bytes, const LinkLeg& leg, LinkClock::time_point now)
    {
        Link& link = links_[leg.link];
        const auto seconds = static_cast<double>(bytes.size() + wire_overhead_bytes) / link.bytes_per_second;
        const auto leaves = std::max(now, link.busy_until) + std::chrono::duration_cast<LinkClock::duration>(
                                                                 std::chrono::duration<double>(seconds));
        if (leaves - now > queue) {
            counts_.dropped.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        link.busy_until = leaves;
        link.waiting.push_back({.leaves = leaves, .leg = &leg, .bytes = {bytes.begin(), bytes.end()}});
    }

    /// Forwards the datagrams that are due.
    void pass_on(LinkClock::time_point now)
    {
        for (std::size_t i = 0; i < links_.size(); ++i)
            for (auto& waiting = links_[i].waiting; !waiting.empty() && waiting.front().leaves <= now;
                 waiting.pop_front()) {
                const Packet& packet = waiting.front();
                counts_.wire_bytes[i].fetch_add(packet.bytes.size() + wire_overhead_bytes,
                                                std::memory_order_relaxed);
                for (const std::uint16_t port : packet.leg->to) send(packet.bytes, port);
            }
    }

    [[nodiscard]] std::optional<LinkClock::time_point> next() const
    {
        std::optional<LinkClock::time_point> first;
        for (const Link& link : links_)
            if (!link.waiting.empty())
                first = std::min(first.value_or(link.waiting.front().leaves), link.waiting.front().leaves);
        return first;
    }

private:
    static constexpr auto queue = std::chrono::duration_cast<LinkClock::duration>(
        std::chrono::duration<double>(LinkProcess::queue_seconds));

    struct Packet {
        LinkClock::time_point leaves;
        const LinkLeg* leg = nullptr;
        std::vector<std::byte> bytes;
    };
    struct Link {
        double bytes_per_second = 0.0;
        LinkClock::time_point busy_until = {};
        std::deque<Packet> waiting = {};
    };

    void send(std::span<const std::byte> bytes, std::uint16_t port) const
    {
        const sockaddr_in to = to_system({loopback_ipv4, port});
        (void)::sendto(socket_.get(), bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to),
                       sizeof to);  // a failure counts as a loss at the receiver
    }

    LinkCounts& counts_;
    FileDescriptor socket_;
    std::vector<Link> links_;
};

timespec time_until(std::optional<LinkClock::time_point> next)
{
    using namespace std::chrono;
    const auto left = next ? std::max<nanoseconds>(*next - LinkClock::now(), 0ns) : nanoseconds{seconds{1}};
    return {.tv_sec = duration_cast<seconds>(left).count(), .tv_nsec = (left % seconds{1}).count()};
}

void take_all(const MulticastSocket& socket, const LinkHop& hop, Links& links)
{
    constexpr int most_at_once = 64;
    std::array<std::byte, 65'536> buffer;
    for (int i = 0; i < most_at_once; ++i) {
        const auto got = ::recv(socket.descriptor(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (got < 0) return;
        const auto now = LinkClock::now();
        for (const LinkLeg& leg : hop.legs)
            links.take(std::span{buffer}.first(static_cast<std::size_t>(got)), leg, now);
    }
}

void carry(const std::vector<double>& rates, const std::vector<LinkHop>& hops, LinkCounts& counts,
           Channel& channel)
{
    Links links{rates, counts};
    std::vector<std::unique_ptr<MulticastSocket>> sockets;
    std::vector<pollfd> places;
    for (const LinkHop& hop : hops) {
        sockets.push_back(std::make_unique<MulticastSocket>(
            SocketSettings{.bind = {loopback_ipv4, hop.port}, .joins_segments = false}));
        places.push_back({.fd = sockets.back()->descriptor(), .events = POLLIN, .revents = 0});
    }
    channel.send(Json::object());
    while (true) {
        const timespec patience = time_until(links.next());
        const int ready = ::ppoll(places.data(), places.size(), &patience, nullptr);
        for (std::size_t i = 0; ready > 0 && i < places.size(); ++i)
            if (places[i].revents != 0) take_all(*sockets[i], hops[i], links);
        links.pass_on(LinkClock::now());
    }
}

}  // namespace

LinkProcess::LinkProcess(const std::vector<double>& bits_per_second, const std::vector<LinkHop>& hops)
    : process_{std::nullopt, [&, this](Channel& channel) { carry(bits_per_second, hops, *counts_, channel); }}
{
    (void)process_.receive();
}

}  // namespace farfield::net::relay
