#include "net/recording/recording.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using namespace farfield::net::test;
using Catch::Matchers::ContainsSubstring;

namespace {
/// A file that is removed when the test ends.
struct ScratchFile {
    void write(std::span<const std::byte> bytes) const
    {
        std::ofstream(path, std::ios::binary) << text_of(bytes);
    }
    [[nodiscard]] Bytes read() const
    {
        std::ifstream file(path, std::ios::binary);
        return bytes_of({std::istreambuf_iterator<char>(file), {}});
    }
    [[nodiscard]] std::string complaint() const
    {
        try {
            const Recording recording(path);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }

    farfield::test::TemporaryFolder folder;
    std::string path = folder.write("recording.ffr", "");
};

RecordingHead example_head()
{
    ProgramStart start;
    start.dataset = "analytic:abc";
    start.slot_bytes = 4096;
    return head_of_stream({{"dataset", "analytic:abc"}, {"kind", "analytic"}},
                          {{"particles", 3}, {"scalar", {{"name", "speed"}}}}, start);
}

/// Two streams and a call.
RecordingHead document_head()
{
    RecordingHead head{.version = 2, .document = {{"farfield", 1}}};
    head.data["hills"] = {{"terrain", "fractal:2048"}};
    for (const std::uint32_t number : {3U, 7U}) {
        RecordedStream stream{.stream = number, .layer = "ground", .data = "hills"};
        stream.start.dataset = "fractal:2048";
        stream.start.slot_bytes = 4096;
        head.streams.push_back(stream);
    }
    head.calls.push_back({"terrain.sight", {{"terrain", "fractal:2048"}}, {{"lines", 1}}});
    return head;
}

MessageHeader frame_header(std::uint64_t sequence)
{
    return {.type = MessageType::Particles,
            .stream = 1,
            .interaction = 2,
            .sequence = sequence,
            .time_ns = 1000 + sequence};
}

/// Three frames of 10, 20 and 30 bytes.
Bytes small_recording(const ScratchFile& file)
{
    RecordingWriter writer(file.path, example_head());
    for (std::uint64_t i = 0; i < 3; ++i) writer.append(frame_header(i), pattern(10 * (i + 1), i));
    CHECK(writer.frames() == 3);
    CHECK(writer.bytes() == file.read().size());
    return file.read();
}
}  // namespace

TEST_CASE("Recording: plays what was written", "[recording]")
{
    const ScratchFile file;
    (void)small_recording(file);
    const Recording recording(file.path);
    REQUIRE(recording.frames() == 3);
    for (std::uint64_t i = 0; i < 3; ++i) {
        auto header = frame_header(i);
        header.payload_bytes = 10 * (i + 1);
        CHECK(recording.time_ns(i) == header.time_ns);
        Bytes room(30);
        const auto frame = recording.frame(i, room);
        CHECK(frame.header == header);
        CHECK(copy_of(frame.payload) == pattern(10 * (i + 1), i));
    }
    CHECK(recording.head().data == example_head().data);
    CHECK(recording.head().streams == example_head().streams);
    CHECK(recording.largest_payload_bytes(0) == 30);
    CHECK(recording.bytes_cut() == 0);
}

TEST_CASE("RecordingWriter: frames lie in the file as they came over the wire", "[recording]")
{
    const ScratchFile file;
    const auto bytes = small_recording(file);
    const auto last = message(frame_header(2), pattern(30, 2));
    REQUIRE(bytes.size() > last.size());
    CHECK(Bytes(bytes.end() - static_cast<std::ptrdiff_t>(last.size()), bytes.end()) == last);
}

TEST_CASE("Recording: cut at any byte it plays to its last whole frame", "[recording]")
{
    const ScratchFile file;
    const auto bytes = small_recording(file);
    const auto first_frame = bytes.size() - 3 * header_bytes - 60;
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
        file.write(std::span(bytes).first(cut));
        if (cut < first_frame) {
            REQUIRE_THROWS_AS(Recording(file.path), std::runtime_error);
            continue;
        }
        const Recording recording(file.path);
        const std::size_t ends[] = {header_bytes + 10, 2 * header_bytes + 30, 3 * header_bytes + 60};
        std::size_t whole = 0;
        while (whole < 3 && first_frame + ends[whole] <= cut) ++whole;
        REQUIRE(recording.frames() == whole);
        REQUIRE(recording.bytes_cut() == cut - first_frame - (whole == 0 ? 0 : ends[whole - 1]));
        if (whole == 0) continue;
        Bytes room(30);
        REQUIRE(copy_of(recording.frame(whole - 1, room).payload) == pattern(10 * whole, whole - 1));
    }
}

