#include "relay/recording/recording_format.h"

#include <stdexcept>

#include "model/programs/bundles/entity_bundle.h"

namespace farfield::net::relay {
namespace {

constexpr const char* data_name = "relay";
constexpr const char* pictures_of = "pictures_of";
/// Bytes by which a head may grow: the numbers of 256 exercises with commas, and the offset of the footer.
constexpr std::size_t head_growth_bytes = 256 * 4 + 20;

RecordedStream stream_of(std::uint32_t number, const char* layer)
{
    RecordedStream stream{.stream = number, .layer = layer, .data = data_name};
    stream.program = {{"stream", number}, {"frame_bytes", model::max_bundle_bytes}};
    stream.start.program = "entities";
    stream.start.policy = Policy::Every;
    stream.start.slot_bytes = model::max_bundle_bytes;
    return stream;
}

}  // namespace

RecordingHead entity_recording_head(const RecordedRelay& relay)
{
    RecordingHead head{.version = 2};
    head.data[data_name] = model::write(relay);
    head.streams = {stream_of(bundle_stream, "entities"), stream_of(picture_stream, "pictures")};
    head.streams[1].program[pictures_of] = bundle_stream;
    return head;
}

std::string padded_head(const RecordingHead& head, std::size_t bytes)
{
    std::string text = head.text();
    if (bytes == 0) {
        const std::size_t least = header_bytes + text.size() + head_growth_bytes;
        bytes = (least + recording_head_alignment - 1) / recording_head_alignment * recording_head_alignment -
                header_bytes;
    }
    if (text.size() > bytes) throw std::length_error("a first message that has outgrown its place");
    text.resize(bytes, ' ');
    return text;
}

EntityStreams entity_streams_of(const RecordingHead& head, const std::filesystem::path& file)
{
    EntityStreams found;
    for (const RecordedStream& stream : head.streams) {
        if (stream.start.program != "entities") continue;
        const bool is_of_pictures = stream.program.contains(pictures_of);
        std::uint32_t& number = is_of_pictures ? found.pictures : found.bundles;
        if (number != 0) continue;
        number = stream.stream;
        if (!is_of_pictures) found.relay = model::read_answer<RecordedRelay>(head.data.at(stream.data));
    }
    if (found.bundles == 0)
        throw std::runtime_error(
            "it has no stream of the program entities; what a node sent is replayed with: "
            "farfield-node replay " +
            file.string());
    return found;
}

}  // namespace farfield::net::relay
