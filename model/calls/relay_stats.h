#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/fields/fields.h"

/// The call relay.stats: docs/protocol.md, section 18.
namespace farfield::model {

inline constexpr std::uint64_t max_listed_sources = 1'000;

struct RelayStatsCall {
    std::uint32_t sources = 0;  ///< most accounts of sources to answer, the busiest first
    friend bool operator==(const RelayStatsCall&, const RelayStatsCall&) = default;

    static void fields(auto& visit)
    {
        visit("sources", &RelayStatsCall::sources, at_most("max_listed_sources", max_listed_sources));
    }
};

/// An input's datagrams by their outcome: received = malformed + ring + core.
struct RelayInputStats {
    std::string input;
    std::uint64_t received = 0, malformed = 0, ring = 0, core = 0;
    std::uint64_t priority_ring = 0;  ///< part of `ring` that had priority
    std::uint64_t kernel = 0;         ///< not in `received`: dropped by the system before they were read
    /// Part of `kernel`: datagrams that the system had joined and counted as one. When it is 0, `kernel` is
    /// exact; else `kernel` is the least number that was dropped.
    std::uint64_t kernel_joined = 0;
    std::uint64_t strays = 0;          ///< not in `received`: sent to a group's port, not to the group
    std::uint64_t messages = 0;        ///< in `core`: messages that the core took
    std::uint64_t malformed_pdus = 0;  ///< PDUs in datagrams of `core`
    std::uint64_t reflected = 0;       ///< in datagrams of `core`: sent by an output, hence not taken
    std::uint64_t foreign = 0;         ///< in datagrams of `core`: of other exercises or sites, not taken
    friend bool operator==(const RelayInputStats&, const RelayInputStats&) = default;

    static void fields(auto& visit)
    {
        visit("input", &RelayInputStats::input, required);
        visit("received", &RelayInputStats::received, required);
        visit("malformed", &RelayInputStats::malformed, required);
        visit("ring", &RelayInputStats::ring, required);
        visit("core", &RelayInputStats::core, required);
        visit("kernel", &RelayInputStats::kernel, required);
        visit("messages", &RelayInputStats::messages, required);
        visit("malformed_pdus", &RelayInputStats::malformed_pdus, required);
        visit("reflected", &RelayInputStats::reflected, always);
        visit("foreign", &RelayInputStats::foreign);
        visit("priority_ring", &RelayInputStats::priority_ring);
        visit("kernel_joined", &RelayInputStats::kernel_joined);
        visit("strays", &RelayInputStats::strays);
    }
};

/// A subscriber's messages by their outcome: offered = the sum of the next seven members.
struct RelaySubscriberStats {
    std::uint32_t subscriber = 0;
    std::uint64_t offered = 0;
    std::uint64_t delivered = 0, own = 0, filtered = 0, conflated = 0, policy = 0, late = 0, waiting = 0;
    std::uint64_t bundles = 0;
    std::uint32_t level = 0;  ///< level of congestion
    std::string client = {};  ///< session, program and address; or an output, a peer, the recording
    friend bool operator==(const RelaySubscriberStats&, const RelaySubscriberStats&) = default;

    static void fields(auto& visit)
    {
        visit("subscriber", &RelaySubscriberStats::subscriber, required);
        visit("offered", &RelaySubscriberStats::offered, required);
        visit("delivered", &RelaySubscriberStats::delivered, required);
        visit("own", &RelaySubscriberStats::own, required);
        visit("filtered", &RelaySubscriberStats::filtered, required);
        visit("conflated", &RelaySubscriberStats::conflated, required);
        visit("policy", &RelaySubscriberStats::policy, required);
        visit("late", &RelaySubscriberStats::late, required);
        visit("waiting", &RelaySubscriberStats::waiting, required);
        visit("bundles", &RelaySubscriberStats::bundles, required);
        visit("level", &RelaySubscriberStats::level, required);
        visit("client", &RelaySubscriberStats::client);
    }
};

/// Messages of one source by their outcome, for all subscribers together: offered = the sum of the next
/// seven members.
struct RelaySourceStats {
    std::string source;  ///< SITE:APPLICATION
    std::uint64_t messages = 0, bytes = 0;
    std::uint64_t offered = 0;
    std::uint64_t delivered = 0, own = 0, filtered = 0, conflated = 0, policy = 0, late = 0, waiting = 0;
    bool is_too_fast = false;  ///< true: sends more than --max-source-rate
    friend bool operator==(const RelaySourceStats&, const RelaySourceStats&) = default;

