#include "tests/catch.h"
#include "tests/net/counting_allocator.h"
#include "tests/relay/core/traffic.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace farfield;

TEST_CASE("RelayCore: takes and bundles messages without allocation once it has its memory", "[relay]")
{
    RelayCore core{{.max_entities = 1'000}};
    for (std::uint32_t i = 0; i < 8; ++i)
        core.add_subscriber({.params = {.rate = i == 3 ? 30.0 : 0.0}, .conflates = i % 2 == 1}, 0);
    const std::vector<std::byte> bytes(150, std::byte{1});
    std::vector<std::byte> buffer(model::max_bundle_bytes);
    std::uint64_t now_ns = ns_per_second;
    const auto run = [&](int rounds) {
        for (int round = 0; round < rounds; ++round) {
            for (std::uint64_t i = 0; i < 100; ++i, now_ns += 10'000) {
                core.take(pdu(i % 10 == 9 ? pdu_fire : pdu_entity_state, entity_of(1, 1 + i % 7, i), now_ns,
                              bytes));
                core.take(addressed(static_cast<std::uint16_t>(i), now_ns, bytes));
            }
            core.tick(now_ns);
            for (std::uint32_t id = 0; id < 8; ++id) (void)core.build(id, now_ns, buffer);
        }
    };
    run(200);
    const auto before = farfield::net::test::allocations();
    run(500);
    CHECK(farfield::net::test::allocations() - before == 0);
}

TEST_CASE("RelayCore: bundles for hosts need no allocation once it has its memory", "[relay]")
{
    CoreSettings settings;
    settings.max_entities = 1'000;
    settings.hosts = HostPathSettings{};
    RelayCore core{settings};
    for (int i = 0; i < 8; ++i) (void)core.add_host({}, 0);
    const std::vector<std::byte> bytes(150, std::byte{1});
    std::vector<std::byte> buffer(1'432);
    std::uint64_t now_ns = ns_per_second;
    const auto run = [&](int rounds) {
        for (int round = 0; round < rounds; ++round) {
            for (std::uint64_t i = 0; i < 100; ++i, now_ns += 50'000)
                core.take(pdu(i % 10 == 9 ? pdu_fire : pdu_entity_state, entity_of(1, 1 + i % 7, i), now_ns,
                              bytes));
            core.tick(now_ns);
            while (core.build(core.path(), now_ns, buffer)) {
            }
        }
    };
    run(100);
    const auto before = farfield::net::test::allocations();
    run(500);
    CHECK(farfield::net::test::allocations() - before == 0);
}
