#include "relay/sockets/group_sockets.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "model/fields/errors.h"

namespace farfield::net::relay {

const GroupRange& checked_range(const GroupRange& range)
{
    if (range.count > max_groups) throw model::LimitError("max_groups", max_groups, range.count);
    const auto last = std::uint64_t{range.base} + range.count - 1;
    if (range.count == 0 || !is_multicast(range.base) || last > 0xefffffffU)
        throw SocketError("groups " + to_text(range.base) + "/" + std::to_string(range.count) +
                          ": expected at least one, all in 224.0.0.0 to 239.255.255.255");
    return range;
}

GroupSockets::GroupSockets(const GroupRange& range, Opened opened)
    : range_(checked_range(range)), opened_(std::move(opened)), groups_(range.count)
{}

void GroupSockets::use(std::uint32_t group)
{
    if (group >= groups_.size())
        throw std::invalid_argument("group " + std::to_string(group) + ": expected less than " +
                                    std::to_string(groups_.size()));
    if (!holds(group)) join(group);
    ++groups_[group].users;
}

void GroupSockets::join(std::uint32_t group)
{
    for (;;) {
        const auto index = place_with_room();
        auto& place = sockets_[index];
        if (place.socket->join(address_of(group), range_.on) == MulticastSocket::Joined::Done) {
            ++place.groups;
            ++joined_;
            groups_[group].socket = index;
            return;
        }
        if (place.groups == 0) refuse_membership(group);
        place.is_full = true;
    }
}

std::uint32_t GroupSockets::place_with_room()
{
    const auto has_room = [](const Place& place) {
        return !place.is_full && place.groups < groups_per_socket;
    };
    const auto found = std::ranges::find_if(sockets_, has_room);
    const auto index = static_cast<std::uint32_t>(found - sockets_.begin());
    if (found == sockets_.end()) open_socket();
    return index;
}

void GroupSockets::open_socket()
{
    SocketSettings settings;
    settings.bind.port = range_.port;
    settings.only_multicast = true;
    auto socket = std::make_shared<MulticastSocket>(settings);
    range_.port = socket->bound().port;
    if (opened_) opened_(socket);
    sockets_.push_back({std::move(socket), 0, false});
}

void GroupSockets::refuse_membership(std::uint32_t group) const
{
    throw SocketError("cannot join group " + to_text(address_of(group)) + " on interface '" + range_.on.name +
                      "' after " + std::to_string(joined_) + " groups on " + std::to_string(sockets_.size()) +
                      " sockets: the system refuses any membership of a new socket; sysctl "
                      "net.ipv4.igmp_max_memberships or net.core.optmem_max allows more");
}

void GroupSockets::release(std::uint32_t group, Time now)
{
    auto& entry = groups_.at(group);
    if (entry.users == 0 || --entry.users != 0) return;
    entry.unused_since = now;
    unused_.push_back({group, now});
}

std::size_t GroupSockets::leave_unused(Time now)
{
    std::size_t left = 0;
    for (; !unused_.empty() && now - unused_.front().since >= group_linger; unused_.pop_front()) {
        const auto [number, since] = unused_.front();
        auto& group = groups_[number];
        if (group.users != 0 || group.socket == none || group.unused_since != since) continue;
        leave(group, address_of(number));
        ++left;
    }
    return left;
}

void GroupSockets::leave(Group& group, Ipv4 address)
{
    auto& place = sockets_[group.socket];
    place.socket->leave(address, range_.on);
    --place.groups;
    place.is_full = false;
    --joined_;
    group.socket = none;
}

void GroupSockets::rejoin(const Interface& on)
{
    const auto before = std::exchange(range_.on, on);
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
        if (!holds(group)) continue;
        auto& socket = *sockets_[groups_[group].socket].socket;
        socket.leave(address_of(group), before);
        if (socket.join(address_of(group), on) == MulticastSocket::Joined::Full) refuse_membership(group);
    }
}

}  // namespace farfield::net::relay
