#include "relay/sockets/input_watch.h"

#include "tests/catch.h"
#include "tests/relay/sockets/shard_fixture.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace std::chrono_literals;

namespace {

constexpr Ipv4 watched_group = 239U << 24 | 253U << 16 | 9U << 8;

/// A watched group on the `lo` of a network of its own.
struct WatchedGroup {
    WatchedGroup()
    {
        set.open_groups(0, {watched_group, 1, 0, find_interface("lo")});
        set.use(0, 0);
        watch.add(0, "239.253.9.0", "lo", start);
    }
    [[nodiscard]] bool receives()
    {
        const auto before = set.counters(0).received;
        auto sender = sender_on_loopback({watched_group, set.port(0)});
        send_marked(sender, 1, 0);
        return take_all(set.shard(0), wakes, 1) == 1 && set.counters(0).received == before + 1;
    }

    static constexpr InputWatch::Time start{};
    Wakes wakes;
    ShardSet set{1, judge_last_byte, wakes.handler()};
    InputWatch watch{set};
};

std::string interface_goes_and_comes()
{
    WatchedGroup group;
    if (!group.watch.look(group.start + 1s).empty()) return "a state changed although nothing did";
    if (!set_loopback(false)) return "lo cannot be brought down";
    const auto down = group.watch.look(group.start + 2s);
    if (down.size() != 1 || down[0].is_up || down[0].message.find("it is down") == std::string::npos)
        return "that lo is down is not noticed";
    if (!set_loopback(true)) return "lo cannot be brought up";
    const auto up = group.watch.look(group.start + 3s);
    if (up.size() != 1 || !up[0].is_up) return "that lo is up again is not noticed";
    return group.receives() ? std::string() : "nothing comes after lo is up again";
}

std::string silence_is_reported()
{
    WatchedGroup group;
    const auto silent = group.watch.look(group.start + 31s);
    if (silent.size() != 1 || silent[0].message != "nothing from 239.253.9.0 for 30 s")
        return "silence is not reported";
    if (!group.watch.look(group.start + 61s).empty()) return "silence is reported twice";
    if (!group.receives()) return "nothing comes after joining again";
    const auto heard = group.watch.look(group.start + 62s);
    return heard.size() == 1 && heard[0].message.empty() ? std::string() : "that it is heard is not reported";
}

}  // namespace

TEST_CASE("InputWatch: an interface that goes and comes takes an input down and up again", "[input_watch]")
{
    const std::string found = in_child(in_own_network, interface_goes_and_comes);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("InputWatch: a group that is silent is joined again, and heard", "[input_watch]")
{
    const std::string found = in_child(in_own_network, silence_is_reported);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("InputWatch: groups that are not joined are not silent", "[input_watch]")
{
    Wakes wakes;
    ShardSet set{1, judge_last_byte, wakes.handler()};
    set.open_groups(0, {watched_group, 64, 0, find_interface("lo")});
    InputWatch watch{set};
    constexpr InputWatch::Time start{};
    watch.add(0, "the groups", "lo", start);
    CHECK(watch.look(start + 31s).empty());
    set.use(0, 5);
    CHECK(watch.look(start + 45s).empty());
    CHECK(watch.look(start + 62s).size() == 1);
}
