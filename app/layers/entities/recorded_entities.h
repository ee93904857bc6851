#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/layers/entities/entity_table.h"
#include "relay/recording/entity_recording.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// Entities of a recording as they were at a time. Times are those of the recorded relay's clock.
/// Threads: one.
class RecordedEntities {
public:
    /// Throws std::runtime_error naming the file when it is missing, is no recording, or has no entities; for
    /// a capture, the message has the command that converts it to a recording.
    explicit RecordedEntities(const std::filesystem::path& file);

    /// Times of the first and the last complete bundle, in ns since 1970.
    [[nodiscard]] std::uint64_t begin_ns() const noexcept { return begin_ns_; }
    [[nodiscard]] std::uint64_t end_ns() const noexcept { return end_ns_; }
    /// True when the file was cut off: later bundles are missing.
    [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }
    /// True when the recording holds no entity at any time. Unknown, and so false, for a file that was cut.
    [[nodiscard]] bool is_empty() const noexcept { return is_empty_; }

    /// Brings the table, used for this recording alone, to the state at a time: all bundles closed until then
    /// are taken. A step back, or far ahead, begins at the newest complete picture before it. The same
    /// time gives the same entities, by whichever steps. Throws std::runtime_error where the file
    /// cannot be read.
    void go_to(std::uint64_t time_ns, EntityTable& table);

private:
    void jump(std::uint64_t time_ns, EntityTable& table);

    net::relay::EntityRecording recording_;
    std::uint64_t begin_ns_, end_ns_;
    bool is_cut_, is_empty_;
    std::optional<std::uint64_t> at_ns_;
    std::optional<net::relay::BundleReader> next_;  ///< first bundle later than at_ns_
};

/// Bounds in a scene, with a margin, of a recording's entities halfway and at its end; its beginning may know
/// but a few of them. nullopt: none has a place. Throws as RecordedEntities.
[[nodiscard]] std::optional<render::Bounds> extent_of(const std::filesystem::path& file,
                                                      const PlaceOf& place_of);

}  // namespace farfield::app
