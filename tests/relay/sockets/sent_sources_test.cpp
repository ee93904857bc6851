#include "relay/sockets/sent_sources.h"

#include <memory>

#include "tests/catch.h"

using farfield::net::relay::SentSources;

TEST_CASE("SentSources: a source is known until it was not sent for a minute", "[relay]")
{
    const auto sources = std::make_unique<SentSources>();
    CHECK_FALSE(sources->has(0x110017, 1'000));
    sources->note(0x110017, 1'000);
    CHECK(sources->has(0x110017, 1'060));
    CHECK_FALSE(sources->has(0x110017, 1'061));
    CHECK_FALSE(sources->has(0x110018, 1'000));
    sources->note(0x110017, 1'061);
    CHECK(sources->has(0x110017, 1'061));
}

TEST_CASE("SentSources: of more than it holds, those sent longest ago are forgotten", "[relay]")
{
    const auto sources = std::make_unique<SentSources>();
    for (std::uint32_t source = 1; source <= 100'000; ++source)
        sources->note(source, 1'000 + source / 10'000);
    std::uint32_t known = 0;
    for (std::uint32_t source = 99'001; source <= 100'000; ++source)
        known += sources->has(source, 1'010) ? 1 : 0;
    CHECK(known > 990);
    for (std::uint32_t source = 1; source <= 4'096; ++source) sources->note(source, 2'000);
    for (std::uint32_t source = 1; source <= 4'096; ++source) CHECK(sources->has(source, 2'000));
}
