#include "net/recording/recording.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "net/recording/message_file.h"

namespace farfield::net {

namespace {
/// The place of a frame in the file.
struct FramePlace {
    std::uint64_t at = 0;  ///< offset of the frame's header
    std::uint64_t payload_bytes = 0;
    std::uint64_t time_ns = 0;
    MessageType type = MessageType::Particles;
};

/// The frames of one stream.
struct StreamPlaces {
    std::vector<std::size_t> frames;  ///< indices of the frames
    std::uint64_t largest_payload_bytes = 0;
};
}  // namespace

struct Recording::Impl {
    explicit Impl(const std::filesystem::path& name);

    void find_frames();
    [[nodiscard]] StreamPlaces& stream_of(const MessageHeader& header);

    MessageFileReader file;
    RecordingHead head;
    std::vector<FramePlace> places;
    std::vector<StreamPlaces> streams;  ///< in the order of head.streams
    std::uint64_t whole_bytes = 0;
};

Recording::Impl::Impl(const std::filesystem::path& name) : file(name)
{
    const std::string text = file.first_text(max_recording_head_bytes);
    try {
        head = RecordingHead::from(text);
    } catch (const std::exception& error) {
        file.refuse(error.what());
    }
    whole_bytes = header_bytes + text.size();
    find_frames();
}

StreamPlaces& Recording::Impl::stream_of(const MessageHeader& header)
{
    if (head.version == 1) return streams.front();
    const auto found = std::ranges::find(head.streams, header.stream, &RecordedStream::stream);
    if (found == head.streams.end())
        file.refuse("frame " + std::to_string(places.size()) + " is of stream " +
                    std::to_string(header.stream) + ", which its first message does not list");
    return streams[static_cast<std::size_t>(found - head.streams.begin())];
}

void Recording::Impl::find_frames()
{
    streams.resize(head.streams.size());
    while (const auto header = file.whole_message(whole_bytes)) {
        if (is_frame(header->type)) {
            StreamPlaces& stream = stream_of(*header);
            stream.frames.push_back(places.size());
            stream.largest_payload_bytes = std::max(stream.largest_payload_bytes, header->payload_bytes);
            places.push_back({whole_bytes, header->payload_bytes, header->time_ns, header->type});
        }
        whole_bytes += header_bytes + header->payload_bytes;
    }
}

Recording::Recording(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}

Recording::~Recording() = default;

const RecordingHead& Recording::head() const noexcept
{
    return impl_->head;
}

void Recording::refuse(const std::string& why) const
{
    impl_->file.refuse(why);
}

std::size_t Recording::frames() const noexcept
{
    return impl_->places.size();
}

std::span<const std::size_t> Recording::frames_of(std::size_t stream) const noexcept
{
    return impl_->streams[stream].frames;
}

std::uint64_t Recording::time_ns(std::size_t index) const noexcept
{
    return impl_->places[index].time_ns;
}

Recording::Frame Recording::frame(std::size_t index, std::span<std::byte> room) const
{
    const FramePlace& place = impl_->places[index];
    if (room.size() < place.payload_bytes)
        throw std::invalid_argument("no room for a frame of " + std::to_string(place.payload_bytes) +
                                    " bytes: found " + std::to_string(room.size()));
    HeaderBytes bytes{};
    Frame frame{.header = {}, .payload = room.first(place.payload_bytes)};
    const bool is_there = impl_->file.read(place.at, bytes) == header_bytes &&
                          !decode_header(bytes, frame.header) && frame.header.type == place.type &&
                          frame.header.payload_bytes == place.payload_bytes &&
                          impl_->file.read(place.at + header_bytes, frame.payload) == place.payload_bytes;
    if (!is_there)
        throw std::runtime_error("the recording '" + impl_->file.path().filename().string() +
                                 "' has changed since it was opened: expected frame " +
                                 std::to_string(index) + ", a message of " +
                                 std::to_string(place.payload_bytes) + " bytes, found none such");
    return frame;
}

std::uint64_t Recording::largest_payload_bytes(std::size_t stream) const noexcept
{
    return impl_->streams[stream].largest_payload_bytes;
}

std::uint64_t Recording::bytes_cut() const noexcept
{
    return impl_->file.size() - std::min(impl_->file.size(), impl_->whole_bytes);
}

}  // namespace farfield::net
