#include "net/message/byte_order.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;
using namespace farfield::net::test;

TEST_CASE("store_big: most significant byte first", "[byte_order]")
{
    Bytes bytes(8);
    store_big(bytes.data(), std::uint64_t{0x0102030405060708});
    CHECK(bytes == from_hex("01 02 03 04 05 06 07 08"));
    store_big(bytes.data() + 1, 1.0F);  // binary32 of 1 is 3f800000
    CHECK(bytes == from_hex("01 3f 80 00 00 06 07 08"));
    CHECK(load_big<float>(bytes.data() + 1) == 1.0F);
    store_big(bytes.data(), std::int16_t{-2});
    CHECK(load_big<std::int16_t>(bytes.data()) == -2);
}

TEST_CASE("load_big: a NaN keeps its bits", "[byte_order]")
{
    Bytes bytes(4);
    store_big(bytes.data(), std::numeric_limits<float>::quiet_NaN());
    CHECK(std::isnan(load_big<float>(bytes.data())));
}

TEST_CASE("copy_swapped: equals the scalar swap for every length and start", "[byte_order]")
{
    std::vector<std::uint32_t> from(256);
    std::iota(from.begin(), from.end(), 0x01F2E3D4U);
    for (std::size_t start = 0; start < 5; ++start) {
        for (std::size_t length = 0; length <= 200; ++length) {
            std::vector<std::uint32_t> to(256, 0xAAAAAAAA);
            copy_swapped(std::span(to).subspan(start + 1, length),
                         std::span<const std::uint32_t>(from).subspan(start, length));
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < to.size(); ++i) {
                const bool inside = i >= start + 1 && i < start + 1 + length;
                wrong += to[i] != (inside ? swap_bytes(from[i - 1]) : 0xAAAAAAAA);
            }
            REQUIRE(wrong == 0);
        }
    }
}

TEST_CASE("copy_swapped: twice in place gives back what was there", "[byte_order]")
{
    std::vector<std::uint32_t> words(131);
    std::iota(words.begin(), words.end(), 0x80000001U);
    const auto original = words;
    copy_swapped(words, words);
    CHECK(words[130] == swap_bytes(original[130]));
    copy_swapped(words, words);
    CHECK(words == original);
}
