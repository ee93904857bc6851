#include "relay/recording/file_playback.h"

#include <filesystem>

#include "relay/recording/entity_recording_writer.h"
#include "tests/catch.h"
#include "tests/net/recording/packets.h"
#include "tests/relay/recording/exercise.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Played {
    std::uint64_t time_ns = 0;
    Payload bytes;
    friend bool operator==(const Played&, const Played&) = default;
};

std::vector<Played> all_of(FilePlayback& playback, std::size_t most = 1'000'000)
{
    std::vector<Played> all;
    while (all.size() < most) {
        const auto message = playback.next();
        if (!message) break;
        all.push_back({message->time_ns, {message->bytes.begin(), message->bytes.end()}});
    }
    return all;
}

std::string record(const farfield::test::TemporaryFolder& folder, const std::vector<Payload>& bundles)
{
    const std::string file = folder.file("exercise.ffr");
    EntityRecordingWriter writer(file, {});
    for (const Payload& bundle : bundles) writer.append(bundle);
    writer.finish();
    return file;
}

/// States of entities 1, 2, 3 that came 0, 1 and 3 s after the first bundle was closed.
std::string three_states(const farfield::test::TemporaryFolder& folder)
{
    BundleMaker maker;
    return record(folder, {maker.bundle({}, exercise_begin_ns), maker.single(state_of(1), exercise_begin_ns),
                           maker.single(state_of(2), exercise_begin_ns + ns_per_second),
                           maker.single(state_of(3), exercise_begin_ns + 3 * ns_per_second)});
}

/// The same as a capture.
std::string three_datagrams(const farfield::test::TemporaryFolder& folder)
{
    using namespace farfield::net::test;
    Bytes file = little(0xa1b23c4dU, std::uint16_t{2}, std::uint16_t{4}, 0U, 0U, 65'535U, 101U);
    std::uint16_t number = 0;
    for (const std::uint32_t second : {10U, 11U, 13U}) {
        const Bytes packet = ipv4(udp(state_of(++number)));
        const auto size = static_cast<std::uint32_t>(packet.size());
        append(file, joined({little(second, 0U, size, size), packet}));
    }
    return folder.write("exercise.pcap", text_of(file));
}

}  // namespace

TEST_CASE("FilePlayback: messages come at the times at which they came", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const std::vector<Played> expected{
        {0, state_of(1)}, {ns_per_second, state_of(2)}, {3 * ns_per_second, state_of(3)}};
    FilePlayback recording{{.file = three_states(folder)}};
    CHECK(all_of(recording) == expected);
    FilePlayback capture{{.format = FileSpec::Format::Pcap, .file = three_datagrams(folder)}};
    CHECK(all_of(capture) == expected);
}

TEST_CASE("FilePlayback: the speed divides times", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    FilePlayback fast{{.file = three_states(folder), .speed = 4}};
    CHECK(all_of(fast).at(2).time_ns == 3 * ns_per_second / 4);
    FilePlayback slow{{.file = three_states(folder), .speed = 0.5}};
    CHECK(all_of(slow).at(1).time_ns == 2 * ns_per_second);
}

TEST_CASE("FilePlayback: from a time on, a recording first has all entities as they were", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    FilePlayback recording{{.file = three_states(folder), .from_seconds = 2}};
    CHECK(all_of(recording) ==
          std::vector<Played>{{0, state_of(1)}, {0, state_of(2)}, {ns_per_second, state_of(3)}});
    FilePlayback capture{
        {.format = FileSpec::Format::Pcap, .file = three_datagrams(folder), .from_seconds = 2}};
    CHECK(all_of(capture) == std::vector<Played>{{ns_per_second, state_of(3)}});
}

TEST_CASE("FilePlayback: from a time on, what the recorded relay would have forgotten is left out",
          "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    // The first came 9 s before, and no report of its leaving; twice the longer time is 8 s.
    for (const auto& [stale_s, standing_s] : {std::pair{1, 4}, {4, 1}}) {
        const auto file = folder / "short.ffr";
        EntityRecordingWriter writer(file, {.relay = 1,
                                            .times = {.stale_ns = stale_s * ns_per_second,
                                                      .standing_stale_ns = standing_s * ns_per_second}});
        BundleMaker maker;
        writer.append(maker.bundle({}, exercise_begin_ns));
        for (const std::uint16_t second : std::vector<std::uint16_t>{0, 2, 10})
            writer.append(maker.single(state_of(second), exercise_begin_ns + second * ns_per_second));
        writer.finish();
        FilePlayback playback{{.file = file.string(), .from_seconds = 9}};
        CHECK(all_of(playback) == std::vector<Played>{{0, state_of(2)}, {ns_per_second, state_of(10)}});
    }
}

