#include "relay/sockets/group_sockets.h"

#include "model/fields/errors.h"
#include "tests/catch.h"
#include "tests/relay/sockets/loopback.h"

using namespace farfield;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;
using std::chrono::milliseconds;

namespace {
constexpr Ipv4 many_groups = 239U << 24 | 254U << 16;  // 239.254.0.0 and what follows

/// Groups on lo, and the sockets that were opened for them.
struct LoopbackGroups {
    explicit LoopbackGroups(std::uint32_t count)
        : groups(
              {many_groups, count, 0, find_interface("lo")},
              [this](std::shared_ptr<const MulticastSocket> socket) { opened.push_back(std::move(socket)); })
    {}

    void use_all(std::uint32_t count)
    {
        for (std::uint32_t i = 0; i < count; ++i) groups.use(i);
    }
    /// Sends one datagram to each of the groups. Returns how many arrived at all sockets together.
    std::size_t arrived_of(std::uint32_t count)
    {
        for (std::uint32_t i = 0; i < count; ++i) {
            auto sender = sender_on_loopback({many_groups + i, groups.port()});
            send_numbered(sender, 1, 20, i);
        }
        std::size_t arrived = 0;
        for (const auto& socket : opened) arrived += batch.receive(*socket, [](const Datagram&) {}).datagrams;
        return arrived;
    }

    std::vector<std::shared_ptr<const MulticastSocket>> opened = {};
    DatagramBatch batch;
    GroupSockets groups;
};

GroupSockets::Time at(int ms)
{
    return GroupSockets::Time(milliseconds(ms));
}
}  // namespace

TEST_CASE("GroupSockets::use: twenty groups a socket, then another socket of the same port", "[groups]")
{
    LoopbackGroups loopback(64);
    loopback.use_all(20);
    CHECK(loopback.groups.sockets() == 1);
    loopback.groups.use(20);
    CHECK(loopback.groups.sockets() == 2);
    REQUIRE(loopback.opened.size() == 2);
    CHECK(loopback.opened[0]->bound().port == loopback.opened[1]->bound().port);
    CHECK(loopback.arrived_of(64) == 21);  // each joined group once, no other
}

TEST_CASE("GroupSockets: a group is left two seconds after its last user, not before", "[groups]")
{
    LoopbackGroups loopback(4);
    loopback.groups.use(1);
    loopback.groups.use(1);
    loopback.groups.release(1, at(0));
    CHECK(loopback.groups.leave_unused(at(60'000)) == 0);  // one user is left
    loopback.groups.release(1, at(60'000));
    CHECK(loopback.groups.leave_unused(at(61'999)) == 0);
    CHECK(loopback.arrived_of(4) == 1);
    CHECK(loopback.groups.leave_unused(at(62'000)) == 1);
    CHECK_FALSE(loopback.groups.holds(1));
    CHECK(loopback.arrived_of(4) == 0);
}

TEST_CASE("GroupSockets: a group used again within two seconds stays, and its time begins anew", "[groups]")
{
    LoopbackGroups loopback(4);
    loopback.groups.use(2);
    loopback.groups.release(2, at(0));
    loopback.groups.use(2);
    CHECK(loopback.groups.leave_unused(at(5000)) == 0);
    loopback.groups.use(3);
    loopback.groups.release(3, at(5000));
    loopback.groups.use(3);
    loopback.groups.release(3, at(6500));
    CHECK(loopback.groups.leave_unused(at(7000)) == 0);
    CHECK(loopback.groups.leave_unused(at(8500)) == 1);
    CHECK(loopback.groups.holds(2));
    CHECK(loopback.groups.joined() == 1);
}

TEST_CASE("GroupSockets: places of groups that were left are taken before another socket", "[groups]")
{
    LoopbackGroups loopback(64);
    loopback.use_all(40);
    for (std::uint32_t i = 0; i < 10; ++i) loopback.groups.release(i, at(0));
    CHECK(loopback.groups.leave_unused(at(2000)) == 10);
    for (std::uint32_t i = 40; i < 50; ++i) loopback.groups.use(i);
    CHECK(loopback.groups.sockets() == 2);
    CHECK(loopback.groups.joined() == 40);
}

TEST_CASE("GroupSockets: a released group without users, or an unknown one, changes nothing", "[groups]")
{
    LoopbackGroups loopback(4);
    loopback.groups.release(0, at(0));
    CHECK(loopback.groups.leave_unused(at(9000)) == 0);
    CHECK_THROWS_WITH(loopback.groups.use(4), ContainsSubstring("group 4: expected less than 4"));
}

TEST_CASE("GroupSockets::rejoin: the groups that are joined stay so, and no other is joined", "[groups]")
{
    LoopbackGroups loopback(64);
    loopback.use_all(21);
    loopback.groups.rejoin(find_interface("lo"));
    CHECK(loopback.groups.joined() == 21);
    CHECK(loopback.arrived_of(64) == 21);
}

TEST_CASE("GroupSockets: 2,048 groups are joined by an ordinary user, and each is heard once", "[groups]")
{
    const auto body = []() -> std::string {
        LoopbackGroups loopback(2048);
        loopback.use_all(2048);
        if (loopback.groups.joined() != 2048) return "joined " + std::to_string(loopback.groups.joined());
        const auto arrived = loopback.arrived_of(2048);
        return arrived == 2048 ? std::string() : "arrived " + std::to_string(arrived);
    };
    const auto found = in_child(as_ordinary_user, body);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("GroupSockets: fewer memberships a socket are made up by more sockets, none is named", "[groups]")
{
    const auto body = []() -> std::string {
        if (!write_sysctl("net/ipv4/igmp_max_memberships", 5)) return "skipped: the sysctl cannot be set";
        LoopbackGroups loopback(64);
        loopback.use_all(11);
        if (loopback.groups.sockets() != 3) return std::to_string(loopback.groups.sockets()) + " sockets";
        if (loopback.arrived_of(64) != 11) return "not each group heard once";
        write_sysctl("net/ipv4/igmp_max_memberships", 0);
        try {
            loopback.use_all(64);
        } catch (const SocketError& error) {
            const std::string text = error.what();
            const bool names = text.find("net.ipv4.igmp_max_memberships") != std::string::npos &&
                               text.find("net.core.optmem_max") != std::string::npos &&
                               text.find("after 11 groups on 4 sockets") != std::string::npos;
            return names ? std::string() : text;
        }
        return "joined although no membership is allowed";
    };
    const auto found = in_child(in_own_network, body);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("checked_range: max_groups is named, and groups must be multicast addresses", "[groups]")
{
    const auto lo = find_interface("lo");
    CHECK_NOTHROW(checked_range({many_groups, max_groups, 3000, lo}));
    CHECK_THROWS_AS(checked_range({many_groups, max_groups + 1, 3000, lo}), model::LimitError);
    CHECK_THROWS_WITH(checked_range({many_groups, max_groups + 1, 3000, lo}),
                      ContainsSubstring("max_groups"));
    CHECK_THROWS_WITH(checked_range({loopback_ipv4, 1, 3000, lo}), ContainsSubstring("127.0.0.1/1"));
    CHECK_THROWS_AS(checked_range({many_groups, 0, 3000, lo}), SocketError);
    CHECK_THROWS_AS(checked_range({0xefffffffU, 2, 3000, lo}), SocketError);
    CHECK_NOTHROW(checked_range({0xefffffffU, 1, 3000, lo}));
}
