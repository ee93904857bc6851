#include "relay/service/sent_messages.h"

#include <array>
#include <cstring>

#include "tests/catch.h"

using namespace farfield::net::relay;

namespace {

constexpr std::uint64_t second = 1'000'000'000, noon = 1'000 * second;
constexpr std::uint64_t source = 1, mirror = 2;

std::array<std::byte, 48> message(std::uint64_t number)
{
    std::array<std::byte, 48> bytes{};
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
}

}  // namespace

TEST_CASE("SentMessages: what was sent comes back from another sender, and is news from its own", "[relay]")
{
    SentMessages sent{7};
    CHECK(sent.admits(message(1), source, noon));
    sent.note(message(1), noon);
    CHECK_FALSE(sent.admits(message(1), mirror, noon + second));
    CHECK(sent.admits(message(1), source, noon + 2 * second));
    CHECK_FALSE(sent.admits(message(1), mirror, noon + 3 * second));
    CHECK(sent.admits(message(2), mirror, noon));
}

TEST_CASE("SentMessages: what was not sent is news from any sender", "[relay]")
{
    SentMessages sent{7};
    CHECK(sent.admits(message(1), source, noon));
    CHECK(sent.admits(message(1), mirror, noon + 1));
}

TEST_CASE("SentMessages: what began here is news from no sender", "[relay]")
{
    SentMessages sent{7};
    sent.note(message(1), noon);
    CHECK_FALSE(sent.admits(message(1), mirror, noon + 1));
    CHECK_FALSE(sent.admits(message(1), source, noon + 2));
}

TEST_CASE("SentMessages: what a sender brought lately was not made here", "[relay]")
{
    SentMessages sent{7};
    CHECK(sent.admits(message(1), source, noon));
    CHECK_FALSE(sent.began_here(message(1), noon + 1));
    sent.note(message(1), noon + 1);
    CHECK_FALSE(sent.began_here(message(1), noon + second));
    CHECK(sent.began_here(message(2), noon));
    sent.note(message(2), noon);
    CHECK(sent.began_here(message(2), noon + 1));
}

TEST_CASE("SentMessages: a sender that is started again with the same bytes is heard after a time", "[relay]")
{
    SentMessages sent{7};
    CHECK(sent.admits(message(1), source, noon));
    sent.note(message(1), noon);
    constexpr std::uint64_t again = 3;
    CHECK_FALSE(sent.admits(message(1), again, noon + SentMessages::memory_ns - 1));
    CHECK(sent.admits(message(1), again, noon + SentMessages::memory_ns));
    sent.note(message(1), noon + SentMessages::memory_ns);
    CHECK(sent.admits(message(1), again, noon + SentMessages::memory_ns + 1));
}

TEST_CASE("SentMessages: of a flood the newest are known", "[relay]")
{
    SentMessages sent{7};
    constexpr std::uint64_t flood = 1'000'000, newest = 10'000;
    for (std::uint64_t n = 0; n < flood; ++n) sent.note(message(n), noon + n);
    std::uint64_t known = 0;
    for (std::uint64_t n = flood - newest; n < flood; ++n)
        known += sent.admits(message(n), mirror, noon + flood) ? 0 : 1;
    CHECK(known == newest);
}
