#include "relay/sockets/shard_set.h"

#include "model/fields/errors.h"
#include "tests/catch.h"
#include "tests/relay/sockets/shard_fixture.h"

using namespace farfield;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {
constexpr Ipv4 set_groups = 239U << 24 | 253U << 16;

GroupRange range_on_loopback(std::uint32_t count)
{
    return {set_groups, count, 0, find_interface("lo")};
}
}  // namespace

TEST_CASE("ShardSet: groups of silent shards are spread evenly, and all of one port", "[shards]")
{
    Wakes wakes;
    ShardSet set(3, judge_last_byte, wakes.handler());
    set.open_groups(2, range_on_loopback(60));
    CHECK(set.port(2) == 0);
    for (std::uint32_t i = 0; i < 60; ++i) set.use(2, i);
    CHECK(set.joined(2) == 60);
    auto unicast = sender_on_loopback({loopback_ipv4, set.port(2)});
    send_marked(unicast, 3, 0);  // to one of the sockets, before anything else
    for (std::uint32_t i = 0; i < 60; ++i) {
        auto sender = sender_on_loopback({set_groups + i, set.port(2)});
        send_marked(sender, 1, 0);
    }
    for (std::size_t i = 0; i < 3; ++i) CHECK(take_all(set.shard(i), wakes, 20) == 20);
    CHECK(set.counters(2).received == 60);
    CHECK(set.counters(2).strays == 3);
}

TEST_CASE("ShardSet::use: a group goes to the shard with the fewest messages in the last second", "[shards]")
{
    Wakes wakes;
    ShardSet set(2, judge_last_byte, wakes.handler());
    const auto busy = loopback_socket();
    set.shard(0).add(busy, 0);
    auto to_busy = sender_on_loopback(busy->bound());
    set.open_groups(1, range_on_loopback(8));
    send_marked(to_busy, 1000, 0);
    REQUIRE(take_all(set.shard(0), wakes, 1000) == 1000);
    for (std::uint32_t i = 0; i < 8; ++i) set.use(1, i);  // shard 0 would have half of them by number alone
    for (std::uint32_t i = 0; i < 8; ++i) {
        auto sender = sender_on_loopback({set_groups + i, set.port(1)});
        send_marked(sender, 1, 0);
    }
    CHECK(take_all(set.shard(1), wakes, 8) == 8);
    CHECK(set.shard(0).counters(1).received == 0);
}

TEST_CASE("ShardSet: a group in use stays with its shard, and is left two seconds after its last user",
          "[shards]")
{
    Wakes wakes;
    ShardSet set(2, judge_last_byte, wakes.handler());
    set.open_groups(0, range_on_loopback(4));
    const GroupSockets::Time start{};
    set.use(0, 0);
    set.use(0, 0);
    CHECK(set.joined(0) == 1);
    set.release(0, 0, start);
    set.release(0, 0, start);
    set.release(0, 3, start);  // has no user
    CHECK(set.leave_unused(start + group_linger - std::chrono::milliseconds(1)) == 0);
    CHECK(set.leave_unused(start + group_linger) == 1);
    CHECK(set.joined(0) == 0);
}

TEST_CASE("ShardSet::open: an input of one group is received", "[shards]")
{
    Wakes wakes;
    ShardSet set(2, judge_last_byte, wakes.handler());
    SocketSettings settings;
    // The port of a socket that is closed again: likely free, and shared if it is not.
    const auto port = MulticastSocket(SocketSettings{}).bound().port;
    settings.bind = {set_groups + 100, port};
    const auto index = set.open(5, settings, set_groups + 100, find_interface("lo"));
    auto sender = sender_on_loopback(settings.bind);
    send_marked(sender, 10, 0);
    CHECK(take_all(set.shard(index), wakes, 10) == 10);
    CHECK(set.counters(5).received == 10);
}

TEST_CASE("ShardSet::rejoin: an interface that was down is named, and heard again once it is up", "[shards]")
{
    const auto body = []() -> std::string {
        Wakes wakes;
        ShardSet set(1, judge_last_byte, wakes.handler());
        set.open_groups(0, range_on_loopback(4));
        set.use(0, 1);
        const Ipv4 single = set_groups + 100;
        SocketSettings settings;
        settings.bind = {single, set.port(0)};
        set.open(1, settings, single, find_interface("lo"));
        if (!set_loopback(false)) return "lo cannot be brought down";
        for (const std::uint32_t input : {0U, 1U}) {
            try {
                set.rejoin(input);
                return "joined on an interface that is down";
            } catch (const SocketError& error) {
                if (std::string(error.what()).find("'lo': it is down") == std::string::npos)
                    return error.what();
            }
        }
        if (!set_loopback(true)) return "lo cannot be brought up";
        set.rejoin(0);
        set.rejoin(1);
        auto to_group = sender_on_loopback({set_groups + 1, set.port(0)});
        auto to_single = sender_on_loopback(settings.bind);
        send_marked(to_group, 5, 0);
        send_marked(to_single, 3, 0);
        take_all(set.shard(0), wakes, 8);
        const bool is_heard = set.counters(0).received == 5 && set.counters(1).received == 3;
        return is_heard ? std::string() : "not heard again";
    };
    const auto found = in_child(in_own_network, body);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("ShardSet: one to six shards, and groups only of inputs that have some", "[shards]")
{
    CHECK_THROWS_AS(ShardSet(7, judge_last_byte, [] {}), model::LimitError);
    CHECK_THROWS_AS(ShardSet(0, judge_last_byte, [] {}), std::invalid_argument);
    ShardSet set(1, judge_last_byte, [] {});
    CHECK_THROWS_AS(set.use(0, 0), std::invalid_argument);
    CHECK_THROWS_AS(set.open_groups(0, range_on_loopback(max_groups + 1)), model::LimitError);
}
