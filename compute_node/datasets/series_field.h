#pragma once

#include "compute_node/datasets/field_builder.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/field_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace farfield::compute {

/// The sliced field of a time series. A slice that lacks an array is replaced by interpolation in time
/// between the nearest slices that have all arrays, or by no value where none comes after it.
class SeriesField final : public SlicedField {
public:
    /// Reads a slice only where the first lacks an array. ranges: of the first slice, used for all; null:
    /// they are not known. Throws std::runtime_error when there is no such array, or only one slice.
    SeriesField(std::shared_ptr<const TimeSeries> series, const FieldChoice& choice,
                const FieldInfo* ranges = nullptr);

    [[nodiscard]] const std::shared_ptr<const Field>& frame() const override { return frame_; }
    [[nodiscard]] FieldSlice read(std::size_t slice, const std::stop_token& cancel = {}) const override;
    [[nodiscard]] std::shared_ptr<const Field> with(std::vector<FieldSlice> slices) const override;
    /// A remark on slices that were left out when they were read; empty where none was so far.
    [[nodiscard]] std::string remark() const;

private:
    /// later: as in FieldBuilder.
    SeriesField(std::shared_ptr<const TimeSeries> series, const FieldChoice& choice, const FieldInfo* ranges,
                const std::optional<GridData>& later);
    [[nodiscard]] std::optional<FieldSlice> read_if_whole(std::size_t slice,
                                                          const std::stop_token& cancel) const;
    [[nodiscard]] FieldSlice read_about(std::size_t slice, const std::stop_token& cancel) const;

    mutable std::mutex left_out_mutex_;
    mutable std::set<std::size_t> left_out_;  ///< slices known to lack an array
    std::shared_ptr<const TimeSeries> series_;
    FieldBuilder builder_;
    std::size_t first_ = 0;  ///< of the series' slices, that the field begins with
    std::shared_ptr<const Field> frame_;
};

/// The number of slices of a window that takes max_bytes, including what one takes while it is read; at most
/// those of the series. Throws std::runtime_error when they are fewer than `least`.
[[nodiscard]] std::size_t slices_within(const TimeSeries& series, std::uint64_t max_bytes, std::size_t least);
/// Bytes of a window of so many slices.
[[nodiscard]] std::uint64_t window_bytes(const TimeSeries& series, std::size_t slices);

/// Holds the series in memory where it fits, else leaves it in its files, with a window for lines. Throws
/// std::runtime_error when there is no such array or too little memory. remark: set to the remark on slices
/// that are known to be left out.
[[nodiscard]] FieldSource source_of(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes,
                                    std::string* remark = nullptr);

/// The remark on slices that a series' field in memory was made without, since they lack its arrays; empty
/// where it has all.
[[nodiscard]] std::string remark_on_left_out(const TimeSeries& series, const Field& field);

}  // namespace farfield::compute
