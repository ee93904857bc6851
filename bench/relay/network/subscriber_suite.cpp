#include <fmt/format.h>
#include <stdexcept>

#include "bench/relay/network/network_suite.h"

namespace farfield::net::relay {
namespace {

/// Messages a second that so many subscribers get in total, from a batched sender at full rate.
double delivered_a_second(std::size_t streams, double seconds)
{
    Trial trial{{.way = Way::Session, .streams = streams}};
    const Outcome outcome =
        trial.measure({.rate = as_fast_as_it_can, .seconds = seconds, .feed = Feed::Batched});
    return static_cast<double>(outcome.received) / outcome.sent.seconds;
}

void add_many_over_one(model::Suite& suite, const BenchSettings& settings)
{
    const std::string name = "relay.subscribers_64_over_1";
    if (!settings.wants(name)) return;
    std::vector<double> one, many;
    for (int run = 0; run < (settings.is_quick ? 1 : 3); ++run) {
        one.push_back(delivered_a_second(1, settings.is_quick ? 0.5 : 1.5));
        many.push_back(delivered_a_second(max_bench_streams, settings.is_quick ? 0.5 : 1.5));
    }
    suite.figures.push_back(model::figure_of(name, "ratio", model::ratios(many, one)));
    suite.figures.push_back(model::figure_of("relay.delivered.subscribers64", "messages/s", many));
    suite.figures.push_back(model::figure_of("relay.delivered.subscribers1", "messages/s", one));
}

/// Messages that seven of eight subscribers get while the eighth is stopped, or is not.
double delivered_to_others(bool is_one_stopped, double seconds)
{
    constexpr std::size_t others = 7;
    Trial trial{{.way = Way::Session, .streams = others}};
    const Receiver eighth{{.way = Way::Session, .relay_port = trial.relay()->port()}, {}};
    if (is_one_stopped) eighth.freeze(true);
    const Outcome outcome = trial.measure({.rate = 20'000.0, .seconds = seconds});
    return static_cast<double>(outcome.received) / outcome.sent.seconds;
}

void add_one_stopped(model::Suite& suite, const BenchSettings& settings)
{
    const std::string name = "relay.others_with_one_stopped";
    if (!settings.wants(name)) return;
    std::vector<double> with, without;
    for (int run = 0; run < (settings.is_quick ? 1 : 3); ++run) {
        without.push_back(delivered_to_others(false, settings.is_quick ? 0.6 : 2.0));
        with.push_back(delivered_to_others(true, settings.is_quick ? 0.6 : 2.0));
    }
    suite.figures.push_back(model::figure_of(name, "ratio", model::ratios(with, without)));
}

}  // namespace

void bench_subscribers(model::Suite& suite, const BenchSettings& settings)
{
    add_many_over_one(suite, settings);
    add_one_stopped(suite, settings);
}

}  // namespace farfield::net::relay
