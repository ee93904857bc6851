#include "compute_node/node/calls/dataset_values.h"

#include "compute_node/grids/own_turn.h"
#include "compute_node/node/calls/table.h"
#include "compute_node/node/data/program_scalars.h"
#include "compute_node/volumes/histogram.h"
#include "compute_node/volumes/slices/interpolation.h"
#include "net/message/control_messages.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

/// The field of a scalar, and the time that is asked for on its clock.
struct AskedField {
    compute::FieldSource source;
    float time = 0.0F;
};

AskedField field_asked(const compute::OpenDataset& dataset, const std::optional<std::string>& scalar,
                       const std::optional<double>& time)
{
    AskedField asked;
    try {
        asked.source = dataset.chosen(scalar_alone(scalar));
    } catch (const compute::UnknownScalar& error) {
        throw net::RpcError(net::RpcCode::InvalidParams, error.what());
    }
    const std::vector<float>& times = asked.source.field->slices().times;
    asked.time = times.empty() ? 0.0F : times.front();
    if (time) asked.time = static_cast<float>(*time);
    if (!std::isfinite(asked.time))
        throw model::FieldError("time", "a number that binary32 holds", fmt::format("{}", *time));
    return asked;
}

std::optional<std::string> word_for(compute::Place place)
{
    switch (place) {
    case compute::Place::Inside:
        return std::nullopt;
    case compute::Place::Outside:
        return "outside";
    case compute::Place::Blanked:
        return "blanked";
    case compute::Place::Invalid:
        return "invalid";
    }
    return std::nullopt;
}

/// The samples where other processes have the values; the grid tells places outside from invalid ones.
model::DatasetSamples samples_elsewhere(const AskedField& asked, const std::vector<glm::vec3>& positions)
{
    std::vector<compute::PointSample> found(positions.size());
    asked.source.distributed->sample(positions, compute::SampleRule::Single, asked.time, found);
    model::DatasetSamples samples;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        compute::CellCursor cursor;
        const bool is_there = found[i].inside != 0;
        const bool has_cell = is_there || asked.source.field->locate(positions[i], cursor);
        samples.values.push_back(is_there ? std::optional<double>{found[i].value.w} : std::nullopt);
        samples.why.push_back(word_for(is_there   ? compute::Place::Inside
                                       : has_cell ? compute::Place::Invalid
                                                  : compute::Place::Outside));
    }
    return samples;
}

}  // namespace

model::DatasetHistogram histogram_of(const compute::OpenDataset& dataset,
                                     const model::DatasetHistogramCall& call)
{
    const AskedField asked = field_asked(dataset, call.scalar, call.time);
    if (asked.source.distributed != nullptr)
        throw net::RpcError(net::RpcCode::InvalidParams,
                            fmt::format("'{}' is held in blocks, of which no histogram is made; serve it "
                                        "without --split blocks",
                                        dataset.info().name));
    compute::Histogram made = compute::histogram_of(compute::shown_at(asked.source, asked.time),
                                                    dataset.info().dims, asked.time, call.bins);
    return {made.range, std::move(made.counts), made.invalid, std::move(made.quantiles)};
}

model::DatasetSamples samples_of(const compute::OpenDataset& dataset, const model::DatasetSampleCall& call)
{
    const AskedField asked = field_asked(dataset, call.scalar, call.time);
    std::vector<glm::vec3> positions;
    positions.reserve(call.at.size());
    const compute::FieldInfo& info = asked.source.field->info();
    const compute::OwnTurn turn{info};
    for (const model::Point& at : call.at) positions.push_back(info.relative(turn.moved(model::vec_of(at))));
    if (asked.source.distributed != nullptr) return samples_elsewhere(asked, positions);
    const compute::Field& field = compute::shown_at(asked.source, asked.time);
    model::DatasetSamples samples;
    for (const glm::vec3& position : positions) {
        compute::CellCursor cursor;  // a new one: a place has the same bits whatever was asked before
        const auto sample =
            compute::interpolated(field, position, asked.time, compute::Interpolation::Linear, cursor);
        samples.values.push_back(sample ? std::optional<double>{sample->scalar} : std::nullopt);
        samples.why.push_back(sample ? std::nullopt : word_for(field.place_of(position, asked.time, cursor)));
    }
    return samples;
}

net::CallResult dataset_histogram(Node& node, const net::CallRequest& request,
                                  const net::CallContext& context)
{
    const auto call = model::read<model::DatasetHistogramCall>(request.params);
    return {.result = model::write(
                histogram_of(*node.open_dataset(call.dataset, call.velocity, context.cancel), call))};
}

net::CallResult dataset_sample(Node& node, const net::CallRequest& request, const net::CallContext& context)
{
    const auto call = model::read<model::DatasetSampleCall>(request.params);
    return {.result = model::write(
                samples_of(*node.open_dataset(call.dataset, call.velocity, context.cancel), call))};
}

}  // namespace farfield::node
