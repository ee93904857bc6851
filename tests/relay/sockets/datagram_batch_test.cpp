#include "relay/sockets/datagram_batch.h"

#include <numeric>

#include "net/message/clock.h"
#include "tests/catch.h"
#include "tests/relay/sockets/loopback.h"

using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {
/// A socket on the loopback with a small buffer, and how it is written to.
struct LoopbackPair {
    explicit LoopbackPair(std::size_t buffer_bytes = receive_buffer_bytes, bool joins_segments = true)
        : socket(settings(buffer_bytes, joins_segments)), sender(sender_on_loopback(socket.bound()))
    {}
    static SocketSettings settings(std::size_t buffer_bytes, bool joins_segments)
    {
        SocketSettings settings;
        settings.bind.address = loopback_ipv4;
        settings.shares_port = false;
        settings.buffer_bytes = buffer_bytes;
        settings.joins_segments = joins_segments;
        return settings;
    }
    MulticastSocket socket;
    DatagramSender sender;
};

/// What several receive() brought together.
struct Collected {
    std::vector<std::vector<std::byte>> datagrams = {};
    std::uint32_t drops = 0;

    void all_of(DatagramBatch& batch, const MulticastSocket& socket)
    {
        for (bool is_drained = false; !is_drained;) {
            const auto received = batch.receive(socket, [this](const Datagram& datagram) {
                datagrams.emplace_back(datagram.bytes.begin(), datagram.bytes.end());
            });
            drops = received.drops.value_or(drops);
            is_drained = received.is_drained;
        }
    }
};
}  // namespace

TEST_CASE("DatagramBatch::receive: datagrams come in order, whole, with source, destination and time",
          "[batch]")
{
    LoopbackPair pair;
    DatagramBatch batch;
    const auto before = now_ns();
    for (std::uint32_t i = 0; i < 200; ++i) REQUIRE(send_numbered(pair.sender, 1, 4 + i, i) == 1);
    std::uint32_t next = 0;
    std::size_t wrong = 0;
    const auto take = [&](const Datagram& datagram) {
        wrong += number_in(datagram.bytes) != next || datagram.bytes.size() != 4 + next;
        wrong += datagram.from != pair.sender.own() || datagram.to != loopback_ipv4;
        // The kernel's clock and this program's, which goes on evenly, may drift apart a little.
        constexpr std::uint64_t drift = 1'000'000;
        wrong += datagram.arrival_ns + drift < before || datagram.arrival_ns > now_ns() + drift;
        ++next;
    };
    CHECK(batch.receive(pair.socket, take).datagrams == DatagramBatch::most);
    while (!batch.receive(pair.socket, take).is_drained) {
    }
    CHECK(next == 200);
    CHECK(wrong == 0);
}

TEST_CASE("DatagramBatch::receive: an empty socket is drained, an empty datagram is one", "[batch]")
{
    LoopbackPair pair;
    DatagramBatch batch;
    std::size_t bytes = 1;
    const auto take = [&](const Datagram& datagram) { bytes = datagram.bytes.size(); };
    CHECK(batch.receive(pair.socket, take).is_drained);
    const std::span<const std::byte> nothing;
    REQUIRE(pair.sender.send({&nothing, 1}) == 1);
    CHECK(batch.receive(pair.socket, take).datagrams == 1);
    CHECK(bytes == 0);
}

TEST_CASE("DatagramSender::send_segments: one buffer arrives as datagrams of one size and a rest", "[batch]")
{
    const bool joins_segments = GENERATE(true, false);
    LoopbackPair pair(receive_buffer_bytes, joins_segments);
    DatagramBatch batch;
    std::vector<std::byte> sent(150 * 500 + 7);
    for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<std::byte>(i * 31 % 251);
    REQUIRE(pair.sender.send_segments(sent, 150) == 501);
    Collected collected;
    collected.all_of(batch, pair.socket);
    REQUIRE(collected.datagrams.size() == 501);
    std::vector<std::byte> joined;
    for (std::size_t i = 0; i < 500; ++i) CHECK(collected.datagrams[i].size() == 150);
    CHECK(collected.datagrams.back().size() == 7);
    for (const auto& each : collected.datagrams) joined.insert(joined.end(), each.begin(), each.end());
    CHECK(joined == sent);
}

TEST_CASE("DatagramSender::send_segments: the longest datagram passes, sizes beyond are refused", "[batch]")
{
    LoopbackPair pair;
    DatagramBatch batch;
    const std::vector<std::byte> longest(DatagramSender::most_bytes);
    REQUIRE(pair.sender.send_segments(longest, longest.size()) == 1);
    Collected collected;
    collected.all_of(batch, pair.socket);
    REQUIRE(collected.datagrams.size() == 1);
    CHECK(collected.datagrams.front() == longest);
    CHECK_THROWS_AS(pair.sender.send_segments(longest, 0), std::invalid_argument);
    CHECK_THROWS_AS(pair.sender.send_segments(longest, longest.size() + 1), std::invalid_argument);
}

TEST_CASE("DatagramBatch: drops of the system are what was sent less what was received", "[batch]")
{
    LoopbackPair pair(16'384);
    DatagramBatch batch;
    REQUIRE(send_numbered(pair.sender, 1000, 150) == 1000);
    Collected collected;
    collected.all_of(batch, pair.socket);
    const auto dropped = 1000 - collected.datagrams.size();
    REQUIRE(dropped > 0);
    CHECK(pair.socket.drops() == dropped);
    // The figure that datagrams carry is that of their own queueing: exact with the first one after.
    REQUIRE(send_numbered(pair.sender, 1, 150) == 1);
    collected.all_of(batch, pair.socket);
    CHECK(collected.drops == dropped);
}

TEST_CASE("DatagramBatch::receive: a socket for groups passes over unicast, and counts it", "[batch]")
{
    SocketSettings settings;
    settings.only_multicast = true;
    MulticastSocket socket(settings);
    DatagramBatch batch;
    REQUIRE(socket.join(test_group(10), find_interface("lo")) == MulticastSocket::Joined::Done);
    auto unicast = sender_on_loopback({loopback_ipv4, socket.bound().port});
    auto multicast = sender_on_loopback({test_group(10), socket.bound().port});
    REQUIRE(send_numbered(unicast, 3, 20) == 3);
    REQUIRE(send_numbered(multicast, 2, 20) == 2);
    std::size_t to_group = 0;
    const auto received =
        batch.receive(socket, [&](const Datagram& datagram) { to_group += datagram.to == test_group(10); });
    CHECK(received.datagrams == 2);
    CHECK(received.strays == 3);
    CHECK(to_group == 2);
}
