#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "relay/sockets/group_sockets.h"
#include "relay/sockets/shard.h"

namespace farfield::net::relay {

inline constexpr std::size_t max_shards = 6;

/// A set of one to six shards, and the distribution of sockets to them. A group is joined through the shard
/// that received the fewest messages in the last second; among equals, through that with the fewest groups.
/// Threads: the core's, which is also the consumer of all rings.
class ShardSet {
public:
    /// count: 1 to max_shards, else model::LimitError (max_shards) or std::invalid_argument. classify and
    /// wake: as for each Shard.
    ShardSet(std::size_t count, const Classifier& classify, const std::function<void()>& wake,
             std::size_t slots = SlotRing::default_slots);

    [[nodiscard]] std::size_t size() const noexcept { return shards_.size(); }
    [[nodiscard]] Shard& shard(std::size_t index) { return *shards_.at(index); }

    /// Opens a socket for an input through the shard with the fewest messages, and joins `group` if it is
    /// not 0. Throws SocketError. Returns the shard's index.
    std::size_t open(std::uint32_t input, const SocketSettings& settings, Ipv4 group = 0,
                     const Interface& on = {});
    /// Declares the groups of an input; none is joined yet. Throws as checked_range().
    void open_groups(std::uint32_t input, const GroupRange& range);

    /// Joins a group of an input, or counts a further user of it. Throws as GroupSockets::use().
    void use(std::uint32_t input, std::uint32_t group);
    void release(std::uint32_t input, std::uint32_t group, GroupSockets::Time now);
    /// Leaves the groups of all inputs without a user for group_linger. Returns their number.
    std::size_t leave_unused(GroupSockets::Time now);

    /// Joins an input's joined groups again, on its present interface: after silence, when the network may
    /// have lost the memberships, or after the interface was away. Throws SocketError when the interface is
    /// unfit; it must then be called again. An interface given only by its index is not looked up.
    void rejoin(std::uint32_t input);

    [[nodiscard]] std::size_t joined(std::uint32_t input) const;  ///< groups of the input, on all shards
    /// True when datagrams could come: a group is joined, or its groups are not joined on demand.
    [[nodiscard]] bool hears(std::uint32_t input) const;
    [[nodiscard]] std::uint16_t
    port(std::uint32_t input) const;  ///< of the input's groups; 0 before the first
    /// Sums over all shards.
    [[nodiscard]] InputCounters counters(std::uint32_t input);

private:
    /// The groups of one input: one entry for each shard; null while the shard has none.
    struct GroupInput {
        GroupRange range;
        std::vector<std::unique_ptr<GroupSockets>> by_shard;
    };

    /// A socket with one group.
    struct SingleGroup {
        std::uint32_t input;
        std::shared_ptr<MulticastSocket> socket;
        Ipv4 group;
        Interface on;
    };

    [[nodiscard]] std::size_t least_busy() const;
    [[nodiscard]] GroupSockets* holder_of(const GroupInput& input, std::uint32_t group) const;
    [[nodiscard]] GroupSockets& sockets_of(GroupInput& input, std::uint32_t number, std::size_t shard);
    [[nodiscard]] const GroupInput& groups_of(std::uint32_t input) const;

    std::vector<std::optional<GroupInput>> inputs_;  ///< by number of the input
    std::vector<SingleGroup> singles_;
    std::vector<std::unique_ptr<Shard>> shards_;
};

}  // namespace farfield::net::relay
