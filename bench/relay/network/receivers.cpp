#include "bench/relay/network/receivers.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

#include "bench/relay/network/own_network.h"
#include "bench/relay/network/relay_process.h"
#include "net/message/byte_order.h"
#include "net/message/clock.h"
#include "relay/core/bundle_reader.h"
#include "relay/hosts/host_session.h"
#include "relay/peers/bundle_stream.h"
#include "relay/sockets/datagram_batch.h"
#include "relay/sockets/interface.h"

namespace farfield::net::relay {
namespace {

constexpr auto counted_as = std::memory_order_relaxed;
constexpr std::chrono::milliseconds bundle_patience{100};

void add(std::atomic<std::uint64_t>& to, std::uint64_t more)
{
    if (more > 0) to.fetch_add(more, counted_as);
}

/// Sockets that have joined the groups, 20 groups each.
std::vector<std::unique_ptr<MulticastSocket>> joined_sockets(const ReceiverSettings& settings)
{
    const Interface through = find_interface(to_text(settings.through));
    std::vector<std::unique_ptr<MulticastSocket>> sockets;
    for (std::size_t i = 0; i < settings.groups.size(); ++i) {
        if (i % groups_per_socket == 0)
            sockets.push_back(std::make_unique<MulticastSocket>(
                SocketSettings{.bind = {0, settings.group.port},
                               .only_multicast = true,
                               .joins_segments = settings.way == Way::Gro}));
        if (sockets.back()->join(settings.group.address + settings.groups[i], through) !=
            MulticastSocket::Joined::Done)
            throw std::runtime_error("bench: a socket takes no further group");
    }
    return sockets;
}

bool is_odd(std::span<const std::byte> message)
{
    return message.size() >= 2 && (load_big<std::uint16_t>(message.data()) & 1U) != 0;
}

using Sockets = std::vector<std::unique_ptr<MulticastSocket>>;

/// Waits for any of the sockets, and calls `use` for the readable ones; never returns.
void for_readable(const Sockets& sockets, auto&& use)
{
    std::vector<pollfd> places;
    for (const auto& socket : sockets)
        places.push_back({.fd = socket->descriptor(), .events = POLLIN, .revents = 0});
    while (true) {
        if (::poll(places.data(), places.size(), -1) <= 0) continue;
        for (std::size_t i = 0; i < places.size(); ++i)
            if (places[i].revents != 0) use(*sockets[i]);
    }
}

void note_message(ReceiverCounts& counts, std::span<const std::byte> message)
{
    add(counts.messages, 1);
    add(counts.with_priority, is_odd(message) ? 1 : 0);
}

/// Receives one by one. A single socket waits in recv() itself, as simple programs do; several need poll().
void receive_each(const Sockets& sockets, ReceiverCounts& counts)
{
    std::array<std::byte, 65'536> buffer;
    const auto take = [&](const MulticastSocket& socket, int flags) {
        const auto got = ::recv(socket.descriptor(), buffer.data(), buffer.size(), flags);
        if (got > 0) note_message(counts, std::span{buffer}.first(static_cast<std::size_t>(got)));
        counts.kernel.store(socket.drops(), counted_as);
    };
    if (sockets.size() > 1)
        for_readable(sockets, [&](const MulticastSocket& socket) { take(socket, MSG_DONTWAIT); });
    const int descriptor = sockets.front()->descriptor();
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    while (true) take(*sockets.front(), 0);
}

void receive_many(const Sockets& sockets, ReceiverCounts& counts)
{
    DatagramBatch batch;
    for_readable(sockets, [&](const MulticastSocket& socket) {
        std::uint64_t messages = 0, with_priority = 0;
        (void)batch.receive(socket, [&](const Datagram& datagram) {
            ++messages;
            with_priority += is_odd(datagram.bytes) ? 1 : 0;
        });
        add(counts.messages, messages);
        add(counts.with_priority, with_priority);
    });
}

/// Adds the bundles of one stream to the counts.
class StreamCounter {
public:
    StreamCounter(ReceiverCounts& counts, std::size_t stream) : counts_{counts}, stream_{stream} {}

    void take(const BundleReader& bundle)
    {
        const model::BundlePreamble& preamble = bundle.preamble();
        if (has_begun_) add(counts_.lost, preamble.messages_before - next_message_);
        has_begun_ = true;
        next_message_ = preamble.messages_before + preamble.messages;
        const std::uint64_t now = now_ns();
        std::uint64_t with_priority = 0;
        for (std::uint32_t i = 0; i < bundle.messages(); ++i) {
            const Record record = bundle.record(i);
            with_priority += (record.flags & model::record_priority) != 0 ? 1 : 0;
            note_age(now - std::min(now, record.arrival_ns));
        }
        note_ages(step_, std::exchange(of_step_, 0));
        add(counts_.bundles, 1);
        add(counts_.with_priority, with_priority);
        add(counts_.by_stream[stream_], preamble.messages);
        add(counts_.messages, preamble.messages);
    }