TEST_CASE("Recording: a file that is cut while it is open fails at the frames that are gone", "[recording]")
{
    const ScratchFile file;
    const auto bytes = small_recording(file);
    const Recording recording(file.path);
    std::filesystem::resize_file(file.path, bytes.size() - 1);
    Bytes room(30);
    CHECK(copy_of(recording.frame(1, room).payload) == pattern(20, 1));
    CHECK_THROWS_WITH(recording.frame(2, room),
                      "the recording 'recording.ffr' has changed since it was opened: expected frame 2, a "
                      "message of 30 bytes, found none such");
    std::filesystem::resize_file(file.path, 0);
    CHECK_THROWS_AS(recording.frame(1, room), std::runtime_error);
}

TEST_CASE("Recording: a frame with a header that others wrote over is not read", "[recording]")
{
    const ScratchFile file;
    const auto bytes = small_recording(file);
    const Recording recording(file.path);
    auto longer = frame_header(1);
    longer.payload_bytes = 1ULL << 60;
    const auto first_frame = bytes.size() - 3 * header_bytes - 60;
    auto changed = bytes;
    std::ranges::copy(encode_header(longer),
                      changed.begin() + static_cast<std::ptrdiff_t>(first_frame + header_bytes + 10));
    file.write(changed);
    Bytes room(30);
    CHECK(copy_of(recording.frame(0, room).payload) == pattern(10, 0));
    CHECK_THROWS_AS(recording.frame(1, room), std::runtime_error);
}

TEST_CASE("Recording: a room that is too small is refused", "[recording]")
{
    const ScratchFile file;
    (void)small_recording(file);
    Bytes room(29);
    CHECK_THROWS_AS(Recording(file.path).frame(2, room), std::invalid_argument);
}

TEST_CASE("Recording: a header that claims 2^60 bytes ends it", "[recording]")
{
    const ScratchFile file;
    auto bytes = small_recording(file);
    append(bytes, encode_header({.type = MessageType::Particles, .payload_bytes = 1ULL << 60}));
    file.write(bytes);
    const Recording recording(file.path);
    CHECK(recording.frames() == 3);
    CHECK(recording.bytes_cut() == header_bytes);
}

TEST_CASE("Recording: a missing file is named", "[recording]")
{
    CHECK_THROWS_WITH(Recording("/nowhere/flow.ffr"),
                      "cannot read recording '/nowhere/flow.ffr': No such file or directory");
}

TEST_CASE("Recording: a folder is no recording", "[recording]")
{
    CHECK_THROWS_WITH(Recording("/"), "cannot read recording '/': expected a file, found a folder");
}

TEST_CASE("Recording: another file is refused with what was expected", "[recording]")
{
    const ScratchFile file;
    const auto begin = std::string(1, '\'').append(file.path).append("' is no usable recording: ");
    file.write({});
    CHECK(file.complaint() == begin + "expected a first message, found 0 bytes");
    file.write(bytes_of("# vtk DataFile Version 3.0 and some more text of it"));
    CHECK(file.complaint() == begin + "it does not begin with a Control message of protocol version 1");
    file.write(encode_header({.payload_bytes = 1ULL << 60}));
    CHECK(file.complaint() == begin + "its first message claims 1152921504606846976 bytes");
    file.write(encode_header({.payload_bytes = 100}));
    CHECK(file.complaint() == begin + "its first message is cut: expected 140 bytes, found 40");
    file.write(message({}, bytes_of(R"({"jsonrpc":"2.0"})")));
    CHECK(file.complaint() ==
          begin + "parameter 'farfield_recording': expected an integer from 1 to 2, found nothing");
}

