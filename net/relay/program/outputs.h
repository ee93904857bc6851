#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/calls/relay.h"
#include "model/calls/relay_stats.h"
#include "net/relay/message.h"
#include "net/relay/program/dis_output.h"
#include "net/relay/program/sent_messages.h"

namespace farfield::net::relay {

/// The outputs of a relay, opened as they were asked for, and what of it may not come in again: what an
/// output sent is known by its address and port, and by its sources where it comes back from another one.
/// Threads: as the members say.
class Outputs {
public:
    /// One that was opened.
    struct Open {
        std::unique_ptr<DisOutput> sender;
        std::uint32_t same_inputs = 0;  ///< a bit each: inputs of the same group
        std::size_t place = 0;          ///< in list()
    };

    /// specs: `dis:...`; inputs: of the relay, opened. Throws SpecError for a text that is no output; one
    /// that cannot be opened is only listed.
    Outputs(std::span<const std::string> specs, std::span<const model::RelayInput> inputs,
            std::size_t mtu_bytes, const JsonEntitiesSettings& lines);

    [[nodiscard]] std::span<const Open> open() const { return open_; }
    [[nodiscard]] const std::vector<model::RelayOutput>& list() const { return list_; }
    /// Before the outputs start.
    void set_subscriber(const Open& output, std::uint32_t subscriber)
    {
        list_[output.place].subscriber = subscriber;
    }

    /// Whether a datagram from there is one of an output. Any thread.
    [[nodiscard]] bool is_own(const Endpoint& from) const;
    /// Whether a message that came by this input is one that an output of the same group had sent. Any
    /// thread.
    [[nodiscard]] bool has_sent(const Message& message) const;
    /// True for a message from a socket or a peer that an output has sent, or a peer was given, lately:
    /// another relay sends it back. Any thread.
    [[nodiscard]] bool comes_back(const Message& message);
    /// Tells that peers are given a message: another relay may send it back. Any thread.
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
