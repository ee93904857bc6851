#include "compute_node/fields/sliced_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// While a slice is read, the values of its file are in memory beside its nodes: about as much again.
constexpr std::uint64_t slices_being_read = 1;

std::size_t slices_within(const TimeSeries& series, std::uint64_t max_bytes)
{
    const std::uint64_t fit = max_bytes / series.slice_bytes();
    const std::uint64_t needed = SlicedField::least_slices + slices_being_read;
    if (fit < needed)
        throw std::runtime_error(fmt::format(
            "'{}': max_dataset_bytes is {}, which holds {} time slices of {} bytes; at least {} must fit ({} "
            "and one being read), which takes {} bytes",
            series.info().name, max_bytes, fit, series.slice_bytes(), needed, SlicedField::least_slices,
            needed * series.slice_bytes()));
    return std::min<std::uint64_t>(fit - slices_being_read, series.slices());
}

}  // namespace

SlicedField::SlicedField(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes)
    : series_{std::move(series)},
      builder_{series_.first(), choice},
      in_memory_{slices_within(series_, max_bytes)}
{
    if (series_.slices() < 2)
        throw std::runtime_error(
            fmt::format("'{}' has one time slice: it does not change", series_.info().name));
    frame_ = with(std::vector<FixedArray<Node>>(series_.slices()));
    series_.drop_values();
}

FixedArray<Node> SlicedField::read(std::size_t slice) const
{
    return builder_.nodes_of(series_.read(slice), series_.source(slice));
}

std::shared_ptr<const Field> SlicedField::with(std::vector<FixedArray<Node>> slices) const
{
    const std::vector<double> times = series_.times();
    return builder_.field(std::move(slices), {times.begin(), times.end()});
}

FieldSource source_of(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes)
{
    if (series.slices() <= 1 || series.slices() * series.slice_bytes() <= max_bytes)
        return series.field(choice, max_bytes);
    return std::make_shared<const SlicedField>(std::move(series), choice, max_bytes);
}

}  // namespace farfield::compute
