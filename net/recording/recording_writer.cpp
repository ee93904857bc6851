#include "net/recording/recording.h"

#include <stdexcept>
#include <utility>

#include "net/recording/message_file.h"

namespace farfield::net {
namespace {

void append_head(MessageFileWriter& file, const RecordingHead& head)
{
    const auto text = head.text();
    file.append({.type = MessageType::Control}, std::as_bytes(std::span(text)));
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
MessageFileWriter unnamed_beside(const std::filesystem::path& file)
{
    const Unfinished name{unfinished_name(file)};
    return {file, name.path, O_RDWR | O_CREAT | O_EXCL};
}

}  // namespace

struct RecordingWriter::Impl {
    MessageFileWriter file;
    std::uint64_t frames = 0;
};

RecordingWriter::RecordingWriter(const std::filesystem::path& file, const RecordingHead& head)
    : impl_(new Impl{.file = {file, file, O_WRONLY | O_CREAT | O_TRUNC}})
{
    append_head(impl_->file, head);
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
    MessageFileWriter frames;
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
    MessageFileWriter file(path, unfinished.path, O_WRONLY | O_CREAT | O_EXCL);
    append_head(file, head);
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