    static void fields(auto& visit)
    {
        visit("source", &RelaySourceStats::source, required);
        visit("messages", &RelaySourceStats::messages, required);
        visit("bytes", &RelaySourceStats::bytes, required);
        visit("offered", &RelaySourceStats::offered, required);
        visit("delivered", &RelaySourceStats::delivered, required);
        visit("own", &RelaySourceStats::own, required);
        visit("filtered", &RelaySourceStats::filtered, required);
        visit("conflated", &RelaySourceStats::conflated, required);
        visit("policy", &RelaySourceStats::policy, required);
        visit("late", &RelaySourceStats::late, required);
        visit("waiting", &RelaySourceStats::waiting, required);
        visit("too_fast", &RelaySourceStats::is_too_fast);
    }
};

/// The records in one publisher's bundles by their outcome: received = malformed + duplicate + returned +
/// departures + core.
struct RelayPublisherStats {
    /// "session", a peer as on the command line, or "ended": the sum of the publishers that ended.
    std::string publisher = {};
    std::optional<std::uint32_t> relay = std::nullopt;  ///< id of a publisher that is a relay
    std::uint32_t subscriber = 0;                       ///< number of the publisher's own account
    std::uint64_t bundles = 0;
    std::uint64_t received = 0, malformed = 0;
    std::uint64_t duplicate = 0;   ///< came before by another relay
    std::uint64_t returned = 0;    ///< came from this relay at first
    std::uint64_t departures = 0;  ///< entities that it no longer reports
    std::uint64_t core = 0;        ///< taken by the core
    std::uint64_t lost = 0;        ///< not in `received`: lost on the way, as the publisher counts
    friend bool operator==(const RelayPublisherStats&, const RelayPublisherStats&) = default;

    static void fields(auto& visit)
    {
        visit("publisher", &RelayPublisherStats::publisher, required);
        visit("relay", &RelayPublisherStats::relay);
        visit("subscriber", &RelayPublisherStats::subscriber, always);
        visit("bundles", &RelayPublisherStats::bundles, required);
        visit("received", &RelayPublisherStats::received, required);
        visit("malformed", &RelayPublisherStats::malformed, required);
        visit("duplicate", &RelayPublisherStats::duplicate, always);
        visit("returned", &RelayPublisherStats::returned, always);
        visit("departures", &RelayPublisherStats::departures, always);
        visit("core", &RelayPublisherStats::core, required);
        visit("lost", &RelayPublisherStats::lost, always);
    }
};

/// The messages delivered to an output by their outcome: they are the sum of sent, left_out, unchanged and
/// failed, but for those that the output has not handled yet.
struct RelayOutputStats {
    std::string output;
    std::uint64_t sent = 0, datagrams = 0;
    std::uint64_t left_out = 0;    ///< messages without PDUs, or with places in the scene's frame
    std::uint64_t unchanged = 0;   ///< states of JSON lines that receivers reckon anyway
    std::uint64_t heartbeats = 0;  ///< sent in addition to these
    std::uint64_t heartbeats_failed = 0;
    std::uint64_t failed = 0;  ///< refused by the system
    friend bool operator==(const RelayOutputStats&, const RelayOutputStats&) = default;

