#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "relay/sockets/file_descriptor.h"
#include "relay/sockets/input_health.h"
#include "relay/sockets/shard_set.h"

namespace farfield::net::relay {

/// Is told by the system when an interface of this network namespace, or one of its addresses, appears,
/// disappears or changes (rtnetlink). Threads: one.
class InterfaceWatch {
public:
    /// Throws SocketError when the system provides no such socket.
    InterfaceWatch();

    /// True when anything changed since the last call. Does not wait.
    [[nodiscard]] bool has_changed() noexcept;

private:
    FileDescriptor socket_;
};

/// Keeps the groups of inputs joined while interfaces disappear, return and change, and while a network
/// forgets memberships. Threads: the core's.
class InputWatch {
public:
    using Time = InputHealth::Time;

    /// State of an input.
    struct State {
        std::uint32_t input = 0;
        bool is_up = true;
        std::string message = {};  ///< reason for which it is down, or its silence
        friend bool operator==(const State&, const State&) = default;
    };

    explicit InputWatch(ShardSet& shards) : shards_{shards} {}

    /// what: name of the groups, for messages. interface: name or address; empty: the system chose one.
    void add(std::uint32_t input, std::string what, const std::string& interface, Time now);
    /// Joins groups again where needed. Returns the states that have changed since the last call.
    [[nodiscard]] std::vector<State> look(Time now);

private:
    struct Watched {
        explicit Watched(Time now) : health(now) {}
        State state;
        std::string what, interface;
        std::optional<Interface> known;  ///< the last known interface; nullopt: it was missing
        InputHealth health;
    };

    [[nodiscard]] static bool has_changed(Watched& watched);
    void look_at(Watched& watched, bool changed, Time now);

    ShardSet& shards_;
    InterfaceWatch interfaces_;
    std::vector<Watched> watched_;
};

}  // namespace farfield::net::relay
