#include "relay/dis/entity_state.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "model/geometry/geocentric.h"
#include "relay/dis/entity_head.h"
#include "relay/dis/entity_writer.h"
#include "tests/relay/dis/pdus.h"

using namespace farfield::net::dis;
using namespace farfield::net::dis::test;
using farfield::model::geodetic_of;

namespace {

EntityState state_in(const Bytes& bytes)
{
    EntityState state;
    REQUIRE(read_entity_state(pdu_in(bytes), state) == PduFault::None);
    return state;
}

PduFault fault_in(const Bytes& bytes)
{
    const Pdu pdu = pdu_in(bytes);
    EntityState state;
    EntityHead head;
    const PduFault fault = read_entity_state(pdu, state);
    CHECK(read_entity_head(pdu, head) == fault);
    return fault;
}

Bytes state_at(double x, double y, double z)
{
    Bytes bytes = foreign_entity_state();
    put(bytes, 48, x);
    put(bytes, 56, y);
    put(bytes, 64, z);
    return bytes;
}

Bytes with_marking(const std::string& text)
{
    Bytes bytes = foreign_entity_state();
    for (std::size_t i = 0; i < 11; ++i) put(bytes, 129 + i, i < text.size() ? text[i] : '\0');
    return bytes;
}

}  // namespace

TEST_CASE("read_entity_state: reads every field that another encoder wrote", "[dis]")
{
    const EntityState state = state_in(foreign_entity_state());
    CHECK(state.exercise == 1);
    CHECK(state.time_stamp == 0x12345679);
    CHECK(state.id == EntityId{17, 23, 1});
    CHECK(state.id.source() == 0x110017);
    CHECK(state.id.key() == 0x1100170001);
    CHECK(state.force == 2);
    CHECK(state.articulations == 0);
    CHECK(state.type == EntityType{1, 2, 225, 1, 9, 3, 4});
    CHECK(state.alternative_type == EntityType{});
    CHECK(state.velocity == glm::dvec3{10.5, -20.25, 0.125});
    CHECK(state.orientation.psi == 1.5);
    CHECK(state.orientation.theta == -0.25);
    CHECK(state.orientation.phi == 3.0);
    CHECK(state.appearance == 0x00200001);
    CHECK(state.algorithm == 4);
    CHECK(state.acceleration == glm::dvec3{1.0, 2.0, -3.0});
    CHECK(state.angular_velocity == glm::dvec3{0.5, 0.0, -0.5});
    CHECK(state.marking.text() == "Igor 1");
    CHECK(state.capabilities == 3);
}

TEST_CASE("read_entity_state: the place of 17:23:1 is 121.9 W, 36.6 N, 100 m above the ellipsoid", "[dis]")
{
    const EntityState state = state_in(foreign_entity_state());
    CHECK(state.has_place);
    const auto place = geodetic_of(state.location);
    CHECK(place.longitude_degrees == Approx(-121.9).epsilon(1e-13));
    CHECK(place.latitude_degrees == Approx(36.6).epsilon(1e-13));
    CHECK(place.height_metres == Approx(100.0).margin(1e-6));
}

TEST_CASE("read_entity_state: an update replaces its own fields and keeps the others", "[dis]")
{
    Bytes bytes = blank_pdu(67, 72 + 16);
    put(bytes, 12, std::uint16_t{17});
    put(bytes, 14, std::uint16_t{23});
    put(bytes, 16, std::uint16_t{1});
    put(bytes, 19, std::uint8_t{1});
    put(bytes, 20, 1.5F);
    put(bytes, 24, -2.5F);
    put(bytes, 28, 3.5F);
    put(bytes, 32, 6.4e6);
    put(bytes, 40, 1e5);
    put(bytes, 48, -2e5);
    put(bytes, 56, 0.25F);
    put(bytes, 60, 0.5F);
    put(bytes, 64, 0.75F);
    put(bytes, 68, std::uint32_t{0x00800000});

    EntityState state = state_in(foreign_entity_state());
    REQUIRE(read_entity_state(pdu_in(bytes), state) == PduFault::None);
    CHECK(state.exercise == 3);
    CHECK(state.articulations == 1);
    CHECK(state.velocity == glm::dvec3{1.5, -2.5, 3.5});
    CHECK(state.location == glm::dvec3{6.4e6, 1e5, -2e5});
    CHECK(state.orientation.phi == 0.75);
    CHECK(state.appearance == appearance_deactivated);
    CHECK(state.force == 2);
    CHECK(state.algorithm == 4);
    CHECK(state.marking.text() == "Igor 1");

    EntityHead head;
    REQUIRE(read_entity_head(pdu_in(bytes), head) == PduFault::None);
    CHECK(head.id == EntityId{17, 23, 1});
    CHECK(head.location == state.location);
    CHECK(head.has_place);
    CHECK(head.kind == 0);
}

