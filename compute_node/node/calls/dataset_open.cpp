#include "compute_node/node/calls/dataset_open.h"

#include "compute_node/node/calls/table.h"
#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/data/surface_suggestions.h"
#include "compute_node/seeding/first_motion.h"
#include "compute_node/seeding/seeds_throughout.h"
#include "compute_node/seeding/suggestions.h"
#include "compute_node/support/long_task.h"
#include "model/calls/opening.h"
#include "model/data/block_names.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

namespace farfield::node {

namespace {

const std::string time_units = "s";
constexpr std::size_t suggested_line_seeds = 150;  // more lines hide each other

const char* association(bool of_cells)
{
    return of_cells ? "cells" : "points";
}

void describe_vectors(const compute::DatasetInfo& from, model::DatasetInfo& info)
{
    info.velocity.reset();
    if (from.default_vector.empty()) return;
    info.velocity = from.default_vector;
    info.velocity_reason = from.velocity_reason + ".";
    info.velocity_warning = from.velocity_warning;
    auto& vectors = info.vectors.emplace();
    for (const compute::ArrayInfo& array : from.arrays)
        if (array.components == 3) vectors.push_back({array.name, array.units, association(array.of_cells)});
    for (const compute::VectorName& other : from.other_vectors)
        vectors.push_back({other.name, other.units, association(other.of_cells)});
}

std::vector<model::ScalarInfo> scalars_of(const compute::OpenDataset& dataset)
{
    std::vector<model::ScalarInfo> scalars{scalar_of(*dataset.default_field())};
    for (const compute::ArrayInfo& array : dataset.info().arrays) {
        if (array.components != 1 || array.name == scalars.front().name) continue;
        scalars.push_back(
            {array.name, array.units, known_range(array.min, array.max), association(array.of_cells)});
    }
    for (const compute::ArrayInfo& array : dataset.info().derived)
        scalars.push_back({array.name, array.units, known_range(array.min, array.max)});
    for (const compute::ArrayInfo& part : dataset.info().of_vectors)
        scalars.push_back(
            {part.name, part.units, known_range(part.min, part.max), association(part.of_cells)});
    if (dataset.info().default_vector.empty()) return scalars;
    if (builtin_named("age", dataset.info())) scalars.push_back(age_scalar(*dataset.default_field()));
    if (builtin_named("arc-length", dataset.info()))
        scalars.push_back(length_scalar(*dataset.default_field()));
    return scalars;
}

/// The lines thinned to every n-th point and the last.
std::vector<std::vector<model::Point>> thinned(const std::vector<std::vector<glm::dvec3>>& lines)
{
    std::size_t points = 0;
    for (const auto& line : lines) points += line.size();
    const std::size_t every = points / max_outline_points + 1;
    std::vector<std::vector<model::Point>> outline;
    for (const auto& line : lines) {
        auto& thin = outline.emplace_back();
        for (std::size_t i = 0; i < line.size(); ++i)
            if (i % every == 0 || i + 1 == line.size()) thin.push_back(model::point_of(line[i]));
    }
    // With so many short lines even their ends are too many: the box of the bounds has to do.
    if (outline.size() > max_outline_points) outline.clear();
    return outline;
}

/// Suggests slices across each axis with some extent, unless the dataset is a single layer.
void suggest_slices(const compute::Bounds& bounds, model::DatasetInfo& info)
{
    const glm::dvec3 sides = bounds.hi - bounds.lo, middle = 0.5 * (bounds.lo + bounds.hi);
    for (const auto axis : {model::SliceAxis::X, model::SliceAxis::Y, model::SliceAxis::Z}) {
        const auto along = static_cast<int>(axis);
        if (sides[(along + 1) % 3] > 0.0 && sides[(along + 2) % 3] > 0.0)
            info.suggested.slices.push_back({.axis = axis, .position = middle[along]});
    }
}

void suggest_to(const compute::Field& field, model::DatasetInfo& info)
{
    const auto places = compute::moving_places(field, compute::first_motion(field));
    const compute::Suggestions suggestions = compute::suggest(field, places);
    info.suggested.step = suggestions.step;
    info.suggested.max_age_frames = suggestions.max_age_frames;
    info.suggested.rakes = suggestions.rakes;
    if (info.suggested.rakes.empty() && info.time_span)  // a flow that begins at rest
        if (const auto rake = compute::middle_rake(field)) info.suggested.rakes.push_back(*rake);
    for (const glm::dvec3& seed : compute::seeds_throughout(places, suggested_line_seeds))
        info.suggested.seeds.push_back(model::point_of(seed));
}

/// Describes the dataset as it will be, in place of its present state.
void describe_growth(const compute::OpenDataset& dataset, model::DatasetInfo& info)
{
    const auto growth = dataset.growth();
    if (!growth) return;
    const compute::GrowthPlan& plan = growth->plan();
    info.grows = true;
    info.rays = dataset.rays(0.0) != nullptr;
    info.time_units = plan.time_units;
    info.time_span = {0.0, plan.last_time};
    info.times.clear();
    info.scalars.front().middle = plan.range;
    if (plan.isovalue) info.suggested.isovalue = {info.scalars.front().name, *plan.isovalue};
    for (const auto& line : plan.outline) {
        auto& points = info.outline.emplace_back();
        for (const glm::dvec3& at : line) points.push_back(model::point_of(at));
    }
}

std::vector<std::optional<double>> dates_of(const compute::DatasetInfo& info)
{
    std::vector<std::optional<double>> dates;
    for (const double date : info.dates)
        dates.push_back(std::isfinite(date) ? std::optional{date} : std::nullopt);
    return dates;
}

/// The dataset's name with the blocks behind it.
std::string name_in(const model::DatasetOpenCall& call)
{
    try {
        return model::with_blocks(call.dataset, call.blocks);
    } catch (const std::runtime_error& error) {
        throw net::RpcError(net::RpcCode::InvalidParams, error.what());
    }
}

}  // namespace

model::DatasetInfo describe(const compute::OpenDataset& dataset)
{
    const compute::DatasetInfo& from = dataset.info();
    const std::shared_ptr<const compute::Field> field = dataset.default_field();
    model::DatasetInfo info;
    info.dataset = from.name;
    info.kind = compute::to_string(from.kind);
    if (!from.dims.empty()) info.dims = {from.dims.front().x, from.dims.front().y, from.dims.front().z};
    if (from.kind == compute::GridKind::Unstructured) info.dims = {static_cast<std::uint32_t>(from.nodes)};
    info.bounds.min = model::point_of(from.bounds.lo);
    info.bounds.max = model::point_of(from.bounds.hi);
    info.origin = model::point_of(from.origin);
    info.length_units = from.position_units;
    if (from.z_units != from.position_units) info.z_units = from.z_units;
    info.geographic = from.geographic;
    if (from.crs_wkt.size() <= model::max_wkt_bytes) info.crs_wkt = from.crs_wkt;
    info.z_positive = from.z_positive;
    if (std::isfinite(from.utc_seconds)) info.time_origin = from.utc_seconds;
    info.calendar = from.calendar;
    if (std::isfinite(from.calendar_seconds)) info.calendar_origin = from.calendar_seconds;
    info.time_steps = from.time_steps;
    if (const compute::NodeSlices& slices = field->slices(); !slices.steady()) {
        info.time_units = time_units;
        info.time_span = {slices.times.front(), slices.times.back()};
        info.grid_changes = field->grid_changes();
        if (from.times.size() <= model::most_listed_times) {
            info.times = from.times;
            info.dates = dates_of(from);
        }
    }
    for (const compute::BlockName& block : from.blocks)
        if (from.blocks.size() <= model::most_listed_blocks)
            info.blocks.push_back({block.name, block.is_read});
    info.scalars = scalars_of(dataset);
    describe_vectors(from, info);
    info.outline = thinned(compute::outline_of(dataset.first_look()));
    info.remarks = from.remarks;
    if (from.dims.size() > 1)
        info.remarks.push_back(fmt::format("{} blocks with {} nodes together; the dimensions are the first's",
                                           from.dims.size(), from.nodes));
    suggest_slices(from.bounds, info);
    if (info.velocity) suggest_to(dataset.first_look(), info);
    return info;
}

net::CallResult dataset_open(Node& node, const net::CallRequest& request, const net::CallContext& context)
{
    const auto call = model::read<model::DatasetOpenCall>(request.params);
    const auto dataset = node.open_dataset(name_in(call), call.velocity, context.cancel, context.notices);
    const compute::LongTask task{context.cancel};
    task.check();
    if (context.notices)
        context.notices->send("dataset.opening",
                              model::write(model::OpeningProgress{.dataset = dataset->info().name,
                                                                  .stage = model::OpeningStage::Exploring}));
    model::DatasetInfo info = describe(*dataset);
    suggest_surfaces(*dataset, node.scalars(), info.suggested);
    describe_growth(*dataset, info);
    return {.result = model::write(info)};
}

}  // namespace farfield::node
