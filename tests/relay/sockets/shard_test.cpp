#include "relay/sockets/shard.h"

#include <array>

#include "tests/catch.h"
#include "tests/relay/sockets/shard_fixture.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

TEST_CASE("Shard: what is sent to its sockets comes out of the ring, each with its input", "[shard]")
{
    Wakes wakes;
    Shard shard([](auto, auto) { return Verdict::Ordinary; }, wakes.handler());
    const auto first = loopback_socket();
    const auto second = loopback_socket();
    shard.add(first, 3);
    shard.add(second, 31);
    auto to_first = sender_on_loopback(first->bound());
    auto to_second = sender_on_loopback(second->bound());
    REQUIRE(send_numbered(to_first, 300, 40) == 300);
    REQUIRE(send_numbered(to_second, 200, 40) == 200);
    std::array<std::uint32_t, 32> next{};
    std::size_t wrong = 0;
    for (std::size_t taken = 0; taken < 500;) {
        const auto ready = shard.ready();
        for (std::size_t i = 0; i < ready; ++i) {
            const auto& info = shard.info(i);
            const auto& sender = info.input == 3 ? to_first : to_second;
            wrong += info.from != sender.own() || number_in(shard.bytes(i)) != next[info.input]++;
        }
        shard.release(ready);
        taken += ready;
        if (ready == 0) REQUIRE(wakes.semaphore.wait_for(patience));
    }
    CHECK(wrong == 0);
    CHECK(next[3] == 300);
    CHECK(next[31] == 200);
}

TEST_CASE("Shard: received is the sum of malformed, ring and core, and agrees with what was sent", "[shard]")
{
    Wakes wakes;
    CountingClassifier judge(542);  // not asked for datagrams that are too long
    Shard shard(judge.classifier(), wakes.handler(), 100);
    const auto socket = loopback_socket();
    shard.add(socket, 1);
    auto sender = sender_on_loopback(socket->bound());
    send_marked(sender, 500, 0);    // 90 slots are for these
    send_marked(sender, 30, 0xff);  // malformed
    send_marked(sender, 5, 0, max_datagram_bytes + 1);
    send_marked(sender, 12, 0xfe);  // the last 10 slots are for these
    REQUIRE(judge.wait());
    const auto counters = shard.counters(1);
    CHECK(counters.received == 547);
    CHECK(counters.core == 100);
    CHECK(counters.malformed == 35);
    CHECK(counters.ring == 412);
    CHECK(counters.priority_ring == 2);
    CHECK(counters.received == counters.malformed + counters.ring + counters.core);
    CHECK(shard.ready() == 100);
    CHECK(shard.counters(2).received == 0);
}

TEST_CASE("Shard: the consumer is woken once until it looks again", "[shard]")
{
    Wakes wakes;
    CountingClassifier judge(100);
    Shard shard(judge.classifier(), wakes.handler());
    const auto socket = loopback_socket();
    shard.add(socket, 0);
    auto sender = sender_on_loopback(socket->bound());
    send_marked(sender, 100, 0);
    REQUIRE(judge.wait());
    REQUIRE(shard.counters(0).core == 100);
    CHECK(wakes.count == 1);
    CHECK(shard.ready() == 100);
    send_marked(sender, 1, 0);
    CHECK(take_all(shard, wakes, 101) == 101);
    CHECK(wakes.count == 2);
}

