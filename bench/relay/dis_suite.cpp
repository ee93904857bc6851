#include <fmt/format.h>
#include <memory>
#include <stdexcept>
#include <vector>

#include "bench/relay/cpu_clock.h"
#include "bench/relay/suites.h"
#include "relay/core/core.h"
#include "relay/sockets/classification.h"
#include "relay/traffic/moving_entities.h"

namespace farfield::net::relay {
namespace {

constexpr std::uint32_t decoded_entities = 10'000, pdus_a_datagram = 10;

/// Datagrams with the states of all entities, each once.
std::vector<std::vector<std::byte>> datagrams_of_states()
{
    const MovingEntities entities{{.longitude = 8.0, .latitude = 46.5, .entities = decoded_entities}};
    std::vector<std::vector<std::byte>> datagrams;
    for (std::uint32_t first = 0; first < decoded_entities; first += pdus_a_datagram) {
        std::vector<std::byte>& datagram = datagrams.emplace_back(pdus_a_datagram * dis::entity_state_bytes);
        for (std::uint32_t i = 0; i < pdus_a_datagram; ++i)
            entities.write(
                first + i, 0.0,
                std::span{datagram}.subspan(i * dis::entity_state_bytes).first<dis::entity_state_bytes>());
    }
    return datagrams;
}

/// Processes datagrams as a shard and the core do, one after another: PDUs a second of CPU time.
double decoded_a_second(RelayCore& core, const std::vector<std::vector<std::byte>>& datagrams, int rounds,
                        std::uint64_t& now_ns)
{
    std::uint64_t lost = 0;
    const std::uint64_t before = core.stats().taken;
    const double begun = thread_cpu_seconds();
    for (int round = 0; round < rounds; ++round)
        for (const auto& datagram : datagrams) {
            if (verdict_of(DatagramKind::Dis, datagram) == Verdict::Malformed) ++lost;
            lost += read_messages(DatagramKind::Dis, datagram, {.arrival_ns = ++now_ns, .sender = 1},
                                  [&core](const Message& message) { core.take(message); });
        }
    const double taken = thread_cpu_seconds() - begun;
    const std::uint64_t expected = std::uint64_t{decoded_entities} * static_cast<std::uint64_t>(rounds);
    const CoreStats stats = core.stats();
    if (lost != 0 || stats.taken - before != expected || stats.entities != decoded_entities)
        throw std::runtime_error(
            fmt::format("bench: expected {} PDUs of {} entities, found {} of {} and {} malformed", expected,
                        decoded_entities, stats.taken - before, stats.entities, lost));
    return static_cast<double>(expected) / taken;
}

}  // namespace

void bench_dis(model::Suite& suite, const BenchSettings& settings)
{
    const std::string name = "relay.dis_decoded";
    if (!settings.wants(name)) return;
    const auto core = std::make_unique<RelayCore>(CoreSettings{});
    const auto datagrams = datagrams_of_states();
    std::uint64_t now_ns = ns_per_second;
    const int rounds = 10;
    std::vector<double> samples;
    for (int run = 0; run <= (settings.is_quick ? 5 : 15); ++run) {
        const double rate = decoded_a_second(*core, datagrams, rounds, now_ns);
        if (run > 0) samples.push_back(rate);  // the first warms up
    }
    suite.figures.push_back(model::figure_of(name, "PDU/s", samples));
}

}  // namespace farfield::net::relay
