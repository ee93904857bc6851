#include "relay/traffic/moving_entities.h"

#include <glm/geometric.hpp>

#include <array>

#include "relay/dis/entity_state.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;

namespace {

dis::EntityState state_at(const MovingEntities& entities, std::uint32_t index, double seconds)
{
    std::array<std::byte, dis::entity_state_bytes> bytes{};
    entities.write(index, seconds, bytes);
    dis::Pdu pdu;
    dis::EntityState state;
    REQUIRE(dis::read_pdu(bytes, pdu) == dis::PduFault::None);
    REQUIRE(dis::read_entity_state(pdu, state) == dis::PduFault::None);
    return state;
}

MovingEntities moving(Motion motion)
{
    return MovingEntities{{.motion = motion, .longitude = 8.0, .latitude = 46.5, .km = 20.0, .entities = 50}};
}

}  // namespace

TEST_CASE("MovingEntities: none goes farther than it may", "[relay]")
{
    const glm::dvec3 middle = model::geocentric_of({8.0, 46.5, 0.0});
    for (const Motion motion : {Motion::Circle, Motion::Line, Motion::Still}) {
        const MovingEntities entities = moving(motion);
        for (std::uint32_t i = 0; i < 50; ++i)
            for (const double seconds : {0.0, 100.0, 1000.0})
                CHECK(glm::distance(state_at(entities, i, seconds).location, middle) < 20'100.0);
    }
}

TEST_CASE("MovingEntities: velocity is the change of the place", "[relay]")
{
    constexpr double step = 0.01;
    for (const Motion motion : {Motion::Circle, Motion::Line, Motion::Still}) {
        const MovingEntities entities = moving(motion);
        for (std::uint32_t i = 0; i < 50; ++i) {
            const auto before = state_at(entities, i, 30.0 - step),
                       after = state_at(entities, i, 30.0 + step);
            const glm::dvec3 change = (after.location - before.location) / (2.0 * step);
            CHECK(glm::distance(state_at(entities, i, 30.0).velocity, change) < 0.01);
        }
    }
}

TEST_CASE("MovingEntities: each has a name and an id of its own", "[relay]")
{
    const MovingEntities entities = moving(Motion::Circle);
    CHECK(state_at(entities, 0, 0.0).id == dis::EntityId{1, 1, 1});
    CHECK(state_at(entities, 49, 0.0).id == dis::EntityId{1, 1, 50});
    CHECK(state_at(entities, 49, 0.0).marking.text() == "E50");
}

TEST_CASE("MovingEntities: all are within 1,000 m above the lowest, far from the middle, too", "[relay]")
{
    const MovingEntities entities{{.motion = Motion::Line,
                                   .longitude = 8.0,
                                   .latitude = 46.5,
                                   .km = 2'000.0,
                                   .height = 500.0,
                                   .entities = 50}};
    for (std::uint32_t i = 0; i < 50; ++i)
        for (const double seconds : {0.0, 1'000.0, 10'000.0}) {
            const double height = model::geodetic_of(state_at(entities, i, seconds).location).height_metres;
            CHECK(height > 499.0);
            CHECK(height < 1'501.0);
        }
}
