#include "relay/recording/entity_recording.h"

#include <algorithm>
#include <filesystem>

#include "net/message/bounded_json.h"
#include "relay/recording/entity_recording_writer.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/relay/recording/exercise.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

RecordedRelay example_relay()
{
    return {.relay = 4, .inputs = {{.input = "dis:239.1.2.3", .message = "", .port = 3000}}};
}

/// A recording of an exercise, ended in order or not.
struct Recorded {
    explicit Recorded(const Exercise& exercise, bool is_ended = true)
    {
        EntityRecordingWriter writer(file, example_relay());
        for (const Payload& bundle : exercise.bundles) writer.append(bundle);
        if (is_ended) writer.finish();
        counts = writer.counts();
    }

    farfield::test::TemporaryFolder folder;
    std::string file = folder.file("exercise.ffr");
    RecordingFooter counts;
};

std::vector<Payload> bundles_of(EntityRecording& recording)
{
    std::vector<Payload> bundles;
    while (const auto bundle = recording.next())
        bundles.emplace_back(bundle->payload().begin(), bundle->payload().end());
    return bundles;
}

std::map<std::uint64_t, Payload> states_of(const EntityPicture& picture)
{
    std::map<std::uint64_t, Payload> states;
    for (const Record& record : picture.records())
        states[dis::load_entity_id(record.bytes.data() + 12).key()] = {record.bytes.begin(),
                                                                       record.bytes.end()};
    return states;
}

/// Every message of a file: where it begins, and its header.
struct Place {
    std::uint64_t at = 0;
    MessageHeader header;
};
std::vector<Place> messages_of(const std::string& file)
{
    const MessageFileReader reader{file};
    std::vector<Place> places;
    std::uint64_t at = 0;
    while (const auto header = reader.whole_message(at)) {
        places.push_back({at, *header});
        at += header_bytes + header->payload_bytes;
    }
    return places;
}

Json text_at(const std::string& file, const Place& place)
{
    const MessageFileReader reader{file};
    std::string text(place.header.payload_bytes, '\0');
    REQUIRE(reader.read(place.at + header_bytes, std::as_writable_bytes(std::span(text))) == text.size());
    return parse_bounded_json(text);
}

std::vector<Json> texts_of(const std::string& file, const char* name)
{
    std::vector<Json> texts;
    for (const Place& place : messages_of(file)) {
        if (place.header.type != MessageType::Control) continue;
        const Json json = text_at(file, place);
        if (json.contains(name)) texts.push_back(json.at(name));
    }
    return texts;
}

}  // namespace

