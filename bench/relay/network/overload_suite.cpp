#include <fmt/format.h>

#include "bench/relay/network/network_suite.h"

namespace farfield::net::relay {
namespace {

constexpr double overload_rate = 20'000.0;  ///< messages a second
constexpr std::size_t overload_bytes = 150;
/// Bytes of a record with its index entry, padded to 8 bytes.
constexpr double bytes_in_record = 152.0;

/// Measures a load of twice what a subscriber takes, a hundredth of it with priority.
void add_priority_lost(model::Suite& suite, const BenchSettings& settings)
{
    const std::string name = "relay.priority_lost_at_2x";
    if (!settings.wants(name)) return;
    Trial trial{{.way = Way::Session, .most_bytes_per_second = 0.5 * overload_rate * bytes_in_record}};
    const Outcome outcome = trial.measure(
        {.bytes = overload_bytes, .rate = overload_rate, .seconds = settings.is_quick ? 1.0 : 10.0});
    const double lost[]{static_cast<double>(outcome.sent.with_priority) -
                        static_cast<double>(outcome.with_priority)};
    suite.figures.push_back(model::figure_of(name, "messages", lost));
    const double left_out[]{static_cast<double>(outcome.lost())};
    suite.figures.push_back(model::figure_of("relay.left_out_at_2x", "messages", left_out));
}

/// Measures loads with the relay running, and one while it is stopped, so that the system drops what it
/// cannot hold; all sent singly, since then the system counts exactly. Then compares sums and counts.
void add_accounting_gap(model::Suite& suite, const BenchSettings& settings)
{
    const std::string name = "relay.accounting_gap";
    if (!settings.wants(name)) return;
    Trial trial{{.way = Way::Session, .streams = 3}};
    const double seconds = settings.is_quick ? 0.4 : 1.5;
    for (const double rate : {4'000.0, 50'000.0, as_fast_as_it_can})
        (void)trial.measure({.rate = rate, .seconds = seconds});
    (void)trial.measure({.rate = 100'000.0, .seconds = 1.0}, true);
    const double gap[]{static_cast<double>(trial.accounting_gap())};
    suite.figures.push_back(model::figure_of(name, "messages", gap));
    const double dropped[]{static_cast<double>(trial.dropped_by_system())};
    suite.figures.push_back(model::figure_of(name + ".dropped_by_system", "messages", dropped));
}

}  // namespace

void bench_overload(model::Suite& suite, const BenchSettings& settings)
{
    add_priority_lost(suite, settings);
    add_accounting_gap(suite, settings);
}

}  // namespace farfield::net::relay
