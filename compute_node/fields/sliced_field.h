#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/fields/field_builder.h"
#include "compute_node/fields/time_series.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::compute {

/// An unsteady field whose slices stay in their files until they are wanted.
/// Threads: changes nothing once it is made, so several may read slices at once.
class SlicedField {
public:
    /// Slices that must fit in memory at least, for a step from one interval into the next; with more, the
    /// next are read ahead.
    static constexpr std::uint64_t least_slices = 3;

    /// max_bytes: for all slices in memory, and what one of them takes while it is read. Throws
    /// std::runtime_error when there is no such array, only one slice, or least_slices do not fit.
    SlicedField(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes);

    /// Grid, times and names, with no slice in memory. Ranges are not known.
    [[nodiscard]] const std::shared_ptr<const Field>& frame() const { return frame_; }
    [[nodiscard]] std::size_t slices() const { return frame_->slices().times.size(); }
    /// How many may be in memory, at least least_slices.
    [[nodiscard]] std::size_t slices_in_memory() const { return in_memory_; }

    /// Reads a slice. Throws std::runtime_error, naming its file, when that cannot be read, is of another
    /// grid than the first, or lacks an array.
    [[nodiscard]] FixedArray<Node> read(std::size_t slice) const;
    /// The field with some slices in memory; the others are empty.
    [[nodiscard]] std::shared_ptr<const Field> with(std::vector<FixedArray<Node>> slices) const;

private:
    TimeSeries series_;
    FieldBuilder builder_;
    std::shared_ptr<const Field> frame_;
    std::size_t in_memory_;
};

/// What lines are traced through: a field in memory, or one whose slices are read on the way.
struct FieldSource {
    std::shared_ptr<const Field> field;         ///< in memory, or the frame of `slices`
    std::shared_ptr<const SlicedField> slices;  ///< null: all is in memory

    FieldSource(std::shared_ptr<const Field> in_memory)  // NOLINT(google-explicit-constructor): it is one
        : field{std::move(in_memory)}
    {}
    FieldSource(std::shared_ptr<const SlicedField> in_files)  // NOLINT(google-explicit-constructor)
        : field{in_files->frame()}, slices{std::move(in_files)}
    {}
};

/// The series in memory where it fits, otherwise in its files. Throws std::runtime_error as both do.
[[nodiscard]] FieldSource source_of(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes);

}  // namespace farfield::compute
