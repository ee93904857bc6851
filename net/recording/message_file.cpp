#include "net/recording/message_file.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace farfield::net {

MessageFileWriter::MessageFileWriter(const std::filesystem::path& path, Named named)
    : path_(path), file_(path)
{
    if (named == Named::AtOnce) file_.keep();
}

void MessageFileWriter::fail() const
{
    throw std::runtime_error("cannot write recording '" + path_.string() +
                             "': " + std::generic_category().message(errno));
}

void MessageFileWriter::append(MessageHeader header, std::span<const std::byte> payload)
{
    header.payload_bytes = payload.size();
    const auto head = encode_header(header);
    write({head, payload});
}

void MessageFileWriter::append(const MessageFileWriter& other)
{
    std::vector<std::byte> room(1 << 20);
    for (std::uint64_t at = 0; at < other.bytes_;) {
        const auto wanted = std::min<std::uint64_t>(room.size(), other.bytes_ - at);
        const auto got = ::pread(other.file_.descriptor(), room.data(), wanted, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = EIO;
        if (got <= 0) fail();
        write({std::span<const std::byte>(room).first(static_cast<std::size_t>(got)), {}});
        at += static_cast<std::uint64_t>(got);
    }
}

void MessageFileWriter::replace_first(MessageHeader header, std::span<const std::byte> payload)
{
    header.payload_bytes = payload.size();
    const auto head = encode_header(header);
    std::vector<std::byte> whole(head.begin(), head.end());
    whole.insert(whole.end(), payload.begin(), payload.end());
    for (std::size_t done = 0; done < whole.size();) {
        const auto written =
            ::pwrite(file_.descriptor(), whole.data() + done, whole.size() - done, static_cast<off_t>(done));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail();
        done += static_cast<std::size_t>(written);
    }
}

void MessageFileWriter::write(std::array<std::span<const std::byte>, 2> pieces)
{
    if (is_broken_) {
        errno = EIO;
        fail();
    }
    const auto size = pieces[0].size() + pieces[1].size();
    while (!pieces[0].empty() || !pieces[1].empty()) {
        std::array<iovec, 2> vectors{};
        for (std::size_t i = 0; i < 2; ++i)
            vectors[i] = {const_cast<std::byte*>(pieces[i].data()), pieces[i].size()};
        const auto written = ::writev(file_.descriptor(), vectors.data(), 2);
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

void MessageFileWriter::cut_back()
{
    const auto reason = errno;
    // If even the truncation fails, the half message stays at the end, and readers stop before it.
    is_broken_ = ::ftruncate(file_.descriptor(), static_cast<off_t>(bytes_)) != 0 ||
                 ::lseek(file_.descriptor(), 0, SEEK_END) != static_cast<off_t>(bytes_);
    errno = reason;
    fail();
}

MessageFileReader::MessageFileReader(const std::filesystem::path& file)
    : path_(file), file_(file, "recording"), size_(file_.bytes())
{}

void MessageFileReader::refuse(const std::string& why) const
{
    throw std::runtime_error("'" + path_.string() + "' is no usable recording: " + why);
}

std::size_t MessageFileReader::read(std::uint64_t at, std::span<std::byte> to) const
{
    std::size_t done = 0;
    while (done < to.size()) {
        const auto got =
            ::pread(file_.descriptor(), to.data() + done, to.size() - done, static_cast<off_t>(at + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            throw std::runtime_error("cannot read recording '" + path_.string() +
                                     "': " + std::generic_category().message(errno));
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::optional<MessageHeader> MessageFileReader::whole_message(std::uint64_t at) const
{
    HeaderBytes bytes{};
    MessageHeader header;
    if (at > size_ || size_ - at < header_bytes || read(at, bytes) < header_bytes ||
        decode_header(bytes, header) || size_ - at - header_bytes < header.payload_bytes)
        return std::nullopt;
    return header;
}

std::string MessageFileReader::first_text(std::uint64_t most_bytes) const
{
    HeaderBytes bytes{};
    MessageHeader header;
    if (read(0, bytes) < header_bytes)
        refuse("expected a first message, found " + std::to_string(size_) + " bytes");
    if (decode_header(bytes, header) || header.type != MessageType::Control)
        refuse("it does not begin with a Control message of protocol version " +
               std::to_string(protocol_version));
    if (header.payload_bytes > most_bytes)
        refuse("its first message claims " + std::to_string(header.payload_bytes) + " bytes");
    std::string text(header.payload_bytes, '\0');
    if (read(header_bytes, std::as_writable_bytes(std::span(text))) < text.size())
        refuse("its first message is cut: expected " + std::to_string(header_bytes + text.size()) +
               " bytes, found " + std::to_string(size_));
    return text;
}

}  // namespace farfield::net
