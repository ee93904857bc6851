#include "app/layers/entities/entity_signals.h"

#include "relay/core/bundle_builder.h"
#include "relay/dis/entity_writer.h"
#include "tests/catch.h"
#include "tests/relay/dis/pdus.h"

#include <array>
#include <glm/geometric.hpp>

using namespace farfield;
using namespace farfield::app;

namespace {

constexpr std::uint64_t signals_ns = 1'700'000'000'000'000'000;
const net::dis::EntityId shooter{17, 23, 1}, target{17, 24, 2};

/// Shooter and target at 0 and 300 m east, and a Fire of the one at the other.
EntityTable table_with_fire(std::uint8_t flags = 0)
{
    static const model::LocalPlane plane({.longitude_degrees = 8.0, .latitude_degrees = 46.5});
    EntityTable table;
    table.place_by([](glm::dvec3 place) { return plane.place_of(place); });
    std::vector<std::byte> buffer(1 << 14);
    net::relay::BundleBuilder builder(buffer, 8);
    const auto add_state = [&](net::dis::EntityId id, double east) {
        net::dis::EntityState state;
        state.id = id;
        state.location =
            model::geocentric_of({8.0, 46.5, 500.0}) + east * model::local_axes_at({8.0, 46.5}).east;
        std::array<std::byte, net::dis::entity_state_bytes> bytes{};
        net::dis::write_entity_state(state, bytes);
        REQUIRE(builder.add({.bytes = bytes, .arrival_ns = signals_ns}));
    };
    add_state(shooter, 0.0);
    add_state(target, 300.0);
    const auto fire = net::dis::test::foreign_fire();
    REQUIRE(builder.add({.bytes = fire, .flags = flags, .arrival_ns = signals_ns}));
    table.take(builder.finish({}), signals_ns);
    return table;
}

render::SignalDrawing signals_at(const EntityTable& table, std::uint64_t ms,
                                 std::optional<SightBetween> sight = std::nullopt)
{
    render::SignalDrawing drawing;
    write_signals(table, sight, signals_ns + ms * 1'000'000, drawing);
    return drawing;
}

}  // namespace

TEST_CASE("write_signals: a Fire has a line to its target and a flash, for two seconds", "[entities]")
{
    const EntityTable table = table_with_fire();
    const auto now = signals_at(table, 100);
    REQUIRE(now.lines.size() == 1);
    CHECK(glm::distance(now.lines.front().from, glm::vec3(0, 0, 500)) < 0.1F);
    CHECK(glm::distance(now.lines.front().to, glm::vec3(300, 0, 500)) < 0.1F);
    REQUIRE(now.flashes.size() == 1);
    CHECK(signals_at(table, 1'900).flashes.front().size > now.flashes.front().size);
    CHECK(signals_at(table, 2'000).lines.empty());
    CHECK(signals_at(table, 2'000).flashes.empty());
}

TEST_CASE("write_signals: an event that came long after it happened is not drawn", "[entities]")
{
    const EntityTable table = table_with_fire(model::record_old);
    CHECK(table.events().all().size() == 1);
    CHECK(signals_at(table, 100).flashes.empty());
}

TEST_CASE("write_signals: a line of sight is green as far as it is free, and red beyond", "[entities]")
{
    const EntityTable table = table_with_fire();
    const auto free = signals_at(table, 5'000, SightBetween{shooter, target, true, std::nullopt});
    REQUIRE(free.lines.size() == 1);
    CHECK(free.lines.front().colour.g > free.lines.front().colour.r);
    const auto blocked = signals_at(table, 5'000, SightBetween{shooter, target, false, 0.25});
    REQUIRE(blocked.lines.size() == 2);
    CHECK(glm::distance(blocked.lines.front().to, glm::vec3(75, 0, 500)) < 0.1F);
    CHECK(blocked.lines.back().colour.r > blocked.lines.back().colour.g);
    CHECK(glm::distance(blocked.lines.back().to, glm::vec3(300, 0, 500)) < 0.1F);
}

TEST_CASE("write_signals: there is no line of sight to what is not there", "[entities]")
{
    const EntityTable table = table_with_fire();
    CHECK(signals_at(table, 5'000, SightBetween{shooter, {1, 1, 1}, true, std::nullopt}).lines.empty());
}
