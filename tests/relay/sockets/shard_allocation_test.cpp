#include "tests/catch.h"
#include "tests/net/counting_allocator.h"
#include "tests/relay/sockets/shard_fixture.h"

// Allocations are counted in the whole program: the sender's, the shard's and the consumer's.
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using farfield::net::test::allocations;

TEST_CASE("Shard: allocates nothing per datagram, sent singly or in segments", "[allocation]")
{
    Wakes wakes;
    Shard shard(judge_last_byte, wakes.handler());
    const auto socket = loopback_socket();
    shard.add(socket, 0);
    auto sender = sender_on_loopback(socket->bound());
    const std::vector<std::byte> bytes(150 * 100);
    const std::span<const std::byte> one = std::span(bytes).first(150);
    const auto pass = [&](std::size_t rounds) {
        std::size_t taken = 0;
        for (std::size_t i = 0; i < rounds; ++i) {
            sender.send_segments(bytes, 150);
            sender.send({&one, 1});
            taken += take_all(shard, wakes, 101);
        }
        return taken;
    };
    REQUIRE(pass(5) == 5 * 101);
    const auto before = allocations();
    const auto taken = pass(50);
    const auto after = allocations();
    CHECK(taken == 50 * 101);
    CHECK(after - before == 0);
}
