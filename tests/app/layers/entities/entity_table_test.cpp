#include "tests/app/layers/entities/entity_stream.h"

#include <algorithm>

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

TEST_CASE("EntityTable: the newest state of each entity is kept", "[entities]")
{
    Stream stream;
    stream.add_state(state_of(1));
    stream.add_state(state_of(2));
    stream.add_state(moving(1, 30.0), start_ns + 1000);
    stream.send();
    REQUIRE(stream.table.entities().size() == 2);
    const KnownEntity* first = stream.table.find({17, 23, 1});
    REQUIRE(first != nullptr);
    CHECK(std::abs(first->speed() - 30.0) < 1e-5);
    CHECK(first->arrival_ns == start_ns + 1000);
    CHECK(name_of(*first) == "TANK 1");
    CHECK(stream.table.find({17, 23, 3}) == nullptr);
}

TEST_CASE("EntityTable: an entity is placed where it is, and reckoned on from its arrival", "[entities]")
{
    Stream stream;
    stream.send_state(moving(1, 30.0));
    const KnownEntity& entity = stream.table.entities().front();
    REQUIRE(entity.is_placed);
    CHECK(glm::length(entity.placed.place - glm::dvec3(0.0, 0.0, 500.0)) < 1e-3);
    const auto later = entity.reckoned(start_ns + 4 * second_ns);
    CHECK(glm::length(later.place - glm::dvec3(120.0, 0.0, 500.0)) < 0.1);
    CHECK(std::abs(later.velocity.x - 30.0) < 0.01);
}

TEST_CASE("EntityTable: an entity is not reckoned on once it is stale, nor before its arrival", "[entities]")
{
    Stream stream;
    stream.send_state(moving(1, 10.0));
    const KnownEntity& entity = stream.table.entities().front();
    CHECK_FALSE(entity.is_stale(start_ns + 11 * second_ns));
    CHECK(entity.is_stale(start_ns + 13 * second_ns));
    CHECK(std::abs(entity.reckoned(start_ns + 60 * second_ns).place.x - 120.0) < 0.1);
    CHECK(std::abs(entity.reckoned(start_ns - second_ns).place.x) < 1e-3);
}

TEST_CASE("EntityTable: entities are stale, and reckoned on, by the times that its relay has", "[entities]")
{
    Stream stream;
    stream.send_state(moving(1, 10.0));
    stream.table.set_times({.stale_ns = 3 * second_ns, .standing_stale_ns = 20 * second_ns});
    stream.send_state(state_of(2));
    const KnownEntity &moves = *stream.table.find({17, 23, 1}), &stands = *stream.table.find({17, 23, 2});
    CHECK_FALSE(moves.is_stale(start_ns + 2 * second_ns));
    CHECK(moves.is_stale(start_ns + 4 * second_ns));
    CHECK(std::abs(moves.reckoned(start_ns + 60 * second_ns).place.x - 30.0) < 0.1);
    CHECK_FALSE(stands.is_stale(start_ns + 19 * second_ns));
    CHECK(stands.is_stale(start_ns + 21 * second_ns));
}

TEST_CASE("EntityTable: what accelerates is reckoned so by algorithms that say so", "[entities]")
{
    for (const std::uint8_t algorithm : {std::uint8_t{2}, std::uint8_t{5}}) {
        Stream stream;
        net::dis::EntityState state = moving(1, 10.0);
        state.algorithm = algorithm;
        state.acceleration = 2.0 * model::local_axes_at({8.0, 46.5}).east;
        stream.send_state(state);
        const double x = stream.table.entities().front().reckoned(start_ns + 3 * second_ns).place.x;
        CHECK(std::abs(x - (algorithm == 5 ? 39.0 : 30.0)) < 0.01);
    }
}

