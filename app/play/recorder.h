#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "app/play/played_document.h"
#include "app/show/frames/plain_intake.h"
#include "net/recording/recording.h"

namespace farfield::app {

/// Writes the recording of a document that is played: the frames of all its streams, in order of
/// arrival, and the answers of all its calls. A single stream of a dataset becomes a recording of version
/// 1, anything else one of version 2. Threads: the playback's, but for append(), which may be called on any.
class Recorder {
public:
    /// The stream of a layer that ticks, taken by the recorder in place of the layer.
    struct Ticking {
        std::string layer;
        PlainIntake frames;
        std::uint64_t taken = 0;
    };

    explicit Recorder(std::filesystem::path file);
    ~Recorder();

    /// Callback for PlayedDocument: notes starts of programs and answers of calls.
    [[nodiscard]] PlayedDocument::Answered answered();
    /// Stage for PlayedDocument, with rings that record their frames. played: outlives those rings.
    [[nodiscard]] Stage stage(PlayedDocument& played);
    /// Opens the file; called once the programs run.
    void begin(PlayedDocument& played);

    /// Takes the frames that have arrived for ticking layers; returns their number. Rethrows an error from
    /// recording a frame of another layer.
    std::size_t take();
    /// Number of pictures for which every layer has its frame.
    [[nodiscard]] std::uint64_t pictures() const;
    /// Reason why no picture follows, as PlayedDocument::end().
    [[nodiscard]] std::optional<StreamEnd> end(const PlayedDocument& played) const;
    /// Completes the file, or leaves none when no frame was recorded. Returns its bytes.
    std::uint64_t finish(const PlayedDocument& played);

private:
    class Observed;
    struct Started {
        net::Json start, answer;
        std::string layer;  ///< empty: no frame so far
    };

    void note(const std::string& method, const net::Json& params, const net::Json& result);
    void append(const std::string& layer, const net::MessageHeader& header,
                std::span<const std::byte> payload);
    [[nodiscard]] net::RecordedStream recorded(const PlayedDocument& played, std::uint32_t number) const;
    [[nodiscard]] net::RecordingHead head(const PlayedDocument& played) const;

    std::filesystem::path file_;
    std::vector<std::unique_ptr<Ticking>> ticking_;
    std::vector<std::unique_ptr<Observed>> observed_;
    mutable std::mutex mutex_;  ///< guards all below
    std::map<std::uint32_t, Started> started_;
    std::vector<net::RecordedCall> calls_;
    std::exception_ptr fault_;
    std::unique_ptr<net::RecordingWriter> writer_;  ///< of version 1, or ...
    std::unique_ptr<net::LateHeadWriter> late_;     ///< ... of version 2
};

/// True when a document becomes a recording of version 1.
[[nodiscard]] bool has_one_stream(const model::Document& document);

}  // namespace farfield::app
