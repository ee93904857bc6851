#include "compute_node/node/calls/dataset_extrema.h"

#include "compute_node/datasets/field_nodes.h"
#include "compute_node/node/calls/table.h"
#include "compute_node/node/data/program_scalars.h"
#include "compute_node/support/long_task.h"
#include "compute_node/volumes/extrema.h"
#include "compute_node/volumes/scalar_values.h"
#include "net/message/control_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

namespace farfield::node {

namespace {

compute::FieldSource source_of_scalar(const compute::OpenDataset& dataset,
                                      const std::optional<std::string>& scalar)
{
    try {
        return dataset.chosen(scalar_alone(scalar));
    } catch (const compute::UnknownScalar& error) {
        throw net::RpcError(net::RpcCode::InvalidParams, error.what());
    }
}

/// True when no slice has a value of a scalar that is among the dataset's arrays, or part of one: no field is
/// made of it. Reads slices only where the first has none.
bool is_empty_everywhere(const compute::OpenDataset& dataset, const std::optional<std::string>& scalar,
                         const std::stop_token& cancel)
{
    const compute::DatasetInfo& info = dataset.info();
    const std::string& name = scalar ? *scalar : info.default_scalar;
    const auto is_without_value = [&name](const compute::ArrayInfo& array) {
        return array.name == name && array.components == 1 && std::isnan(array.min);
    };
    if (std::ranges::none_of(info.arrays, is_without_value) &&
        std::ranges::none_of(info.of_vectors, is_without_value))
        return false;
    const auto series = dataset.series();
    if (!series) return false;
    for (std::size_t slice = 0; series->slices() > 1 && slice < series->slices(); ++slice) {
        compute::check_wanted();
        const auto data = series->read_if_readable(slice, cancel);
        if (!data ||
            !compute::missing_array(*data, {.vector = {}, .scalar = name, .scalar_alone = true}).empty())
            continue;
        const auto values = compute::scalar_values(*data, *series->grid_of(slice, *data), name, {}).values;
        if (std::ranges::any_of(values, [](float value) { return std::isfinite(value); })) return false;
    }
    return true;
}

/// The time on the field's clock: that which is asked for, else the first.
float time_on_clock(const compute::Field& field, const std::optional<double>& asked)
{
    const std::vector<float>& times = field.slices().times;
    if (!asked) return times.empty() ? 0.0F : times.front();
    const auto time = static_cast<float>(*asked);
    if (!std::isfinite(time))
        throw model::FieldError("time", "a number that binary32 holds", fmt::format("{}", *asked));
    return time;
}

/// The slice of a series at a field's time.
std::size_t slice_at(const compute::TimeSeries& series, float time)
{
    const std::vector<double> times = series.times();
    const auto nearest = std::ranges::min_element(times, {}, [time](double at) {
        return std::abs(static_cast<double>(static_cast<float>(at) - time));
    });
    return static_cast<std::size_t>(nearest - times.begin());
}

/// The extrema where the grid changes: places of the nodes are read again with the slice.
compute::FieldExtrema extrema_of_changing(const compute::TimeSeries& series, const compute::Field& shown,
                                          float time, const std::stop_token& cancel)
{
    const compute::NodeSlices& slices = shown.slices();
    const std::size_t slice = slice_at(series, slices.times[slices.nearest(time)]);
    return compute::extrema_of(shown, series.read(slice, cancel), time);
}

std::optional<model::DatasetExtremum> answered(const std::optional<compute::FieldExtremum>& extremum)
{
    if (!extremum) return std::nullopt;
    return model::DatasetExtremum{extremum->value, model::point_of(extremum->at)};
}

}  // namespace

model::DatasetExtrema extrema_of(const compute::OpenDataset& dataset, const model::DatasetExtremaCall& call,
                                 const std::stop_token& cancel)
{
    const compute::LongTask task{cancel};
    if (is_empty_everywhere(dataset, call.scalar, cancel)) return {};
    const compute::FieldSource source = source_of_scalar(dataset, call.scalar);
    const float time = time_on_clock(*source.field, call.time);
    const bool is_function = std::holds_alternative<compute::AnalyticFlow>(source.field->grid());
    const auto series = dataset.series();
    if (source.distributed != nullptr || (!series && !is_function))
        throw net::RpcError(net::RpcCode::InvalidParams,
                            fmt::format("'{}' is held in blocks, of which no extrema are found; serve it "
                                        "without --split blocks",
                                        dataset.info().name));
    const compute::Field& shown = compute::shown_at(source, time);
    const compute::FieldExtrema found = is_function ? compute::extrema_of_function(shown)
                                        : shown.grid_changes()
                                            ? extrema_of_changing(*series, shown, time, cancel)
                                            : compute::extrema_of(shown, series->first().data(), time);
    return {answered(found.least), answered(found.greatest), found.valid};
}

net::CallResult dataset_extrema(Node& node, const net::CallRequest& request, const net::CallContext& context)
{
    const auto call = model::read<model::DatasetExtremaCall>(request.params);
    const auto dataset = node.open_dataset(call.dataset, call.velocity, context.cancel);
    return {.result = model::write(extrema_of(*dataset, call, context.cancel))};
}

}  // namespace farfield::node
