#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/layers/entities/entity_table.h"
#include "net/relay/recording/entity_recording.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// The entities of a recording as they were at a time. Times are those of the relay that was recorded.
/// Threads: one.
class RecordedEntities {
public:
    /// Throws std::runtime_error naming the file when it is missing, is no recording, or has no entities; of
    /// a capture with the command that makes a recording of it.
    explicit RecordedEntities(const std::filesystem::path& file);

    /// Of the first and the last whole bundle.
    [[nodiscard]] std::uint64_t begin_ns() const noexcept { return begin_ns_; }
    [[nodiscard]] std::uint64_t end_ns() const noexcept { return end_ns_; }
    /// The end is that of a file that was cut: what came later is not there.
    [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }
    /// Nothing was there, and nothing came. Not known of a file that was cut: false.
    [[nodiscard]] bool is_empty() const noexcept { return is_empty_; }

    /// Brings the table, which is of this recording alone, to what was known at a time: bundles closed until
    /// then have been taken. A way back, or far ahead, begins at the newest whole picture before it. The same
    /// time gives the same entities, whichever way leads there. Throws std::runtime_error where the file
    /// cannot be read.
    void go_to(std::uint64_t time_ns, EntityTable& table);

private:
    void jump(std::uint64_t time_ns, EntityTable& table);

    net::relay::EntityRecording recording_;
    std::uint64_t begin_ns_, end_ns_;
    bool is_cut_, is_empty_;
    std::optional<std::uint64_t> at_ns_;
    std::optional<net::relay::BundleReader> next_;  ///< is later than at_ns_
};

/// Of where the entities of a recording are at its end and halfway, for its beginning may know but a few: in
/// a scene, with a margin. Nothing: none has a place. Throws as RecordedEntities.
[[nodiscard]] std::optional<render::Bounds> extent_of(const std::filesystem::path& file,
                                                      const PlaceOf& place_of);

}  // namespace farfield::app