TEST_CASE("EntityTable: entities that are gone, removed or deactivated are taken out", "[entities]")
{
    Stream stream;
    for (std::uint16_t i = 1; i <= 4; ++i) stream.add_state(state_of(i));
    std::array<std::byte, 8> departure{};
    net::dis::store_entity_id(departure.data(), {17, 23, 1});
    stream.add({.bytes = departure, .kind = net::relay::RecordKind::Gone, .arrival_ns = start_ns});
    stream.add_control(net::dis::PduType::RemoveEntity, {17, 23, 2}, start_ns);
    net::dis::EntityState last = state_of(3);
    last.appearance = net::dis::appearance_deactivated;
    stream.add_state(last);
    stream.send();
    REQUIRE(stream.table.entities().size() == 1);
    CHECK(stream.table.find({17, 23, 4}) == &stream.table.entities().front());
}

TEST_CASE("EntityTable: a silent entity stays until the relay says that it has gone", "[entities]")
{
    Stream stream;
    stream.send_state(moving(1, 10.0));
    stream.table.remove_silent(start_ns + 600 * second_ns);
    CHECK(stream.table.find({17, 23, 1}) != nullptr);
    CHECK(stream.table.find({17, 23, 1})->is_stale(start_ns + 600 * second_ns));
}

TEST_CASE("EntityTable: what a stream before left goes after twice the time, standing ones later",
          "[entities]")
{
    Stream stream;
    stream.add_state(moving(1, 10.0));
    stream.add_state(state_of(2));
    stream.add_state(moving(3, 10.0));
    stream.send();
    stream.bundles = 0;  // a relay that is there again
    stream.send_state(moving(3, 10.0));
    stream.table.remove_silent(start_ns + 23 * second_ns);
    CHECK(stream.table.entities().size() == 3);
    stream.table.remove_silent(start_ns + 25 * second_ns);
    CHECK(stream.table.find({17, 23, 1}) == nullptr);
    CHECK_FALSE(stream.table.find({17, 23, 2})->is_stale(start_ns + 25 * second_ns));
    stream.table.remove_silent(start_ns + 289 * second_ns);
    CHECK(stream.table.find({17, 23, 2}) == nullptr);
    CHECK(stream.table.find({17, 23, 3}) != nullptr);
}

TEST_CASE("EntityTable: a Start lifts a Stop for all that it is for, whatever the Stop named", "[entities]")
{
    using net::dis::PduType;
    constexpr net::dis::EntityId everyone{65535, 65535, 65535}, one{17, 23, 0}, other{17, 24, 0};
    Stream stream;
    stream.send_state(moving(1, 10.0));
    const auto stands_after = [&](PduType type, net::dis::EntityId receiver) {
        stream.add_control(type, receiver, start_ns + second_ns);
        stream.send(start_ns + second_ns);
        stream.send_state(moving(1, 10.0), start_ns + second_ns);
        return stream.table.entities().front().is_halted;
    };
    CHECK(stands_after(PduType::StopFreeze, one));
    CHECK(stands_after(PduType::StopFreeze, other));
    CHECK_FALSE(stands_after(PduType::StartResume, everyone));
    CHECK(stands_after(PduType::StopFreeze, everyone));
    CHECK(stands_after(PduType::StartResume, other));
    CHECK_FALSE(stands_after(PduType::StartResume, one));
    CHECK(stands_after(PduType::StopFreeze, one));
}

TEST_CASE("EntityTable: entities of an application that is stopped stand until it goes on", "[entities]")
{
    Stream stream;
    stream.send_state(moving(1, 10.0));
    stream.add_control(net::dis::PduType::StopFreeze, {17, 23, 0}, start_ns + 2 * second_ns);
    stream.send(start_ns + 2 * second_ns);
    const auto x = [&](std::uint64_t seconds) {
        return stream.table.entities().front().reckoned(start_ns + seconds * second_ns).place.x;
    };
    CHECK(std::abs(x(8) - 20.0) < 0.1);
    stream.send_state(moving(1, 10.0), start_ns + 8 * second_ns);
    CHECK(std::abs(x(10)) < 0.1);
    stream.add_control(net::dis::PduType::StartResume, {17, 23, 0}, start_ns + 10 * second_ns);
    stream.send(start_ns + 10 * second_ns);
    stream.send_state(moving(1, 10.0), start_ns + 10 * second_ns);
    CHECK(std::abs(x(12) - 20.0) < 0.1);
}

