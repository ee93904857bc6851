#include "net/recording/recording.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using namespace farfield::net::test;

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

RecordingInfo example_info()
{
    RecordingInfo info;
    info.dataset = {{"dataset", "analytic:abc"}, {"kind", "analytic"}};
    info.program = {{"particles", 3}, {"scalar", {{"name", "speed"}}}};
    info.start.dataset = "analytic:abc";
    info.start.slot_bytes = 4096;
    return info;
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
    RecordingWriter writer(file.path, example_info());
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
    CHECK(recording.info().dataset == example_info().dataset);
    CHECK(recording.info().program == example_info().program);
    CHECK(recording.info().start.slot_bytes == 4096);
    CHECK(recording.largest_payload_bytes() == 30);
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
                      "cannot open recording '/nowhere/flow.ffr': No such file or directory");
}

TEST_CASE("Recording: a folder is no recording", "[recording]")
{
    CHECK_THROWS_WITH(Recording("/"), "cannot open recording '/': it is not a file");
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
          begin + "parameter 'farfield_recording': expected an integer from 1 to 1, found nothing");
}

TEST_CASE("RecordingWriter: a file that cannot be made is named", "[recording]")
{
    CHECK_THROWS_WITH(RecordingWriter("/nowhere/flow.ffr", example_info()),
                      "cannot write recording '/nowhere/flow.ffr': No such file or directory");
}

TEST_CASE("RecordingWriter: a full disk is named", "[recording]")
{
    CHECK_THROWS_WITH(RecordingWriter("/dev/full", example_info()),
                      "cannot write recording '/dev/full': No space left on device");
}
