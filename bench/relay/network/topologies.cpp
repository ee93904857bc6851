#include "bench/relay/network/topologies.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <random>
#include <sys/socket.h>
#include <thread>
#include <vector>

#include "bench/relay/network/child_process.h"
#include "bench/relay/network/link_process.h"
#include "bench/relay/network/receivers.h"
#include "bench/relay/network/relay_process.h"
#include "net/message/byte_order.h"
#include "net/message/clock.h"
#include "relay/dis/pdu_header.h"
#include "relay/sockets/datagram_sender.h"
#include "relay/sockets/multicast_socket.h"
#include "relay/traffic/moving_entities.h"

namespace farfield::net::relay {
namespace {

/// A host of the bench's networks, or the router that represents the wide area: it sends states of entities
/// with exponential gaps, and counts the messages that it receives.
struct TopologyHostSettings {
    std::uint16_t port = 0;              ///< receiving port on the loopback interface; 0: it does not receive
    std::vector<std::uint16_t> to = {};  ///< each entity's states go to one of these ports
    double rate = 0.0;                   ///< messages a second
    std::uint16_t site = 1;              ///< site of its entities
    std::uint32_t entities = 20;
};

/// A topology host in a process of its own. Threads: one.
class TopologyHost {
public:
    explicit TopologyHost(const TopologyHostSettings& settings);

    void begin(double seconds) { process_.send({{"seconds", seconds}}); }
    /// Messages sent since begin(); waits until all are sent.
    [[nodiscard]] std::uint64_t finish() { return process_.receive().at("sent").get<std::uint64_t>(); }