TEST_CASE("Shard: what the system drops is exactly what was sent less what was received", "[shard]")
{
    Wakes wakes;
    Shard shard(judge_last_byte, wakes.handler());
    const auto socket = loopback_socket(16'384);
    auto sender = sender_on_loopback(socket->bound());
    send_marked(sender, 2000, 0);  // before any thread reads: the buffer overflows
    shard.add(socket, 0);
    const auto kernel = shard.counters(0).kernel;  // exact before anything else comes
    REQUIRE(kernel > 0);
    REQUIRE(kernel < 2000);
    CHECK(take_all(shard, wakes, 2000 - kernel) == 2000 - kernel);
    send_marked(sender, 1, 0);  // carries the count of drops a second time
    CHECK(take_all(shard, wakes, 1) == 1);
    const auto counters = shard.counters(0);
    CHECK(counters.kernel == kernel);
    CHECK(counters.kernel_joined == 0);
    CHECK(counters.received + counters.kernel == 2001);
}

TEST_CASE("Shard: datagrams queued before the last drops do not bring these a second time", "[shard]")
{
    Wakes wakes;
    Shard shard(judge_last_byte, wakes.handler());
    const auto socket = loopback_socket(16'384);
    auto sender = sender_on_loopback(socket->bound());
    DatagramBatch batch;
    std::size_t read = 0;
    send_marked(sender, 1000, 0);
    for (bool is_drained = false; !is_drained;) {
        const auto received = batch.receive(*socket, [](const Datagram&) {});
        read += received.datagrams;
        is_drained = received.is_drained;
    }
    send_marked(sender, 1000, 0);  // those that find room carry the count of the first drops
    const auto dropped = socket->drops();
    const auto queued = 2000 - read - dropped;
    REQUIRE(queued > 0);
    shard.add(socket, 0);
    CHECK(shard.counters(0).kernel <= dropped);
    CHECK(take_all(shard, wakes, queued) == queued);
    CHECK(shard.counters(0).kernel == dropped);
}

TEST_CASE("Shard: drops of datagrams that the system had joined are named as the least that was dropped",
          "[shard]")
{
    Wakes wakes;
    Shard shard(judge_last_byte, wakes.handler());
    const auto socket = loopback_socket(65'536);
    if (!socket->joins_segments()) return;
    auto sender = sender_on_loopback(socket->bound());
    const std::vector<std::byte> bytes(std::size_t{150} * 64);
    std::size_t sent = 0;
    for (int i = 0; i < 100; ++i) sent += sender.send_segments(bytes, 150);
    REQUIRE(sent == 6400);
    const auto dropped = socket->drops();
    REQUIRE(dropped > 0);
    const auto queued = sent - std::size_t{64} * dropped;  // one of the system's is 64 of the sender's
    REQUIRE(queued > 0);
    shard.add(socket, 0);
    CHECK(shard.counters(0).kernel == dropped);  // mostly before the first joined ones are read
    CHECK(take_all(shard, wakes, queued) == queued);
    const auto counters = shard.counters(0);
    CHECK(counters.kernel == dropped);
    CHECK(counters.kernel_joined == dropped);
    CHECK(counters.received == queued);
}

TEST_CASE("Shard::remove: a removed socket is read no more and its drops stay counted", "[shard]")
{
    Wakes wakes;
    Shard shard(judge_last_byte, wakes.handler());
    const auto removed = loopback_socket(16'384);
    const auto kept = loopback_socket();
    auto to_removed = sender_on_loopback(removed->bound());
    auto to_kept = sender_on_loopback(kept->bound());
    send_marked(to_removed, 1000, 0);
    shard.add(removed, 0);
    shard.add(kept, 1);
    shard.remove(*removed);
    shard.remove(*removed);
    const auto before = shard.counters(0);
    CHECK(before.kernel == removed->drops());
    send_marked(to_removed, 10, 0);
    send_marked(to_kept, 10, 0);
    CHECK(take_all(shard, wakes, 10 + before.core) == 10 + before.core);
    CHECK(shard.counters(0).received == before.received);
    CHECK(shard.counters(1).received == 10);
}

TEST_CASE("Shard: a process that floods another group does not move the counters", "[shard]")
{
    constexpr std::uint32_t flood = 20'000;
    Wakes wakes;
    Shard shard(judge_last_byte, wakes.handler());
    const auto socket = std::make_shared<MulticastSocket>(SocketSettings{});
    const auto port = socket->bound().port;
    const auto lo = find_interface("lo");
    REQUIRE(socket->join(test_group(20), lo) == MulticastSocket::Joined::Done);
    shard.add(socket, 0);
    auto sender = sender_on_loopback({test_group(20), port});
    send_marked(sender, 10, 0);
    const auto flooded =
        in_child([] { return std::string(); },
                 [&]() -> std::string {
                     SocketSettings settings;
                     settings.bind.port = port;
                     MulticastSocket other(settings);
                     if (other.join(test_group(21), lo) != MulticastSocket::Joined::Done)
                         return "cannot join";
                     auto to_other = sender_on_loopback({test_group(21), port});
                     if (send_numbered(to_other, flood, 150) != flood) return "cannot send";
                     DatagramBatch batch;
                     std::size_t heard = other.drops();
                     for (bool is_drained = false; !is_drained;) {
                         const auto received = batch.receive(other, [](const Datagram&) {});
                         heard += received.datagrams;
                         is_drained = received.is_drained;
                     }
                     return heard == flood ? std::string() : "the flood itself: " + std::to_string(heard);
                 });
    CHECK(flooded == "");
    send_marked(sender, 10, 0);
    CHECK(take_all(shard, wakes, 20) == 20);
    CHECK(shard.counters(0).received == 20);
    CHECK(shard.counters(0).kernel == 0);
}

TEST_CASE("Shard: ends while it is flooded, and an input beyond the limit is refused", "[shard]")
{
    const auto socket = loopback_socket();
    auto sender = sender_on_loopback(socket->bound());
    {
        Wakes wakes;
        Shard shard(judge_last_byte, wakes.handler(), 16);
        CHECK_THROWS_AS(shard.add(socket, max_socket_inputs), std::invalid_argument);
        shard.add(socket, 0);
        send_marked(sender, 5000, 0);
    }
    CHECK(socket.use_count() == 1);
}
