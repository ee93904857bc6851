#pragma once

#include <cstdint>
#include <vector>

#include "bench/relay/network/child_process.h"
#include "bench/relay/network/receivers.h"

namespace farfield::net::relay {

/// A host of the bench's networks, or the router that represents the wide area: it sends states of entities
/// with exponential gaps, and counts the messages that it receives.
struct TopologyHostSettings {
    std::uint16_t port = 0;              ///< receiving port on the loopback interface; 0: it does not receive
    std::vector<std::uint16_t> to = {};  ///< each entity's states go to one of these ports
    double rate = 0.0;                   ///< messages a second
    std::uint16_t site = 1;              ///< site of its entities
    std::uint32_t entities = 20;
};

/// A topology host in a process of its own. Threads: one.
class TopologyHost {
public:
    explicit TopologyHost(const TopologyHostSettings& settings);

    void begin(double seconds) { process_.send({{"seconds", seconds}}); }
    /// Messages sent since begin(); waits until all are sent.
    [[nodiscard]] std::uint64_t finish() { return process_.receive().at("sent").get<std::uint64_t>(); }

    /// Counts of received messages, and their ages since they were sent.
    [[nodiscard]] const ReceiverCounts& counts() const { return *counts_; }
    [[nodiscard]] double cpu_seconds() const { return process_.cpu_seconds(); }

private:
    SharedMemory<ReceiverCounts> counts_;
    ChildProcess process_;
};

}  // namespace farfield::net::relay
