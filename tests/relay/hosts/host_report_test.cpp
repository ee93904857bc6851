#include "relay/hosts/host_report.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/relay/hosts/masked_bundles.h"

using namespace farfield::net::relay;
using namespace farfield;

namespace {

std::vector<std::byte> hex(const std::string& text)
{
    std::vector<std::byte> bytes;
    std::string digits;
    std::ranges::copy_if(text, std::back_inserter(digits), [](char c) { return c != ' '; });
    for (std::size_t i = 0; i < digits.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return bytes;
}

// The example of docs/protocol.md, section 18.
const auto example =
    hex("46 46 4c 44 01 0e 00 01 5a 10 c7 3e 00 00 00 05 00 12 34 56 78 9a bc de 17 97 9c fe 36 2a 00 00"
        "00 00 00 00 00 00 00 18 00 00 00 00 00 00 01 2c 80 00 00 00 00 00 00 01 00 00 00 00 00 00 07 d0");

const HostReport example_report{.host = 5,
                                .path = 0x5a10c73e,
                                .key = 0x12'3456'789a'bcde,
                                .bundle_time_ns = 0x17979cfe362a0000,
                                .bundle = 300,
                                .before = 0x8000'0000'0000'0001,
                                .messages = 2'000};

}  // namespace

TEST_CASE("HostReport: is written and read as the protocol's example", "[relay]")
{
    CHECK(std::ranges::equal(encode_report(example_report), example));
    CHECK(decode_report(example) == example_report);
}

TEST_CASE("decode_report: other datagrams are none", "[relay]")
{
    for (std::size_t bytes = 0; bytes < example.size(); ++bytes)
        CHECK_FALSE(decode_report(std::span{example}.first(bytes)));
    for (const std::size_t at : {0U, 4U, 5U, 7U, 39U}) {
        auto changed = example;
        changed[at] ^= std::byte{2};
        CHECK_FALSE(decode_report(changed));
    }
    CHECK_FALSE(decode_report(test::datagram_of(1, 0, 0, {{}})));
}
