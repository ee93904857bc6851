#pragma once

#include "compute_node/datasets/field_builder.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/field_source.h"

#include <cstdint>

namespace farfield::compute {

/// The sliced field of a time series.
class SeriesField final : public SlicedField {
public:
    /// Reads nothing. ranges: those of the first slice, which stand for all; null: they are not known. Throws
    /// std::runtime_error when there is no such array, or only one slice.
    SeriesField(std::shared_ptr<const TimeSeries> series, const FieldChoice& choice,
                const FieldInfo* ranges = nullptr);

    [[nodiscard]] const std::shared_ptr<const Field>& frame() const override { return frame_; }
    [[nodiscard]] FieldSlice read(std::size_t slice, const std::stop_token& cancel = {}) const override;
    [[nodiscard]] std::shared_ptr<const Field> with(std::vector<FieldSlice> slices) const override;

private:
    std::shared_ptr<const TimeSeries> series_;
    FieldBuilder builder_;
    std::shared_ptr<const Field> frame_;
};

/// Slices of a window that takes max_bytes, with what one of them takes while it is read; no more than the
/// series has. Throws std::runtime_error when they are fewer than `least`.
[[nodiscard]] std::size_t slices_within(const TimeSeries& series, std::uint64_t max_bytes, std::size_t least);
/// Bytes of a window of so many slices.
[[nodiscard]] std::uint64_t window_bytes(const TimeSeries& series, std::size_t slices);

/// The series in memory where it fits, otherwise in its files, with a window for lines. Throws
/// std::runtime_error when there is no such array or too little memory.
[[nodiscard]] FieldSource source_of(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes);

}  // namespace farfield::compute
