#include <fmt/format.h>

#include "bench/relay/network/network_suite.h"

namespace farfield::net::relay {
namespace {

constexpr double run_seconds = 0.6;

/// A figure of the highest rate (messages a second) without loss, over several runs.
struct Most {
    const char* name = "";
    Way way = Way::Recv;
    Feed feed = Feed::Singly;
};
constexpr std::array most_ways{Most{"relay.most.singly.recv", Way::Recv, Feed::Singly},
                               Most{"relay.most.singly.recvmmsg", Way::Recvmmsg, Feed::Singly},
                               Most{"relay.most.singly.session", Way::Session, Feed::Singly},
                               Most{"relay.most.batched.gro", Way::Gro, Feed::Batched},
                               Most{"relay.most.batched.session", Way::Session, Feed::Batched},
                               Most{"relay.most.pdus.session", Way::Session, Feed::Pdus},
                               Most{"relay.most.pdus.udp", Way::Udp, Feed::Pdus}};
constexpr std::size_t singly_by_recv = 0, batched_by_gro = 3, batched_over_session = 4, pdus_over_session = 5,
                      pdus_over_udp = 6;

/// Result of each run; 0 when some messages were always lost.
std::vector<double> most_of(const Most& most, const BenchSettings& settings)
{
    Trial trial{{.way = most.way, .has_pdus = most.feed == Feed::Pdus}};
    std::vector<double> samples;
    const Load load{.seconds = settings.is_quick ? 0.3 : run_seconds, .feed = most.feed};
    for (int run = 0; run < (settings.is_quick ? 1 : 3); ++run) {
        const auto found = most_without_loss(trial, load, settings.is_quick ? 3 : 7);
        samples.push_back(found ? found->sent.rate() : 0.0);
    }
    return samples;
}

void add_loss_at_most(model::Suite& suite, const BenchSettings& settings)
{
    const std::string name = "relay.loss_at_singly_max";
    if (!settings.wants(name)) return;
    Trial trial{{.way = Way::Session}};
    std::vector<double> lost, rates;
    for (int run = 0; run < (settings.is_quick ? 1 : 3); ++run) {
        const Outcome outcome =
            trial.measure({.rate = as_fast_as_it_can, .seconds = settings.is_quick ? 0.5 : 2.0});
        lost.push_back(static_cast<double>(outcome.lost()));
        rates.push_back(outcome.sent.rate());
    }
    suite.figures.push_back(model::figure_of(name, "messages", lost));
    suite.figures.push_back(model::figure_of("relay.loss_at_singly_max.rate", "messages/s", rates));
}

}  // namespace

void bench_throughput(model::Suite& suite, const BenchSettings& settings)
{
    const bool has_ratios = settings.wants("relay.over_singly") || settings.wants("relay.over_gso");
    std::array<std::vector<double>, most_ways.size()> samples;
    for (std::size_t i = 0; i < most_ways.size(); ++i) {
        if (!has_ratios && !settings.wants(most_ways[i].name)) continue;
        samples[i] = most_of(most_ways[i], settings);
        suite.figures.push_back(model::figure_of(most_ways[i].name, "messages/s", samples[i]));
    }
    if (has_ratios) {
        const auto add = [&](const char* name, std::size_t of, std::size_t over) {
            suite.figures.push_back(
                model::figure_of(name, "ratio", model::ratios(samples[of], samples[over])));
        };
        add("relay.over_singly", pdus_over_session, singly_by_recv);
        add("relay.over_singly.udp", pdus_over_udp, singly_by_recv);
        add("relay.over_gso", batched_over_session, batched_by_gro);
        suite.notes +=
            "  relay.over_singly: the relay's input is batched (50 PDUs a datagram), the other side is sent "
            "singly;\n  in relay.over_gso both are batched. Fed singly, the sender's system "
            "call "
            "is the limit:\n  relay.most.singly.*\n";
    }
    add_loss_at_most(suite, settings);
}

}  // namespace farfield::net::relay