TEST_CASE("RecordingWriter: a file that cannot be made is named", "[recording]")
{
    CHECK_THROWS_WITH(RecordingWriter("/nowhere/flow.ffr", example_head()),
                      "cannot write '/nowhere/flow.ffr': No such file or directory");
}

TEST_CASE("RecordingWriter: a device that has its name is not written to", "[recording]")
{
    CHECK_THROWS_WITH(RecordingWriter("/dev/full", example_head()),
                      "cannot write '/dev/full': it is there and no regular file");
}

TEST_CASE("LateHeadWriter: frames are those of their streams, and the head is what was given", "[recording]")
{
    const ScratchFile file;
    LateHeadWriter writer(file.path);
    for (std::uint64_t i = 0; i < 5; ++i) {
        auto header = frame_header(i);
        header.stream = i == 2 ? 7 : 3;
        writer.append(header, pattern(10 * (i + 1), i));
    }
    const std::uint64_t written = writer.finish(document_head());
    CHECK(written == file.read().size());
    const Recording recording(file.path);
    CHECK(recording.head().document == document_head().document);
    CHECK(recording.head().data == document_head().data);
    CHECK(recording.head().streams == document_head().streams);
    CHECK(recording.head().calls == document_head().calls);
    REQUIRE(recording.frames() == 5);
    CHECK(std::ranges::equal(recording.frames_of(0), std::array<std::size_t, 4>{0, 1, 3, 4}));
    CHECK(std::ranges::equal(recording.frames_of(1), std::array<std::size_t, 1>{2}));
    CHECK(recording.largest_payload_bytes(0) == 50);
    CHECK(recording.largest_payload_bytes(1) == 30);
}

TEST_CASE("LateHeadWriter: leaves nothing beside a file that was not finished, and the old one as it is",
          "[recording]")
{
    const ScratchFile file;
    file.write(pattern(10, 1));
    {
        LateHeadWriter writer(file.path);
        writer.append(frame_header(0), pattern(10, 0));
    }
    CHECK(file.read() == pattern(10, 1));
    const auto files = std::filesystem::directory_iterator(file.folder.path());
    CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("Recording: a frame of a stream that the first message does not list is refused", "[recording]")
{
    const ScratchFile file;
    LateHeadWriter writer(file.path);
    writer.append(frame_header(0), pattern(10, 0));  // of stream 1
    (void)writer.finish(document_head());
    CHECK_THAT(file.complaint(),
               ContainsSubstring("frame 0 is of stream 1, which its first message does not list"));
}

TEST_CASE("RecordingHead: what contradicts itself is refused with path, expected and found", "[recording]")
{
    const auto complaint = [](const auto& change) -> std::string {
        auto head = document_head();
        change(head);
        try {
            (void)RecordingHead::from(head.text());
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    };
    CHECK(complaint([](RecordingHead&) {}).empty());
    CHECK_THAT(complaint([](RecordingHead& head) { head.version = 3; }),
               ContainsSubstring("farfield_recording"));
    CHECK_THAT(complaint([](RecordingHead& head) { head.streams.clear(); }), ContainsSubstring("found 0"));
    CHECK_THAT(complaint([](RecordingHead& head) { head.streams[1].stream = 3; }),
               ContainsSubstring("found two with 3"));
    CHECK_THAT(complaint([](RecordingHead& head) { head.streams[0].data = "sea"; }),
               ContainsSubstring("found \"sea\""));
    CHECK_THAT(complaint([](RecordingHead& head) { head.data["hills"] = 5; }),
               ContainsSubstring("found \"hills\""));
}