    static void fields(auto& visit)
    {
        visit("output", &RelayOutputStats::output, required);
        visit("sent", &RelayOutputStats::sent, required);
        visit("datagrams", &RelayOutputStats::datagrams, required);
        visit("left_out", &RelayOutputStats::left_out, required);
        visit("unchanged", &RelayOutputStats::unchanged);
        visit("heartbeats", &RelayOutputStats::heartbeats);
        visit("heartbeats_failed", &RelayOutputStats::heartbeats_failed);
        visit("failed", &RelayOutputStats::failed, required);
    }
};

/// The messages given to a recorder by their outcome: messages = recorded + lost + waiting.
struct RelayRecorderStats {
    std::uint64_t messages = 0, recorded = 0;
    std::uint64_t lost = 0;  ///< dropped as the disk was too slow, or full
    std::uint64_t waiting = 0;
    std::uint64_t bundles = 0;  ///< bundles recorded
    std::uint64_t bytes = 0;    ///< size of the file
    std::string failure;        ///< error of the last write that failed
    friend bool operator==(const RelayRecorderStats&, const RelayRecorderStats&) = default;

    static void fields(auto& visit)
    {
        visit("messages", &RelayRecorderStats::messages, required);
        visit("recorded", &RelayRecorderStats::recorded, required);
        visit("lost", &RelayRecorderStats::lost, required);
        visit("waiting", &RelayRecorderStats::waiting, required);
        visit("bundles", &RelayRecorderStats::bundles, required);
        visit("bytes", &RelayRecorderStats::bytes, required);
        visit("failure", &RelayRecorderStats::failure, always);
    }
};

/// The messages offered to a UDP host by their outcome: offered = the sum of the next seven members.
struct RelayHostStats {
    std::uint32_t host = 0;  ///< the host's bit in masks
    std::uint64_t offered = 0;
    std::uint64_t delivered = 0, own = 0, filtered = 0, conflated = 0, policy = 0, late = 0, waiting = 0;
    std::uint64_t received = 0;       ///< part of `delivered` that its last report acknowledges
    std::uint64_t priority_lost = 0;  ///< part of `delivered` with priority: not acknowledged
    double round_trip_ms = 0.0;       ///< smoothed; 0: not known
    friend bool operator==(const RelayHostStats&, const RelayHostStats&) = default;

    static void fields(auto& visit)
    {
        visit("host", &RelayHostStats::host, required);
        visit("offered", &RelayHostStats::offered, required);
        visit("delivered", &RelayHostStats::delivered, required);
        visit("own", &RelayHostStats::own, required);
        visit("filtered", &RelayHostStats::filtered, required);
        visit("conflated", &RelayHostStats::conflated, required);
        visit("policy", &RelayHostStats::policy, required);
        visit("late", &RelayHostStats::late, required);
        visit("waiting", &RelayHostStats::waiting, required);
        visit("received", &RelayHostStats::received, required);
        visit("priority_lost", &RelayHostStats::priority_lost, required);
        visit("round_trip_ms", &RelayHostStats::round_trip_ms, always);
    }
};

/// The path of UDP hosts, where a message counts once: offered = delivered + conflated + policy + waiting.
struct RelayHostsStats {
    std::string hosts;  ///< as on the command line
    std::uint64_t offered = 0, delivered = 0, conflated = 0, policy = 0, waiting = 0;
    std::uint64_t bundles = 0;
    std::uint32_t level = 0;      ///< level of congestion
    std::uint64_t datagrams = 0;  ///< sent for the first time
    std::uint64_t repeated = 0;
    std::uint64_t failed = 0;         ///< refused by the system
    std::uint64_t priority_lost = 0;  ///< not acknowledged; a message counts once for each such host
    std::uint64_t awaited = 0;        ///< bundles with priority that are not acknowledged yet
    std::uint64_t reports = 0;
    std::uint64_t false_reports = 0;  ///< datagrams that are no report, or have a wrong key
    std::vector<RelayHostStats> present = {};
    friend bool operator==(const RelayHostsStats&, const RelayHostsStats&) = default;

