#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "relay/sockets/interface.h"
#include "relay/sockets/multicast_socket.h"

namespace farfield::net::relay {

inline constexpr std::uint32_t max_groups = 4096;  ///< groups of one input
/// Time from the last user's release until a group is left, so that a change of interest costs no join.
inline constexpr std::chrono::seconds group_linger{2};

/// Groups of one port on one interface: base, base + 1, ...
struct GroupRange {
    Ipv4 base = 0;
    std::uint32_t count = 0;  ///< 1 to max_groups
    std::uint16_t port = 0;   ///< 0: the system chooses, once for all groups
    Interface on = {};
};

/// Checks and returns the range. Throws model::LimitError (max_groups) when it is too long, SocketError when
/// it is empty or has an address that is no group's.
const GroupRange& checked_range(const GroupRange& range);

/// Joins groups when they are first used, 20 for each socket, so that no limit of the system needs raising;
/// leaves them 2 s after their last user. Sockets stay for later groups.
/// Threads: one. Time comes from the caller.
class GroupSockets {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Opened = std::function<void(std::shared_ptr<const MulticastSocket>)>;

    /// opened: called with each new socket before its first group is joined. Throws as checked_range().
    GroupSockets(const GroupRange& range, Opened opened);

    /// Joins the group, or counts a further user of it. group: below range.count, else
    /// std::invalid_argument. Throws SocketError, with the sysctl when the system refuses any membership.
    void use(std::uint32_t group);
    /// Removes a user. No effect on a group without users.
    void release(std::uint32_t group, Time now);
    /// Leaves the groups without a user for group_linger. Returns their number.
    std::size_t leave_unused(Time now);
    /// Joins all joined groups again, on their present interface: after silence, when the network may
    /// have lost the memberships, or after the interface was away. Throws SocketError as use().
    void rejoin(const Interface& on);

    /// True while the group is joined: used, or not yet left.
    [[nodiscard]] bool holds(std::uint32_t group) const { return groups_.at(group).socket != none; }
    [[nodiscard]] std::size_t joined() const noexcept { return joined_; }
    [[nodiscard]] std::size_t sockets() const noexcept { return sockets_.size(); }
    [[nodiscard]] std::uint16_t port() const noexcept { return range_.port; }

private:
    static constexpr std::uint32_t none = 0xffffffff;

    struct Group {
        std::uint32_t socket = none;  ///< index of the socket that joined it
        std::uint32_t users = 0;
        Time unused_since = {};
    };
    struct Place {
        std::shared_ptr<MulticastSocket> socket;
        std::size_t groups = 0;
        bool is_full = false;  ///< the system refused before groups_per_socket; until a group is left
    };
    struct Unused {
        std::uint32_t group = none;
        Time since = {};
    };

    [[nodiscard]] Ipv4 address_of(std::uint32_t group) const noexcept { return range_.base + group; }
    [[nodiscard]] std::uint32_t place_with_room();
    void open_socket();
    void join(std::uint32_t group);
    void leave(Group& group, Ipv4 address);
    [[noreturn]] void refuse_membership(std::uint32_t group) const;

    GroupRange range_;
    Opened opened_;
    std::vector<Group> groups_;
    std::vector<Place> sockets_;
    std::deque<Unused> unused_;  ///< in order of time; entries of groups used again are skipped
    std::size_t joined_ = 0;
};

}  // namespace farfield::net::relay
