#include <algorithm>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "relay/recording/entity_recording.h"
#include "relay/recording/entity_recording_writer.h"
#include "relay/recording/file_playback.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/relay/recording/exercise.h"
#include "tests/temporary_folder.h"

namespace farfield::fuzz {

namespace {

using namespace farfield::net;
using namespace farfield::net::relay;
namespace exercise = farfield::net::relay::test;

exercise::Payload random_recording(Mutator& mutator, const std::string& file)
{
    exercise::BundleMaker maker;
    EntityRecordingWriter writer(file, {});
    std::uint64_t time_ns = exercise::exercise_begin_ns;
    for (std::size_t left = mutator.below(12); left > 0; --left) {
        const auto number = static_cast<std::uint16_t>(1 + mutator.below(4));
        const bool has_left = mutator.one_in(4);
        writer.append(maker.single(has_left ? exercise::departure_of(number) : exercise::state_of(number),
                                   time_ns, has_left ? RecordKind::Gone : RecordKind::Dis));
        time_ns += mutator.below(20) * ns_per_second;
    }
    if (!mutator.one_in(3)) writer.finish();
    return exercise::read_file(file);
}

/// Most of the first message is blanks: what follows is spoilt more often.
void spoil_recording(exercise::Payload& bytes, Mutator& mutator)
{
    if (mutator.one_in(4)) return mutator.spoil(bytes);
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(4096, bytes.size()));
    exercise::Payload behind(begin, bytes.end());
    mutator.spoil(behind);
    bytes.erase(begin, bytes.end());
    bytes.insert(bytes.end(), behind.begin(), behind.end());
}

}  // namespace

void fuzz_recording(Mutator& mutator)
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("a.ffrec");
    auto bytes = random_recording(mutator, file);
    spoil_recording(bytes, mutator);
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    try {
        EntityRecording recording{file};
        std::uint64_t messages = 0;
        while (const auto bundle = recording.next()) messages += bundle->messages();
        require(messages <= bytes.size(), "more messages than bytes");
        require(recording.bytes_cut() <= bytes.size(), "more bytes cut than there are");
        const auto picture = recording.seek(exercise::exercise_begin_ns + mutator.below(200) * ns_per_second);
        require(picture.entities() <= bytes.size(), "more entities than bytes");
        const auto played = open_recording(file, static_cast<double>(mutator.below(100)));
        std::uint64_t last_ns = 0;
        while (const auto message = played->next()) {
            require(message->time_ns >= last_ns, "a time that goes back");
            last_ns = message->time_ns;
        }
    } catch (const std::runtime_error&) {
        // Damaged, and said to be.
    }
}

}  // namespace farfield::fuzz
