#pragma once

#include "bench/relay/network/settings.h"
#include "model/figures/figure.h"

namespace farfield::net::relay {

/// relay.core_ns.1host, .4hosts, .16hosts: ns of CPU time for a message of 150 bytes that all of so many
/// subscribers want, from the address to their bundles, on one thread and without sockets; bundles of 100.
/// The same with .udp, and .64hosts.udp: as UDP hosts, for which each message is once in masked datagrams.
void bench_core(model::Suite& suite, const BenchSettings& settings);

/// relay.dis_decoded: Entity State PDUs a second of CPU time that are checked, decoded and in the table of
/// 10,000 entities, from datagrams of 10, on one thread and without sockets.
void bench_dis(model::Suite& suite, const BenchSettings& settings);

/// relay.policy.POLICY: outcome of 20,000 messages a second of 1,000 entities for a subscriber behind a link
/// that takes half of them, for 10 s, by the relay's policy and by the thesis's. One thread, without sockets,
/// on a simulated clock: the same on every machine.
void bench_policies(model::Suite& suite, const BenchSettings& settings);

}  // namespace farfield::net::relay
