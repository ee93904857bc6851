#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "net/message/control_messages.h"
#include "net/message/messages.h"

/// Recordings (.ffr): a stream as it came over the wire. The file is a run of wire messages: first one
/// Control message with the payload {"farfield_recording": 1, "dataset", "program", "start"}, then the
/// frames, header and payload, byte for byte. A file cut anywhere is good up to its last whole frame.
namespace farfield::net {

struct RecordingInfo {
    Json dataset = Json::object();  ///< what dataset.open answered
    Json program = Json::object();  ///< what program.start answered
    ProgramStart start;
};

/// Writes a recording. Throws std::runtime_error naming the file when it cannot.
class RecordingWriter {
public:
    RecordingWriter(const std::filesystem::path& file, const RecordingInfo& info);
    ~RecordingWriter();
    /// Appends one frame with one gathered write; on failure (disk full) the file is cut back to the last
    /// whole frame.
    void append(const MessageHeader& header, std::span<const std::byte> payload);
    [[nodiscard]] std::uint64_t frames() const noexcept;
    [[nodiscard]] std::uint64_t bytes() const noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// A recording, opened. Opening finds every whole frame; each is read from the file when it is asked for, so
/// that a file which others cut or write to is an error of that frame. Throws std::runtime_error when the
/// file is missing, is no recording, or has no whole first message. Threads: any may read.
class Recording {
public:
    explicit Recording(const std::filesystem::path& file);
    ~Recording();

    struct Frame {
        MessageHeader header;
        std::span<std::byte> payload;  ///< in the memory that it was read into
    };
    [[nodiscard]] const RecordingInfo& info() const noexcept;
    /// Throws std::runtime_error with why what info() holds is of no use.
    [[noreturn]] void refuse(const std::string& why) const;
    [[nodiscard]] std::size_t frames() const noexcept;
    /// As it was when the recording was opened: the sender's clock.
    [[nodiscard]] std::uint64_t time_ns(std::size_t index) const noexcept;
    /// Reads a frame into `room`, of which largest_payload_bytes() are always enough. Throws
    /// std::runtime_error when there is no message of that type and length any more, or the file cannot be
    /// read, and std::invalid_argument when the room is too small.
    [[nodiscard]] Frame frame(std::size_t index, std::span<std::byte> room) const;
    [[nodiscard]] std::uint64_t largest_payload_bytes() const noexcept;
    /// Bytes after the last whole frame: a recording that was cut.
    [[nodiscard]] std::uint64_t bytes_cut() const noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace farfield::net
