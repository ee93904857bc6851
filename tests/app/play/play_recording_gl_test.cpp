#include <filesystem>
#include <fstream>

#include "app/document/document_file.h"
#include "app/play/report/payload_hash.h"
#include "app/play/report/play_report.h"
#include "model/geometry/byte_access.h"
#include "model/layers/layer_kinds.h"
#include "model/programs/particle_frame.h"
#include "net/recording/message_file.h"
#include "tests/app/play/play_document.h"
#include "tests/app/play/recorded_exercise.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

constexpr auto* recorded_script = "[layers.exercise]\nkind = 'entities'\nrecording = 'exercise.ffr'\n"
                                  "[output]\nsize = [320, 200]\n";

/// Of where the test knows all entities to be.
std::uint64_t hash_at(const RecordedExercise& exercise, double seconds)
{
    std::vector<std::byte> payload(model::particle_preamble_bytes);
    for (std::uint16_t number = 1; number <= RecordedExercise::entities; ++number) {
        const glm::dvec3 place = exercise.place(number, seconds);
        for (const double part : {place.x, place.y, place.z}) {
            payload.resize(payload.size() + sizeof part);
            model::store_big(payload.data() + payload.size() - sizeof part, part);
        }
    }
    return hash_particles(payload);
}

/// The script beside the recording.
PlayReport play_beside(const TemporaryFolder& folder, const std::string& text)
{
    return play(load_document(folder.write("s.toml", text), model::layer_kinds()), std::nullopt);
}

std::vector<std::uint64_t> hashes_of(const PlayReport& report)
{
    std::vector<std::uint64_t> hashes;
    for (const FrameRecord& frame : report.frames) hashes.push_back(frame.hash);
    return hashes;
}

}  // namespace

TEST_CASE("play: recorded entities are in each picture where they were at its time", "[play][recording]")
{
    const RecordedExercise exercise;
    const TemporaryFolder folder;
    exercise.write(folder / "exercise.ffr", 4);
    const auto text =
        std::string(recorded_script) + "[clock]\nframes = 6\nstep = 0.75\nstart = 0.25\nloop = false\n";
    const PlayReport report = play_beside(folder, text);
    CHECK(report.status == PlayReport::Status::Complete);
    CHECK(hashes_of(report) == std::vector{hash_at(exercise, 0.25), hash_at(exercise, 1.0),
                                           hash_at(exercise, 1.75), hash_at(exercise, 2.5),
                                           hash_at(exercise, 3.25), hash_at(exercise, 4.0)});
    REQUIRE(report.frames[1].entities);
    CHECK(report.frames[1].entities->entities == 3);
    CHECK(report.frames[1].entities->updates == 3);
    CHECK(report.frames[2].entities->updates == 0);
    CHECK(report.frames[2].entities->lost == 0);
    CHECK(hashes_of(play_beside(folder, text)) == hashes_of(report));
}

TEST_CASE("play: parameters choose among a recording's entities, and are checked", "[play][recording]")
{
    const TemporaryFolder folder;
    RecordedExercise().write(folder / "exercise.ffr", 4);
    const auto play_with = [&](const std::string& params) {
        return play_beside(folder, "[layers.exercise]\nkind = 'entities'\nrecording = 'exercise.ffr'\n" +
                                       params + "\n[output]\nsize = [320, 200]\n[clock]\nframes = 2\n");
    };
    const PlayReport report = play_with("params = { forces = [1, 3] }");
    REQUIRE(report.frames.size() == 2);
    CHECK(report.frames.back().entities->entities == 2);
    CHECK_THROWS_WITH(play_with("params = { rate = 2 }"), ContainsSubstring("which only a relay follows"));
    CHECK_THROWS_WITH(play_with("style = { colour_by = 'nonsense' }"), ContainsSubstring("values.NAME"));
}

