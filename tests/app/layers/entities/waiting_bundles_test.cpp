#include "app/layers/entities/waiting_bundles.h"

#include <array>
#include <vector>

#include "tests/catch.h"
#include "tests/relay/recording/exercise.h"

using namespace farfield;
using namespace farfield::app;

namespace {

constexpr std::uint64_t bundles_begin_ns = net::relay::test::exercise_begin_ns,
                        bundle_second_ns = 1'000'000'000;

}  // namespace

TEST_CASE("WaitingBundles: a bundle is due once its newest message had arrived", "[entities][clock]")
{
    net::relay::test::BundleMaker maker;
    WaitingBundles waiting;
    EntityTable table;
    for (std::uint16_t number = 1; number <= 3; ++number) {
        const auto state = net::relay::test::state_of(number);
        const std::uint64_t closed_ns = bundles_begin_ns + number * bundle_second_ns;
        const net::relay::Record record{.bytes = state, .arrival_ns = closed_ns};
        waiting.add(maker.bundle(std::vector{record}, closed_ns), closed_ns);
    }
    CHECK(waiting.take_until(bundles_begin_ns, table) == 0);
    CHECK(table.entities().empty());
    CHECK(waiting.take_until(bundles_begin_ns + 2 * bundle_second_ns, table) == 2);
    CHECK(table.entities().size() == 2);
    CHECK_FALSE(waiting.is_empty());
    CHECK(waiting.take_until(bundles_begin_ns + 9 * bundle_second_ns, table) == 1);
    CHECK(waiting.is_empty());
}

TEST_CASE("WaitingBundles: what is no bundle is refused", "[entities][clock]")
{
    const std::array<std::byte, 5> junk{};
    WaitingBundles waiting;
    CHECK_THROWS_WITH(waiting.add(junk, bundles_begin_ns), "what the relay sent is no bundle of entities");
}