    /// Counts of received messages, and their ages since they were sent.
    [[nodiscard]] const ReceiverCounts& counts() const { return *counts_; }
    [[nodiscard]] double cpu_seconds() const { return process_.cpu_seconds(); }

private:
    SharedMemory<ReceiverCounts> counts_;
    ChildProcess process_;
};

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

TopologyHost::TopologyHost(const TopologyHostSettings& settings)
    : process_{std::nullopt, [this, settings](Channel& channel) { work(settings, *counts_, channel); }}
{
    (void)process_.receive();
}

using TopologyClock = std::chrono::steady_clock;

constexpr std::size_t hosts = 6;
constexpr double slow = 10e6, fast = 100e6;  ///< bits a second
constexpr double settling = 0.15;            ///< seconds of a load before it is measured
constexpr std::uint32_t wide_area_entities = 1'000;

/// Ports, in a network namespace of its own if there is one.
constexpr std::uint16_t host_port = 32'000, first_level_port = 32'010, second_level_port = 32'012,
                        link_port = 32'020;

/// Links and hops of a network, and the names of its rows.
struct Plan {
    std::string_view title;
    std::array<std::string_view, 2> tables;
    bool has_relays = false;
    std::vector<double> links = {};
    std::vector<LinkHop> hops = {};
    std::map<std::string, std::vector<std::size_t>> rows = {};  ///< links whose mean use a row has
    std::vector<std::uint16_t> router_to = {}, hosts_to = {};
};

std::vector<std::uint16_t> all_hosts()
{
    std::vector<std::uint16_t> ports;
    for (std::size_t i = 0; i < hosts; ++i) ports.push_back(static_cast<std::uint16_t>(host_port + i));
    return ports;
}

/// Adds a hop, and returns its port.
std::uint16_t add_hop(Plan& plan, std::vector<LinkLeg> legs)
{
    const auto port = static_cast<std::uint16_t>(link_port + plan.hops.size());
    plan.hops.push_back({port, std::move(legs)});
    return port;
}

/// Legs to all hosts over one shared medium.
std::vector<LinkLeg> shared_legs(Plan& plan, const std::string& row, std::size_t link)
{
    plan.rows[row] = {link};
    return {{link, all_hosts()}};
}

/// Legs to each host over a link of its own.
std::vector<LinkLeg> switched_legs(Plan& plan, const std::string& row)
{
    std::vector<LinkLeg> legs;
    for (const std::uint16_t port : all_hosts()) {
        plan.rows[row].push_back(plan.links.size());
        legs.push_back({plan.links.size(), {port}});
        plan.links.push_back(fast);
    }
    return legs;
}

Plan without_converter(std::string_view title, std::array<std::string_view, 2> tables, bool is_shared)
{
    Plan plan{.title = title, .tables = tables};
    if (is_shared) plan.links = {slow};
    const auto legs = is_shared ? shared_legs(plan, "host_link", 0) : switched_legs(plan, "host_link");
    plan.router_to = plan.hosts_to = {add_hop(plan, legs)};
    return plan;
}

enum class Media { AllShared, HostsShared, Switched };

Plan with_converter(std::string_view title, std::array<std::string_view, 2> tables, Media media)
{
    Plan plan{.title = title, .tables = tables, .has_relays = true};
    // Links to the first level, from there to the second, and for the hosts' own messages.
    plan.links = media == Media::AllShared ? std::vector{slow} : std::vector{fast, fast, fast, fast};
    if (media == Media::HostsShared) plan.links[3] = slow;
    const auto link = [media](std::size_t number) {
        return media == Media::AllShared ? std::size_t{0} : number;
    };
    const auto to_hosts =
        media == Media::Switched ? switched_legs(plan, "c2_host") : shared_legs(plan, "c2_host", link(3));
    plan.rows["c1_router"] = {link(0), link(1)};
    plan.rows["c1_c2"] = {link(2)};
    (void)add_hop(plan, {{link(2), {second_level_port}}});  // for the first level
    (void)add_hop(plan, to_hosts);                          // for the second
    for (std::uint16_t half = 0; half < 2; ++half) {
        const auto to = static_cast<std::uint16_t>(first_level_port + half);
        plan.router_to.push_back(add_hop(plan, {{link(half), {to}}}));
        plan.hosts_to.push_back(add_hop(plan, {{link(3), {to}}}));
    }
    return plan;
}

std::vector<Plan> plans()
{
    return {without_converter("shared 10 Mbit/s, without relays", {"table_4-14", "table_4-15"}, true),
            without_converter("switched 100 Mbit/s, without relays", {"table_4-16", "table_4-17"}, false),
            with_converter("relays and hosts on one shared 10 Mbit/s", {}, Media::AllShared),
            with_converter("relays on 100 Mbit/s, hosts on shared 10 Mbit/s", {"table_4-18", "table_4-19"},
                           Media::HostsShared),
            with_converter("relays and hosts on switched 100 Mbit/s", {"table_4-20", "table_4-21"},
                           Media::Switched)};
}

std::unique_ptr<RelayProcess> relay_between(std::uint16_t in, std::size_t hop)
{
    return std::make_unique<RelayProcess>(
        RelayProcessSettings{.inputs = {fmt::format("dis:127.0.0.1:{}", in)},
                             .outputs = {fmt::format("dis:127.0.0.1:{},bundle", link_port + hop)}},
        std::nullopt);
}

/// The processes of a network.
class Network {
public:
    Network(const Plan& plan, const TopologyLoad& load) : plan_{plan}, links_{plan.links, plan.hops}
    {
        if (plan.has_relays) {
            second_.push_back(relay_between(second_level_port, 1));
            for (std::uint16_t half = 0; half < 2; ++half)
                first_.push_back(relay_between(static_cast<std::uint16_t>(first_level_port + half), 0));
        }
        for (std::size_t i = 0; i < hosts; ++i)
            hosts_.push_back(std::make_unique<TopologyHost>(
                TopologyHostSettings{.port = static_cast<std::uint16_t>(host_port + i),
                                     .to = plan.hosts_to,
                                     .rate = load.of_host,
                                     .site = static_cast<std::uint16_t>(10 + i)}));
        router_.push_back(std::make_unique<TopologyHost>(TopologyHostSettings{
            .to = plan.router_to, .rate = load.of_wide_area, .entities = wide_area_entities}));
    }

    TopologyCell measure(double seconds)
    {
        for (auto& host : hosts_) host->begin(settling + seconds);
        router_[0]->begin(settling + seconds);
        wait(settling);
        const State before = now();
        wait(seconds);
        const State after = now();
        std::uint64_t sent = router_[0]->finish();
        for (auto& host : hosts_) sent += host->finish();
        TopologyCell cell = difference(before, after);
        cell.delivered_percent = 100.0 * delivered(sent * hosts) / static_cast<double>(sent * hosts);
        return cell;
    }

private:
    struct State {
        TopologyClock::time_point at;
        std::vector<std::uint64_t> link_bytes;
        std::map<std::string, double> cpu;  ///< CPU seconds of one process, by row
        std::vector<std::uint64_t> ages;
    };

