#include <fmt/format.h>

#include "bench/relay/network/network_suite.h"

namespace farfield::net::relay {
namespace {

/// Messages a second: each follows 5 ms of quiet, and they are not in step with intervals of 5 ms.
constexpr double quiet_rate = 19.3;

}  // namespace

void bench_ages(model::Suite& suite, const BenchSettings& settings)
{
    if (!settings.wants("relay.age_p")) return;
    std::optional<Trial> trial{std::in_place, Trial::Settings{.way = Way::Session}};
    const auto add = [&](const std::string& name, double rate, double Outcome::*age) {
        if (!settings.wants(name)) return;
        std::vector<double> samples;
        for (int run = 0; run < (settings.is_quick ? 1 : 3); ++run)
            samples.push_back(trial->measure({.rate = rate, .seconds = settings.is_quick ? 0.6 : 2.0}).*age);
        suite.figures.push_back(model::figure_of(name, "ms", samples));
    };
    add("relay.age_p99.4000", 4'000.0, &Outcome::age_p99_ms);
    add("relay.age_p99.100000", 100'000.0, &Outcome::age_p99_ms);
    add("relay.age_p50.quiet", quiet_rate, &Outcome::age_p50_ms);
    trial.emplace(Trial::Settings{.way = Way::Session, .mode = BundleMode::Fixed});
    add("relay.age_p50.quiet.fixed", quiet_rate, &Outcome::age_p50_ms);
}

}  // namespace farfield::net::relay
