#include "relay/masks/mask_counter.h"

#include <array>
#include <random>

#include "tests/catch.h"

using namespace farfield::net::relay;

TEST_CASE("MaskCounter: counts each bit as 64 plain counters do", "[relay]")
{
    std::mt19937_64 random{7};
    MaskCounter counter;
    std::array<std::uint64_t, 64> plain{};
    const auto add = [&](std::uint64_t mask) {
        counter.add(mask);
        for (std::uint32_t bit = 0; bit < 64; ++bit) plain[bit] += mask >> bit & 1U;
    };
    for (int i = 0; i < 3'000; ++i) {
        add(random() & random());
        std::uint64_t taken = random() & random() & random();
        for (std::uint32_t bit = 0; bit < 64; ++bit)
            if (plain[bit] == 0) taken &= ~(std::uint64_t{1} << bit);
        counter.subtract(taken);
        for (std::uint32_t bit = 0; bit < 64; ++bit) plain[bit] -= taken >> bit & 1U;
    }
    for (std::uint32_t bit = 0; bit < 64; ++bit) CHECK(counter.count(bit) == plain[bit]);
}

TEST_CASE("MaskCounter::clear: one bit begins anew, the others go on", "[relay]")
{
    MaskCounter counter;
    for (int i = 0; i < 1'000; ++i) counter.add(0b11);
    counter.clear(0);
    counter.add(0b11);
    CHECK(counter.count(0) == 1);
    CHECK(counter.count(1) == 1'001);
    CHECK(counter.count(2) == 0);
}
