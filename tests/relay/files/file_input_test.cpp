#include "relay/files/file_input.h"

#include <fmt/format.h>

#include <filesystem>
#include <future>

#include "relay/recording/entity_recording.h"
#include "relay/recording/entity_recording_writer.h"
#include "tests/catch.h"
#include "tests/net/recording/packets.h"
#include "tests/relay/recording/exercise.h"
#include "tests/relay/service/noted_session.h"
#include "tests/relay/service/peers/eventually.h"
#include "tests/relay/service/served_relay.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string record(const farfield::test::TemporaryFolder& folder, const std::vector<Payload>& bundles)
{
    std::string file = folder.file("exercise.ffr");
    EntityRecordingWriter writer(file, {});
    for (const Payload& bundle : bundles) writer.append(bundle);
    writer.finish();
    return file;
}

/// Payloads of UDP datagrams as a capture.
std::string capture(const farfield::test::TemporaryFolder& folder, const std::vector<Payload>& datagrams)
{
    using namespace farfield::net::test;
    Bytes file = little(0xa1b23c4dU, std::uint16_t{2}, std::uint16_t{4}, 0U, 0U, 65'535U, 101U);
    for (const Payload& datagram : datagrams) {
        const Bytes packet = ipv4(udp(datagram));
        const auto size = static_cast<std::uint32_t>(packet.size());
        append(file, joined({little(10U, 0U, size, size), packet}));
    }
    return folder.write("exercise.pcap", text_of(file));
}

/// Takes bundles until something holds.
bool is_met(BundleStream& bundles, const std::function<bool()>& condition)
{
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!condition())
        if (std::chrono::steady_clock::now() > end)
            return false;
        else
            (void)bundles.next(std::chrono::milliseconds(100));
    return true;
}

bool has_ended(ServedRelay& served)
{
    return served.relay().info().inputs[0].state != model::InputState::Up;
}

}  // namespace

TEST_CASE("FileInput: gives each message, a pause and the end", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const Exercise exercise{1.0};
    FileInput input{{.file = record(folder, exercise.bundles), .speed = 100}};
    std::size_t taken = 0, pauses = 0;
    std::promise<std::string> ended;
    input.start({.take = [&](const PlayedMessage&) { ++taken; },
                 .pause = [&] { ++pauses; },
                 .ended = [&](const std::string& why) { ended.set_value(why); }});
    CHECK(ended.get_future().get().empty());
    CHECK(taken == exercise.messages);
    CHECK(pauses > 0);
}

TEST_CASE("FileInput: a file that is damaged ends with the reason", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = capture(folder, {state_of(1), state_of(2)});
    auto bytes = read_file(file);
    bytes[24 + 16 + 28 + 144 + 8] = bytes[24 + 16 + 28 + 144 + 11] = std::byte{0xff};  // a packet's length
    folder.write("exercise.pcap", farfield::net::test::text_of(bytes));
    FileInput input{{.format = FileSpec::Format::Pcap, .file = file}};
    std::promise<std::string> ended;
    input.start({.take = [](const PlayedMessage&) {},
                 .pause = [] {},
                 .ended = [&](const std::string& why) { ended.set_value(why); }});
    CHECK_THAT(ended.get_future().get(), ContainsSubstring("exercise.pcap") && ContainsSubstring("claims"));
}

TEST_CASE("Relay: an input file that is damaged is said once, with the place", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const Exercise exercise{1.0};
    const std::string file = record(folder, exercise.bundles);
    auto bytes = read_file(file);
    for (std::size_t at = bytes.size() / 2; at + header_bytes + 16 < bytes.size(); ++at)
        if (load_big<std::uint32_t>(&bytes[at]) == message_magic)
            std::fill_n(&bytes[at + header_bytes], 16, std::byte{});  // of its payload
    folder.write("exercise.ffr", farfield::net::test::text_of(bytes));
    std::promise<std::string> said;
    Relay relay{{.inputs = {"ffr:" + file + ",speed=100"},
                 .warn = [&](const std::string& text) { said.set_value(text); }}};
    auto future = said.get_future();
    REQUIRE(future.wait_for(patience) == std::future_status::ready);
    const std::string text = future.get();
    CHECK_THAT(text, ContainsSubstring("exercise.ffr") && ContainsSubstring("at byte"));
    CHECK(relay.info().inputs[0].message == text);
}

