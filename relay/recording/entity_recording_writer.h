#pragma once

#include <bitset>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "net/recording/message_file.h"
#include "relay/recording/entity_picture.h"
#include "relay/recording/recording_format.h"

namespace farfield::net::relay {

/// Writes the bundles of a subscriber to everything as a recording. Its clock is that of the bundles: after
/// each second an index follows, every 30 s a whole picture. Each message is written whole or not at all, so
/// that the file is usable at any time. Throws std::runtime_error naming the file on failure.
/// Threads: one.
class EntityRecordingWriter {
public:
    /// relay: its id, inputs and times are used.
    EntityRecordingWriter(const std::filesystem::path& file, RecordedRelay relay);

    /// Writes a bundle. payload: of an EntityBundle, else std::invalid_argument. On failure its messages
    /// count as lost, and the next bundle may be tried.
    void append(std::span<const std::byte> payload);
    /// Counts messages of bundles that never came here as lost.
    void count_lost(std::uint64_t messages) { footer_.lost += messages; }
    /// Writes the footer; no call may follow.
    void finish();

    [[nodiscard]] const RecordingFooter& counts() const { return footer_; }
    [[nodiscard]] std::size_t entities() const { return picture_.entities(); }
    [[nodiscard]] std::uint64_t bytes() const { return file_.bytes(); }

private:
    void note(const class BundleReader& bundle);
    void write_frame(std::uint32_t stream, std::uint64_t& sequence, std::uint64_t time_ns,
                     std::span<const std::byte> payload);
    void write_text(const char* name, const model::Json& value, std::uint64_t time_ns);
    void write_index(std::uint64_t time_ns);
    void write_picture(std::uint64_t time_ns);
    void write_head();

    RecordedRelay relay_;
    MessageFileWriter file_;
    std::size_t head_bytes_ = 0;
    EntityPicture picture_;
    RecordingFooter footer_;
    std::bitset<256> exercises_, exercises_in_head_;
    std::uint64_t indexed_ns_ = 0, pictured_ns_ = 0, bundle_sequence_ = 0, picture_sequence_ = 0;
    std::vector<std::byte> room_;
};

}  // namespace farfield::net::relay
