#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/calls/relay_stats.h"
#include "relay/core/congestion.h"
#include "relay/core/core.h"
#include "relay/peers/bundle_source.h"
#include "relay/peers/route_window.h"

namespace farfield::net::relay {

/// Converts arrivals at another relay to this relay's clock. The fastest bundle counts as one that took no
/// time, so that ages lack this least delay. Threads: one.
class ArrivalClock {
public:
    /// Notes a bundle that the other relay closed at closed_at_ns (its clock), and that came at now_ns.
    void note(std::uint64_t closed_at_ns, std::uint64_t now_ns)
    {
        const auto offset = static_cast<std::int64_t>(now_ns - closed_at_ns);
        // A clock that was set back counts as a new one.
        if (offset < offset_ || offset > offset_ + longest_way_ns) offset_ = offset;
    }
    [[nodiscard]] std::uint64_t here(std::uint64_t arrival_ns, std::uint64_t now_ns) const
    {
        return std::min(arrival_ns + static_cast<std::uint64_t>(offset_), now_ns);
    }

private:
    static constexpr std::int64_t longest_way_ns = 60 * static_cast<std::int64_t>(ns_per_second);
    std::int64_t offset_ = std::numeric_limits<std::int64_t>::max() / 2;
};

/// A publisher, which sends bundles to a relay.
struct PublisherSettings {
    std::string name = {};  ///< for accounts
    std::uint8_t input = session_input;
    std::optional<std::uint32_t> relay = std::nullopt;  ///< id, if it is a relay: its records have routes
    std::shared_ptr<BundleSource> source = nullptr;
};

/// The publishers, and the counts of their records. A record that relays pass on is taken once, whatever
/// ways it came. Threads: one at a time.
class Publishers {
public:
    /// relay: id of this relay. comes_back: true for a peer's message that was sent from here.
    Publishers(std::uint32_t relay, std::function<bool(const Message&)> comes_back)
        : relay_{relay}, comes_back_{std::move(comes_back)}
    {}

    /// Adds a publisher. number: its number as a subscriber, which gets none of its own messages; or a number
    /// that no subscriber has. A publisher that exists stays unchanged.
    void add(std::uint32_t number, PublisherSettings settings);
    /// Removes a publisher. Its sums stay, in one account of all that ended.
    void remove(std::uint32_t number);

    /// Takes one bundle of each publisher to the core, unless that is almost full. True when more wait.
    bool take_some(RelayCore& core, std::uint64_t now_ns);

    /// Accounts of publishers that have sent bundles, and one of all that ended, if any.
    [[nodiscard]] std::vector<model::RelayPublisherStats> stats() const;
    /// Sums of all that have sent by an input.
    [[nodiscard]] model::RelayPublisherStats stats_of(std::uint8_t input) const;

private:
    struct Publisher {
        PublisherSettings settings;
        model::RelayPublisherStats counted;
        std::uint64_t next_message = 0;  ///< its count of messages before the next bundle
        ArrivalClock clock;
    };

    void take(std::uint32_t number, Publisher& publisher, const BundleReader& bundle, RelayCore& core,
              std::uint64_t now_ns);
    void take(std::uint32_t number, Publisher& publisher, const Record& record, RelayCore& core,
              std::uint64_t now_ns);
    /// The counter under which a record ends that a relay has passed on; copies its route to the message.
    [[nodiscard]] std::uint64_t& ending_of(const Record& record, Publisher& publisher, const RelayCore& core,
                                           Message& message);
    [[nodiscard]] RouteRuns& runs_of(std::uint32_t origin);

    const std::uint32_t relay_;
    const std::function<bool(const Message&)> comes_back_;
    std::map<std::uint32_t, Publisher> publishers_;  ///< by number
    struct Origin {
        RouteRuns runs;
        std::uint64_t used = 0;
    };
    std::map<std::uint32_t, Origin> origins_;
    std::uint64_t uses_ = 0;  ///< uses of origins_
    std::optional<model::RelayPublisherStats> ended_;
    std::map<std::uint8_t, model::RelayPublisherStats> ended_by_input_;
};

}  // namespace farfield::net::relay
