#include "relay/sockets/slot_ring.h"

#include <random>
#include <thread>

#include "tests/catch.h"
#include "tests/relay/sockets/loopback.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {
bool push(SlotRing& ring, std::uint32_t number, bool is_priority, std::size_t size = 150)
{
    const bool done = ring.try_push({.input = number, .is_priority = is_priority}, bytes_of(size, number));
    ring.publish();
    return done;
}
}  // namespace

TEST_CASE("SlotRing: datagrams come in order, with their bytes, until they are released", "[slot]")
{
    SlotRing ring(10);
    for (std::uint32_t i = 0; i < 5; ++i) REQUIRE(push(ring, i, false, 4 + i));
    REQUIRE(ring.ready() == 5);
    for (std::uint32_t i = 0; i < 5; ++i) {
        CHECK(ring.info(i).input == i);
        CHECK(ring.bytes(i).size() == 4 + i);
        CHECK(number_in(ring.bytes(i)) == i);
    }
    ring.release(3);
    CHECK(ring.ready() == 2);
    CHECK(ring.info(0).input == 3);
}

TEST_CASE("SlotRing: what is pushed is ready only after publish()", "[slot]")
{
    SlotRing ring(10);
    REQUIRE(ring.try_push({}, bytes_of(8, 1)));
    CHECK(ring.ready() == 0);
    ring.publish();
    CHECK(ring.ready() == 1);
}

TEST_CASE("SlotRing: the last tenth of the slots takes priority alone", "[slot]")
{
    SlotRing ring;
    REQUIRE(ring.slots() == 4096);
    REQUIRE(ring.priority_slots() == 409);
    std::uint32_t ordinary = 0;
    while (push(ring, ordinary, false)) ++ordinary;
    CHECK(ordinary == 4096 - 409);
    std::uint32_t priority = 0;
    while (push(ring, priority, true)) ++priority;
    CHECK(priority == 409);
    ring.release(409);
    CHECK_FALSE(push(ring, 0, false));  // the slots that are free are those kept for priority
    CHECK(push(ring, 0, true));
    ring.release(2);
    CHECK(push(ring, 0, false));
}

TEST_CASE("SlotRing: the longest datagram fits, an empty one too", "[slot]")
{
    SlotRing ring(2);
    REQUIRE(push(ring, 7, false, max_datagram_bytes));
    REQUIRE(ring.try_push({}, {}));
    ring.publish();
    CHECK(ring.bytes(0).size() == max_datagram_bytes);
    CHECK(ring.bytes(0).back() == std::byte{7});
    CHECK(ring.bytes(1).empty());
    CHECK_THROWS_AS(SlotRing(0), std::invalid_argument);
}

namespace {
/// Pushes numbered datagrams of random sizes, a tenth of them priority, in groups of random length.
struct Producer {
    std::uint32_t ordinary_pushed = 0, ordinary_refused = 0;
    std::uint32_t priority_pushed = 0, priority_refused = 0;

    void push_all(SlotRing& ring, std::uint32_t count)
    {
        std::mt19937 random(1);
        for (std::uint32_t i = 0; i < count; ++i) {
            const bool is_priority = random() % 10 == 0;
            const bool done =
                ring.try_push({.input = i, .is_priority = is_priority}, bytes_of(4 + random() % 300, i));
            auto& counter = is_priority ? (done ? priority_pushed : priority_refused)
                                        : (done ? ordinary_pushed : ordinary_refused);
            ++counter;
            if (random() % 16 == 0) ring.publish();
            if (!done) std::this_thread::yield();
        }
        ring.publish();
    }
};

/// Reads until all that the producer published has come, releasing in groups of random length.
struct Consumer {
    std::uint32_t ordinary = 0, priority = 0, wrong = 0;

    void read_some(SlotRing& ring, std::mt19937& random)
    {
        const auto count = std::min<std::size_t>(ring.ready(), 1 + random() % 64);
        for (std::size_t i = 0; i < count; ++i) {
            const auto& info = ring.info(i);
            ++(info.is_priority ? priority : ordinary);
            wrong += is_first ? 0 : info.input <= last;
            wrong += number_in(ring.bytes(i)) != info.input;
            wrong += ring.bytes(i).size() > 4 && ring.bytes(i).back() != static_cast<std::byte>(info.input);
            last = info.input;
            is_first = false;
        }
        if (count != 0)
            ring.release(count);
        else
            std::this_thread::yield();
    }

private:
    std::uint32_t last = 0;
    bool is_first = true;
};
}  // namespace

TEST_CASE("SlotRing: between two threads every datagram is passed on unharmed or counted as refused",
          "[slot]")
{
    constexpr std::uint32_t count = 200'000;
    SlotRing ring(64);
    Producer producer;
    Consumer consumer;
    std::atomic<bool> is_done{false};
    std::thread thread([&] {
        producer.push_all(ring, count);
        is_done.store(true, std::memory_order_release);
    });
    std::mt19937 random(2);
    while (!is_done.load(std::memory_order_acquire)) consumer.read_some(ring, random);
    while (ring.ready() != 0) consumer.read_some(ring, random);
    thread.join();
    CHECK(consumer.wrong == 0);
    CHECK(consumer.ordinary == producer.ordinary_pushed);
    CHECK(consumer.priority == producer.priority_pushed);
    CHECK(producer.ordinary_pushed + producer.ordinary_refused + producer.priority_pushed +
              producer.priority_refused ==
          count);
}
