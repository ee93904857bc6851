#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "net/relay/sockets/input_health.h"
#include "net/relay/sockets/interface_watch.h"
#include "net/relay/sockets/shard_set.h"

namespace farfield::net::relay {

/// Keeps the groups of inputs joined while interfaces go, come and change, and while a network forgets
/// memberships. Threads: the core's.
class InputWatch {
public:
    using Time = InputHealth::Time;

    /// What is known of an input.
    struct State {
        std::uint32_t input = 0;
        bool is_up = true;
        std::string message = {};  ///< why it is down, or that it is silent
        friend bool operator==(const State&, const State&) = default;
    };

    explicit InputWatch(ShardSet& shards) : shards_{shards} {}

    /// what: the groups, for messages. interface: by name or address; empty: the system chose one.
    void add(std::uint32_t input, std::string what, const std::string& interface, Time now);
    /// Joins what has to be joined again. Returns the states that are others than at the last call.
    [[nodiscard]] std::vector<State> look(Time now);

private:
    struct Watched {
        explicit Watched(Time now) : health(now) {}
        State state;
        std::string what, interface;
        std::optional<Interface> known;  ///< the interface as it was; nothing: it was not there
        InputHealth health;
    };

    [[nodiscard]] static bool has_changed(Watched& watched);
    void look_at(Watched& watched, bool changed, Time now);

    ShardSet& shards_;
    InterfaceWatch interfaces_;
    std::vector<Watched> watched_;
};

}  // namespace farfield::net::relay
