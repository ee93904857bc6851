#include "relay/dis/events.h"

#include <glm/geometric.hpp>

#include <cmath>

#include "relay/dis/entity_head.h"
#include "tests/relay/dis/pdus.h"

using namespace farfield::net::dis;
using namespace farfield::net::dis::test;

namespace {

EntityEvent event_in(const Bytes& bytes)
{
    EntityEvent event;
    REQUIRE(read_event(pdu_in(bytes), event) == PduFault::None);
    return event;
}

void put_id(Bytes& bytes, std::size_t offset, std::uint16_t site, std::uint16_t application,
            std::uint16_t entity)
{
    put(bytes, offset, site);
    put(bytes, offset + 2, application);
    put(bytes, offset + 4, entity);
}

/// A Detonation of 17:23:1 at 17:24:2, 8 E, 46.5 N; its layout is that of the standard.
Bytes detonation()
{
    Bytes bytes = blank_pdu(3, 104 + 16);
    put_id(bytes, 12, 17, 23, 1);
    put_id(bytes, 18, 17, 24, 2);
    put_id(bytes, 24, 17, 23, 900);
    put_id(bytes, 30, 17, 23, 5);
    put(bytes, 36, 100.0F);
    put(bytes, 48, 4355710.0);
    put(bytes, 56, 612155.0);
    put(bytes, 64, 4604043.0);
    put(bytes, 72, std::uint8_t{2});
    put(bytes, 88, 1.5F);
    put(bytes, 96, -0.5F);
    put(bytes, 100, std::uint8_t{5});
    put(bytes, 101, std::uint8_t{1});
    return bytes;
}

}  // namespace

TEST_CASE("read_event: reads the Fire that another encoder wrote", "[dis]")
{
    const EntityEvent event = event_in(foreign_fire());
    CHECK(event.kind == PduType::Fire);
    CHECK(event.exercise == 1);
    CHECK(event.time_stamp == 0x80000001);
    CHECK(event.shooter == EntityId{17, 23, 1});
    CHECK(event.target == EntityId{17, 24, 2});
    CHECK(event.munition == EntityId{17, 23, 900});
    CHECK(event.event == EventId{17, 23, 5});
    CHECK(event.has_place);
    CHECK(glm::distance(event.location, {4355710.7277722877, 612155.22140327823, 4604043.085831132}) < 1e-8);
    CHECK(event.velocity == glm::dvec3{100.0, -50.0, 25.5});
}

TEST_CASE("read_event: reads a Detonation with its place on the target and its result", "[dis]")
{
    const EntityEvent event = event_in(detonation());
    CHECK(event.kind == PduType::Detonation);
    CHECK(event.exercise == 3);
    CHECK(event.shooter == EntityId{17, 23, 1});
    CHECK(event.target == EntityId{17, 24, 2});
    CHECK(event.munition == EntityId{17, 23, 900});
    CHECK(event.event == EventId{17, 23, 5});
    CHECK(event.velocity == glm::dvec3{100.0, 0.0, 0.0});
    CHECK(event.location == glm::dvec3{4355710.0, 612155.0, 4604043.0});
    CHECK(event.munition_type.kind == 2);
    CHECK(event.location_in_body == glm::dvec3{1.5, 0.0, -0.5});
    CHECK(event.result == 5);
}

TEST_CASE("read_event: a Collision has two entities and no place of its own", "[dis]")
{
    Bytes bytes = blank_pdu(4, 60);
    put_id(bytes, 12, 17, 23, 1);
    put_id(bytes, 18, 17, 24, 2);
    put_id(bytes, 24, 17, 23, 6);
    put(bytes, 36, 3.0F);
    put(bytes, 56, 2.0F);
    const EntityEvent event = event_in(bytes);
    CHECK(event.kind == PduType::Collision);
    CHECK(event.shooter == EntityId{17, 23, 1});
    CHECK(event.target == EntityId{17, 24, 2});
    CHECK(event.event == EventId{17, 23, 6});
    CHECK_FALSE(event.has_place);
    CHECK(event.velocity == glm::dvec3{0.0, 3.0, 0.0});
    CHECK(event.location_in_body == glm::dvec3{0.0, 0.0, 2.0});
}

TEST_CASE("read_entity_head: of Fire and Detonation it has the place and the entity that fires", "[dis]")
{
    for (const Bytes& bytes : {foreign_fire(), detonation()}) {
        EntityHead head;
        REQUIRE(read_entity_head(pdu_in(bytes), head) == PduFault::None);
        CHECK(head.id == EntityId{17, 23, 1});
        CHECK(head.has_place);
        CHECK(head.location == event_in(bytes).location);
        CHECK(head.force == 0);
    }
}

TEST_CASE("read_event: refuses numbers that are not finite and records without room", "[dis]")
{
    EntityEvent event;
    Bytes fire = foreign_fire();
    put(fire, 56, std::nan(""));
    CHECK(read_event(pdu_in(fire), event) == PduFault::NotFinite);
    fire = foreign_fire();
    put(fire, 88, NAN);
    CHECK(read_event(pdu_in(fire), event) == PduFault::NotFinite);
    Bytes burst = detonation();
    put(burst, 101, std::uint8_t{2});
    CHECK(read_event(pdu_in(burst), event) == PduFault::Articulations);
    burst = detonation();
    put(burst, 92, INFINITY);
    CHECK(read_event(pdu_in(burst), event) == PduFault::NotFinite);
    Bytes crash = blank_pdu(4, 60);
    put(crash, 48, NAN);
    CHECK(read_event(pdu_in(crash), event) == PduFault::NotFinite);
    CHECK(event.kind == PduType{});
}

TEST_CASE("read_control: reads Remove Entity, Start/Resume and Stop/Freeze", "[dis]")
{
    Bytes removal = blank_pdu(12, 28);
    put_id(removal, 12, 1, 2, 0);
    put_id(removal, 18, 17, 23, 1);
    put(removal, 24, std::uint32_t{99});
    const EntityControl removed = read_control(pdu_in(removal));
    CHECK(removed.kind == PduType::RemoveEntity);
    CHECK(removed.sender == EntityId{1, 2, 0});
    CHECK(removed.receiver == EntityId{17, 23, 1});
    CHECK(removed.request == 99);

    Bytes start = blank_pdu(13, 44);
    put_id(start, 18, 17, 23, id_all);
    put(start, 40, std::uint32_t{100});
    CHECK(read_control(pdu_in(start)).receiver == EntityId{17, 23, id_all});
    CHECK(read_control(pdu_in(start)).request == 100);

    Bytes stop = blank_pdu(14, 40);
    put(stop, 32, std::uint8_t{1});
    put(stop, 33, std::uint8_t{4});
    put(stop, 36, std::uint32_t{101});
    const EntityControl stopped = read_control(pdu_in(stop));
    CHECK(stopped.exercise == 3);
    CHECK(stopped.stop_reason == 1);
    CHECK(stopped.stop_behaviour == 4);
    CHECK(stopped.request == 101);
}
