#include <algorithm>
#include <span>

#include "net/relay/program/entity_report.h"
#include "net/relay/program/relay.h"

namespace farfield::net::relay {
namespace {

/// Statistics of the recorder; messages that its queue had no memory for count as lost, too.
model::RelayRecorderStats stats_of(const RelayRecorder& recorder,
                                   std::span<const model::RelaySubscriberStats> subscribers)
{
    const RecorderStats stats = recorder.stats();
    const auto found =
        std::ranges::find(subscribers, recorder.subscriber(), &model::RelaySubscriberStats::subscriber);
    const std::uint64_t refused = found == subscribers.end() ? 0 : found->policy;
    return {.messages = stats.messages + refused,
            .recorded = stats.recorded,
            .lost = stats.lost + refused,
            .waiting = stats.waiting,
            .bundles = stats.bundles,
            .bytes = stats.bytes,
            .failure = stats.failure};
}

/// Statistics with the endings of messages.
template <class Stats>
Stats of_endings(const Endings& endings)
{
    Stats stats;
    stats.offered = endings.offered;
    stats.delivered = endings.delivered;
    stats.own = endings.own;
    stats.filtered = endings.filtered;
    stats.conflated = endings.conflated;
    stats.policy = endings.policy;
    stats.late = endings.late;
    stats.waiting = endings.waiting;
    return stats;
}

model::RelaySourceStats stats_of(const SourceAccount& source, std::uint64_t now_ns)
{
    auto stats = of_endings<model::RelaySourceStats>(source.endings);
    stats.source = source_name(source.source);
    stats.messages = source.messages;
    stats.bytes = source.bytes;
    stats.is_too_fast = source.rate.is_above(now_ns);
    return stats;
}

model::RelayHostStats stats_of(const SubscriberStats& host, const SentBundles::HostAccount& account)
{
    model::RelayHostStats stats = of_endings<model::RelayHostStats>(host.endings);
    stats.host = host.id;
    stats.received = account.received;
    stats.priority_lost = account.lost;
    stats.round_trip_ms = static_cast<double>(account.round_trip_ns) / static_cast<double>(ns_per_ms);
    return stats;
}

model::RelayHostsStats stats_of(const HostPath& path, const CoreStats& core)
{
    const HostSenderCounters counted =
        path.sender() != nullptr ? path.sender()->counters() : HostSenderCounters{};
    const Endings& endings = core.path->endings;
    model::RelayHostsStats stats{.hosts = path.info().hosts,
                                 .offered = endings.offered,
                                 .delivered = endings.delivered,
                                 .conflated = endings.conflated,
                                 .policy = endings.policy,
                                 .waiting = endings.waiting,
                                 .bundles = core.path->bundles,
                                 .level = core.path->level,
                                 .datagrams = counted.datagrams,
                                 .repeated = counted.repeated,
                                 .failed = counted.failed,
                                 .priority_lost = counted.priority_lost,
                                 .awaited = counted.awaited,
                                 .reports = counted.reports,
                                 .false_reports = counted.false_reports};
    for (const SubscriberStats& host : core.hosts)
        stats.present.push_back(stats_of(host, counted.hosts.at(host.id)));
    return stats;
}

std::optional<model::RelayEndedStats> ended_of(const EndedSubscribers& ended)
{
    if (ended.subscribers == 0) return std::nullopt;
    return model::RelayEndedStats{.subscribers = ended.subscribers,
                                  .offered = ended.endings.offered,
                                  .delivered = ended.endings.delivered,
                                  .own = ended.endings.own,
                                  .filtered = ended.endings.filtered,
                                  .conflated = ended.endings.conflated,
                                  .policy = ended.endings.policy,
                                  .late = ended.endings.late,
                                  .bundles = ended.bundles};
}

}  // namespace

model::RelayInfo Relay::info() const
{
    const std::lock_guard lock(mutex_);
    model::RelayInfo info{.relay = id_,
                          .clock = clock_.now(),
                          .inputs = inputs_.list(),
                          .outputs = outputs_.list(),
                          .times = core_.entities().times()};
    if (hosts_) info.hosts = hosts_->info();
    return info;
}

model::EntityList Relay::entities(const model::EntitiesListCall& call)
{
    const std::lock_guard lock(mutex_);
    return EntityReport{core_.entities(), inputs_.list(), now()}.list(call);
}

std::optional<model::EntityDetails> Relay::entity(const model::EntityName& name)
{
    const std::lock_guard lock(mutex_);
    return EntityReport{core_.entities(), inputs_.list(), now()}.details(name);
}

model::RelayStats Relay::stats(const model::RelayStatsCall& call)
{
    const std::lock_guard lock(mutex_);
    const CoreStats core = core_.stats();
    model::RelayStats stats{.inputs = {},
                            .outputs = outputs_.stats(),
                            .subscribers = {},
                            .ended = ended_of(core.ended),
                            .publishers = publishers_.stats(),
                            .taken = core.taken,
                            .published = core.by_input[session_input],
                            .entities = core.entities,
                            .entities_refused = core.entities_refused,
                            .recorder = std::nullopt};
    for (std::uint32_t input = 0; input < inputs_.list().size(); ++input) {
        InputCounters counted = shards_.counters(input);
        const LineCounters lines = lines_.counters(input);
        counted.received += lines.received;
        counted.malformed += lines.refused;
        counted.core += lines.taken;
        counted.kernel += lines_.drops(input);
        counted += played_[input];
        const auto sent = publishers_.stats_of(static_cast<std::uint8_t>(input));
        counted.received += sent.received;
        counted.malformed += sent.malformed;
        counted.core += sent.received - sent.malformed;
        stats.inputs.push_back({.input = inputs_.list()[input].input,
                                .received = counted.received,
                                .malformed = counted.malformed,
                                .ring = counted.ring,
                                .core = counted.core,
                                .priority_ring = counted.priority_ring,
                                .kernel = counted.kernel,
                                .kernel_joined = counted.kernel_joined,
                                .strays = counted.strays,
                                .messages = core.by_input[input],
                                .malformed_pdus = malformed_.pdus(input),
                                .reflected = reflected_[input] + sent.duplicate + sent.returned,
                                .foreign = foreign_[input]});
    }
    for (const SubscriberStats& one : core.subscribers) {
        auto& entry = stats.subscribers.emplace_back(of_endings<model::RelaySubscriberStats>(one.endings));
        entry.subscriber = one.id;
        entry.bundles = one.bundles;
        entry.level = one.level;
        entry.client = one.client;
    }
    const std::size_t sources = std::min<std::size_t>(call.sources, core.sources.size());
    for (const SourceAccount& one : std::span{core.sources}.first(sources))
        stats.sources.push_back(stats_of(one, last_now_ns_));
    if (recorder_) stats.recorder = stats_of(*recorder_, stats.subscribers);
    if (hosts_) stats.hosts = stats_of(*hosts_, core);
    return stats;
}

}  // namespace farfield::net::relay