TEST_CASE("FileInput: stops at once while it waits", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    BundleMaker maker;
    const std::string file =
        record(folder, {maker.bundle({}, exercise_begin_ns),
                        maker.single(state_of(1), exercise_begin_ns + 3'600 * ns_per_second)});
    FileInput input{{.file = file}};
    std::promise<void> paused;
    input.start({.take = [](const PlayedMessage&) { FAIL("a message that is due in an hour"); },
                 .pause = [&] { paused.set_value(); },
                 .ended = [](const std::string&) { FAIL("stopped, not ended"); }});
    paused.get_future().get();
}

TEST_CASE("Relay: a capture is an input, and its datagrams end under one name each", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    Payload good_then_bad = state_of(2);
    good_then_bad.resize(good_then_bad.size() + 11, std::byte{0x5a});
    ServedRelay served{{"pcap:" + capture(folder, {state_of(1), Payload(20), good_then_bad})}};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    REQUIRE(is_met(bundles, [&] { return has_ended(served); }));
    CHECK(served.relay().info().inputs[0].state == model::InputState::Ended);
    const model::RelayStats stats = served.relay().stats();
    CHECK(stats.inputs[0].received == 3);
    CHECK(stats.inputs[0].malformed == 1);
    CHECK(stats.inputs[0].core == 2);
    CHECK(stats.inputs[0].messages == 2);
    CHECK(stats.inputs[0].malformed_pdus == 1);
    CHECK(stats.entities == 0);  // they have left with their input
}

TEST_CASE("Relay: a recording that loops reaches a session, byte for byte", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    BundleMaker maker;
    const Payload state = state_of(3);
    ServedRelay served{
        {"ffr:" + record(folder, {maker.single(state, exercise_begin_ns)}) + ",loop,speed=10"}};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    for (const Copy& copy : receive(bundles, 3)) {
        CHECK(copy.bytes == state);
        CHECK(copy.source == 0x10001);
    }
    CHECK(served.relay().info().inputs[0].state == model::InputState::Up);
}

TEST_CASE("Relay: it ends while it plays a file to several outputs", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const Exercise exercise{1.0};
    const std::string input = "ffr:" + record(folder, exercise.bundles) + ",loop,speed=100";
    const FreePort port;
    RelaySettings settings{.inputs = {input}};
    for (int i = 1; i <= 4; ++i)
        settings.outputs.push_back(fmt::format("dis:127.0.0.{}:{}", i, port.number()));
    for (int i = 0; i < 50; ++i) {
        Relay relay{settings};
        CHECK(eventually([&] { return relay.stats().taken > 0; }));
    }
}

TEST_CASE("Relay: a session learns when the recording that it sees begins again", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    BundleMaker maker;
    const std::string file =
        record(folder, {maker.single(state_of(3), exercise_begin_ns),
                        maker.single(state_of(3, 1), exercise_begin_ns + 100 * ns_per_ms)});
    ServedRelay served{{"ffr:" + file + ",loop,speed=10"}};
    NotedSession session{served.session()};
    const Json info = session.client.call("relay.info", Json::object());
    CHECK(info.at("clock").at("state") == "recorded");
    constexpr std::uint64_t first_closed_ns = exercise_begin_ns + ns_per_ms;
    const auto begun = [](const Json& clock) { return clock.at("time_ns") == first_closed_ns; };
    const auto clock = session.wait_for("relay.clock", begun);
    REQUIRE(clock);
    CHECK(clock->at("state") == "recorded");
    CHECK(clock->at("rate") == 10.0);
    CHECK(clock->at("at_ns") > exercise_begin_ns);
}

TEST_CASE("Relay: a session learns when the recording that it sees has ended", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const Exercise exercise{2.0};
    ServedRelay served{{"ffr:" + record(folder, exercise.bundles) + ",speed=10"}};
    NotedSession session{served.session()};
    const auto has_ended = [](const Json& clock) {
        return clock.at("rate") == 0.0 && clock.contains("time_ns");
    };
    std::optional<Json> clock = session.client.call("relay.info", Json::object()).at("clock");
    if (!has_ended(*clock)) clock = session.wait_for("relay.clock", has_ended);
    REQUIRE(clock);
    CHECK(clock->at("time_ns") > exercise_begin_ns + ns_per_second);
    CHECK(session.client.call("relay.info", Json::object()).at("clock") == *clock);
}

TEST_CASE("Relay: what is recorded of a recording that is played is all of it", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const Exercise exercise{2.0};
    const std::string again = folder.file("again.ffr");
    std::uint64_t messages = 0;
    {
        ServedRelay served{{"ffr:" + record(folder, exercise.bundles) + ",speed=20"},
                           RecordSettings{again, [](const std::string& why) { FAIL(why); }}};
        BundleStream bundles{served.session(), Json::object(), Policy::Every};
        REQUIRE(is_met(bundles, [&] { return has_ended(served); }));
        const RecorderStats stats = served.relay().end_recording();
        CHECK(stats.messages == exercise.messages + Exercise::entities);  // and that all have left
        CHECK(stats.recorded == stats.messages);
        CHECK(stats.lost == 0);
        messages = stats.recorded;
        const auto recorder = served.relay().stats().recorder;
        REQUIRE(recorder);
        CHECK(recorder->recorded == messages);
        CHECK(recorder->bytes == std::filesystem::file_size(again));
    }
    EntityRecording recording{again};
    REQUIRE(recording.footer());
    CHECK(recording.footer()->messages == messages);
    CHECK(recording.relay().exercise == std::vector<std::uint8_t>{1});
    std::vector<Payload> states, expected;
    while (const auto bundle = recording.next())
        for (std::uint32_t i = 0; i < bundle->messages(); ++i)
            if (const Record record = bundle->record(i); record.kind == RecordKind::Dis)
                states.emplace_back(record.bytes.begin(), record.bytes.end());
    for (const Payload& payload : exercise.bundles)
        for (std::uint32_t i = 0; i < BundleReader::open(payload)->messages(); ++i) {
            const Record record = BundleReader::open(payload)->record(i);
            expected.emplace_back(record.bytes.begin(), record.bytes.end());
        }
    CHECK(states == expected);
}

TEST_CASE("Relay: a file that is none fails alone, or as the only input", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const FreePort port;
    const std::string none = "ffr:" + folder.file("none.ffr");
    CHECK_THROWS_WITH(Relay({.inputs = {none}}), ContainsSubstring("none.ffr"));
    const Relay relay{{.inputs = {none, fmt::format("dis:239.77.9.1:{}@lo", port.number())}}};
    CHECK(relay.info().inputs[0].state == model::InputState::Failed);
    CHECK_THAT(relay.info().inputs[0].message, ContainsSubstring("none.ffr"));
    CHECK(relay.info().inputs[1].state == model::InputState::Up);
}