TEST_CASE("read_entity_head: has what filters need of an Entity State", "[dis]")
{
    EntityHead head;
    const Bytes bytes = foreign_entity_state();
    REQUIRE(read_entity_head(pdu_in(bytes), head) == PduFault::None);
    CHECK(head.id == EntityId{17, 23, 1});
    CHECK(head.force == 2);
    CHECK(head.kind == 1);
    CHECK(head.domain == 2);
    CHECK(head.has_place);
    CHECK(head.location == state_in(bytes).location);
}

TEST_CASE("read_entity_head: of a type that is not decoded only site and application, if there are any",
          "[dis]")
{
    Bytes bytes = blank_pdu(26, 20);
    put(bytes, 12, std::uint16_t{17});
    put(bytes, 14, std::uint16_t{23});
    put(bytes, 16, std::uint16_t{1});
    EntityHead head;
    REQUIRE(read_entity_head(pdu_in(bytes), head) == PduFault::None);
    CHECK(head.id == EntityId{17, 23, 0});
    CHECK(head.id.key() == 0);
    CHECK_FALSE(head.has_place);
    for (const auto length : {std::uint16_t{12}, std::uint16_t{15}}) {
        const Bytes brief = blank_pdu(26, length);
        REQUIRE(read_entity_head(pdu_in(brief), head) == PduFault::None);
        CHECK(head.id == EntityId{});
    }
}

TEST_CASE("read_entity_state: variable records must have room in the length", "[dis]")
{
    Bytes bytes = foreign_entity_state();
    put(bytes, 19, std::uint8_t{255});
    CHECK(fault_in(bytes) == PduFault::Articulations);
    bytes.resize(144 + 255 * 16);
    put(bytes, 8, static_cast<std::uint16_t>(bytes.size()));
    CHECK(fault_in(bytes) == PduFault::None);
    CHECK(state_in(bytes).articulations == 255);
    put(bytes, 8, static_cast<std::uint16_t>(bytes.size() - 1));
    CHECK(fault_in(bytes) == PduFault::Articulations);
}

TEST_CASE("read_entity_state: refuses NaN and infinity in each number, and leaves the state as it was",
          "[dis]")
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (const std::size_t offset : {36, 40, 44, 72, 76, 80, 104, 108, 112, 116, 120, 124})
        for (const float value : {NAN, infinity, -infinity}) {
            Bytes bytes = foreign_entity_state();
            put(bytes, offset, value);
            CHECK(fault_in(bytes) == PduFault::NotFinite);
        }
    for (const std::size_t offset : {48, 56, 64}) {
        Bytes bytes = foreign_entity_state();
        put(bytes, offset, std::numeric_limits<double>::quiet_NaN());
        CHECK(fault_in(bytes) == PduFault::NotFinite);
        EntityState state;
        state.force = 77;
        CHECK(read_entity_state(pdu_in(bytes), state) == PduFault::NotFinite);
        CHECK(state.force == 77);
    }
    Bytes largest = foreign_entity_state();
    put(largest, 36, std::numeric_limits<float>::max());
    CHECK(fault_in(largest) == PduFault::None);
}

