#include "app/layers/entities/recorded_choice.h"

#include "app/layers/entities/entity_table.h"
#include "relay/dis/entity_writer.h"
#include "tests/catch.h"
#include "tests/relay/recording/exercise.h"

#include <algorithm>
#include <array>

using namespace farfield;
using namespace farfield::app;

namespace {

constexpr std::uint64_t choice_ns = 1'700'000'000'000'000'000;

net::dis::EntityState chosen_state(std::uint16_t entity, std::uint8_t force, double longitude)
{
    net::dis::EntityState state;
    state.exercise = 1;
    state.id = {17, 23, entity};
    state.force = force;
    state.location = model::geocentric_of({longitude, 46.5, 500.0});
    return state;
}

void take(EntityTable& table, const std::vector<net::dis::EntityState>& states)
{
    net::relay::test::BundleMaker maker;
    for (const net::dis::EntityState& state : states) {
        net::relay::test::Payload bytes(net::dis::entity_state_bytes);
        net::dis::write_entity_state(state, std::span<std::byte, net::dis::entity_state_bytes>{bytes});
        table.take(maker.bundle({{.bytes = bytes, .source = 0x110017, .arrival_ns = choice_ns}}, choice_ns),
                   choice_ns);
    }
}

bool has(const EntityTable& table, std::uint16_t entity)
{
    return table.find(net::dis::EntityId{17, 23, entity}) != nullptr;
}

}  // namespace

TEST_CASE("a choice takes the entities that a relay would send", "[entities]")
{
    EntityTable table;
    model::EntitiesParams params;
    params.forces = {1};
    params.interest = {{model::CircleArea{8.0, 46.5, 50.0}}};
    table.choose(RecordedChoice(params));
    take(table, {chosen_state(1, 1, 8.0), chosen_state(2, 2, 8.0), chosen_state(3, 1, 9.0)});
    CHECK(has(table, 1));
    CHECK_FALSE(has(table, 2));
    CHECK_FALSE(has(table, 3));
}

TEST_CASE("an entity leaves as it goes out of what was chosen", "[entities]")
{
    EntityTable table;
    model::EntitiesParams params;
    params.interest = {{model::BoxArea{7.0, 46.0, 8.5, 47.0}}};
    table.choose(RecordedChoice(params));
    take(table, {chosen_state(1, 1, 8.0)});
    CHECK(has(table, 1));
    take(table, {chosen_state(1, 1, 9.5)});
    CHECK_FALSE(has(table, 1));
}

TEST_CASE("what only a relay follows is refused beside a recording", "[entities]")
{
    model::EntitiesParams params;
    params.rate = 2.0;
    CHECK_THROWS_WITH(RecordedChoice(params),
                      Catch::Matchers::ContainsSubstring("which only a relay follows"));
}
