#include "bench/relay/network/topology_host.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "net/message/byte_order.h"
#include "net/message/clock.h"
#include "relay/dis/pdu_header.h"
#include "relay/sockets/datagram_sender.h"
#include "relay/sockets/multicast_socket.h"
#include "relay/traffic/moving_entities.h"

namespace farfield::net::relay {
namespace {

using HostClock = std::chrono::steady_clock;

/// Offset, in a state's unused parameters of dead reckoning, of the time when it was sent, ns.
constexpr std::size_t sent_at_offset = 90;

void count_pdus(std::span<const std::byte> datagram, ReceiverCounts& counts)
{
    const std::uint64_t now = now_ns();
    (void)dis::walk_pdus(datagram, [&](const dis::Pdu& pdu) {
        if (pdu.bytes.size() < dis::entity_state_bytes) return;
        const auto sent = load_big<std::uint64_t>(pdu.bytes.data() + sent_at_offset);
        const double age_ms = 1e-6 * static_cast<double>(now - std::min(now, sent));
        const auto step = std::min(static_cast<std::size_t>(age_ms / age_step_ms), age_steps - 1);
        counts.ages[step].fetch_add(1, std::memory_order_relaxed);
        counts.messages.fetch_add(1, std::memory_order_relaxed);
    });
}

/// Receives by waiting in recv(), as simple programs do; never returns.
void receive_at(const MulticastSocket& socket, ReceiverCounts& counts)
{
    std::array<std::byte, 65'536> buffer;
    while (true) {
        const auto got = ::recv(socket.descriptor(), buffer.data(), buffer.size(), 0);
        if (got > 0) count_pdus(std::span{buffer}.first(static_cast<std::size_t>(got)), counts);
    }
}

std::uint64_t send_states(const TopologyHostSettings& settings, std::vector<DatagramSender>& senders,
                          double seconds)
{
    const MovingEntities entities{{.entities = settings.entities, .site = settings.site}};
    std::mt19937_64 numbers{settings.site};
    std::exponential_distribution<double> gap{settings.rate};
    std::array<std::byte, dis::entity_state_bytes> pdu{};
    std::uint64_t sent = 0;
    const auto begun = HostClock::now();
    for (double due = gap(numbers); due < seconds; due += gap(numbers)) {
        std::this_thread::sleep_until(
            begun + std::chrono::duration_cast<HostClock::duration>(std::chrono::duration<double>(due)));
        const auto entity = static_cast<std::uint32_t>(sent % settings.entities);
        entities.write(entity, due, pdu);
        store_big(pdu.data() + sent_at_offset, now_ns());
        const std::array one{std::span<const std::byte>{pdu}};
        sent += senders[entity % senders.size()].send(one);
    }
    return sent;
}

void work(const TopologyHostSettings& settings, ReceiverCounts& counts, Channel& channel)
{
    std::optional<MulticastSocket> socket;
    std::thread receiving;
    if (settings.port != 0) {
        socket.emplace(SocketSettings{.bind = {loopback_ipv4, settings.port}, .joins_segments = false});
        ::fcntl(socket->descriptor(), F_SETFL, ::fcntl(socket->descriptor(), F_GETFL) & ~O_NONBLOCK);
        receiving = std::thread([&] { receive_at(*socket, counts); });
    }
    std::vector<DatagramSender> senders;
    for (const std::uint16_t port : settings.to)
        senders.emplace_back(SenderSettings{.to = {loopback_ipv4, port}});
    channel.send(Json::object());
    while (true) {
        const double seconds = channel.receive().at("seconds").get<double>();
        channel.send({{"sent", send_states(settings, senders, seconds)}});
    }
}

}  // namespace

TopologyHost::TopologyHost(const TopologyHostSettings& settings)
    : process_{std::nullopt, [this, settings](Channel& channel) { work(settings, *counts_, channel); }}
{
    (void)process_.receive();
}

}  // namespace farfield::net::relay
