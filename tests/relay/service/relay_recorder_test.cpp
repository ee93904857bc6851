#include "relay/service/relay_recorder.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "relay/files/pdu_sender.h"
#include "relay/recording/entity_recording.h"
#include "tests/catch.h"
#include "tests/relay/recording/exercise.h"
#include "tests/relay/service/served_relay.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr Ipv4 recorded_group = 0xef4d0902, replayed_group = 0xef4d0903;  // 239.77.9.2, 239.77.9.3

std::string dis_at(Ipv4 group, const FreePort& port)
{
    return fmt::format("dis:{}:{}@lo", to_text(group), port.number());
}

RecordSettings recording_to(const std::string& file)
{
    return {file, [](const std::string& why) { FAIL(why); }};
}

/// Sends so many states of as many entities through a relay that records them.
void record_states(const std::string& file, std::uint16_t states)
{
    const FreePort port;
    ServedRelay served{{dis_at(recorded_group, port)}, recording_to(file)};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    DatagramSender sender = sender_to(recorded_group, port.number());
    for (std::uint16_t number = 1; number <= states; ++number) {
        const Payload state = state_of(number);
        const std::array one{std::span<const std::byte>{state}};
        REQUIRE(sender.send(one) == 1);
    }
    REQUIRE(receive(bundles, states).size() == states);
    const RecorderStats stats = served.relay().end_recording();
    CHECK(stats.messages == states);
    CHECK(stats.recorded == states);
    CHECK(stats.lost == 0);
    CHECK(stats.entities == states);
}

}  // namespace

TEST_CASE("RelayRecorder: all messages of a relay are recorded, byte for byte and in order", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    record_states(file, 500);
    EntityRecording recording{file};
    REQUIRE(recording.footer());
    CHECK(recording.footer()->messages == 500);
    CHECK_THAT(recording.relay().inputs.at(0).input, ContainsSubstring("239.77.9.2"));
    std::uint16_t number = 0;
    while (const auto bundle = recording.next())
        for (std::uint32_t i = 0; i < bundle->messages(); ++i)
            CHECK(std::ranges::equal(bundle->record(i).bytes, state_of(++number)));
    CHECK(number == 500);
}

TEST_CASE("RelayRecorder: its account is one of the relay's, and agrees with that of its subscriber",
          "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const FreePort port;
    ServedRelay served{{dis_at(recorded_group, port)}, recording_to(folder.file("exercise.ffr"))};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    DatagramSender sender = sender_to(recorded_group, port.number());
    const Payload state = state_of(1);
    const std::vector<std::span<const std::byte>> some(50, std::span<const std::byte>{state});
    REQUIRE(sender.send(some) == 50);
    REQUIRE(receive(bundles, 50).size() == 50);
    const model::RelayStats stats = served.relay().stats();
    REQUIRE(stats.recorder);
    CHECK(stats.recorder->messages ==
          stats.recorder->recorded + stats.recorder->lost + stats.recorder->waiting);
    (void)served.relay().end_recording();
    const model::RelayStats after = served.relay().stats();
    REQUIRE(after.recorder);
    CHECK(after.recorder->recorded == 50);
    CHECK(after.recorder->failure.empty());
    CHECK(after.subscribers.size() == 1);  // that of the session
}

TEST_CASE("RelayRecorder: what the relay says of its times is what it records", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const FreePort port;
    RelaySettings settings;
    settings.inputs = {dis_at(recorded_group, port)};
    settings.record = recording_to(folder.file("exercise.ffr"));
    settings.core.entity_times = {.stale_ns = 2 * ns_per_second, .standing_stale_ns = 3 * ns_per_second};
    ServedRelay served{settings};
    BundleStream session{served.session(), Json::object(), Policy::Every};
    const Json info = session.client().call("relay.info", Json::object());
    CHECK(info.at("times") == Json{{"stale_ns", 2'000'000'000}, {"standing_stale_ns", 3'000'000'000}});
    (void)served.relay().end_recording();
    CHECK(EntityRecording{folder.file("exercise.ffr")}.relay().times == settings.core.entity_times);
}

TEST_CASE("PduSender: what is replayed reaches another relay, and the sums agree", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    record_states(file, 300);
    const FreePort port;
    ServedRelay served{{dis_at(replayed_group, port)}};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    PduSender sender{dis_at(replayed_group, port)};
    FilePlayback playback{{.file = file, .speed = 10}};
    play(
        playback, {}, std::numeric_limits<std::uint64_t>::max(),
        [&sender](const PlayedMessage& message) { sender.take(message); }, [&sender] { sender.flush(); });
    CHECK(sender.sent() == 300);
    CHECK(sender.malformed() == 0);
    CHECK(sender.left_out() == 0);
    const auto records = receive(bundles, 300);
    REQUIRE(records.size() == 300);
    for (std::uint16_t number = 1; number <= 300; ++number)
        CHECK(records[number - 1U].bytes == state_of(number));
    CHECK(served.relay().stats().inputs[0].received == 300);
}

TEST_CASE("PduSender: leaves out what is no PDU, and places in a scene's frame", "[relay]")
{
    const FreePort port;
    PduSender sender{dis_at(replayed_group, port)};
    const Payload state = state_of(1), name = departure_of(1), nonsense(20, std::byte{0xff});
    sender.take({.bytes = state});
    sender.take({.bytes = state, .flags = model::record_local});
    sender.take({.bytes = name, .kind = RecordKind::Name});
    sender.take({.bytes = nonsense});
    sender.flush();
    CHECK(sender.sent() == 1);
    CHECK(sender.left_out() == 2);
    CHECK(sender.malformed() == 1);
}

TEST_CASE("dis_sender: outputs that are none are refused", "[relay]")
{
    for (const char* output : {"dis:any", "dis:239.1.2.3,bundle", "ffr:file"})
        CHECK_THROWS_WITH(dis_sender(output), ContainsSubstring("expected dis:GROUP|ADDR"));
}

TEST_CASE("Relay: a recording that cannot be made is refused", "[relay]")
{
    const FreePort port;
    CHECK_THROWS_WITH(Relay({.inputs = {fmt::format("dis:239.77.9.1:{}@lo", port.number())},
                             .record = RecordSettings{"/nowhere/exercise.ffr", [](const std::string&) {}}}),
                      ContainsSubstring("/nowhere/exercise.ffr"));
}
