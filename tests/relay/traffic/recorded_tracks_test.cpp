#include "relay/traffic/recorded_tracks.h"

#include <glm/geometric.hpp>

#include <array>
#include <sstream>

#include "model/geometry/geocentric.h"
#include "relay/dis/entity_state.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using Catch::Matchers::ContainsSubstring;

namespace {

RecordedTracks tracks(const std::string& rows)
{
    std::istringstream text{"entity,seconds,longitude,latitude,height\n" + rows};
    return {text, "drifters.csv", 17, 23};
}

dis::EntityState state_at(const RecordedTracks& of, std::uint32_t index, double seconds)
{
    std::array<std::byte, dis::entity_state_bytes> bytes{};
    of.write(index, seconds, bytes);
    dis::Pdu pdu;
    dis::EntityState state;
    REQUIRE(dis::read_pdu(bytes, pdu) == dis::PduFault::None);
    REQUIRE(dis::read_entity_state(pdu, state) == dis::PduFault::None);
    return state;
}

}  // namespace

TEST_CASE("RecordedTracks: an entity is halfway at half the time, and its speed is way over time", "[relay]")
{
    const RecordedTracks drifters = tracks("5,0,8,46,0\n5,10,8,46,100\n");
    const auto state = state_at(drifters, 0, 5.0);
    CHECK(state.id == dis::EntityId{17, 23, 5});
    CHECK(glm::distance(state.location, model::geocentric_of({8.0, 46.0, 50.0})) < 1e-3);
    CHECK(std::abs(glm::length(state.velocity) - 10.0) < 1e-3);
}

TEST_CASE("RecordedTracks: before its first and after its last row an entity stands", "[relay]")
{
    const RecordedTracks drifters = tracks("1,10,8,46,0\n1,20,8,47,0\n");
    for (const double seconds : {0.0, 9.0, 20.0, 1'000.0}) {
        const auto state = state_at(drifters, 0, seconds);
        CHECK(glm::length(state.velocity) == 0.0);
        CHECK(glm::distance(state.location, model::geocentric_of({8.0, seconds < 10.0 ? 46.0 : 47.0, 0.0})) <
              1e-3);
    }
}

TEST_CASE("RecordedTracks: rows of several entities may be mixed, and heights left out", "[relay]")
{
    std::istringstream text{"latitude,entity,seconds,longitude\n46,2,0,8\n10,1,0,20\n46,2,5,8\n"};
    const RecordedTracks drifters{text, "drifters.csv", 1, 1};
    REQUIRE(drifters.entities() == 2);
    CHECK(state_at(drifters, 0, 0.0).id.entity == 1);
    CHECK(glm::distance(state_at(drifters, 1, 2.0).location, model::geocentric_of({8.0, 46.0, 0.0})) < 1e-3);
}

TEST_CASE("RecordedTracks: a row that cannot be is refused with its line and what was expected", "[relay]")
{
    CHECK_THROWS_WITH(tracks("1,0,8,46,0\n0,0,8,46,0\n"),
                      ContainsSubstring("drifters.csv") && ContainsSubstring("line 3") &&
                          ContainsSubstring("whole number from 1 to 65534, found 0"));
    CHECK_THROWS_WITH(tracks("1,0,8,91,0\n"), ContainsSubstring("latitude: expected -90 to 90 degrees"));
    CHECK_THROWS_WITH(tracks("1,0,1000,46,0\n"), ContainsSubstring("longitude: expected"));
    CHECK_THROWS_WITH(tracks("1,5,8,46,0\n1,5,8,46,0\n"), ContainsSubstring("seconds: expected more than 5"));
    CHECK_THROWS_WITH(tracks(""), ContainsSubstring("places of entities"));
}
