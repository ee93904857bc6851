#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/calls/relay.h"
#include "net/relay/core.h"
#include "net/relay/peers/bundle_source.h"

namespace farfield::net::relay {

/// One that sends bundles to a relay.
struct PublisherSettings {
    std::string name = {};  ///< for accounts
    std::uint8_t input = session_input;
    std::shared_ptr<BundleSource> source = nullptr;
};

/// All that send bundles, and what became of their records. Threads: one at a time.
class Publishers {
public:
    /// subscriber: its number, to which nothing that it sends comes back. One that is there stays as it is.
    void add(std::uint32_t subscriber, PublisherSettings settings);
    /// Its sums stay, in one account of all that ended.
    void remove(std::uint32_t subscriber);

    /// Takes one bundle of each to the core. True where more wait.
    bool take_some(RelayCore& core, std::uint64_t now_ns);

    /// Of those that have sent any, and of all that ended where there were any.
    [[nodiscard]] std::vector<model::RelayPublisherStats> stats() const;

private:
    struct Publisher {
        PublisherSettings settings;
        model::RelayPublisherStats counted;
        std::uint64_t next_message = 0;  ///< before the next bundle, by its sender's count
    };

    static void take(std::uint32_t subscriber, Publisher& publisher, const BundleReader& bundle,
                     RelayCore& core, std::uint64_t now_ns);

    std::map<std::uint32_t, Publisher> publishers_;  ///< by subscriber
    std::optional<model::RelayPublisherStats> ended_;
};

}  // namespace farfield::net::relay