TEST_CASE("play: an entity that the camera follows and that never comes is remarked on", "[play][recording]")
{
    const TemporaryFolder folder;
    RecordedExercise().write(folder / "exercise.ffr", 4);
    const auto play_following = [&](const std::string& entity) {
        return play_beside(folder, std::string(recorded_script) +
                                       "[clock]\nframes = 2\n[[camera]]\nat = 0\n" +
                                       "eye = [0, -3000, 2000]\nfollow = '" + entity + "'\n");
    };
    CHECK(play_following("17:23:1").remarks.empty());
    const PlayReport report = play_following("1:1:99");
    REQUIRE(report.remarks.size() == 1);
    CHECK(report.remarks.front() == "the camera follows 1:1:99, which was in none of the pictures");
    CHECK(report.status == PlayReport::Status::Complete);
}

TEST_CASE("play: the origin of the clock says when a recording's entities are seen", "[play][recording]")
{
    const RecordedExercise exercise;
    const TemporaryFolder folder;
    exercise.write(folder / "exercise.ffr", 4);
    const PlayReport report =
        play_beside(folder, std::string(recorded_script) + "[clock]\nframes = 3\nstep = 1\n"
                                                           "origin = 1700000002\nloop = false\n");
    // The third is after the end.
    CHECK(hashes_of(report) ==
          std::vector{hash_at(exercise, 2.0), hash_at(exercise, 3.0), hash_at(exercise, 4.0)});
}

TEST_CASE("play: backwards and far ahead a recording shows the same as on the way", "[play][recording]")
{
    const RecordedExercise exercise;
    const TemporaryFolder folder;
    exercise.write(folder / "exercise.ffr", 200);
    const PlayReport back = play_beside(folder, std::string(recorded_script) +
                                                    "[clock]\nframes = 3\nstart = 190\nstep = -90.5\n");
    CHECK(hashes_of(back) ==
          std::vector{hash_at(exercise, 190.0), hash_at(exercise, 99.5), hash_at(exercise, 9.0)});
    const PlayReport ahead =
        play_beside(folder, std::string(recorded_script) + "[clock]\nframes = 3\nstart = 0.5\nstep = 70\n");
    CHECK(hashes_of(ahead) ==
          std::vector{hash_at(exercise, 0.5), hash_at(exercise, 70.5), hash_at(exercise, 140.5)});
}

TEST_CASE("play: a recording that was cut is shown to its last whole message", "[play][recording]")
{
    const RecordedExercise exercise;
    const TemporaryFolder folder;
    exercise.write(folder / "exercise.ffr", 4);
    const auto file = folder / "exercise.ffr";
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1000);
    const PlayReport report = play_beside(
        folder, std::string(recorded_script) + "[clock]\nframes = 3\nstart = 2\nstep = 0.5\nloop = false\n");
    CHECK(report.status == PlayReport::Status::Complete);
    CHECK(report.frames.front().hash == hash_at(exercise, 2.0));
}

TEST_CASE("play: a recording that is damaged is named, and the place in it", "[play][recording]")
{
    const TemporaryFolder folder;
    const auto file = folder / "exercise.ffr";
    RecordedExercise().write(file, 4);
    std::uint64_t last = 0, at = 0;
    {
        const net::MessageFileReader reader(file);
        while (const auto header = reader.whole_message(at)) {
            if (header->type == net::MessageType::EntityBundle) last = at;
            at += net::header_bytes + header->payload_bytes;
        }
    }
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(static_cast<std::streamoff>(last + net::header_bytes));
    bytes << std::string(16, '\xff');
    bytes.close();
    CHECK_THROWS_WITH(
        play_beside(folder, std::string(recorded_script) + "[clock]\nframes = 3\nstep = 2\nloop = false\n"),
        ContainsSubstring("exercise.ffr") && ContainsSubstring("byte " + std::to_string(last)));
}

TEST_CASE("play: a recording that is not there, or has no entities, is named", "[play][recording]")
{
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(play_beside(folder, recorded_script),
                      ContainsSubstring(folder.file("exercise.ffr")) && ContainsSubstring("No such file"));
    folder.write("exercise.ffr", "no recording");
    CHECK_THROWS_WITH(play_beside(folder, recorded_script), ContainsSubstring("is no usable recording"));
}
