#include "net/recording/recording.h"

#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "net/recording/file_handle.h"

namespace farfield::net {
namespace {

constexpr const char* doing = "write recording";

/// A file of messages, one after the other.
class MessageFile {
public:
    /// path: for errors, too.
    MessageFile(std::filesystem::path path, const std::filesystem::path& opened, int flags)
        : path_(std::move(path)), file_(opened, flags, doing)
    {}
    /// On failure the file is cut back to the last whole message.
    void append(MessageHeader header, std::span<const std::byte> payload);
    void append(const RecordingHead& head);
    /// Appends what another file holds.
    void append(const MessageFile& other);

    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    void write(std::array<std::span<const std::byte>, 2> pieces);
    [[noreturn]] void cut_back();

    std::filesystem::path path_;
    FileHandle file_;
    std::uint64_t bytes_ = 0;  ///< of whole messages
    bool is_broken_ = false;   ///< half a message stands at the end: nothing may follow it
};

void MessageFile::append(MessageHeader header, std::span<const std::byte> payload)
{
    header.payload_bytes = payload.size();
    const auto head = encode_header(header);
    write({head, payload});
}

void MessageFile::append(const RecordingHead& head)
{
    const auto text = head.text();
    append({.type = MessageType::Control}, std::as_bytes(std::span(text)));
}

void MessageFile::append(const MessageFile& other)
{
    std::vector<std::byte> room(1 << 20);
    for (std::uint64_t at = 0; at < other.bytes_;) {
        const auto wanted = std::min<std::uint64_t>(room.size(), other.bytes_ - at);
        const auto got = ::pread(other.file_.get(), room.data(), wanted, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = EIO;
        if (got <= 0) FileHandle::fail(doing, path_);
        write({std::span<const std::byte>(room).first(static_cast<std::size_t>(got)), {}});
        at += static_cast<std::uint64_t>(got);
    }
}

void MessageFile::write(std::array<std::span<const std::byte>, 2> pieces)
{
    if (is_broken_) {
        errno = EIO;
        FileHandle::fail(doing, path_);
    }
    const auto size = pieces[0].size() + pieces[1].size();
    while (!pieces[0].empty() || !pieces[1].empty()) {
        std::array<iovec, 2> vectors{};
        for (std::size_t i = 0; i < 2; ++i)
            vectors[i] = {const_cast<std::byte*>(pieces[i].data()), pieces[i].size()};
        const auto written = ::writev(file_.get(), vectors.data(), 2);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) cut_back();
        auto left = static_cast<std::size_t>(written);
        for (auto& piece : pieces) {
            const auto taken = std::min(left, piece.size());
            piece = piece.subspan(taken);
            left -= taken;
        }
    }
    bytes_ += size;
}

void MessageFile::cut_back()
{
    const auto reason = errno;
    // Should even this fail, the half message stays at the end, and readers stop before it.
    is_broken_ = ::ftruncate(file_.get(), static_cast<off_t>(bytes_)) != 0 ||
                 ::lseek(file_.get(), 0, SEEK_END) != static_cast<off_t>(bytes_);
    errno = reason;
    FileHandle::fail(doing, path_);
}

/// The name of a file until it is complete; it is removed unless it was renamed.
struct Unfinished {
    std::filesystem::path path;
    ~Unfinished()
    {
        std::error_code ignored;
        if (!path.empty()) std::filesystem::remove(path, ignored);
    }
};

std::filesystem::path unfinished_name(const std::filesystem::path& file)
{
    return file.string() + "." + std::to_string(::getpid()) + ".part";
}

/// A file without a name: nothing is left of it when the program ends, however it does.
MessageFile unnamed_beside(const std::filesystem::path& file)
{
    const Unfinished name{unfinished_name(file)};
    return {file, name.path, O_RDWR | O_CREAT | O_EXCL};
}

}  // namespace

struct RecordingWriter::Impl {
    MessageFile file;
    std::uint64_t frames = 0;
};

RecordingWriter::RecordingWriter(const std::filesystem::path& file, const RecordingHead& head)
    : impl_(new Impl{.file = {file, file, O_WRONLY | O_CREAT | O_TRUNC}})
{
    impl_->file.append(head);
}

RecordingWriter::~RecordingWriter() = default;

void RecordingWriter::append(const MessageHeader& header, std::span<const std::byte> payload)
{
    impl_->file.append(header, payload);
    ++impl_->frames;
}

std::uint64_t RecordingWriter::frames() const noexcept
{
    return impl_->frames;
}

std::uint64_t RecordingWriter::bytes() const noexcept
{
    return impl_->file.bytes();
}

struct LateHeadWriter::Impl {
    MessageFile frames;
};

LateHeadWriter::LateHeadWriter(const std::filesystem::path& file)
    : impl_(new Impl{.frames = unnamed_beside(file)})
{}

LateHeadWriter::~LateHeadWriter() = default;

void LateHeadWriter::append(const MessageHeader& header, std::span<const std::byte> payload)
{
    impl_->frames.append(header, payload);
}

std::uint64_t LateHeadWriter::finish(const RecordingHead& head)
{
    const auto& path = impl_->frames.path();
    Unfinished unfinished{unfinished_name(path)};
    MessageFile file(path, unfinished.path, O_WRONLY | O_CREAT | O_EXCL);
    file.append(head);
    if (file.bytes() > max_recording_head_bytes + header_bytes)
        throw std::runtime_error("cannot write recording '" + path.string() +
                                 "': the answers to its calls take " + std::to_string(file.bytes()) +
                                 " bytes, more than the " + std::to_string(max_recording_head_bytes) +
                                 " of a first message");
    file.append(impl_->frames);
    std::error_code error;
    std::filesystem::rename(unfinished.path, path, error);
    if (error) throw std::runtime_error("cannot write recording '" + path.string() + "': " + error.message());
    unfinished.path.clear();
    return file.bytes();
}

}  // namespace farfield::net
