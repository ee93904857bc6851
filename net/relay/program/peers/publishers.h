#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/calls/relay_stats.h"
#include "net/relay/core.h"
#include "net/relay/peers/arrival_clock.h"
#include "net/relay/peers/bundle_source.h"
#include "net/relay/peers/route_window.h"

namespace farfield::net::relay {

/// One that sends bundles to a relay.
struct PublisherSettings {
    std::string name = {};  ///< for accounts
    std::uint8_t input = session_input;
    std::optional<std::uint32_t> relay = std::nullopt;  ///< its id, where it is one: its records have routes
    std::shared_ptr<BundleSource> source = nullptr;
};

/// All that send bundles, and what became of their records. What relays pass on is taken once, whatever ways
/// it came. Threads: one at a time.
class Publishers {
public:
    /// relay: id of this relay. comes_back: whether a peer's message is one that went out from here.
    Publishers(std::uint32_t relay, std::function<bool(const Message&)> comes_back)
        : relay_{relay}, comes_back_{std::move(comes_back)}
    {}

    /// number: of the subscriber that it is, too, to which nothing that it sends comes back; or any that no
    /// subscriber has. One that is there stays as it is.
    void add(std::uint32_t number, PublisherSettings settings);
    /// Its sums stay, in one account of all that ended.
    void remove(std::uint32_t number);

    /// Takes one bundle of each to the core, unless that is almost full. True where more wait.
    bool take_some(RelayCore& core, std::uint64_t now_ns);

    /// Of those that have sent any, and of all that ended where there were any.
    [[nodiscard]] std::vector<model::RelayPublisherStats> stats() const;
    /// Of all that have sent by an input.
    [[nodiscard]] model::RelayPublisherStats stats_of(std::uint8_t input) const;

private:
    struct Publisher {
        PublisherSettings settings;
        model::RelayPublisherStats counted;
        std::uint64_t next_message = 0;  ///< before the next bundle, by its sender's count
        ArrivalClock clock;
    };

    void take(std::uint32_t number, Publisher& publisher, const BundleReader& bundle, RelayCore& core,
              std::uint64_t now_ns);
    void take(std::uint32_t number, Publisher& publisher, const Record& record, RelayCore& core,
              std::uint64_t now_ns);
    /// The count under which a record ends that a relay has passed on; its route goes into the message.
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
    std::uint64_t uses_ = 0;  ///< of origins_
    std::optional<model::RelayPublisherStats> ended_;
    std::map<std::uint8_t, model::RelayPublisherStats> ended_by_input_;
};

}  // namespace farfield::net::relay