TEST_CASE("EntityRecording: reads the bundles that were written, byte for byte", "[recording]")
{
    const Exercise exercise{3.0};
    const Recorded recorded{exercise};
    EntityRecording recording{recorded.file};
    CHECK(bundles_of(recording) == exercise.bundles);
    CHECK(recording.begin_ns() == exercise_begin_ns);
    CHECK(recording.bytes_cut() == 0);
    REQUIRE(recording.footer());
    CHECK(recording.footer()->bundles == 30);
    CHECK(recording.footer()->messages == exercise.messages);
    CHECK(recording.footer()->end_ns == exercise_begin_ns + 2'900 * ns_per_ms);
    CHECK(recording.footer()->lost == 0);
    recording.rewind();
    CHECK(bundles_of(recording).size() == exercise.bundles.size());
}

TEST_CASE("EntityRecording: its first message is 4 KiB, and names relay, inputs and exercises", "[recording]")
{
    BundleMaker maker;
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    EntityRecordingWriter writer(file, example_relay());
    writer.append(maker.single(state_of(1, 0, 9), exercise_begin_ns));
    writer.append(maker.single(state_of(2, 0, 7), exercise_begin_ns + 1));
    writer.finish();
    const auto places = messages_of(file);
    CHECK(places.at(1).at == 4096);
    const Json head = text_at(file, places[0]);
    CHECK(head.at("farfield_recording") == 2);
    const Json& relay = head.at("data").at("relay");
    CHECK(relay.at("relay") == 4);
    CHECK(relay.at("inputs").at(0).at("input") == "dis:239.1.2.3");
    CHECK(relay.at("exercise") == Json{7, 9});
    CHECK(relay.at("footer") == places.back().at);
    CHECK(EntityRecording{file}.relay().exercise == std::vector<std::uint8_t>{7, 9});
}

TEST_CASE("EntityRecording: has the times of the relay, or the usual ones where it does not say",
          "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const model::EntityTimes times{.stale_ns = 3 * ns_per_second, .standing_stale_ns = 7 * ns_per_second};
    RecordedRelay relay = example_relay();
    relay.times = times;
    const std::string file = folder.file("exercise.ffr");
    EntityRecordingWriter{file, relay}.finish();
    CHECK(EntityRecording{file}.relay().times == times);
    // As relays wrote it that did not say.
    RecordingHead head = entity_recording_head(relay);
    head.data["relay"].erase("times");
    const std::string text = padded_head(head, 0), old = folder.file("old.ffr");
    MessageFileWriter{old}.append({.type = MessageType::Control}, std::as_bytes(std::span(text)));
    const model::EntityTimes found = EntityRecording{old}.relay().times;
    CHECK(found.stale_ns == 12 * ns_per_second);
    CHECK(found.standing_stale_ns == 144 * ns_per_second);
}

TEST_CASE("EntityRecordingWriter: a picture is without what the relay would have forgotten", "[recording]")
{
    BundleMaker maker;
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    RecordedRelay relay = example_relay();
    relay.times = {.stale_ns = 5 * ns_per_second, .standing_stale_ns = 5 * ns_per_second};
    EntityRecordingWriter writer(file, relay);
    for (const std::uint16_t second : std::vector<std::uint16_t>{1, 19, 25, 31})
        writer.append(maker.single(state_of(second), exercise_begin_ns + second * ns_per_second));
    CHECK(writer.entities() == 2);  // of 25 s and 31 s: the picture was written at 31 s
}

TEST_CASE("EntityRecording: many long inputs make the first message longer", "[recording]")
{
    RecordedRelay relay;
    for (int i = 0; i < 32; ++i)
        relay.inputs.push_back({.input = "ffr:/" + std::string(250, 'a'), .message = ""});
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    EntityRecordingWriter writer(file, relay);
    BundleMaker maker;
    for (unsigned exercise = 0; exercise < 256; ++exercise)
        writer.append(
            maker.single(state_of(1, 0, static_cast<std::uint8_t>(exercise)), exercise_begin_ns + exercise));
    writer.finish();
    CHECK(messages_of(file).at(1).at % recording_head_alignment == 0);
    CHECK(messages_of(file).at(1).at > recording_head_alignment);
    CHECK(EntityRecording{file}.relay().inputs.size() == 32);
    CHECK(EntityRecording{file}.relay().exercise.size() == 256);
}

TEST_CASE("EntityRecording: is a recording of version 2 to other readers", "[recording]")
{
    const Exercise exercise{2.0};
    const Recorded recorded{exercise};
    const Recording recording{recorded.file};
    REQUIRE(recording.head().streams.size() == 2);
    CHECK(recording.head().streams[0].start.program == "entities");
    REQUIRE(recording.frames_of(0).size() == exercise.bundles.size());
    Payload room(model::max_bundle_bytes);
    for (std::size_t i = 0; i < exercise.bundles.size(); ++i) {
        const auto frame = recording.frame(recording.frames_of(0)[i], room);
        CHECK(frame.header.type == MessageType::EntityBundle);
        CHECK(frame.header.sequence == i);
        CHECK(std::ranges::equal(frame.payload, exercise.bundles[i]));
    }
    CHECK(recording.bytes_cut() == 0);
}

TEST_CASE("EntityRecordingWriter: an index follows each second, and a footer ends the file", "[recording]")
{
    const Recorded recorded{Exercise{4.55}};
    const auto indexes = texts_of(recorded.file, "index");
    REQUIRE(indexes.size() == 5);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(indexes[i].at("time") == exercise_begin_ns + (i + 1) * ns_per_second);
    CHECK(indexes[4].at("time") == exercise_begin_ns + 4'400 * ns_per_ms);
    CHECK(indexes[4].at("entities") == Exercise::entities);
    CHECK(indexes[4].at("offset") == 4096);
    const auto footers = texts_of(recorded.file, "footer");
    REQUIRE(footers.size() == 1);
    CHECK(text_at(recorded.file, messages_of(recorded.file).back()).contains("footer"));
}

TEST_CASE("EntityRecordingWriter: writes the protocol's example of an index byte for byte", "[recording]")
{
    const auto example = farfield::net::test::from_hex(
        "46 46 4c 44 01 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 17 97 9c fe 71 c4 ca 00"
        "00 00 00 00 00 00 00 42 7b 22 69 6e 64 65 78 22 3a 7b 22 65 6e 74 69 74 69 65 73 22 3a 32 30 2c"
        "22 6f 66 66 73 65 74 22 3a 34 30 39 36 2c 22 74 69 6d 65 22 3a 31 37 30 30 30 30 30 30 30 31 30"
        "30 30 30 30 30 30 30 30 7d 7d");
    const Recorded recorded{Exercise{2.0}};
    const auto places = messages_of(recorded.file);
    const auto index = std::ranges::find_if(places.begin() + 1, places.end(), [](const Place& place) {
        return place.header.type == MessageType::Control;
    });
    REQUIRE(index != places.end());
    const Payload all = read_file(recorded.file);
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(index->at);
    CHECK(Payload(begin, begin + static_cast<std::ptrdiff_t>(example.size())) == example);
}

TEST_CASE("EntityRecordingWriter: a whole picture comes every 30 s, and the index names it", "[recording]")
{
    const Exercise exercise{65.0};
    const Recorded recorded{exercise};
    REQUIRE(recorded.counts.pictures.size() == 3);
    const MessageFileReader file{recorded.file};
    for (const std::size_t number : {1U, 2U}) {
        const auto [time_ns, offset] = recorded.counts.pictures[number];
        CHECK(time_ns == exercise_begin_ns + number * 30 * ns_per_second);
        const auto header = file.whole_message(offset);
        REQUIRE(header);
        CHECK(header->stream == picture_stream);
        Payload payload(header->payload_bytes);
        REQUIRE(file.read(offset + header_bytes, payload) == payload.size());
        const auto bundle = BundleReader::open(payload);
        REQUIRE(bundle);
        EntityPicture picture;
        for (std::uint32_t i = 0; i < bundle->messages(); ++i) picture.note(bundle->record(i));
        CHECK(states_of(picture) == states_until(exercise.bundles, time_ns));
        CHECK(texts_of(recorded.file, "index").at(number * 30 - 1).at("offset") == offset);
    }
}

TEST_CASE("EntityRecordingWriter: a picture of many entities takes several bundles", "[recording]")
{
    BundleMaker maker;
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    EntityRecordingWriter writer(file, example_relay());
    constexpr std::uint16_t entities = 4'000;
    for (std::uint16_t number = 1; number <= entities; ++number)
        writer.append(maker.single(state_of(number), exercise_begin_ns));
    writer.append(maker.bundle({}, exercise_begin_ns + 31 * ns_per_second));
    writer.append(maker.bundle({}, exercise_begin_ns + 32 * ns_per_second));
    writer.finish();
    const auto places = messages_of(file);
    CHECK(std::ranges::count(places, picture_stream,
                             [](const Place& place) { return place.header.stream; }) == 3);
    EntityRecording recording{file};
    const auto states = states_of(recording.seek(exercise_begin_ns + 31 * ns_per_second));
    REQUIRE(states.size() == entities);
    for (std::uint16_t number = 1; number <= entities; ++number)
        REQUIRE(states.at(std::uint64_t{1} << 32 | 1U << 16 | number) == state_of(number));
}

TEST_CASE("EntityRecording::seek: all entities are as they were, wherever it goes", "[recording]")
{
    const Exercise exercise{95.0};
    for (const bool is_ended : {true, false}) {
        const Recorded recorded{exercise, is_ended};
        EntityRecording recording{recorded.file};
        CHECK(recording.footer().has_value() == is_ended);
        for (const std::uint64_t ms : {70'030, 0, 29'900, 30'000, 30'050, 12'340, 89'999, 94'900, 500'000}) {
            const std::uint64_t time_ns = exercise_begin_ns + ms * ns_per_ms;
            CHECK(states_of(recording.seek(time_ns)) == states_until(exercise.bundles, time_ns));
            const auto next = recording.next();
            const std::uint64_t step = ms / 100 + 1;
            REQUIRE(next.has_value() == (step < exercise.bundles.size()));
            if (next) CHECK(std::ranges::equal(next->payload(), exercise.bundles[step]));
        }
        CHECK(recording.seek(exercise_begin_ns - 1).entities() == 0);
        CHECK(bundles_of(recording) == exercise.bundles);
    }
}

TEST_CASE("EntityRecording: cut at each of its last bytes it reads to its last whole message", "[recording]")
{
    constexpr std::uint64_t cuts = 7'000;
    const Exercise exercise{30.4};  // with a picture near its end
    const Recorded recorded{exercise};
    const auto places = messages_of(recorded.file);
    const std::uint64_t size = std::filesystem::file_size(recorded.file);
    REQUIRE(size > cuts + 4096);
    for (std::uint64_t cut = size; cut > size - cuts; --cut) {
        std::filesystem::resize_file(recorded.file, cut);
        std::size_t whole = 0;
        std::uint64_t end = 0;
        for (const Place& place : places) {
            const std::uint64_t behind = place.at + header_bytes + place.header.payload_bytes;
            if (behind > cut) break;
            end = behind;
            whole += place.header.stream == bundle_stream ? 1 : 0;
        }
        EntityRecording recording{recorded.file};
        REQUIRE(recording.footer().has_value() == (cut == size));
        std::size_t read = 0;
        while (recording.next()) ++read;
        REQUIRE(read == whole);
        REQUIRE(recording.bytes_cut() == cut - end);
    }
}

TEST_CASE("EntityRecording: a file cut within its picture seeks by what is whole", "[recording]")
{
    const Exercise exercise{62.0};
    const Recorded recorded{exercise};
    const std::uint64_t second = recorded.counts.pictures.at(2)[1];
    for (const std::uint64_t more : {2'000U, 41U, 39U, 0U}) {
        std::filesystem::resize_file(recorded.file, second + more);
        EntityRecording recording{recorded.file};
        const std::uint64_t time_ns = exercise_begin_ns + 59'500 * ns_per_ms;
        CHECK(states_of(recording.seek(time_ns)) == states_until(exercise.bundles, time_ns));
        CHECK(states_of(recording.seek(time_ns + 100 * ns_per_second)) ==
              states_until(exercise.bundles, exercise_begin_ns + 60 * ns_per_second));
    }
}

TEST_CASE("EntityRecording: what is no recording of entities is refused in words", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const auto complaint_of = [](const std::string& file) -> std::string {
        try {
            EntityRecording recording{file};
            while (recording.next()) continue;
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    };
    CHECK_THAT(complaint_of(folder.file("none.ffr")), ContainsSubstring("none.ffr"));
    CHECK_THAT(complaint_of(folder.write("text.ffr", "no recording, but some text that is long enough")),
               ContainsSubstring("Control message"));
    RecordingHead head{.version = 2};
    head.data["hills"] = Json::object();
    head.streams.push_back({.stream = 1, .layer = "ground", .data = "hills"});
    head.streams[0].start.slot_bytes = 1;
    const RecordingWriter other{folder.file("other.ffr"), head};
    CHECK_THAT(complaint_of(folder.file("other.ffr")),
               ContainsSubstring("no stream of the program entities; what a node sent is replayed with: "
                                 "farfield-node replay " +
                                 folder.file("other.ffr")));
    {
        MessageFileWriter damaged(folder.file("damaged.ffr"));
        const std::string text = entity_recording_head({}).text();
        damaged.append({.type = MessageType::Control}, std::as_bytes(std::span(text)));
        damaged.append({.type = MessageType::EntityBundle, .stream = 1}, Payload(100, std::byte{0xff}));
    }
    CHECK_THAT(complaint_of(folder.file("damaged.ffr")), ContainsSubstring("is malformed"));
}
