#pragma once

#include <QString>
#include <optional>

#include "model/data/dataset_info.h"
#include "net/message/control_messages.h"

/// What the viewer does to rakes: plain functions, no window.
namespace farfield::app {

enum class RakeKind { Point, Line, Plane, Circle, Sphere, Box, List, Slice, Isovalue };

[[nodiscard]] RakeKind kind_of(const model::Rake& rake) noexcept;

/// The rake with one handle moved to a place. Handles are numbered as in render/scene/rake_shape.h; the last
/// one moves all of it. A plane of which the corner at its origin is moved keeps its two other handles where
/// they are, a box the corner opposite to one that is moved. A circle's or sphere's radius stays above 0.
[[nodiscard]] model::Rake with_handle_at(const model::Rake& rake, std::size_t handle,
                                         const model::Point& place);

/// The nearest place within the dataset's bounds.
[[nodiscard]] model::Point clamped(const model::Point& place, const model::DatasetInfo& dataset) noexcept;

/// The middle of the box around listed seeds: what a list is moved by.
[[nodiscard]] model::Point middle_of(const model::ListRake& list) noexcept;
/// The list moved so that its middle is there.
[[nodiscard]] model::ListRake with_middle_at(const model::ListRake& list, const model::Point& place);

/// The middle of a scalar's range; 0 where that is not known.
[[nodiscard]] double middle_of(const model::ScalarInfo& scalar) noexcept;

/// A rake to begin with: within the upstream half of the domain, across its x axis. A list has one seed: it
/// is for a file to say more.
[[nodiscard]] model::Rake new_rake(RakeKind kind, const model::DatasetInfo& dataset);

/// For lists: "Line, 50 seeds x 20". found: how many seeds the node found, where that is known.
[[nodiscard]] QString title_of(const model::Rake& rake, std::optional<std::uint64_t> found = std::nullopt);

}  // namespace farfield::app
