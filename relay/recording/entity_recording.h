#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "net/recording/message_file.h"
#include "relay/core/bundle_reader.h"
#include "relay/recording/entity_picture.h"
#include "relay/recording/recording_format.h"

namespace farfield::net::relay {

/// Reads the entities of a recording, bundle by bundle. A file cut anywhere reads to its last whole message.
/// Threads: one.
class EntityRecording {
public:
    /// Throws std::runtime_error when the file is missing, is no recording, or has no stream of entities.
    explicit EntityRecording(const std::filesystem::path& file);

    [[nodiscard]] const RecordedRelay& relay() const { return streams_.relay; }
    /// Footer of a recording that was ended properly.
    [[nodiscard]] const std::optional<RecordingFooter>& footer() const { return footer_; }
    /// Time of the first bundle, relay's clock; 0: there is none.
    [[nodiscard]] std::uint64_t begin_ns() const { return begin_ns_; }
    /// Time of the last whole bundle; 0: there is none. A file without a footer is read through once for
    /// it.
    [[nodiscard]] std::uint64_t end_ns();

    /// The next bundle, valid until the next call; nullopt at the end. Throws std::runtime_error for a
    /// malformed bundle, and when the file cannot be read.
    [[nodiscard]] std::optional<BundleReader> next();
    /// Restarts with the first bundle.
    void rewind() { at_ = first_; }
    /// Continues with the first bundle that was closed later than this time. Returns all entities as they
    /// were then: from the newest picture before, which the index locates, and the bundles since then;
    /// without entities that were silent for longer than the relay kept any.
    [[nodiscard]] EntityPicture seek(std::uint64_t time_ns);
    /// Bytes after the last whole message, once the end was reached.
    [[nodiscard]] std::uint64_t bytes_cut() const { return file_.size() - at_; }

private:
    /// A frame of one of the two streams.
    struct Frame {
        MessageHeader header;
        std::uint64_t end = 0;  ///< offset of the following message
        BundleReader bundle;
    };

    void read_footer();
    void find_begin();
    [[nodiscard]] std::optional<model::Json> text_at(std::uint64_t at, const char* name) const;
    void find_pictures();
    void note_index(std::uint64_t at);
    /// The next frame from at_ on, which remains there; at_ skips other messages.
    [[nodiscard]] std::optional<Frame> look();

    MessageFileReader file_;
    EntityStreams streams_;
    std::optional<RecordingFooter> footer_;
    std::vector<PicturePlace> pictures_;  ///< empty: not searched for yet
    std::uint64_t first_ = 0;             ///< offset after the first message
    std::uint64_t at_ = 0;
    std::uint64_t begin_ns_ = 0, end_ns_ = 0;
    std::vector<std::byte> room_;
};

}  // namespace farfield::net::relay
