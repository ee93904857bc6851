#include "relay/traffic/addressed_messages.h"

#include <set>
#include <vector>

#include "net/message/byte_order.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("AddressedMessages: addresses are all that there are, and each message begins with its own",
          "[relay]")
{
    AddressedMessages messages{{.bytes = 20, .addresses = 64, .priority_share = 0.5}};
    std::vector<std::byte> memory(20);
    std::set<std::uint16_t> met;
    for (std::uint64_t number = 0; number < 5'000; ++number) {
        const std::uint16_t address = messages.write(memory);
        met.insert(address);
        REQUIRE(load_big<std::uint16_t>(memory.data()) == address);
        REQUIRE(load_big<std::uint64_t>(memory.data() + 2) == number);
    }
    CHECK(met.size() == 64);
    CHECK(*met.rbegin() == 63);
}

TEST_CASE("AddressedMessages: as many have the lowest bit set as was asked for", "[relay]")
{
    constexpr int count = 100'000;
    AddressedMessages messages{{.bytes = 2, .priority_share = 0.01}};
    std::vector<std::byte> memory(2);
    int with_priority = 0;
    for (int i = 0; i < count; ++i) with_priority += messages.write(memory) % 2;
    CHECK(with_priority > count / 125);
    CHECK(with_priority < count / 80);
}

TEST_CASE("AddressedMessages: numbers of addresses that cannot be are refused", "[relay]")
{
    for (const std::uint32_t addresses : {0U, 1U, 33U, 65'538U})
        CHECK_THROWS_WITH((AddressedMessages{{.addresses = addresses}}),
                          ContainsSubstring("expected an even number from 2 to 65536"));
}
