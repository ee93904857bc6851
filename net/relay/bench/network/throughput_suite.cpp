#include <fmt/format.h>

#include "net/relay/bench/network/network_suite.h"

namespace farfield::net::relay {
namespace {

constexpr double one_second = 1.0;

/// The most messages a second of which none is lost, over some runs.
struct Most {
    const char* name = "";
    Way way = Way::Recv;
    Feed feed = Feed::Singly;
};
constexpr std::array most_ways{Most{"relay.most.singly.recv", Way::Recv, Feed::Singly},
                               Most{"relay.most.singly.recvmmsg", Way::Recvmmsg, Feed::Singly},
                               Most{"relay.most.singly.session", Way::Session, Feed::Singly},
                               Most{"relay.most.batched.gro", Way::Gro, Feed::Batched},
                               Most{"relay.most.batched.session", Way::Session, Feed::Batched}};
constexpr std::size_t singly_by_recv = 0, batched_by_gro = 3, batched_over_session = 4;

/// A run each; 0 where some were always lost.
std::vector<double> most_of(const Most& most, const BenchSettings& settings)
{
    Trial trial{{.way = most.way}};
    std::vector<double> samples;
    const Load load{.seconds = settings.is_quick ? 0.4 : one_second, .feed = most.feed};
    for (int run = 0; run < (settings.is_quick ? 1 : 3); ++run) {
        const auto found = most_without_loss(trial, load, settings.is_quick ? 3 : 6);
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
    const bool wants_ratio = settings.wants("relay.over_singly");
    if (wants_ratio || settings.wants("relay.most.")) {
        std::array<std::vector<double>, most_ways.size()> samples;
        for (std::size_t i = 0; i < most_ways.size(); ++i) {
            samples[i] = most_of(most_ways[i], settings);
            suite.figures.push_back(model::figure_of(most_ways[i].name, "messages/s", samples[i]));
        }
        suite.figures.push_back(
            model::figure_of("relay.over_singly", "ratio",
                             model::ratios(samples[batched_over_session], samples[singly_by_recv])));
        suite.figures.push_back(
            model::figure_of("relay.over_gso", "ratio",
                             model::ratios(samples[batched_over_session], samples[batched_by_gro])));
        suite.notes +=
            "  relay.over_singly: the relay's input is batched (64 messages a call of the system), the other "
            "side is sent\n  singly; in relay.over_gso both are batched; fed singly, the sender's system "
            "call is the limit: "
            "relay.most.singly.*\n";
    }
    add_loss_at_most(suite, settings);
}

}  // namespace farfield::net::relay
