#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "model/calls/relay.h"
#include "net/recording/recording.h"

/// Additional parts of recordings with entities: docs/protocol.md, section 8.
namespace farfield::net::relay {

/// Numbers of the streams in a recording that a relay writes.
inline constexpr std::uint32_t bundle_stream = 1, picture_stream = 2;
/// Length of a relay recording's first message: a multiple of this, so that it can be rewritten in place.
inline constexpr std::size_t recording_head_alignment = 4096;
/// Bytes of a footer's and an index's text, at most: enough for pictures of some years.
inline constexpr std::uint64_t max_recording_text_bytes = 16U << 20U;

/// The recorded relay: the answer of relay.info, and more.
struct RecordedRelay {
    std::uint32_t relay = 0;  ///< the relay's id
    std::vector<model::RelayInput> inputs = {};
    std::vector<std::uint8_t> exercise = {};  ///< numbers of the exercises that occurred, in order
    /// Times of the relay; the defaults for older recordings, which have none.
    model::EntityTimes times = {};
    std::uint64_t footer = 0;  ///< offset of the footer; 0: there is none (yet)
    friend bool operator==(const RecordedRelay&, const RecordedRelay&) = default;

    static void fields(auto& visit)
    {
        visit("relay", &RecordedRelay::relay, model::required);
        visit("inputs", &RecordedRelay::inputs, model::required);
        visit("exercise", &RecordedRelay::exercise, model::always);
        visit("times", &RecordedRelay::times, model::always);
        visit("footer", &RecordedRelay::footer, model::always);
    }
};

/// Starting point for reading all entities at a time.
struct RecordingIndex {
    std::uint64_t time_ns = 0;  ///< relay's clock; all earlier messages of the file came by then
    std::uint64_t offset = 0;   ///< offset of the newest whole picture, or of the first bundle
    std::uint64_t entities = 0;
    friend bool operator==(const RecordingIndex&, const RecordingIndex&) = default;

    static void fields(auto& visit)
    {
        visit("time", &RecordingIndex::time_ns, model::required);
        visit("offset", &RecordingIndex::offset, model::required);
        visit("entities", &RecordingIndex::entities, model::required);
    }
};

/// Time and offset of a whole picture.
using PicturePlace = std::array<std::uint64_t, 2>;

/// The last message of a recording that was ended properly.
struct RecordingFooter {
    std::uint64_t begin_ns = 0, end_ns = 0;  ///< relay's clock, of the first and the last bundle
    std::uint64_t bundles = 0, messages = 0;
    std::uint64_t lost = 0;                   ///< messages not written because the disk was slow or full
    std::vector<PicturePlace> pictures = {};  ///< in order of time
    friend bool operator==(const RecordingFooter&, const RecordingFooter&) = default;

    static void fields(auto& visit)
    {
        visit("begin", &RecordingFooter::begin_ns, model::required);
        visit("end", &RecordingFooter::end_ns, model::required);
        visit("bundles", &RecordingFooter::bundles, model::required);
        visit("messages", &RecordingFooter::messages, model::required);
        visit("lost", &RecordingFooter::lost, model::required);
        visit("pictures", &RecordingFooter::pictures, model::required);
    }
};

/// The head with the streams of a recording that a relay writes.
[[nodiscard]] RecordingHead entity_recording_head(const RecordedRelay& relay);
/// The text with trailing blanks: of length `bytes`, or, if that is 0, so long that message and header fill a
/// multiple of recording_head_alignment, with room for data that becomes known later.
[[nodiscard]] std::string padded_head(const RecordingHead& head, std::size_t bytes);

/// Numbers of a recording's streams by content; 0: none.
struct EntityStreams {
    std::uint32_t bundles = 0, pictures = 0;
    RecordedRelay relay = {};
};
/// Throws std::runtime_error, naming the program that replays it, when the head of this file lists no stream
/// of the program `entities`.
[[nodiscard]] EntityStreams entity_streams_of(const RecordingHead& head, const std::filesystem::path& file);

}  // namespace farfield::net::relay