    static void fields(auto& visit)
    {
        visit("hosts", &RelayHostsStats::hosts, required);
        visit("offered", &RelayHostsStats::offered, required);
        visit("delivered", &RelayHostsStats::delivered, required);
        visit("conflated", &RelayHostsStats::conflated, required);
        visit("policy", &RelayHostsStats::policy, required);
        visit("waiting", &RelayHostsStats::waiting, required);
        visit("bundles", &RelayHostsStats::bundles, required);
        visit("level", &RelayHostsStats::level, required);
        visit("datagrams", &RelayHostsStats::datagrams, required);
        visit("repeated", &RelayHostsStats::repeated, required);
        visit("failed", &RelayHostsStats::failed, required);
        visit("priority_lost", &RelayHostsStats::priority_lost, required);
        visit("awaited", &RelayHostsStats::awaited, required);
        visit("reports", &RelayHostsStats::reports, required);
        visit("false_reports", &RelayHostsStats::false_reports, required);
        visit("present", &RelayHostsStats::present, always);
    }
};

/// The sums of the subscribers that ended.
struct RelayEndedStats {
    std::uint64_t subscribers = 0;  ///< number of them
    std::uint64_t offered = 0;
    std::uint64_t delivered = 0, own = 0, filtered = 0, conflated = 0, policy = 0, late = 0;
    std::uint64_t bundles = 0;
    friend bool operator==(const RelayEndedStats&, const RelayEndedStats&) = default;

    static void fields(auto& visit)
    {
        visit("subscribers", &RelayEndedStats::subscribers, required);
        visit("offered", &RelayEndedStats::offered, required);
        visit("delivered", &RelayEndedStats::delivered, required);
        visit("own", &RelayEndedStats::own, required);
        visit("filtered", &RelayEndedStats::filtered, required);
        visit("conflated", &RelayEndedStats::conflated, required);
        visit("policy", &RelayEndedStats::policy, required);
        visit("late", &RelayEndedStats::late, required);
        visit("bundles", &RelayEndedStats::bundles, required);
    }
};

struct RelayStats {
    std::vector<RelayInputStats> inputs;
    std::vector<RelayOutputStats> outputs = {};
    std::vector<RelaySubscriberStats> subscribers;
    std::optional<RelayEndedStats> ended = std::nullopt;  ///< absent: none has ended
    std::vector<RelayPublisherStats> publishers = {};
    std::vector<RelaySourceStats> sources = {};  ///< the busiest, as many as the call asks for
    std::uint64_t taken = 0;                     ///< messages, from all inputs and sessions
    std::uint64_t published = 0;                 ///< part of `taken` from sessions
    std::uint64_t entities = 0;
    std::uint64_t entities_refused = 0;                   ///< states of new entities beyond max_entities
    std::optional<RelayRecorderStats> recorder;           ///< present with `serve --record`
    std::optional<RelayHostsStats> hosts = std::nullopt;  ///< present with `serve --hosts`
    friend bool operator==(const RelayStats&, const RelayStats&) = default;

    static void fields(auto& visit)
    {
        visit("inputs", &RelayStats::inputs, required);
        visit("outputs", &RelayStats::outputs);
        visit("subscribers", &RelayStats::subscribers, required);
        visit("ended", &RelayStats::ended);
        visit("publishers", &RelayStats::publishers);
        visit("sources", &RelayStats::sources);
        visit("taken", &RelayStats::taken, required);
        visit("published", &RelayStats::published, always);
        visit("entities", &RelayStats::entities, required);
        visit("entities_refused", &RelayStats::entities_refused);
        visit("recorder", &RelayStats::recorder);
        visit("hosts", &RelayStats::hosts);
    }
};

}  // namespace farfield::model
