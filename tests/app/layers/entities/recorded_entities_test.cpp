#include "app/layers/entities/recorded_entities.h"

#include "relay/dis/event_layout.h"
#include "relay/recording/entity_recording_writer.h"
#include "tests/catch.h"
#include "tests/relay/recording/exercise.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::TemporaryFolder;

namespace {

constexpr std::uint64_t recorded_second_ns = 1'000'000'000,
                        recorded_begin_ns = net::relay::test::exercise_begin_ns;
constexpr double recorded_speed = 3.0;
const glm::dvec3 first_place(6'378'137.0, 0.0, 0.0);

net::relay::test::Payload recorded_state()
{
    net::dis::EntityState state;
    state.id = {1, 1, 1};
    state.algorithm = 2;  // constant velocity
    state.location = first_place;
    state.velocity = glm::vec3(0.0F, recorded_speed, 0.0F);
    net::relay::test::Payload bytes(net::dis::entity_state_bytes);
    net::dis::write_entity_state(state, std::span<std::byte, net::dis::entity_state_bytes>{bytes});
    return bytes;
}

net::relay::test::Payload recorded_control(net::dis::PduType type)
{
    net::relay::test::Payload bytes(44);
    bytes[0] = std::byte{7};
    bytes[2] = static_cast<std::byte>(type);
    bytes[9] = std::byte{44};
    net::dis::store_entity_id(bytes.data() + net::dis::control_offset::receiver, {1, 1, 0});
    return bytes;
}

/// A state at 0 s, a halt from 4 s to 64 s; another entity of the kind that stands, each second.
void write_halted(const std::filesystem::path& file)
{
    net::relay::EntityRecordingWriter writer(file, {.relay = 7});
    net::relay::test::BundleMaker maker;
    for (std::uint64_t second = 0; second <= 70; ++second) {
        const std::uint64_t arrival_ns = recorded_begin_ns + second * recorded_second_ns;
        const auto append = [&](const net::relay::test::Payload& bytes) {
            writer.append(
                maker.bundle({{.bytes = bytes, .source = 0x10001, .arrival_ns = arrival_ns}}, arrival_ns));
        };
        if (second == 0) append(recorded_state());
        if (second == 4) append(recorded_control(net::dis::PduType::StopFreeze));
        if (second == 64) append(recorded_control(net::dis::PduType::StartResume));
        append(net::relay::test::state_of(2));
    }
    writer.finish();
}

/// So many metres the first entity has moved at a time.
double moved_at(RecordedEntities& recording, EntityTable& table, std::uint64_t seconds)
{
    const std::uint64_t time_ns = recorded_begin_ns + seconds * recorded_second_ns;
    recording.go_to(time_ns, table);
    const KnownEntity* entity = table.find({1, 1, 1});
    REQUIRE(entity != nullptr);
    return entity->earth_place(time_ns).y - first_place.y;
}

}  // namespace

TEST_CASE("RecordedEntities: a halt from before a whole picture is known after a seek",
          "[entities][recording]")
{
    const TemporaryFolder folder;
    write_halted(folder / "halted.ffr");
    RecordedEntities recording(folder / "halted.ffr");
    EntityTable table;
    CHECK(moved_at(recording, table, 50) == Approx(4.0 * recorded_speed));
    CHECK(moved_at(recording, table, 2) == Approx(2.0 * recorded_speed));
    CHECK(moved_at(recording, table, 69) == Approx(9.0 * recorded_speed));  // the halt is over
    CHECK(moved_at(recording, table, 3) == Approx(3.0 * recorded_speed));
    for (std::uint64_t second = 4; second <= 60; second += 8)  // the same on the way
        CHECK(moved_at(recording, table, second) == Approx(4.0 * recorded_speed));
    CHECK(moved_at(recording, table, 66) == Approx(6.0 * recorded_speed));
}

TEST_CASE("RecordedEntities: entities are stale, and forgotten, by the times of the relay that was recorded",
          "[entities][recording]")
{
    const TemporaryFolder folder;
    const net::relay::RecordedRelay relay{
        .times = {.stale_ns = 2 * recorded_second_ns, .standing_stale_ns = 4 * recorded_second_ns}};
    net::relay::test::BundleMaker maker;
    net::relay::EntityRecordingWriter writer(folder / "short.ffr", relay);
    writer.append(
        maker.bundle({{.bytes = recorded_state(), .arrival_ns = recorded_begin_ns}}, recorded_begin_ns));
    // That it left was not recorded.
    for (std::uint64_t second = 1; second <= 20; ++second)
        writer.append(maker.bundle({}, recorded_begin_ns + second * recorded_second_ns));
    writer.finish();
    RecordedEntities recording(folder / "short.ffr");
    EntityTable table;
    const auto at = [&](std::uint64_t seconds) {
        recording.go_to(recorded_begin_ns + seconds * recorded_second_ns, table);
        return table.find({1, 1, 1});
    };
    CHECK_FALSE(at(1)->is_stale(recorded_begin_ns + 1 * recorded_second_ns));
    CHECK(at(3)->is_stale(recorded_begin_ns + 3 * recorded_second_ns));
    REQUIRE(at(8) != nullptr);
    CHECK(at(9) == nullptr);
    REQUIRE(at(8) != nullptr);  // a way back
    CHECK(at(12) == nullptr);
}

TEST_CASE("RecordedEntities: a capture is refused with the command that makes a recording",
          "[entities][recording]")
{
    const TemporaryFolder folder;
    for (const std::string magic : {"\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x0a\x0d\x0d\x0a"}) {
        const auto file = folder.write("exercise.pcap", magic + std::string(20, '\0'));
        CHECK_THROWS_WITH(RecordedEntities(file),
                          "'" + folder.file("exercise.pcap") +
                              "' is a capture, expected a recording; make one of it with: "
                              "farfield-relay record pcap:" +
                              folder.file("exercise.pcap") + " " + folder.file("exercise.ffr"));
    }
}
