#pragma once

#include "bench/relay/network/own_network.h"
#include "bench/relay/network/settings.h"
#include "bench/relay/network/trial.h"
#include "model/figures/figure.h"

namespace farfield::net::relay {

/// Figures of whole relays on the loopback interface. Each function adds the figures that are requested; all
/// are described in docs/relay.md.
void bench_throughput(model::Suite& suite, const BenchSettings& settings);
/// network: network for the receivers.
void bench_costs(model::Suite& suite, const BenchSettings& settings, const OwnNetwork& network);
void bench_ages(model::Suite& suite, const BenchSettings& settings);
void bench_subscribers(model::Suite& suite, const BenchSettings& settings);
void bench_overload(model::Suite& suite, const BenchSettings& settings);

}  // namespace farfield::net::relay
