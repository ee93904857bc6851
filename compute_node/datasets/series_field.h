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

/// The sliced field of a time series. In the place of a slice that lacks an array lies what the slices about
/// it that have all are at its time, or no value where none comes after it.
class SeriesField final : public SlicedField {
public:
    /// Reads nothing. ranges: those of the first slice, which stand for all; null: they are not known. Throws
    /// std::runtime_error when there is no such array, or only one slice.
    SeriesField(std::shared_ptr<const TimeSeries> series, const FieldChoice& choice,
                const FieldInfo* ranges = nullptr);

    [[nodiscard]] const std::shared_ptr<const Field>& frame() const override { return frame_; }
    [[nodiscard]] FieldSlice read(std::size_t slice, const std::stop_token& cancel = {}) const override;
    [[nodiscard]] std::shared_ptr<const Field> with(std::vector<FieldSlice> slices) const override;
    /// On slices that were left out when they were read; empty where none was so far.
    [[nodiscard]] std::string remark() const;

private:
    [[nodiscard]] std::optional<FieldSlice> read_if_whole(std::size_t slice,
                                                          const std::stop_token& cancel) const;
    [[nodiscard]] FieldSlice read_about(std::size_t slice, const std::stop_token& cancel) const;

    mutable std::mutex left_out_mutex_;
    mutable std::set<std::size_t> left_out_;  ///< as far as they are known
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
/// std::runtime_error when there is no such array or too little memory. remark: gets that on slices that are
/// left out already.
[[nodiscard]] FieldSource source_of(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes,
                                    std::string* remark = nullptr);

/// On slices that a series' field in memory was made without, for they lack its arrays; empty where it has
/// all.
[[nodiscard]] std::string remark_on_left_out(const TimeSeries& series, const Field& field);

}  // namespace farfield::compute
