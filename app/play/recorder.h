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

/// What a recording holds of a document that is played: the frames of all its streams, in the order in which
/// they come, and the answers of all its calls. One stream of a dataset alone becomes a recording of version
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

    /// For PlayedDocument: starts of programs and answers of calls.
    [[nodiscard]] PlayedDocument::Answered answered();
    /// For its stage: rings whose frames are recorded. played: lives longer than those.
    [[nodiscard]] Stage stage(PlayedDocument& played);
    /// To be called when the programs run.
    void begin(PlayedDocument& played);

    /// Takes the frames that have come to layers that tick; returns their number. Throws what went wrong
    /// with a frame of another.
    std::size_t take();
    /// Pictures for which every layer has its frame.
    [[nodiscard]] std::uint64_t pictures() const;
    /// Why no picture follows, as PlayedDocument::end() has it.
    [[nodiscard]] std::optional<StreamEnd> end(const PlayedDocument& played) const;
    /// Completes the file; without a frame there is none. Returns its bytes.
    std::uint64_t finish(const PlayedDocument& played);

private:
    class Observed;
    struct Started {
        net::Json start, answer;
        std::string layer;  ///< empty: no frame has come
    };

    void note(const std::string& method, const net::Json& params, const net::Json& result);
    void append(const std::string& layer, const net::MessageHeader& header,
                std::span<const std::byte> payload);
    [[nodiscard]] net::RecordedStream recorded(const PlayedDocument& played, std::uint32_t number) const;
    [[nodiscard]] net::RecordingHead head(const PlayedDocument& played) const;

    std::filesystem::path file_;
    std::vector<std::unique_ptr<Ticking>> ticking_;
    std::vector<std::unique_ptr<Observed>> observed_;
    mutable std::mutex mutex_;  ///< of all below
    std::map<std::uint32_t, Started> started_;
    std::vector<net::RecordedCall> calls_;
    std::exception_ptr fault_;
    std::unique_ptr<net::RecordingWriter> writer_;  ///< of version 1, or ...
    std::unique_ptr<net::LateHeadWriter> late_;     ///< ... of version 2
};

/// Whether a document becomes a recording of version 1.
[[nodiscard]] bool has_one_stream(const model::Document& document);

}  // namespace farfield::app
