#pragma once

#include "compute_node/datasets/field_builder.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/field.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace farfield::compute {

/// An unsteady field with slices that stay in their files until they are wanted.
/// Threads: changes nothing once it is made, so several may read slices at once.
class SlicedField {
public:
    /// Reads nothing. ranges: those of the first slice, which stand for all; null: they are not known. Throws
    /// std::runtime_error when there is no such array, or only one slice.
    SlicedField(std::shared_ptr<const TimeSeries> series, const FieldChoice& choice,
                const FieldInfo* ranges = nullptr);

    /// Grid, times and names, with no slice in memory.
    [[nodiscard]] const std::shared_ptr<const Field>& frame() const { return frame_; }
    [[nodiscard]] std::size_t slices() const { return frame_->slices().times.size(); }

    /// Reads a slice. Throws std::runtime_error, naming its file, when that cannot be read, is of another
    /// grid than the first, or lacks an array.
    [[nodiscard]] FixedArray<Node> read(std::size_t slice, const std::stop_token& gone = {}) const;
    /// The field with some slices in memory; the others are empty.
    [[nodiscard]] std::shared_ptr<const Field> with(std::vector<FixedArray<Node>> slices) const;

private:
    std::shared_ptr<const TimeSeries> series_;
    FieldBuilder builder_;
    std::shared_ptr<const Field> frame_;
};

}  // namespace farfield::compute
