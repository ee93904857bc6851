#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "net/message/control_messages.h"
#include "net/message/messages.h"

/// Recordings (.ffr), as docs/protocol.md, section 8, has them: a run of wire messages. The first is a
/// Control message that describes the streams; then come their frames, header and payload, byte for byte. A
/// file cut anywhere is good up to its last whole frame. Version 1 holds one stream of one dataset, version 2
/// all streams and answers of a document.
namespace farfield::net {

/// Bytes of the first message of a recording with more than one stream, at most.
inline constexpr std::uint64_t max_recording_head_bytes = 64ull << 20;

/// A program whose frames a recording holds.
struct RecordedStream {
    std::uint32_t stream = 0;       ///< number in the headers of its frames
    std::string layer = {};         ///< id in the document
    std::string data = {};          ///< id of the data in the document
    Json program = Json::object();  ///< answer to program.start
    ProgramStart start = {};
    friend bool operator==(const RecordedStream&, const RecordedStream&) = default;

    static void fields(auto& visit)
    {
        visit("stream", &RecordedStream::stream, model::required);
        visit("layer", &RecordedStream::layer, model::always);
        visit("data", &RecordedStream::data, model::always);
        visit("program", &RecordedStream::program, model::required);
        visit("start", &RecordedStream::start, model::required);
    }
};

/// A call and its answer.
struct RecordedCall {
    std::string method = {};
    Json params = Json::object();
    Json result = Json::object();
    friend bool operator==(const RecordedCall&, const RecordedCall&) = default;

    static void fields(auto& visit)
    {
        visit("method", &RecordedCall::method, model::required);
        visit("params", &RecordedCall::params, model::required);
        visit("result", &RecordedCall::result, model::required);
    }
};

/// The first message of a recording.
struct RecordingHead {
    std::uint32_t version = 1;
    Json document = Json::object();  ///< version 2: the recorded document, in canonical form
    std::map<std::string, Json> data =
        {};  ///< answers to dataset.open or terrain.open, by data id; version 1: ""
    std::vector<RecordedStream> streams =
        {};  ///< at least one; version 1: exactly one, whose number frames need not carry
    std::vector<RecordedCall> calls = {};

    /// The text of the message.
    [[nodiscard]] std::string text() const;
    /// Parses the text of the message. Throws std::runtime_error with the text's fault.
    [[nodiscard]] static RecordingHead from(std::string_view text);
};
/// The head of version 1. dataset: answer to dataset.open; program: answer to program.start.
[[nodiscard]] RecordingHead head_of_stream(Json dataset, Json program, ProgramStart start);

/// Writes a recording whose head is known before its frames. Throws std::runtime_error naming the file on
/// failure.
class RecordingWriter {
public:
    RecordingWriter(const std::filesystem::path& file, const RecordingHead& head);
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

/// Writes a recording whose head is known at its end: frames wait in an unnamed file beside it. No file
/// remains when finish() is not called or fails. Throws std::runtime_error naming the file on failure.
/// Threads: one at a time.
class LateHeadWriter {
public:
    explicit LateHeadWriter(const std::filesystem::path& file);
    ~LateHeadWriter();
    void append(const MessageHeader& header, std::span<const std::byte> payload);
    /// Makes the recording, replacing a file of the same name. Returns its size in bytes.
    std::uint64_t finish(const RecordingHead& head);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// A recording, opened for reading. Opening finds every whole frame; each is read from the file on demand, so
/// that a file which is cut or overwritten meanwhile causes an error of that frame. Throws std::runtime_error
/// when the file is missing, is no recording, has no whole first message, or has frames of a stream that this
/// message does not list. Threads: any may read.
class Recording {
public:
    explicit Recording(const std::filesystem::path& file);
    ~Recording();

    struct Frame {
        MessageHeader header;
        std::span<std::byte> payload;  ///< lies in the memory that was passed to frame()
    };
    [[nodiscard]] const RecordingHead& head() const noexcept;
    /// Throws std::runtime_error that names the file and why its head cannot be used.
    [[noreturn]] void refuse(const std::string& why) const;
    /// Number of frames of all streams.
    [[nodiscard]] std::size_t frames() const noexcept;
    /// Indices of the frames of a stream. stream: index into head().streams.
    [[nodiscard]] std::span<const std::size_t> frames_of(std::size_t stream) const noexcept;
    /// Time in a frame's header when the recording was opened: the sender's clock.
    [[nodiscard]] std::uint64_t time_ns(std::size_t index) const noexcept;
    /// Reads a frame into `room`, which needs at most largest_payload_bytes(). Throws std::runtime_error when
    /// the file has no message of that type and length there any more, or cannot be read, and
    /// std::invalid_argument when the room is too small.
    [[nodiscard]] Frame frame(std::size_t index, std::span<std::byte> room) const;
    /// Bytes of the largest payload among a stream's frames.
    [[nodiscard]] std::uint64_t largest_payload_bytes(std::size_t stream) const noexcept;
    /// Bytes after the last whole frame; not 0 in a recording that was cut.
    [[nodiscard]] std::uint64_t bytes_cut() const noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace farfield::net
