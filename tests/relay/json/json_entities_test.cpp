#include "relay/json/json_entities.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "model/programs/bundles/entity_bundle.h"
#include "relay/dis/time_stamp.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;

namespace {

constexpr std::uint64_t begin_ns = 1'700'000'000 * ns_per_second;

/// A message, with its bytes.
struct Sent {
    Message message;
    std::vector<std::byte> bytes;

    [[nodiscard]] dis::EntityState state() const
    {
        dis::Pdu pdu;
        dis::EntityState state;
        REQUIRE(dis::read_pdu(bytes, pdu) == dis::PduFault::None);
        REQUIRE(dis::read_entity_state(pdu, state) == dis::PduFault::None);
        return state;
    }
    [[nodiscard]] std::string text() const
    {
        return {reinterpret_cast<const char*>(bytes.data()) + 8, bytes.size() - 8};
    }
};

std::vector<Sent> take(JsonEntities& entities, std::string_view line, std::uint64_t after_ns = 0)
{
    std::vector<Sent> all;
    for (const Message& message : entities.messages_of(
             read_json_line(line, {}), {.input = 2, .arrival_ns = begin_ns + after_ns, .sender = 7}))
        all.push_back({message, {message.bytes.begin(), message.bytes.end()}});
    return all;
}

std::string line_of(const std::string& id, const std::string& more = "")
{
    return fmt::format(R"({{"id": "{}", "lon": 8, "lat": 46, "alt": 500{}}})", id, more);
}

}  // namespace

TEST_CASE("JsonEntities: a line is a state of the site for JSON, with its name and values", "[json]")
{
    JsonEntities entities{{}};
    const auto sent =
        take(entities, line_of("drifter é", R"(, "force": 1, "kind": "surface", "salinity": 35)"));
    REQUIRE(sent.size() == 3);
    const Message& state = sent[0].message;
    CHECK(state.kind == RecordKind::Dis);
    CHECK(state.source == (65'000U << 16U | 1U));
    CHECK(state.entity == dis::EntityId{65'000, 1, 1}.key());
    CHECK(state.input == 2);
    CHECK(state.sender == 7);
    CHECK(state.force == 1);
    CHECK(state.entity_kind == 1);
    CHECK(state.domain == 3);
    CHECK(state.longitude == Approx(8.0).margin(1e-5));
    CHECK(state.latitude == Approx(46.0).margin(1e-5));
    const dis::EntityState read = sent[0].state();
    CHECK(read.id == dis::EntityId{65'000, 1, 1});
    CHECK(read.exercise == 1);
    CHECK(read.marking.text() == "drifter ..");  // of two bytes each
    CHECK(read.has_place);
    CHECK(sent[1].message.kind == RecordKind::Name);
    CHECK(sent[1].text() == "drifter é");
    CHECK(sent[2].message.kind == RecordKind::Values);
    CHECK(sent[2].text() == R"({"salinity":35})");
    for (const std::size_t i : {1U, 2U}) {
        CHECK(dis::load_entity_id(sent[i].bytes.data()) == dis::EntityId{65'000, 1, 1});
        CHECK(sent[i].bytes[6] == std::byte{0});
        CHECK(sent[i].bytes[7] == std::byte{0});
    }
}

TEST_CASE("JsonEntities: a name is sent once, values when they change, both again after silence", "[json]")
{
    JsonEntities entities{{}};
    const auto kinds = [&entities](const std::string& more, std::uint64_t after_ns) {
        std::vector<RecordKind> all;
        for (const Sent& sent : take(entities, line_of("a", more), after_ns))
            all.push_back(sent.message.kind);
        return all;
    };
    using enum RecordKind;
    CHECK(kinds(R"(, "v": 1)", 0) == std::vector{Dis, Name, Values});
    CHECK(kinds(R"(, "v": 1)", ns_per_second) == std::vector{Dis});
    CHECK(kinds(R"(, "v": 2)", 2 * ns_per_second) == std::vector{Dis, Values});
    CHECK(kinds(R"(, "v": 2, "label": "b")", 3 * ns_per_second) == std::vector{Dis, Name});
    CHECK(kinds(R"(, "v": 2, "label": "b")", 20 * ns_per_second) == std::vector{Dis, Name, Values});
}

TEST_CASE("JsonEntities: an id keeps its number, and another one has another", "[json]")
{
    JsonEntities entities{{}};
    const auto number = [&entities](const std::string& id) {
        return take(entities, line_of(id)).at(0).message.entity & 0xffff;
    };
    CHECK(number("a") == 1);
    CHECK(number("b") == 2);
    CHECK(number("a") == 1);
    CHECK(entities.size() == 2);
}

TEST_CASE("JsonEntities: without a heading the velocity goes from the last place to this one", "[json]")
{
    JsonEntities entities{{}};
    (void)take(entities, R"({"id": "a", "lon": 0, "lat": 0, "alt": 0, "speed": 3})");
    const auto sent = take(entities, R"({"id": "a", "lon": 0.001, "lat": 0, "alt": 0, "speed": 3})");
    // 0.001 degrees to the east at 0 E: up to its turn along the curve of the Earth this is y.
    CHECK(glm::distance(sent.at(0).state().velocity, glm::dvec3{0.0, 3.0, 0.0}) < 1e-3);
    CHECK(sent.at(0).state().algorithm == 2);
}

TEST_CASE("JsonEntities: a time near the clock is an absolute stamp, an old one is marked", "[json]")
{
    JsonEntities entities{{}};
    const auto now = take(entities, line_of("a", R"(, "t": 1699999998)")).at(0);
    CHECK(dis::stamp_age_ns(now.state().time_stamp, begin_ns).value() == Approx(2e9).margin(1e4));
    CHECK(now.message.flags == 0);
    CHECK(take(entities, line_of("a", R"(, "t": 1699999990)")).at(0).message.flags == model::record_old);
    const auto past = take(entities, line_of("a", R"(, "t": 1600000000)")).at(0);
    CHECK(past.state().time_stamp == 0);
    CHECK(past.message.flags == model::record_old);
    CHECK(take(entities, line_of("a")).at(0).state().time_stamp == 0);
}

TEST_CASE("JsonEntities: a place in the scene's frame is no place on the Earth", "[json]")
{
    JsonEntities entities{{}};
    const auto sent = take(entities, R"({"id": "robot", "x": 1, "y": 2, "z": 3})");
    CHECK(sent.at(0).message.flags == model::record_local);
    CHECK(std::isnan(sent.at(0).message.longitude));
    CHECK(sent.at(0).state().location == glm::dvec3{1.0, 2.0, 3.0});
}

TEST_CASE("JsonEntities: new ids are refused where all others are news, and take the place of a stale one",
          "[json]")
{
    JsonEntities entities{{.max_entities = 100}};
    for (int i = 0; i < 100; ++i)
        CHECK_FALSE(take(entities, line_of(std::to_string(i), R"(, "speed": 1)")).empty());
    for (int i = 100; i < 10'000; ++i)
        CHECK(take(entities, line_of(std::to_string(i)), ns_per_second).empty());
    CHECK(entities.size() == 100);
    (void)take(entities, line_of("0", R"(, "speed": 1)"), 11 * ns_per_second);
    const auto sent = take(entities, line_of("new"), 13 * ns_per_second);
    REQUIRE(sent.size() == 2);
    CHECK((sent[0].message.entity & 0xffff) == 101);  // a number that no other had
    CHECK(entities.size() == 100);
    CHECK((take(entities, line_of("0"), 13 * ns_per_second).at(0).message.entity & 0xffff) == 1);
}
