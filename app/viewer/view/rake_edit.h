#pragma once

#include <QString>
#include <optional>

#include "model/data/dataset_info.h"
#include "net/message/control_messages.h"

/// Edits of rakes in the viewer: plain functions without a window.
namespace farfield::app {

enum class RakeKind { Point, Line, Plane, Circle, Sphere, Box, List, Slice, Isovalue };

[[nodiscard]] RakeKind kind_of(const model::Rake& rake) noexcept;

/// The rake with one handle moved to a place. Handles are numbered as in render/scene/rake_shape.h; the last
/// one moves the whole rake. A plane whose origin corner moves keeps its two other handles where
/// they are; a box keeps the corner opposite to the moved one. A circle's or sphere's radius stays above 0.
[[nodiscard]] model::Rake with_handle_at(const model::Rake& rake, std::size_t handle,
                                         const model::Point& place);

/// The nearest place within the dataset's bounds.
[[nodiscard]] model::Point clamped(const model::Point& place, const model::DatasetInfo& dataset) noexcept;

/// Middle of the box around listed seeds: the handle that moves a list.
[[nodiscard]] model::Point middle_of(const model::ListRake& list) noexcept;
/// The list moved to a new middle.
[[nodiscard]] model::ListRake with_middle_at(const model::ListRake& list, const model::Point& place);

/// Middle of a scalar's range; 0 where the range is unknown.
[[nodiscard]] double middle_of(const model::ScalarInfo& scalar) noexcept;

/// A new rake within the upstream half of the domain, across its x axis. A list has one seed: a
/// file can add more.
[[nodiscard]] model::Rake new_rake(RakeKind kind, const model::DatasetInfo& dataset);

/// Title in lists: "Line, 50 seeds x 20". found: number of seeds that the node found, where known.
[[nodiscard]] QString title_of(const model::Rake& rake, std::optional<std::uint64_t> found = std::nullopt);

}  // namespace farfield::app
