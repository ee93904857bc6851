#include <sys/uio.h>

#include <array>

#include "net/recording/file_handle.h"
#include "net/recording/recording.h"

namespace farfield::net {

struct RecordingWriter::Impl {
    std::filesystem::path path;
    FileHandle file;
    std::uint64_t frames = 0;
    std::uint64_t bytes = 0;  ///< of whole messages
    bool is_broken = false;   ///< half a frame stands at the end: nothing may follow it

    void append(MessageHeader header, std::span<const std::byte> payload);
    [[noreturn]] void cut_back();
};

void RecordingWriter::Impl::append(MessageHeader header, std::span<const std::byte> payload)
{
    if (is_broken) {
        errno = EIO;
        FileHandle::fail("write recording", path);
    }
    header.payload_bytes = payload.size();
    const auto head = encode_header(header);
    std::array<std::span<const std::byte>, 2> pieces{head, payload};
    while (!pieces[0].empty() || !pieces[1].empty()) {
        std::array<iovec, 2> vectors{};
        for (std::size_t i = 0; i < 2; ++i)
            vectors[i] = {const_cast<std::byte*>(pieces[i].data()), pieces[i].size()};
        const auto written = ::writev(file.get(), vectors.data(), 2);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) cut_back();
        auto left = static_cast<std::size_t>(written);
        for (auto& piece : pieces) {
            const auto taken = std::min(left, piece.size());
            piece = piece.subspan(taken);
            left -= taken;
        }
    }
    bytes += header_bytes + payload.size();
}

void RecordingWriter::Impl::cut_back()
{
    const auto reason = errno;
    // Should even this fail, the half frame stays at the end, and readers stop before it.
    is_broken = ::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0 ||
                ::lseek(file.get(), 0, SEEK_END) != static_cast<off_t>(bytes);
    errno = reason;
    FileHandle::fail("write recording", path);
}

RecordingWriter::RecordingWriter(const std::filesystem::path& file, const RecordingInfo& info)
    : impl_(new Impl{.path = file, .file = {file, O_WRONLY | O_CREAT | O_TRUNC, "write recording"}})
{
    const auto text = Json{{"farfield_recording", 1},
                           {"dataset", info.dataset},
                           {"program", info.program},
                           {"start", model::write(info.start)}}
                          .dump(-1, ' ', false, Json::error_handler_t::replace);
    impl_->append({.type = MessageType::Control}, std::as_bytes(std::span(text)));
}

RecordingWriter::~RecordingWriter() = default;

void RecordingWriter::append(const MessageHeader& header, std::span<const std::byte> payload)
{
    impl_->append(header, payload);
    ++impl_->frames;
}

std::uint64_t RecordingWriter::frames() const noexcept
{
    return impl_->frames;
}

std::uint64_t RecordingWriter::bytes() const noexcept
{
    return impl_->bytes;
}

}  // namespace farfield::net
