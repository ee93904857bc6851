#include "compute_node/fields/sliced_field.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace farfield::compute {

SlicedField::SlicedField(std::shared_ptr<const TimeSeries> series, const FieldChoice& choice,
                         const FieldInfo* ranges)
    : series_{std::move(series)}, builder_{series_->first(), choice}
{
    if (series_->slices() < 2)
        throw std::runtime_error(
            fmt::format("'{}' has one time slice: it does not change", series_->info().name));
    if (ranges != nullptr) builder_.take_ranges(*ranges);
    frame_ = with(std::vector<FixedArray<Node>>(series_->slices()));
}

FixedArray<Node> SlicedField::read(std::size_t slice, const std::stop_token& gone) const
{
    return builder_.nodes_of(series_->read(slice, gone), series_->source(slice));
}

std::shared_ptr<const Field> SlicedField::with(std::vector<FixedArray<Node>> slices) const
{
    const std::vector<double> times = series_->times();
    return builder_.field(std::move(slices), {times.begin(), times.end()});
}

}  // namespace farfield::compute
