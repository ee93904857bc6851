#include "net/recording/recording.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <vector>

#include "net/recording/file_handle.h"

namespace farfield::net {

namespace {
/// Reads as many bytes as there are from `offset` on, at most those that fit. Throws std::runtime_error.
std::size_t read_at(const FileHandle& handle, std::uint64_t offset, std::span<std::byte> to,
                    const std::filesystem::path& file)
{
    std::size_t done = 0;
    while (done < to.size()) {
        const auto got =
            ::pread(handle.get(), to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) FileHandle::fail("read recording", file);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::uint64_t size_of(const FileHandle& handle, const std::filesystem::path& file)
{
    struct stat status {};
    if (::fstat(handle.get(), &status) != 0) FileHandle::fail("open recording", file);
    if (!S_ISREG(status.st_mode))
        throw std::runtime_error("cannot open recording '" + file.string() + "': it is not a file");
    return static_cast<std::uint64_t>(status.st_size);
}

/// The place of a frame in the file.
struct FramePlace {
    std::uint64_t at = 0;  ///< offset of its header
    std::uint64_t payload_bytes = 0;
    std::uint64_t time_ns = 0;
    MessageType type = MessageType::Particles;
};

/// The frames of one stream.
struct StreamPlaces {
    std::vector<std::size_t> frames;  ///< indices
    std::uint64_t largest_payload_bytes = 0;
};
}  // namespace

struct Recording::Impl {
    explicit Impl(const std::filesystem::path& name);

    /// The header at an offset, where it is one and its message is whole.
    [[nodiscard]] std::optional<MessageHeader> whole_message(std::uint64_t at) const;
    void read_first_message();
    void find_frames();
    [[nodiscard]] StreamPlaces& stream_of(const MessageHeader& header);
    [[noreturn]] void fail(const std::string& why) const;

    std::filesystem::path file;
    FileHandle handle;
    std::uint64_t size;
    RecordingHead head;
    std::vector<FramePlace> places;
    std::vector<StreamPlaces> streams;  ///< as in head
    std::uint64_t whole_bytes = 0;
};

Recording::Impl::Impl(const std::filesystem::path& name)
    : file(name), handle(name, O_RDONLY, "open recording"), size(size_of(handle, name))
{
    read_first_message();
    find_frames();
}

void Recording::Impl::fail(const std::string& why) const
{
    throw std::runtime_error("'" + file.string() + "' is no usable recording: " + why);
}

std::optional<MessageHeader> Recording::Impl::whole_message(std::uint64_t at) const
{
    HeaderBytes bytes{};
    MessageHeader header;
    if (at > size || size - at < header_bytes || read_at(handle, at, bytes, file) < header_bytes ||
        decode_header(bytes, header) || size - at - header_bytes < header.payload_bytes)
        return std::nullopt;
    return header;
}

void Recording::Impl::read_first_message()
{
    HeaderBytes bytes{};
    MessageHeader header;
    if (read_at(handle, 0, bytes, file) < header_bytes)
        fail("expected a first message, found " + std::to_string(size) + " bytes");
    if (decode_header(bytes, header) || header.type != MessageType::Control)
        fail("it does not begin with a Control message of protocol version " +
             std::to_string(protocol_version));
    if (header.payload_bytes > max_recording_head_bytes)
        fail("its first message claims " + std::to_string(header.payload_bytes) + " bytes");
    std::vector<std::byte> text(header.payload_bytes);
    if (read_at(handle, header_bytes, text, file) < text.size())
        fail("its first message is cut: expected " + std::to_string(header_bytes + text.size()) +
             " bytes, found " + std::to_string(size));
    try {
        head = RecordingHead::from({reinterpret_cast<const char*>(text.data()), text.size()});
    } catch (const std::exception& error) {
        fail(error.what());
    }
    whole_bytes = header_bytes + text.size();
}

StreamPlaces& Recording::Impl::stream_of(const MessageHeader& header)
{
    if (head.version == 1) return streams.front();
    const auto found = std::ranges::find(head.streams, header.stream, &RecordedStream::stream);
    if (found == head.streams.end())
        fail("frame " + std::to_string(places.size()) + " is of stream " + std::to_string(header.stream) +
             ", which its first message does not list");
    return streams[static_cast<std::size_t>(found - head.streams.begin())];
}

void Recording::Impl::find_frames()
{
    streams.resize(head.streams.size());
    while (const auto header = whole_message(whole_bytes)) {
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
    impl_->fail(why);
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
    const bool is_there =
        read_at(impl_->handle, place.at, bytes, impl_->file) == header_bytes &&
        !decode_header(bytes, frame.header) && frame.header.type == place.type &&
        frame.header.payload_bytes == place.payload_bytes &&
        read_at(impl_->handle, place.at + header_bytes, frame.payload, impl_->file) == place.payload_bytes;
    if (!is_there)
        throw std::runtime_error("the recording '" + impl_->file.filename().string() +
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
    return impl_->size - std::min(impl_->size, impl_->whole_bytes);
}

}  // namespace farfield::net
