#include "net/client/frame_ring.h"

#include <cstring>
#include <thread>

#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {
/// A ring and its memory.
struct OwnedRing {
    OwnedRing(std::size_t slots, std::size_t slot_bytes)
        : memory(slots * slot_bytes), ring(slices(slots, slot_bytes))
    {}

    std::vector<std::span<std::byte>> slices(std::size_t slots, std::size_t slot_bytes)
    {
        std::vector<std::span<std::byte>> spans;
        for (std::size_t i = 0; i < slots; ++i)
            spans.push_back(std::span(memory).subspan(i * slot_bytes, slot_bytes));
        return spans;
    }
    bool produce(std::uint64_t sequence)
    {
        const auto slot = ring.try_acquire();
        if (!slot) return false;
        (*slot)[0] = static_cast<std::byte>(sequence);
        ring.publish({.header = {.sequence = sequence}});
        return true;
    }
    std::uint64_t sequence_at(std::size_t slot) const { return ring.info(slot).header.sequence; }

    Bytes memory;
    FrameRing ring;
};
}  // namespace

TEST_CASE("FrameRing: frames are taken in the order in which they were published", "[ring]")
{
    OwnedRing owned(4, 8);
    for (std::uint64_t i = 0; i < 3; ++i) REQUIRE(owned.produce(i));
    CHECK(owned.ring.waiting() == 3);
    for (std::uint64_t i = 0; i < 3; ++i) {
        const auto taken = owned.ring.take_next();
        REQUIRE(taken);
        CHECK(owned.sequence_at(taken->slot) == i);
        CHECK(taken->skipped == 0);
        CHECK(owned.ring.memory(taken->slot)[0] == static_cast<std::byte>(i));
    }
    CHECK_FALSE(owned.ring.take_next());
}

TEST_CASE("FrameRing: the next frame can be looked at before it is taken", "[ring]")
{
    OwnedRing owned(2, 8);
    CHECK_FALSE(owned.ring.next_slot());
    for (std::uint64_t i = 0; i < 5; ++i) {
        REQUIRE(owned.produce(i));
        const auto next = owned.ring.next_slot();
        REQUIRE(next);
        CHECK(owned.sequence_at(*next) == i);
        CHECK(owned.ring.take_next()->slot == *next);
        CHECK_FALSE(owned.ring.next_slot());
        owned.ring.release_oldest(1);
    }
}

TEST_CASE("FrameRing: a full ring refuses the producer until a frame is released", "[ring]")
{
    OwnedRing owned(3, 8);
    for (std::uint64_t i = 0; i < 3; ++i) REQUIRE(owned.produce(i));
    CHECK_FALSE(owned.produce(3));
    REQUIRE(owned.ring.take_next());
    CHECK_FALSE(owned.produce(3));  // taken is still held
    owned.ring.release_oldest(1);
    CHECK(owned.produce(3));
    CHECK_FALSE(owned.produce(4));
    CHECK(owned.ring.released() == 1);
    CHECK(owned.ring.published() == 4);
}

TEST_CASE("FrameRing: the acquired slot stays the same until it is published", "[ring]")
{
    OwnedRing owned(2, 8);
    CHECK(owned.ring.try_acquire()->data() == owned.ring.try_acquire()->data());
}

TEST_CASE("FrameRing: taking the newest counts the frames it passes over", "[ring]")
{
    OwnedRing owned(8, 8);
    for (std::uint64_t i = 0; i < 5; ++i) REQUIRE(owned.produce(i));
    const auto taken = owned.ring.take_newest();
    REQUIRE(taken);
    CHECK(owned.sequence_at(taken->slot) == 4);
    CHECK(taken->skipped == 4);
    CHECK_FALSE(owned.ring.take_newest());
    REQUIRE(owned.produce(5));
    CHECK(owned.ring.take_newest()->skipped == 0);
}

TEST_CASE("FrameRing: held frames are the history, newest first", "[ring]")
{
    OwnedRing owned(4, 8);
    for (std::uint64_t i = 0; i < 10; ++i) {
        REQUIRE(owned.produce(i));
        REQUIRE(owned.ring.take_next());
        if (owned.ring.held() == 4) owned.ring.release_oldest(1);
    }
    REQUIRE(owned.ring.held() == 3);
    for (std::size_t back = 0; back < 3; ++back)
        CHECK(owned.sequence_at(owned.ring.held_slot(back)) == 9 - back);
}

TEST_CASE("FrameRing: frames passed over are history too", "[ring]")
{
    OwnedRing owned(4, 8);
    for (std::uint64_t i = 0; i < 3; ++i) REQUIRE(owned.produce(i));
    REQUIRE(owned.ring.take_newest());
    CHECK(owned.ring.held() == 3);
    CHECK(owned.sequence_at(owned.ring.held_slot(2)) == 0);
}

TEST_CASE("FrameRing: slots must exist and be of one size", "[ring]")
{
    CHECK_THROWS_AS(FrameRing({}), std::invalid_argument);
    Bytes memory(12);
    CHECK_THROWS_AS(FrameRing({std::span(memory).first(8), std::span(memory).last(4)}),
                    std::invalid_argument);
}

namespace {
constexpr std::size_t stress_slot_bytes = 4096;

std::uint64_t checksum(std::span<const std::byte> bytes)
{
    std::uint64_t sum = 14695981039346656037ULL;  // FNV-1a
    for (const auto byte : bytes) sum = (sum ^ static_cast<std::uint64_t>(byte)) * 1099511628211ULL;
    return sum;
}

void produce_all(FrameRing& ring, std::uint64_t frames)
{
    for (std::uint64_t frame = 0; frame < frames;) {
        const auto slot = ring.try_acquire();
        if (!slot) {
            std::this_thread::yield();
            continue;
        }
        std::memset(slot->data(), static_cast<int>(frame * 31 % 251), slot->size());
        std::memcpy(slot->data(), &frame, sizeof frame);
        ring.publish({.header = {.sequence = frame, .time_ns = checksum(*slot)}});
        ++frame;
    }
}
}  // namespace

TEST_CASE("FrameRing: two threads pass every frame on unharmed", "[ring]")
{
    constexpr std::uint64_t frames = 20'000;
    OwnedRing owned(6, stress_slot_bytes);
    auto& ring = owned.ring;
    std::thread producer([&ring] { produce_all(ring, frames); });

    std::uint64_t seen = 0;
    std::uint64_t wrong = 0;
    while (seen < frames) {
        const auto taken = seen % 3 == 0 ? ring.take_newest() : ring.take_next();
        if (!taken) {
            std::this_thread::yield();
            continue;
        }
        seen += taken->skipped + 1;
        const auto& header = ring.info(taken->slot).header;
        wrong += header.sequence != seen - 1 || header.time_ns != checksum(ring.memory(taken->slot));
        while (ring.held() > 2) ring.release_oldest(1);
    }
    producer.join();
    CHECK(wrong == 0);
    CHECK(ring.published() == frames);
}
