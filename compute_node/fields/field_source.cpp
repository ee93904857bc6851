#include "compute_node/fields/field_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace farfield::compute {

namespace {

/// While a slice is read, the values of its file are in memory beside its nodes: about as much again.
constexpr std::uint64_t slices_being_read = 1;

}  // namespace

std::uint64_t window_bytes(const TimeSeries& series, std::size_t slices)
{
    return (slices + slices_being_read) * series.slice_bytes();
}

const Field& shown_at(const FieldSource& source, float time)
{
    if (source.slices == nullptr) return *source.field;
    const std::size_t interval = source.field->slices().interval(time);
    const std::array slices{interval, interval + 1};
    return *source.window->show(source.slices, slices, slices.size());
}

std::size_t slices_within(const TimeSeries& series, std::uint64_t max_bytes, std::size_t least)
{
    const std::uint64_t fit = max_bytes / series.slice_bytes();
    if (max_bytes < window_bytes(series, least))
        throw std::runtime_error(fmt::format(
            "'{}': max_dataset_bytes leaves {}, which holds {} time slices of {} bytes; at least {} must fit "
            "({} and one being read), which takes {} bytes",
            series.info().name, max_bytes, fit, series.slice_bytes(), least + slices_being_read, least,
            window_bytes(series, least)));
    return std::min<std::uint64_t>(fit - slices_being_read, series.slices());
}

FieldSource source_of(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes)
{
    if (series.slices() <= 1 || series.field_bytes() <= max_bytes) return series.field(choice, max_bytes);
    const auto window =
        std::make_shared<SliceWindow>(slices_within(series, max_bytes, SliceWindow::least_slices));
    const auto kept = std::make_shared<TimeSeries>(std::move(series));
    auto sliced = std::make_shared<const SlicedField>(kept, choice);
    kept->drop_values();
    return {std::move(sliced), window};
}

}  // namespace farfield::compute