TEST_CASE("EntityTable: entities that were stopped go on from where they stood, without news", "[entities]")
{
    Stream stream;
    stream.send_state(moving(1, 10.0));
    stream.add_control(net::dis::PduType::StopFreeze, {17, 23, 0}, start_ns + 2 * second_ns);
    stream.add_control(net::dis::PduType::StartResume, {17, 23, 0}, start_ns + 100 * second_ns);
    stream.send(start_ns + 100 * second_ns);
    const KnownEntity& entity = stream.table.entities().front();
    CHECK(std::abs(entity.reckoned(start_ns + 105 * second_ns).place.x - 70.0) < 0.1);
    CHECK_FALSE(entity.is_stale(start_ns + 105 * second_ns));
}

TEST_CASE("EntityTable: what is halted is stale as late as what stands", "[entities]")
{
    Stream stream;
    stream.send_state(moving(1, 10.0));
    stream.add_control(net::dis::PduType::StopFreeze, {17, 23, 0}, start_ns + second_ns);
    stream.send(start_ns + second_ns);
    const KnownEntity& entity = stream.table.entities().front();
    CHECK_FALSE(entity.is_stale(start_ns + 143 * second_ns));
    CHECK(entity.is_stale(start_ns + 145 * second_ns));
}

TEST_CASE("EntityTable: an entity turns between updates where its algorithm says so", "[entities]")
{
    for (const std::uint8_t algorithm : {std::uint8_t{2}, std::uint8_t{3}}) {
        Stream stream;
        net::dis::EntityState state = state_of(1);
        state.algorithm = algorithm;
        state.orientation =
            model::euler_angles_of({.heading_degrees = 350.0}, model::LongitudeLatitude{8.0, 46.5});
        state.angular_velocity = {0.0, 0.0, 0.1};  // about the axis that points down: clockwise
        stream.send_state(state);
        const KnownEntity& entity = stream.table.entities().front();
        CHECK(entity.turns == (algorithm == 3));
        const double turned = 5.0 * 0.1 * 180.0 / 3.14159265358979;
        const double wanted = algorithm == 3 ? 350.0 + turned - 360.0 : 350.0;
        CHECK(std::abs(entity.reckoned(start_ns + 5 * second_ns).heading_degrees - wanted) < 0.01);
    }
}

TEST_CASE("EntityTable: a small difference to the reckoned place fades over a quarter of a second",
          "[entities]")
{
    Stream stream;
    stream.send_state(state_of(1));
    net::dis::EntityState moved = state_of(1);
    moved.location += 4.0 * model::local_axes_at({8.0, 46.5}).east;
    stream.send_state(moved, start_ns + second_ns);
    const KnownEntity& entity = stream.table.entities().front();
    const auto x_after = [&](std::uint64_t ms) {
        return entity.smoothed(start_ns + second_ns + ms * 1'000'000).place.x;
    };
    CHECK(std::abs(x_after(0)) < 0.01);
    CHECK(std::abs(x_after(125) - 2.0) < 0.01);
    CHECK(std::abs(x_after(250) - 4.0) < 0.01);
    CHECK(std::abs(entity.reckoned(start_ns + second_ns).place.x - 4.0) < 0.01);
}

TEST_CASE("EntityTable: a jump of more than ten thresholds is drawn at once", "[entities]")
{
    Stream stream;
    stream.send_state(state_of(1));
    net::dis::EntityState moved = state_of(1);
    moved.location += 11.0 * model::local_axes_at({8.0, 46.5}).east;
    stream.send_state(moved, start_ns + second_ns);
    CHECK(std::abs(stream.table.entities().front().smoothed(start_ns + second_ns).place.x - 11.0) < 0.01);
}

