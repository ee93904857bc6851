#include "relay/recording/entity_picture.h"

#include "relay/dis/entity_layout.h"
#include "relay/dis/event_layout.h"
#include "tests/catch.h"
#include "tests/relay/recording/exercise.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {

Payload update_of(std::uint16_t number)
{
    Payload bytes(dis::least_bytes_of(dis::PduType::EntityStateUpdate));
    const Payload state = state_of(number);
    std::ranges::copy(state.begin(), state.begin() + 18, bytes.begin());
    bytes[2] = std::byte{67};
    bytes[9] = static_cast<std::byte>(bytes.size());
    return bytes;
}

Payload described(std::uint16_t number, const std::string& text)
{
    Payload bytes = departure_of(number);
    for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

/// Stop/Freeze (14) or Start/Resume (13) to all entities of application 1:APPLICATION.
Payload control_of(dis::PduType type, std::uint16_t application, std::uint16_t site = 1)
{
    Payload bytes(44);
    bytes[0] = std::byte{7};
    bytes[2] = static_cast<std::byte>(type);
    bytes[9] = std::byte{44};
    dis::store_entity_id(bytes.data() + dis::control_offset::receiver, {site, application, 0});
    return bytes;
}

Payload copy_of(const Record& record)
{
    return {record.bytes.begin(), record.bytes.end()};
}

/// Payloads of the records, in order.
std::vector<Payload> all_of(const EntityPicture& picture)
{
    std::vector<Payload> all;
    for (const Record& record : picture.records()) all.push_back(copy_of(record));
    return all;
}

}  // namespace

TEST_CASE("EntityPicture: has the newest state of each entity, in the order of ids", "[recording]")
{
    EntityPicture picture;
    const Payload later = state_of(9, 2), other = state_of(3, 1);
    picture.note({.bytes = state_of(9, 1), .source = 5, .arrival_ns = 10});
    picture.note({.bytes = other, .source = 5, .arrival_ns = 20});
    picture.note({.bytes = later, .flags = 2, .source = 5, .arrival_ns = 30});
    CHECK(all_of(picture) == std::vector<Payload>{other, later});
    const Record record = picture.records()[1];
    CHECK(record.arrival_ns == 30);
    CHECK(record.source == 5);
    CHECK(record.flags == 0);  // that older ones were replaced is not said of a picture
}

TEST_CASE("EntityPicture: an update is kept behind the whole state, until the next one", "[recording]")
{
    EntityPicture picture;
    const Payload whole = state_of(4, 1), update = update_of(4), next = state_of(4, 2);
    picture.note({.bytes = whole});
    picture.note({.bytes = update});
    CHECK(all_of(picture) == std::vector<Payload>{whole, update});
    picture.note({.bytes = next});
    CHECK(all_of(picture) == std::vector<Payload>{next});
}

TEST_CASE("EntityPicture: names and values are kept with their kind", "[recording]")
{
    EntityPicture picture;
    const Payload state = state_of(4), name = described(4, "buoy"), values = described(4, "{\"t\":3}");
    picture.note({.bytes = described(4, "{\"t\":2}"), .kind = RecordKind::Values});
    picture.note({.bytes = name, .kind = RecordKind::Name});
    picture.note({.bytes = state, .flags = model::record_local});
    picture.note({.bytes = values, .kind = RecordKind::Values});
    CHECK(all_of(picture) == std::vector<Payload>{state, name, values});
    CHECK(picture.records()[0].flags == model::record_local);
    CHECK(picture.records()[1].kind == RecordKind::Name);
    CHECK(picture.records()[2].kind == RecordKind::Values);
}

TEST_CASE("EntityPicture: what has left, or has had no news, is not in it", "[recording]")
{
    EntityPicture picture;
    for (std::uint16_t number = 1; number <= 3; ++number)
        picture.note({.bytes = state_of(number), .arrival_ns = number * 100ULL});
    picture.note({.bytes = departure_of(2), .kind = RecordKind::Gone});
    CHECK(all_of(picture) == std::vector<Payload>{state_of(1), state_of(3)});
    picture.forget_until(200);
    CHECK(all_of(picture) == std::vector<Payload>{state_of(3)});
    CHECK(picture.entities() == 1);
}