TEST_CASE("read_entity_state: 0, 0, 0 and places off the Earth are no position", "[dis]")
{
    CHECK_FALSE(state_in(state_at(0.0, 0.0, 0.0)).has_place);
    CHECK_FALSE(state_in(state_at(0.0, 5'999'999.0, 0.0)).has_place);
    CHECK(state_in(state_at(0.0, 6'000'001.0, 0.0)).has_place);
    CHECK(state_in(state_at(0.0, 0.0, -49'999'999.0)).has_place);
    CHECK_FALSE(state_in(state_at(0.0, 0.0, -50'000'001.0)).has_place);
    CHECK_FALSE(state_in(state_at(1e300, 0.0, 0.0)).has_place);
}

TEST_CASE("Marking: control characters and those beyond ASCII are dots, markup stays text", "[dis]")
{
    const auto marking_of = [](const std::string& text) {
        return std::string(state_in(with_marking(text)).marking.text());
    };
    CHECK(marking_of("a\nb\x1b\x7f\xc3\xa4") == "a.b....");
    CHECK(marking_of("<b>x</b>") == "<b>x</b>");
    CHECK(marking_of("elevenchars") == "elevenchars");
    CHECK(marking_of(std::string("ab\0cd", 5)) == "ab");
    CHECK(marking_of("blanks   ") == "blanks");
    CHECK(marking_of("").empty());
    CHECK(Marking("more than eleven").text() == "more than e");
}

TEST_CASE("reckoning_of: too fast, frozen, without a place or with an unknown algorithm is static", "[dis]")
{
    EntityState state = state_in(foreign_entity_state());
    CHECK(reckoning_of(state).algorithm == ReckoningAlgorithm::Static);  // frozen
    state.appearance = 0;
    CHECK(reckoning_of(state).algorithm == ReckoningAlgorithm::Rvw);
    CHECK(reckoning_of(state).location == state.location);
    for (const auto algorithm : {std::uint8_t{0}, std::uint8_t{10}, std::uint8_t{255}}) {
        state.algorithm = algorithm;
        CHECK(reckoning_of(state).algorithm == ReckoningAlgorithm::Static);
    }
    state.algorithm = 9;
    CHECK(reckoning_of(state).algorithm == ReckoningAlgorithm::Fvb);
    state.velocity = {20'000.0, 0.0, 0.0};
    CHECK(reckoning_of(state).algorithm == ReckoningAlgorithm::Fvb);
    state.velocity = {20'000.0, 10.0, 0.0};
    CHECK(reckoning_of(state).algorithm == ReckoningAlgorithm::Static);
    state.velocity = {};
    state.has_place = false;
    CHECK(reckoning_of(state).algorithm == ReckoningAlgorithm::Static);
}

TEST_CASE("write_entity_state: writes what another encoder writes of the same state", "[dis]")
{
    std::array<std::byte, entity_state_bytes> bytes{};
    write_entity_state(state_in(foreign_entity_state()), bytes);
    CHECK(farfield::net::test::copy_of(bytes) == foreign_entity_state());
}

TEST_CASE("is_for_entity: each part is the entity's own or all", "[dis]")
{
    const EntityId entity{17, 23, 1};
    CHECK(is_for_entity({17, 23, 1}, entity));
    CHECK(is_for_entity({17, id_all, id_all}, entity));
    CHECK(is_for_entity({id_all, id_all, id_all}, entity));
    CHECK_FALSE(is_for_entity({17, 23, 2}, entity));
    CHECK_FALSE(is_for_entity({18, id_all, id_all}, entity));
    CHECK_FALSE(is_for_entity({17, 23, 0}, entity));
}

TEST_CASE("is_for_application_of: entity 0 and all mean the application, another number does not", "[dis]")
{
    const EntityId entity{17, 23, 1};
    CHECK(is_for_application_of({17, 23, 0}, entity));
    CHECK(is_for_application_of({17, id_all, id_all}, entity));
    CHECK_FALSE(is_for_application_of({17, 23, 2}, entity));
    CHECK_FALSE(is_for_application_of({17, 24, 0}, entity));
}
