#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/calls/relay.h"
#include "model/calls/relay_stats.h"
#include "relay/core/message.h"
#include "relay/service/dis_output.h"
#include "relay/service/sent_messages.h"

namespace farfield::net::relay {

/// The outputs of a relay, opened as configured, and the test for messages that come back: an output's
/// messages are recognised by its address and port, and by their sources when they come back from another
/// one. Threads: as stated for each function.
class Outputs {
public:
    /// An output that was opened.
    struct Open {
        std::unique_ptr<DisOutput> sender;
        std::uint32_t same_inputs = 0;  ///< inputs of the same group, a bit each
        std::size_t place = 0;          ///< index in list()
    };

    /// specs: `dis:...`; inputs: the relay's open ones. Throws SpecError for a malformed text; an output
    /// that cannot be opened is only listed.
    Outputs(std::span<const std::string> specs, std::span<const model::RelayInput> inputs,
            std::size_t mtu_bytes, const JsonEntitiesSettings& lines);

    [[nodiscard]] std::span<const Open> open() const { return open_; }
    [[nodiscard]] const std::vector<model::RelayOutput>& list() const { return list_; }
    /// To be called before the outputs start.
    void set_subscriber(const Open& output, std::uint32_t subscriber)
    {
        list_[output.place].subscriber = subscriber;
    }

    /// True when a datagram from this address is an output's own. Any thread.
    [[nodiscard]] bool is_own(const Endpoint& from) const;
    /// True when an output of the same group had sent a message that came by this input. Any
    /// thread.
    [[nodiscard]] bool has_sent(const Message& message) const;
    /// True for a message from a socket or a peer that an output has sent, or a peer was given, lately:
    /// another relay has sent it back. Any thread.
    [[nodiscard]] bool comes_back(const Message& message);
    /// Records a message that peers are given: another relay may send it back. Any thread.
    void note_passed_on(const Message& message);
    [[nodiscard]] std::vector<model::RelayOutputStats> stats() const;

private:
    void open(const std::string& text, std::span<const model::RelayInput> inputs, std::size_t mtu_bytes);

    JsonEntitiesSettings lines_;
    SentMessages sent_;
    std::vector<model::RelayOutput> list_;
    std::vector<Open> open_;
};

}  // namespace farfield::net::relay
