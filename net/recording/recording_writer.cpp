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

}  // namespace

struct RecordingWriter::Impl {
    MessageFileWriter file;
    std::uint64_t frames = 0;
};

RecordingWriter::RecordingWriter(const std::filesystem::path& file, const RecordingHead& head)
    : impl_(new Impl{.file = MessageFileWriter(file)})
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
    MessageFileWriter frames;  ///< unnamed: no file remains, however the program ends
};

LateHeadWriter::LateHeadWriter(const std::filesystem::path& file)
    : impl_(new Impl{.frames = MessageFileWriter(file, MessageFileWriter::Named::WhenKept)})
{}

LateHeadWriter::~LateHeadWriter() = default;

void LateHeadWriter::append(const MessageHeader& header, std::span<const std::byte> payload)
{
    impl_->frames.append(header, payload);
}

std::uint64_t LateHeadWriter::finish(const RecordingHead& head)
{
    const auto& path = impl_->frames.path();
    MessageFileWriter file(path, MessageFileWriter::Named::WhenKept);
    append_head(file, head);
    if (file.bytes() > max_recording_head_bytes + header_bytes)
        throw std::runtime_error("cannot write recording '" + path.string() +
                                 "': the answers to its calls take " + std::to_string(file.bytes()) +
                                 " bytes, more than the " + std::to_string(max_recording_head_bytes) +
                                 " of a first message");
    file.append(impl_->frames);
    file.keep();
    return file.bytes();
}

}  // namespace farfield::net
