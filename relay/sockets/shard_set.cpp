#include "relay/sockets/shard_set.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "model/fields/errors.h"

namespace farfield::net::relay {

namespace {
void join_single(MulticastSocket& socket, Ipv4 group, const Interface& on)
{
    if (socket.join(group, on) == MulticastSocket::Joined::Full)
        throw SocketError("cannot join group " + to_text(group) +
                          ": the system refuses any membership; sysctl net.ipv4.igmp_max_memberships "
                          "allows more");
}
}  // namespace

ShardSet::ShardSet(std::size_t count, const Classifier& classify, const std::function<void()>& wake,
                   std::size_t slots)
    : inputs_(max_socket_inputs)
{
    if (count > max_shards) throw model::LimitError("max_shards", max_shards, count);
    if (count == 0) throw std::invalid_argument("shards: expected 1 to 6, found 0");
    for (std::size_t i = 0; i < count; ++i) shards_.push_back(std::make_unique<Shard>(classify, wake, slots));
}

std::size_t ShardSet::least_busy() const
{
    const auto now = std::chrono::steady_clock::now();
    const auto load_of = [&](std::size_t index) {
        std::size_t joined = 0;
        for (const auto& input : inputs_)
            if (input && input->by_shard[index]) joined += input->by_shard[index]->joined();
        return std::pair(shards_[index]->in_last_second(now), joined);
    };
    std::size_t best = 0;
    auto best_load = load_of(0);
    for (std::size_t i = 1; i < shards_.size(); ++i)
        if (const auto load = load_of(i); load < best_load) {
            best = i;
            best_load = load;
        }
    return best;
}

std::size_t ShardSet::open(std::uint32_t input, const SocketSettings& settings, Ipv4 group,
                           const Interface& on)
{
    auto socket = std::make_shared<MulticastSocket>(settings);
    if (group != 0) join_single(*socket, group, on);
    const auto index = least_busy();
    shards_[index]->add(socket, input);
    if (group != 0) singles_.push_back({input, std::move(socket), group, on});
    return index;
}

void ShardSet::open_groups(std::uint32_t input, const GroupRange& range)
{
    GroupInput groups{checked_range(range), {}};
    groups.by_shard.resize(shards_.size());
    inputs_.at(input) = std::move(groups);
}

const ShardSet::GroupInput& ShardSet::groups_of(std::uint32_t input) const
{
    const auto& found = inputs_.at(input);
    if (!found) throw std::invalid_argument("input " + std::to_string(input) + " has no groups");
    return *found;
}

GroupSockets& ShardSet::sockets_of(GroupInput& input, std::uint32_t number, std::size_t shard)
{
    auto& sockets = input.by_shard[shard];
    if (!sockets)
        sockets = std::make_unique<GroupSockets>(
            input.range,
            [target = shards_[shard].get(), number](std::shared_ptr<const MulticastSocket> socket) {
                target->add(std::move(socket), number);
            });
    return *sockets;
}

GroupSockets* ShardSet::holder_of(const GroupInput& input, std::uint32_t group) const
{
    if (group >= input.range.count) return nullptr;
    const auto holds = [&](const auto& sockets) { return sockets && sockets->holds(group); };
    const auto found = std::ranges::find_if(input.by_shard, holds);
    return found == input.by_shard.end() ? nullptr : found->get();
}

void ShardSet::use(std::uint32_t input, std::uint32_t group)
{
    auto* holder = holder_of(groups_of(input), group);
    auto& groups = *inputs_[input];
    auto& sockets = holder != nullptr ? *holder : sockets_of(groups, input, least_busy());
    sockets.use(group);
    groups.range.port = sockets.port();  // chosen by the system with the first socket, then one for all
}

void ShardSet::release(std::uint32_t input, std::uint32_t group, GroupSockets::Time now)
{
    if (auto* holder = holder_of(groups_of(input), group)) holder->release(group, now);
}

std::size_t ShardSet::leave_unused(GroupSockets::Time now)
{
    std::size_t left = 0;
    for (auto& input : inputs_)
        for (std::size_t i = 0; input && i < input->by_shard.size(); ++i)
            if (input->by_shard[i]) left += input->by_shard[i]->leave_unused(now);
    return left;
}

void ShardSet::rejoin(std::uint32_t input)
{
    const auto as_now = [](const Interface& on) { return on.name.empty() ? on : find_interface(on.name); };
    for (auto& single : singles_) {
        if (single.input != input) continue;
        const auto before = std::exchange(single.on, as_now(single.on));
        single.socket->leave(single.group, before);
        join_single(*single.socket, single.group, single.on);
    }
    auto& groups = inputs_.at(input);
    if (!groups) return;
    groups->range.on = as_now(groups->range.on);
    for (const auto& sockets : groups->by_shard)
        if (sockets) sockets->rejoin(groups->range.on);
}

bool ShardSet::hears(std::uint32_t input) const
{
    return input >= inputs_.size() || !inputs_[input] || joined(input) > 0;
}

std::size_t ShardSet::joined(std::uint32_t input) const
{
    std::size_t sum = 0;
    for (const auto& sockets : groups_of(input).by_shard) sum += sockets ? sockets->joined() : 0;
    return sum;
}

std::uint16_t ShardSet::port(std::uint32_t input) const
{
    return groups_of(input).range.port;
}

InputCounters ShardSet::counters(std::uint32_t input)
{
    InputCounters sum;
    for (const auto& shard : shards_) sum += shard->counters(input);
    return sum;
}

}  // namespace farfield::net::relay