    /// Adds a message of a datagram; then all that came with one call are published.
    void take(const Record& record, const model::BundlePreamble& preamble)
    {
        if (preamble.number != bundle_) now_ = now_ns();
        bundle_ = preamble.number;
        ++messages_;
        with_priority_ += (record.flags & model::record_priority) != 0 ? 1 : 0;
        note_age(now_ - std::min(now_, record.arrival_ns));
    }
    void take(const HostReceiver& receiver)
    {
        note_ages(step_, std::exchange(of_step_, 0));
        const HostCounts counts = receiver.counts();
        counts_.bundles.store(counts.bundles, counted_as);
        counts_.lost.store(counts.lost + counts.late, counted_as);
        counts_.kernel.store(receiver.drops(), counted_as);
        add(counts_.with_priority, std::exchange(with_priority_, 0));
        add(counts_.by_stream[stream_], messages_);
        add(counts_.messages, std::exchange(messages_, 0));
    }

private:
    /// Counts an age. Consecutive messages mostly have the same one: they are counted together.
    void note_age(std::uint64_t age_ns)
    {
        const double steps = 1e-6 * static_cast<double>(age_ns) / age_step_ms;
        const auto step = std::min(static_cast<std::size_t>(steps), age_steps - 1);
        if (step != step_) note_ages(std::exchange(step_, step), std::exchange(of_step_, 0));
        ++of_step_;
    }
    void note_ages(std::size_t step, std::uint32_t messages)
    {
        if (messages > 0) counts_.ages[step].fetch_add(messages, counted_as);
    }

    ReceiverCounts& counts_;
    std::size_t stream_;
    std::size_t step_ = 0;
    std::uint32_t of_step_ = 0;
    bool has_begun_ = false;
    std::uint64_t next_message_ = 0;
    std::uint64_t bundle_ = std::numeric_limits<std::uint64_t>::max(), now_ = 0;
    std::uint64_t messages_ = 0, with_priority_ = 0;
};

void receive_bundles(const ReceiverSettings& settings, ReceiverCounts& counts, std::size_t number,
                     BundleStream& stream)
{
    StreamCounter counter{counts, number};
    while (true) {
        const auto bundle = stream.next(bundle_patience);
        if (!bundle) continue;
        counter.take(*bundle);
        if (settings.most_bytes_per_second > 0.0)
            std::this_thread::sleep_for(std::chrono::duration<double>(
                static_cast<double>(bundle->preamble().record_bytes) / settings.most_bytes_per_second));
    }
}

ClientSettings session_of(const ReceiverSettings& settings)
{
    ClientSettings relay;
    relay.host = settings.relay_host;
    relay.port = settings.relay_port;
    relay.token = bench_token;
    relay.client_name = "farfield-relay bench";
    return relay;
}

void receive_as_host(const ReceiverSettings& settings, ReceiverCounts& counts, Channel& channel)
{
    HostSession host{
        session_of(settings), parse_bounded_json(settings.params), {.interface = to_text(settings.through)}};
    channel.send(Json::object());
    StreamCounter counter{counts, 0};
    while (true) {
        host.receive(bundle_patience,
                     [&counter](const Record& record, const model::BundlePreamble& preamble) {
                         counter.take(record, preamble);
                     });
        counter.take(host.receiver());
    }
}

void receive_over_session(const ReceiverSettings& settings, ReceiverCounts& counts, Channel& channel)
{
    const ClientSettings relay = session_of(settings);
    std::vector<std::unique_ptr<BundleStream>> streams;
    for (std::size_t i = 0; i < settings.streams; ++i)
        streams.push_back(
            std::make_unique<BundleStream>(relay, parse_bounded_json(settings.params), Policy::Every));
    channel.send(Json::object());
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < streams.size(); ++i)
        threads.emplace_back([&, i] { receive_bundles(settings, counts, i, *streams[i]); });
    receive_bundles(settings, counts, 0, *streams[0]);
}

void receive(const ReceiverSettings& settings, ReceiverCounts& counts, Channel& channel)
{
    if (settings.network >= 0) OwnNetwork::enter(settings.network);
    if (settings.way == Way::Session) return receive_over_session(settings, counts, channel);
    if (settings.way == Way::Udp) return receive_as_host(settings, counts, channel);
    const Sockets sockets = joined_sockets(settings);
    channel.send(Json::object());
    if (settings.way == Way::Recv) return receive_each(sockets, counts);
    receive_many(sockets, counts);
}

}  // namespace

Receiver::Receiver(const ReceiverSettings& settings, std::optional<int> core)
    : process_{core, [this, &settings](Channel& channel) { receive(settings, *counts_, channel); }}
{
    (void)process_.receive();
}

std::vector<std::uint64_t> Receiver::ages() const
{
    std::vector<std::uint64_t> ages;
    for (const auto& count : counts_->ages) ages.push_back(count.load(counted_as));
    return ages;
}

double age_below(const std::vector<std::uint64_t>& before, const std::vector<std::uint64_t>& after,
                 double part)
{
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < after.size(); ++i) all += after[i] - before[i];
    const double wanted = part * static_cast<double>(all);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        below += after[i] - before[i];
        if (below > 0 && static_cast<double>(below) >= wanted)
            return age_step_ms * (static_cast<double>(i) + 0.5);
    }
    return 0.0;
}

}  // namespace farfield::net::relay
