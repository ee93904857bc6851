#include "relay/sockets/multicast_socket.h"

#include <netinet/udp.h>

#include "tests/catch.h"
#include "tests/relay/sockets/loopback.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;
using Joined = MulticastSocket::Joined;

namespace {
int option_of(const MulticastSocket& socket, int level, int option)
{
    int value = -1;
    socklen_t length = sizeof value;
    ::getsockopt(socket.descriptor(), level, option, &value, &length);
    return value;
}

/// Reads until all have come that were sent. Returns how many there are.
std::size_t drain(DatagramBatch& batch, const MulticastSocket& socket, std::size_t expected)
{
    std::size_t count = 0;
    while (count < expected && has_datagrams(socket))
        count += batch.receive(socket, [](const Datagram&) {}).datagrams;
    return count + batch.receive(socket, [](const Datagram&) {}).datagrams;
}
}  // namespace

TEST_CASE("MulticastSocket: hears no group that it has not joined, counts drops and knows times", "[socket]")
{
    const MulticastSocket socket({});
    CHECK(option_of(socket, IPPROTO_IP, IP_MULTICAST_ALL) == 0);
    CHECK(option_of(socket, SOL_SOCKET, SO_RXQ_OVFL) == 1);
    CHECK(option_of(socket, SOL_SOCKET, SO_TIMESTAMPNS) == 1);
    CHECK(option_of(socket, IPPROTO_UDP, UDP_GRO) == (socket.joins_segments() ? 1 : 0));
    CHECK(socket.bound().port != 0);
}

TEST_CASE("MulticastSocket: says which buffer it got, with the sysctl when it is smaller", "[socket]")
{
    const MulticastSocket socket({});
    CHECK(option_of(socket, SOL_SOCKET, SO_RCVBUF) == static_cast<int>(2 * socket.buffer_bytes()));
    CHECK(socket.buffer_remark().empty() == (socket.buffer_bytes() >= receive_buffer_bytes));

    const auto body = []() -> std::string {
        SocketSettings settings;
        settings.buffer_bytes = std::size_t{1} << 30;
        const MulticastSocket limited(settings);
        if (limited.buffer_bytes() >= settings.buffer_bytes) return "skipped: the system allows 1 GiB";
        const auto& remark = limited.buffer_remark();
        return remark.find("net.core.rmem_max") != std::string::npos ? std::string() : "remark: " + remark;
    };
    const auto found = in_child(as_ordinary_user, body);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("MulticastSocket::join: on lo a joined group is heard, and after leave() no more", "[socket]")
{
    MulticastSocket socket({});
    DatagramBatch batch;
    const auto lo = find_interface("lo");
    const auto group = test_group(1);
    auto sender = sender_on_loopback({group, socket.bound().port});
    REQUIRE(socket.join(group, lo) == Joined::Done);
    REQUIRE(send_numbered(sender, 10, 150) == 10);
    CHECK(drain(batch, socket, 10) == 10);
    socket.leave(group, lo);
    REQUIRE(send_numbered(sender, 10, 150) == 10);
    CHECK(drain(batch, socket, 0) == 0);  // sending over lo queues before it returns
}

TEST_CASE("MulticastSocket::join: joining a joined group again keeps it joined", "[socket]")
{
    MulticastSocket socket({});
    DatagramBatch batch;
    const auto lo = find_interface("lo");
    auto sender = sender_on_loopback({test_group(2), socket.bound().port});
    REQUIRE(socket.join(test_group(2), lo) == Joined::Done);
    REQUIRE(socket.join(test_group(2), lo) == Joined::Done);
    REQUIRE(send_numbered(sender, 3, 150) == 3);
    CHECK(drain(batch, socket, 3) == 3);
}

TEST_CASE("MulticastSocket: a group that another socket of the same port joined is not received", "[socket]")
{
    MulticastSocket quiet({});
    SocketSettings settings;
    settings.bind = quiet.bound();
    MulticastSocket flooded(settings);
    const auto lo = find_interface("lo");
    DatagramBatch batch;
    REQUIRE(quiet.join(test_group(3), lo) == Joined::Done);
    REQUIRE(flooded.join(test_group(4), lo) == Joined::Done);
    auto flood = sender_on_loopback({test_group(4), quiet.bound().port});
    REQUIRE(send_numbered(flood, 500, 150) == 500);
    CHECK(drain(batch, flooded, 500) == 500);
    CHECK(drain(batch, quiet, 0) == 0);
    CHECK(quiet.drops() == 0);
}

TEST_CASE("MulticastSocket::join: the twenty-first group finds the socket full where the system says 20",
          "[socket]")
{
    const auto body = []() -> std::string {
        if (!write_sysctl("net/ipv4/igmp_max_memberships", 20)) return "skipped: the sysctl cannot be set";
        MulticastSocket socket({});
        const auto lo = find_interface("lo");
        for (std::uint32_t i = 0; i < groups_per_socket; ++i)
            if (socket.join(test_group(i), lo) != Joined::Done)
                return "group " + std::to_string(i) + " refused";
        if (socket.join(test_group(20), lo) != Joined::Full) return "group 20 joined";
        socket.leave(test_group(0), lo);
        return socket.join(test_group(20), lo) == Joined::Done ? std::string() : "no room after leave()";
    };
    const auto found = in_child(in_own_network, body);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("MulticastSocket: a taken port is named", "[socket]")
{
    SocketSettings settings;
    settings.bind.address = loopback_ipv4;
    settings.shares_port = false;
    const MulticastSocket first(settings);
    settings.bind = first.bound();
    CHECK_THROWS_WITH(MulticastSocket(settings),
                      ContainsSubstring("cannot bind UDP " + to_text(first.bound())) &&
                          ContainsSubstring("in use"));
}

TEST_CASE("MulticastSocket: an address of no interface is refused with the ones there are", "[socket]")
{
    SocketSettings settings;
    settings.bind.address = 0xc6336407U;  // 198.51.100.7, kept for documents
    CHECK_THROWS_WITH(MulticastSocket(settings),
                      ContainsSubstring("198.51.100.7") && ContainsSubstring("lo (127.0.0.1)"));
}

TEST_CASE("MulticastSocket::join: no group, or no route, is an error with the interfaces that would do",
          "[socket]")
{
    MulticastSocket socket({});
    CHECK_THROWS_WITH(socket.join(loopback_ipv4, find_interface("lo")),
                      ContainsSubstring("127.0.0.1 on interface 'lo'") && ContainsSubstring("would do: lo"));
    const auto body = []() -> std::string {
        MulticastSocket alone({});
        try {
            static_cast<void>(alone.join(test_group(5), {}));
        } catch (const SocketError& error) {
            const std::string expected = "cannot join group 239.255.77.5: no route for multicast; interfaces "
                                         "that would do: lo (127.0.0.1)";
            return error.what() == expected ? std::string() : error.what();
        }
        return "joined without a route";
    };
    const auto found = in_child(in_own_network, body);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("MulticastSocket: a socket of one device does not hear what comes over another", "[socket]")
{
    SocketSettings settings;
    settings.device = find_interface("lo").index;
    const MulticastSocket socket(settings);
    DatagramBatch batch;
    auto sender = sender_on_loopback({loopback_ipv4, socket.bound().port});
    REQUIRE(send_numbered(sender, 2, 20) == 2);
    CHECK(drain(batch, socket, 2) == 2);
    settings.device = 1'000'000;
    CHECK_THROWS_WITH(MulticastSocket(settings),
                      ContainsSubstring("1000000") && ContainsSubstring("would do"));
}
