#include "relay/dis/entity_state.h"
#include "relay/dis/events.h"
#include "tests/relay/dis/pdus.h"

using namespace farfield::net::dis;
using namespace farfield::net::dis::test;

// PDUs of exercise 9 as an independent encoder writes them, opendis 1.0 of PyPI. Entities are 1:2:3, 4:5:6
// and 7:8:9, the event is 10:11:12; the numbers are those that each test expects.
namespace {

const Bytes foreign_detonation = from_hex("07 09 03 02 00 00 00 03 00 68 00 00 00 01 00 02"
                                          "00 03 00 04 00 05 00 06 00 07 00 08 00 09 00 0a"
                                          "00 0b 00 0c 3f 80 00 00 40 00 00 00 40 40 00 00"
                                          "41 5a b3 f0 00 00 00 00 40 f8 6a 00 00 00 00 00"
                                          "41 08 6a 00 00 00 00 00 02 09 00 e1 01 02 03 04"
                                          "00 01 00 01 00 01 00 01 40 80 00 00 40 a0 00 00"
                                          "40 c0 00 00 05 00 00 00");
const Bytes foreign_collision = from_hex("07 09 04 01 00 00 00 03 00 3c 00 00 00 01 00 02"
                                         "00 03 00 04 00 05 00 06 00 0a 00 0b 00 0c 01 00"
                                         "3f 80 00 00 40 00 00 00 40 40 00 00 40 80 00 00"
                                         "40 e0 00 00 41 00 00 00 41 10 00 00");
const Bytes foreign_update = from_hex("07 09 43 01 00 00 00 03 00 48 00 00 00 01 00 02"
                                      "00 03 00 00 3f 80 00 00 40 00 00 00 40 40 00 00"
                                      "41 5a b3 f0 00 00 00 00 40 f8 6a 00 00 00 00 00"
                                      "41 08 6a 00 00 00 00 00 3f 00 00 00 3e 80 00 00"
                                      "3e 00 00 00 00 20 00 00");
const Bytes foreign_removal = from_hex("07 09 0c 05 00 00 00 03 00 1c 00 00 00 01 00 02"
                                       "00 03 00 04 00 05 00 06 00 00 00 4d");
const Bytes foreign_start = from_hex("07 09 0d 05 00 00 00 03 00 2c 00 00 00 01 00 02"
                                     "00 03 00 04 00 05 00 06 00 00 00 00 00 00 00 00"
                                     "00 00 00 00 00 00 00 00 00 00 00 4e");
const Bytes foreign_stop = from_hex("07 09 0e 05 00 00 00 03 00 28 00 00 00 01 00 02"
                                    "00 03 00 04 00 05 00 06 00 00 00 00 00 00 00 00"
                                    "03 04 00 00 00 00 00 4f");

const EntityId first{1, 2, 3}, second{4, 5, 6}, third{7, 8, 9};

}  // namespace

TEST_CASE("read_event: reads the Detonation that another encoder wrote", "[dis]")
{
    EntityEvent event;
    REQUIRE(read_event(pdu_in(foreign_detonation), event) == PduFault::None);
    CHECK(event.exercise == 9);
    CHECK(event.shooter == first);
    CHECK(event.target == second);
    CHECK(event.munition == third);
    CHECK(event.event == EventId{10, 11, 12});
    CHECK(event.velocity == glm::dvec3{1.0, 2.0, 3.0});
    CHECK(event.location == glm::dvec3{7e6, 1e5, 2e5});
    CHECK(event.has_place);
    CHECK(event.munition_type == EntityType{2, 9, 225, 1, 2, 3, 4});
    CHECK(event.location_in_body == glm::dvec3{4.0, 5.0, 6.0});
    CHECK(event.result == 5);
}

TEST_CASE("read_event: reads the Collision that another encoder wrote", "[dis]")
{
    EntityEvent event;
    REQUIRE(read_event(pdu_in(foreign_collision), event) == PduFault::None);
    CHECK(event.shooter == first);
    CHECK(event.target == second);
    CHECK(event.event == EventId{10, 11, 12});
    CHECK(event.velocity == glm::dvec3{1.0, 2.0, 3.0});
    CHECK(event.location_in_body == glm::dvec3{7.0, 8.0, 9.0});
}

TEST_CASE("read_entity_state: reads the Update that another encoder wrote", "[dis]")
{
    EntityState state;
    REQUIRE(read_entity_state(pdu_in(foreign_update), state) == PduFault::None);
    CHECK(state.id == first);
    CHECK(state.velocity == glm::dvec3{1.0, 2.0, 3.0});
    CHECK(state.location == glm::dvec3{7e6, 1e5, 2e5});
    CHECK(state.orientation.psi == 0.5);
    CHECK(state.orientation.theta == 0.25);
    CHECK(state.orientation.phi == 0.125);
    CHECK(state.appearance == appearance_frozen);
}

TEST_CASE("read_control: reads the three controls that another encoder wrote", "[dis]")
{
    for (const Bytes& bytes : {foreign_removal, foreign_start, foreign_stop}) {
        CHECK(read_control(pdu_in(bytes)).sender == first);
        CHECK(read_control(pdu_in(bytes)).receiver == second);
    }
    CHECK(read_control(pdu_in(foreign_removal)).request == 77);
    CHECK(read_control(pdu_in(foreign_start)).request == 78);
    CHECK(read_control(pdu_in(foreign_stop)).request == 79);
    CHECK(read_control(pdu_in(foreign_stop)).stop_reason == 3);
    CHECK(read_control(pdu_in(foreign_stop)).stop_behaviour == 4);
}