TEST_CASE("FilePlayback: of a capture only what was sent to an address and a port, where they are asked for",
          "[recording]")
{
    using namespace farfield::net::test;
    const farfield::test::TemporaryFolder folder;
    Bytes file = little(0xa1b23c4dU, std::uint16_t{2}, std::uint16_t{4}, 0U, 0U, 65'535U, 101U);
    std::uint16_t number = 0;
    for (const std::uint16_t port : {std::uint16_t{3000}, std::uint16_t{3001}, std::uint16_t{3000}}) {
        const Bytes packet = ipv4(udp(state_of(++number), 4001, port));
        const auto size = static_cast<std::uint32_t>(packet.size());
        append(file, joined({little(std::uint32_t{10} + number, 0U, size, size), packet}));
    }
    const auto sent_to = [name = folder.write("two.pcap", text_of(file))](const Endpoint& to) {
        FilePlayback capture{{.format = FileSpec::Format::Pcap, .file = name, .to = to}};
        return all_of(capture);
    };
    const Ipv4 group = 239U << 24U | 1U << 16U | 2U << 8U | 3U;
    CHECK(sent_to({group, 0}).size() == 3);
    CHECK(sent_to({group, 3001}) == std::vector<Played>{{0, state_of(2)}});
    CHECK(sent_to({0, 3000}) == std::vector<Played>{{0, state_of(1)}, {2 * ns_per_second, state_of(3)}});
    CHECK(sent_to({group + 1, 3000}).empty());
}

TEST_CASE("FilePlayback: a loop begins again after a pause, from the same time on", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const std::uint64_t round_ns = ns_per_second + 100 * ns_per_ms;
    FilePlayback recording{{.file = three_states(folder), .loops = true, .from_seconds = 2}};
    const auto rounds = all_of(recording, 9);
    REQUIRE(rounds.size() == 9);
    for (std::size_t i = 3; i < rounds.size(); ++i) {
        CHECK(rounds[i].bytes == rounds[i - 3].bytes);
        CHECK(rounds[i].time_ns == rounds[i - 3].time_ns + round_ns);
    }
    FilePlayback capture{{.format = FileSpec::Format::Pcap, .file = three_datagrams(folder), .loops = true}};
    const auto datagrams = all_of(capture, 6);
    REQUIRE(datagrams.size() == 6);
    CHECK(datagrams[5] == Played{6 * ns_per_second + 100 * ns_per_ms, state_of(3)});
}

TEST_CASE("FilePlayback: a loop over a file without messages ends", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    BundleMaker maker;
    FilePlayback empty{{.file = record(folder, {maker.bundle({}, exercise_begin_ns)}), .loops = true}};
    CHECK_FALSE(empty.next());
    CHECK_THROWS_WITH((FilePlayback{{.format = FileSpec::Format::Pcap,
                                     .file = three_datagrams(folder),
                                     .loops = true,
                                     .from_seconds = 60}}),
                      Catch::Matchers::ContainsSubstring("expected a beginning within its 3.000 s"));
}

TEST_CASE("FilePlayback: what came before the recording began comes at its beginning", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    BundleMaker maker;
    const Payload known = state_of(1), news = state_of(2);
    const std::string file =
        record(folder, {maker.bundle({{.bytes = known, .arrival_ns = exercise_begin_ns - 60 * ns_per_second},
                                      {.bytes = news, .arrival_ns = exercise_begin_ns - ns_per_ms}},
                                     exercise_begin_ns)});
    FilePlayback playback{{.file = file}};
    CHECK(all_of(playback) == std::vector<Played>{{0, known}, {0, news}});
}

TEST_CASE("FilePlayback: what a relay itself made is left out, and flags of places stay", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    BundleMaker maker;
    const std::uint8_t flags = model::record_local | model::record_without_height | model::record_conflated;
    const std::string file =
        record(folder, {maker.single(departure_of(1), exercise_begin_ns, RecordKind::Gone),
                        maker.single(departure_of(2), exercise_begin_ns, RecordKind::Name),
                        maker.single(state_of(2), exercise_begin_ns, RecordKind::Dis, flags)});
    FilePlayback playback{{.file = file}};
    const auto name = playback.next();
    REQUIRE(name);
    CHECK(name->kind == RecordKind::Name);
    const auto state = playback.next();
    REQUIRE(state);
    CHECK(state->kind == RecordKind::Dis);
    CHECK(state->flags == (model::record_local | model::record_without_height));
    CHECK_FALSE(playback.next());
}

TEST_CASE("FilePlayback: a capture's messages have the number of their sender", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    FilePlayback capture{{.format = FileSpec::Format::Pcap, .file = three_datagrams(folder)}};
    CHECK(capture.next()->sender == (std::uint64_t{0xc0000207} << 16U | 4001));
}

TEST_CASE("FilePlayback: a recording cut by 1,000 bytes plays to its last whole bundle", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const Exercise exercise{10.0};
    const std::string file = record(folder, exercise.bundles);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1'000);
    FilePlayback playback{{.file = file}};
    const auto played = all_of(playback);
    CHECK(played.size() < exercise.messages);
    CHECK(played.size() > exercise.messages - 10);
}

TEST_CASE("format_of: goes by the beginning of a file", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    CHECK(format_of(three_states(folder)) == FileSpec::Format::Ffr);
    CHECK(format_of(three_datagrams(folder)) == FileSpec::Format::Pcap);
    CHECK_THROWS_WITH(format_of(folder.file("none")), ContainsSubstring("none"));
    CHECK_THROWS_WITH(format_of(folder.write("short", "FF")), ContainsSubstring("short"));
}