TEST_CASE("EntityTable: a Fire is an event from its place to that of its target", "[entities]")
{
    Stream stream;
    net::dis::EntityState target = state_of(2);
    target.id = {17, 24, 2};
    stream.send_state(target);
    stream.add({.bytes = net::dis::test::foreign_fire(), .arrival_ns = start_ns + second_ns});
    stream.send(start_ns + second_ns);
    REQUIRE(stream.table.events().all().size() == 1);
    const SeenEvent& fire = stream.table.events().all().front();
    CHECK(fire.event.kind == net::dis::PduType::Fire);
    CHECK(fire.arrival_ns == start_ns + second_ns);
    REQUIRE(fire.from);
    REQUIRE(fire.to);
    CHECK(glm::length(*fire.from - glm::dvec3(0.0, 0.0, 500.0)) < 0.01);
    CHECK(glm::length(*fire.to - glm::dvec3(0.0, 0.0, 500.0)) < 0.01);
    CHECK(fire.place() == fire.from);
}

TEST_CASE("EntityTable: an event without known places is known, and has none", "[entities]")
{
    Stream stream;
    stream.add({.bytes = net::dis::test::blank_pdu(4, 60), .arrival_ns = start_ns});
    stream.send();
    REQUIRE(stream.table.events().all().size() == 1);
    CHECK(stream.table.events().all().front().event.kind == net::dis::PduType::Collision);
    CHECK_FALSE(stream.table.events().all().front().place());
}

TEST_CASE("EntityTable: names and values come beside states, before them too", "[entities]")
{
    Stream stream;
    const auto beside = [&](net::relay::RecordKind kind, std::uint16_t entity, std::string_view text) {
        std::vector<std::byte> bytes(8 + text.size());
        net::dis::store_entity_id(bytes.data(), {17, 23, entity});
        std::ranges::transform(text, bytes.begin() + 8, [](char c) { return static_cast<std::byte>(c); });
        stream.add({.bytes = bytes, .kind = kind, .arrival_ns = start_ns});
    };
    beside(net::relay::RecordKind::Name, 1, "drifter 7");
    stream.add_state(state_of(1));
    stream.add_state(state_of(2));
    beside(net::relay::RecordKind::Values, 2, R"({"salinity":33.5})");
    stream.send();
    CHECK(name_of(*stream.table.find({17, 23, 1})) == "drifter 7");
    CHECK(stream.table.find({17, 23, 2})->values.at("salinity") == 33.5);
    stream.send_state(state_of(2));
    CHECK(stream.table.find({17, 23, 2})->values.size() == 1);
}

TEST_CASE("EntityTable: without a place in the scene entities are known and not placed", "[entities]")
{
    Stream stream;
    net::dis::EntityState nowhere = state_of(1);
    nowhere.location = glm::dvec3(0.0);
    stream.add_state(nowhere);
    stream.add_state(state_of(2));
    stream.send();
    CHECK_FALSE(stream.table.find({17, 23, 1})->is_placed);
    CHECK(stream.table.find({17, 23, 2})->is_placed);
    stream.table.place_by({});
    CHECK_FALSE(stream.table.find({17, 23, 2})->is_placed);
}

TEST_CASE("EntityTable: an old state is no news: it is where it says, and neither moves on nor fades",
          "[entities]")
{
    Stream stream;
    stream.send_state(moving(1, 30.0));
    stream.add_state(moving(1, 30.0), start_ns + second_ns, model::record_old);
    stream.send(start_ns + second_ns);
    const KnownEntity& entity = stream.table.entities().front();
    CHECK(entity.is_old);
    const std::uint64_t later_ns = start_ns + 3 * second_ns;
    CHECK(glm::length(entity.smoothed(start_ns + second_ns).place - glm::dvec3(0.0, 0.0, 500.0)) < 0.01);
    CHECK(glm::length(entity.smoothed(later_ns).place - glm::dvec3(0.0, 0.0, 500.0)) < 0.01);
    CHECK(entity.reckoned(later_ns).velocity == glm::dvec3(0.0));
    stream.send_state(moving(1, 30.0), later_ns);
    CHECK_FALSE(entity.is_old);
    CHECK(entity.reckoned(later_ns + second_ns).place.x > 25.0);
}