    static void wait(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

    static void add_cpu(std::map<std::string, double>& cpu, const char* row, const auto& processes)
    {
        for (const auto& process : processes)
            cpu[row] += process->cpu_seconds() / static_cast<double>(processes.size());
    }

    [[nodiscard]] State now() const
    {
        State state{.at = TopologyClock::now(), .link_bytes = {}, .cpu = {}, .ages = {}};
        for (std::size_t i = 0; i < plan_.links.size(); ++i) state.link_bytes.push_back(links_.wire_bytes(i));
        add_cpu(state.cpu, "router_cpu_percent", router_);
        add_cpu(state.cpu, "c1_cpu_percent", first_);
        add_cpu(state.cpu, "c2_cpu_percent", second_);
        add_cpu(state.cpu, "host_cpu_percent", hosts_);
        state.ages.resize(age_steps);
        for (const auto& host : hosts_)
            for (std::size_t i = 0; i < age_steps; ++i)
                state.ages[i] += host->counts().ages[i].load(std::memory_order_relaxed);
        return state;
    }

    [[nodiscard]] TopologyCell difference(const State& before, const State& after) const
    {
        TopologyCell cell;
        const double seconds = std::chrono::duration<double>(after.at - before.at).count();
        for (const auto& [row, cpu] : after.cpu)
            cell.percent[row] = 100.0 * (cpu - before.cpu.at(row)) / seconds;
        for (const auto& [row, links] : plan_.rows) {
            double& use = cell.percent[row];
            for (const std::size_t link : links)
                use += 100.0 * 8.0 * static_cast<double>(after.link_bytes[link] - before.link_bytes[link]) /
                       (plan_.links[link] * seconds * static_cast<double>(links.size()));
        }
        cell.delay_p50_ms = age_below(before.ages, after.ages, 0.5);
        cell.delay_p99_ms = age_below(before.ages, after.ages, 0.99);
        return cell;
    }

    /// Messages received by all hosts, once no more come.
    [[nodiscard]] double delivered(std::uint64_t expected) const
    {
        constexpr double longest = 1.0, look = 0.25;
        double before = -1.0, came = 0.0;
        for (double waited = 0.0; waited < longest && came > before; waited += look) {
            wait(look);
            before = came;
            came = 0.0;
            for (const auto& host : hosts_) came += static_cast<double>(host->counts().messages.load());
            if (came >= static_cast<double>(expected)) break;
        }
        return came;
    }

    const Plan& plan_;
    LinkProcess links_;
    std::vector<std::unique_ptr<RelayProcess>> first_, second_;
    std::vector<std::unique_ptr<TopologyHost>> hosts_, router_;
};

/// Loads of a plan: all in its tables; for one that only the text has, the lightest and the heaviest.
std::vector<TopologyLoad> loads_of(const Plan& plan, bool is_quick)
{
    if (is_quick) return {topology_loads.front()};
    if (plan.tables[0].empty()) return {topology_loads.front(), topology_loads.back()};
    return {topology_loads.begin(), topology_loads.end()};
}

}  // namespace

std::string_view remark_on_topologies()
{
    return "Tables 4-14 to 4-21 were simulated there and are measured here: states of 144 bytes for messages "
           "of "
           "150, every host takes all of them, its own too; the kernel's own limit of a link (tbf) is not "
           "everywhere, so a process of the bench passes datagrams on as late as a link of 10 or 100 Mbit/s "
           "would, with a queue of 200 ms; link use counts 66 bytes beside each datagram. The second level "
           "sends one bundle for all hosts. CPU is that of one process of a role, of a core; router: of the "
           "sender. All processes share this machine's cores.";
}

std::vector<MeasuredTopology> measure_topologies(const BenchSettings& settings)
{
    std::vector<MeasuredTopology> measured;
    for (const Plan& plan : plans()) {
        const bool is_left_out = settings.is_quick && plan.links.front() == slow;
        if (is_left_out) continue;
        MeasuredTopology& topology =
            measured.emplace_back(MeasuredTopology{.title = plan.title, .tables = plan.tables, .cells = {}});
        for (const TopologyLoad& load : loads_of(plan, settings.is_quick))
            topology.cells[std::string{load.name}] =
                Network{plan, load}.measure(settings.is_quick ? 0.2 : 0.35);
    }
    return measured;
}

}  // namespace farfield::net::relay