TEST_CASE("EntityPicture: what was halted is in it, among states as they came", "[recording]")
{
    using dis::PduType;
    EntityPicture picture;
    const Payload stop = control_of(PduType::StopFreeze, 1), other = control_of(PduType::StopFreeze, 2);
    picture.note({.bytes = state_of(7), .arrival_ns = 10});
    picture.note({.bytes = stop, .arrival_ns = 20});
    picture.note({.bytes = stop, .arrival_ns = 25});  // halts nothing anew
    picture.note({.bytes = state_of(3), .arrival_ns = 30});
    picture.note({.bytes = other, .arrival_ns = 40});
    CHECK(all_of(picture) == std::vector<Payload>{state_of(7), stop, state_of(3), other});
    CHECK(picture.records()[1].arrival_ns == 20);
    CHECK(picture.entities() == 2);
}

TEST_CASE("EntityPicture: a halt that is over stays while states from before its end do", "[recording]")
{
    using dis::PduType;
    EntityPicture picture;
    const Payload stop = control_of(PduType::StopFreeze, 1), start = control_of(PduType::StartResume, 1);
    picture.note({.bytes = start, .arrival_ns = 5});  // ends none
    picture.note({.bytes = state_of(7), .arrival_ns = 10});
    picture.note({.bytes = stop, .arrival_ns = 20});
    picture.note({.bytes = start, .arrival_ns = 30});
    picture.note({.bytes = control_of(PduType::StopFreeze, 2), .arrival_ns = 35});
    picture.note({.bytes = stop, .arrival_ns = 40});
    CHECK(all_of(picture) ==
          std::vector<Payload>{state_of(7), stop, start, control_of(PduType::StopFreeze, 2), stop});
    picture.note({.bytes = state_of(7), .arrival_ns = 50});
    picture.forget_until(31);
    CHECK(all_of(picture) == std::vector<Payload>{control_of(PduType::StopFreeze, 2), stop, state_of(7)});
}

TEST_CASE("EntityPicture: a Start ends the halts of all that it is for, whatever they named", "[recording]")
{
    using dis::PduType;
    constexpr std::uint16_t all = 65535;
    EntityPicture picture;
    const Payload stop = control_of(PduType::StopFreeze, 23, 17),
                  start_all = control_of(PduType::StartResume, all, all);
    picture.note({.bytes = stop, .arrival_ns = 10});
    picture.note({.bytes = start_all, .arrival_ns = 20});
    CHECK(all_of(picture) == std::vector<Payload>{stop, start_all});
    picture.forget_until(30);
    CHECK(all_of(picture).empty());

    const Payload stop_all = control_of(PduType::StopFreeze, all, all),
                  start = control_of(PduType::StartResume, 23, 17);
    picture.note({.bytes = stop_all, .arrival_ns = 40});
    picture.note({.bytes = stop, .arrival_ns = 45});  // it stands already
    picture.note({.bytes = start, .arrival_ns = 50});
    picture.forget_until(60);
    CHECK(all_of(picture) == std::vector<Payload>{stop_all, start});
}

TEST_CASE("EntityPicture: events, addressed messages and bytes that are no PDU change nothing", "[recording]")
{
    EntityPicture picture;
    Payload fire(dis::least_bytes_of(dis::PduType::Fire));
    fire[0] = std::byte{7}, fire[2] = std::byte{2}, fire[9] = static_cast<std::byte>(fire.size());
    picture.note({.bytes = fire});
    picture.note({.bytes = state_of(1), .kind = RecordKind::Addressed});
    picture.note({.bytes = Payload(7, std::byte{0xff})});
    picture.note({.bytes = Payload(7, std::byte{1}), .kind = RecordKind::Name});
    CHECK(picture.entities() == 0);
}
