#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/files/atomic_file.h"
#include "model/files/plain_file.h"
#include "net/message/messages.h"

/// Files of wire messages, one after another; recordings have this form.
namespace farfield::net {

/// Writes messages to a file. Throws std::runtime_error naming the file on failure. Threads: one at a time.
class MessageFileWriter {
public:
    enum class Named { AtOnce, WhenKept };

    /// Makes a file that replaces one of the same name. AtOnce: immediately, so that it can be read meanwhile
    /// and after a crash. WhenKept: once keep() is called; without that no file remains.
    explicit MessageFileWriter(const std::filesystem::path& path, Named named = Named::AtOnce);
    void keep() { file_.keep(); }

    /// Appends one message with one gathered write; sets payload_bytes in its header. On failure (disk full)
    /// the file is cut back to the last whole message; the next append may be tried.
    void append(MessageHeader header, std::span<const std::byte> payload);
    /// Appends the content of another file.
    void append(const MessageFileWriter& other);
    /// Overwrites the message at the beginning of the file, which must have had the same length.
    void replace_first(MessageHeader header, std::span<const std::byte> payload);

    /// Bytes of the whole messages written.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    [[noreturn]] void fail() const;  ///< throws for the present errno
    void write(std::array<std::span<const std::byte>, 2> pieces);
    [[noreturn]] void cut_back();

    std::filesystem::path path_;
    AtomicFile file_;
    std::uint64_t bytes_ = 0;
    bool is_broken_ = false;  ///< a partial message stands at the end: nothing may follow it
};

/// Reads messages at any offset. A file that is cut or overwritten meanwhile causes an error at that offset
/// only. Threads: any may read.
class MessageFileReader {
public:
    /// Throws std::runtime_error when there is no such file.
    explicit MessageFileReader(const std::filesystem::path& file);

    /// Size in bytes when the file was opened.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// The header at an offset, if it is valid and its message is whole.
    [[nodiscard]] std::optional<MessageHeader> whole_message(std::uint64_t at) const;
    /// Reads from offset `at`, as much as there is and fits; returns the bytes. Throws std::runtime_error.
    [[nodiscard]] std::size_t read(std::uint64_t at, std::span<std::byte> to) const;
    /// The payload of the Control message at the beginning. Throws std::runtime_error when there is none, or
    /// when it is longer than most_bytes.
    [[nodiscard]] std::string first_text(std::uint64_t most_bytes) const;
    /// Throws std::runtime_error that names the file and why it cannot be used.
    [[noreturn]] void refuse(const std::string& why) const;

private:
    std::filesystem::path path_;
    model::PlainFile file_;
    std::uint64_t size_;
};

}  // namespace farfield::net
