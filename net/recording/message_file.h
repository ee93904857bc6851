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

/// Files of wire messages, one after the other, as recordings are.
namespace farfield::net {

/// Writes messages. Throws std::runtime_error naming the file when it cannot. Threads: one at a time.
class MessageFileWriter {
public:
    enum class Named { AtOnce, WhenKept };

    /// A new file in place of what has this name: at once, so that what is written can be read meanwhile and
    /// after a crash, or once keep() is called, without which nothing is left of it.
    explicit MessageFileWriter(const std::filesystem::path& path, Named named = Named::AtOnce);
    void keep() { file_.keep(); }

    /// Appends one message with one gathered write; its header has the payload's length, whatever it had. On
    /// failure (disk full) the file is cut back to the last whole message; the next may be tried again.
    void append(MessageHeader header, std::span<const std::byte> payload);
    /// Appends what another file holds.
    void append(const MessageFileWriter& other);
    /// Writes the message at the beginning of the file anew, where there was one of this length.
    void replace_first(MessageHeader header, std::span<const std::byte> payload);

    /// Of whole messages.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    [[noreturn]] void fail() const;  ///< for what errno says
    void write(std::array<std::span<const std::byte>, 2> pieces);
    [[noreturn]] void cut_back();

    std::filesystem::path path_;
    AtomicFile file_;
    std::uint64_t bytes_ = 0;
    bool is_broken_ = false;  ///< half a message stands at the end: nothing may follow it
};

/// Reads messages at any place. A file that others cut or write to is an error of the place that is read.
/// Threads: any may read.
class MessageFileReader {
public:
    /// Throws std::runtime_error when there is no such file.
    explicit MessageFileReader(const std::filesystem::path& file);

    /// When it was opened.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// The header at an offset, where it is one and its message is whole.
    [[nodiscard]] std::optional<MessageHeader> whole_message(std::uint64_t at) const;
    /// Reads as many bytes as there are from `at` on, at most those that fit. Throws std::runtime_error.
    [[nodiscard]] std::size_t read(std::uint64_t at, std::span<std::byte> to) const;
    /// The payload of the Control message at the beginning. Throws std::runtime_error where there is none, or
    /// it is longer than most_bytes.
    [[nodiscard]] std::string first_text(std::uint64_t most_bytes) const;
    /// Throws std::runtime_error with why the file is of no use.
    [[noreturn]] void refuse(const std::string& why) const;

private:
    std::filesystem::path path_;
    model::PlainFile file_;
    std::uint64_t size_;
};

}  // namespace farfield::net
