#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "model/calls/relay.h"
#include "relay/core/message.h"
#include "relay/sockets/shard_set.h"

namespace farfield::net::relay {

/// Counts malformed PDUs of datagrams that were taken, and describes them for the log, at most once a
/// second. Threads: one at a time.
class MalformedLog {
public:
    /// Counts malformed PDUs of a datagram from this address.
    void note(std::uint32_t input, std::uint32_t pdus, const Endpoint& from);
    [[nodiscard]] std::uint64_t pdus(std::uint32_t input) const { return pdus_[input]; }

    /// Calls warn with a line for each input that had malformed datagrams or PDUs since the last line.
    void write(std::uint64_t now_ns, std::span<const model::RelayInput> inputs, ShardSet& shards,
               const std::function<void(const std::string& text)>& warn);

private:
    std::array<std::uint64_t, max_inputs> pdus_{};
    std::array<Endpoint, max_inputs> from_{};  ///< origin of the last malformed PDU
    std::array<std::uint64_t, max_inputs> said_datagrams_{}, said_pdus_{};
    std::uint64_t due_ns_ = 0;
};

}  // namespace farfield::net::relay
