#include "compute_node/node/programs/surfaces/boundary.h"

#include "compute_node/node/programs/invalid_params.h"
#include "compute_node/node/programs/surfaces/surface_limits.h"
#include "compute_node/node/programs/table.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace farfield::node {

namespace {

/// The kind of a frame, in the order of the kinds of boundaries, behind isosurfaces.
model::SurfaceKind kind_of(const model::BoundarySurface& surface)
{
    return static_cast<model::SurfaceKind>(surface.surface.index() + 1);
}

std::size_t parts_in(const std::vector<PlannedBoundary>& boundaries)
{
    std::size_t parts = 0;
    for (const PlannedBoundary& boundary : boundaries) parts += boundary.parts.size();
    return parts;
}

std::uint64_t bytes_in(const std::vector<PlannedBoundary>& boundaries)
{
    std::uint64_t bytes = 0;
    for (const PlannedBoundary& boundary : boundaries)
        for (const compute::BoundaryPart& part : boundary.parts)
            bytes += compute::bytes_of(part.count, boundary.elements.per_element);
    return bytes;
}

/// Part n of an answer.
std::pair<const PlannedBoundary&, const compute::BoundaryPart&>
part_of_answer(const std::vector<PlannedBoundary>& boundaries, std::size_t part)
{
    std::size_t boundary = 0;
    while (part >= boundaries[boundary].parts.size()) part -= boundaries[boundary++].parts.size();
    return {boundaries[boundary], boundaries[boundary].parts[part]};
}

void expect_fit(const FoundBoundaries& found, const compute::PartLimits& limits)
{
    const std::uint64_t bytes = bytes_in(found.boundaries);
    if (bytes > limits.all_bytes) throw model::LimitError("max_surface_bytes", limits.all_bytes, bytes);
    if (found.parts > limits.parts) throw model::LimitError("parts", limits.parts, found.parts);
}

void expect_level_0(const model::Level& level)
{
    if (level.fixed.value_or(0) != 0)
        throw model::FieldError("level", "\"auto\" or 0, for boundaries have their grid's nodes",
                                fmt::format("{}", *level.fixed));
}

}  // namespace

double BoundaryPlan::time_of(std::uint64_t answer) const
{
    return time_of_answer(times, params.time.value_or(times.empty() ? 0.0 : times.front()), params.time_step,
                          answer);
}

BoundaryProgram::BoundaryProgram(std::shared_ptr<const compute::OpenDataset> dataset, ScalarFields& fields,
                                 const net::ProgramStart& start, std::uint64_t max_surface_bytes)
    : ResultProgram{start.slot_bytes},
      dataset_{std::move(dataset)},
      fields_{fields},
      room_{start.slot_bytes, max_surface_bytes}
{
    begin(start.params);
}

/// Finds boundaries in the slice that is nearest in time; in the first one where the grid does not change.
std::shared_ptr<const FoundBoundaries> BoundaryProgram::find(const BoundaryPlan& plan, double time) const
{
    const auto series = dataset_->series();
    const std::size_t slice = plan.grid_changes ? nearest_slice(series->times(), time) : 0;
    FoundBoundaries found{fields_.grid(*dataset_, slice)};
    const compute::GridData data = slice_data(*series, slice);
    const compute::VolumeGrid& volume = found.grid->finest();
    const auto source = compute::boundary_source(data, *series->grid_of(slice, data), volume);
    const auto surfaces =
        plan.params.surfaces.listed ? *plan.params.surfaces.listed : suggested_boundary(source);
    const auto region = region_of(plan.params, dataset_->info());
    for (std::uint32_t n = 0; n < surfaces.size(); ++n) {
        const compute::BoundaryPatch patch = std::visit(
            [&](const auto& surface) { return compute::find_faces(source, surface); }, surfaces[n].surface);
        const std::uint32_t block =
            volume.lattices.size() > 1 && patch.block ? *patch.block : model::no_surface_block;
        const auto kind = kind_of(surfaces[n]);
        const bool has_segments = kind == model::SurfaceKind::Land || !patch.segments.empty();
        if (!patch.faces.empty() || !has_segments || kind == model::SurfaceKind::Land)  // else a flat mesh
            found.boundaries.push_back({n, kind, block, compute::triangles_of(patch, volume, region), {}});
        if (has_segments)
            found.boundaries.push_back({n, kind, block, compute::segments_of(patch, volume, region), {}});
    }
    if (found.boundaries.empty()) found.boundaries.emplace_back();  // no boundary at all: an empty part
    for (PlannedBoundary& boundary : found.boundaries)
        boundary.parts = compute::parts_of(boundary.elements, room_.slot_bytes);
    found.parts = parts_in(found.boundaries);
    return std::make_shared<const FoundBoundaries>(std::move(found));
}

BoundaryPlan BoundaryProgram::plan(const Change& change)
{
    expect_times(change.params);
    expect_level_0(change.params.level);
    expect_slot(room_.slot_bytes);
    BoundaryPlan plan;
    plan.params = change.params;
    plan.params.time = dataset_.shown_time(plan.params.follow, plan.params.repeat, plan.params.time);
    as_invalid_params([&] {
        const auto first = fields_.grid(*dataset_);  // throws where there is no grid
        const std::string scalar = plan.params.scalar.value_or("");
        plan.grid_changes = dataset_->default_field()->grid_changes();
        if (change.before != nullptr) plan.colours = change.before->colours;
        if (scalar.empty()) plan.colours.reset();
        if (!scalar.empty() && change.named.contains("scalar"))
            plan.colours = std::make_shared<ScalarAtTime>(fields_, dataset_.shared(), scalar);
        if (plan.colours || plan.grid_changes)
            plan.times = times_to_go_round(*dataset_, times_of_slices(*dataset_));
        if (plan.colours) plan.scalar = scalar_of(plan.colours->at(plan.time_of(0)).finest());
        const bool is_same = change.before != nullptr && !change.named.contains("surfaces") &&
                             !change.named.contains("region") && !plan.grid_changes;
        plan.found = is_same ? change.before->found : find(plan, plan.time_of(0));
    });
    expect_fit(*plan.found, limits_of(plan.params, room_, plan.found->boundaries.size()));
    plan.frame_bytes = room_.slot_bytes;
    return plan;
}

std::uint64_t BoundaryProgram::results(const BoundaryPlan& plan) const
{
    const bool is_done = made() > 0 && progress_.is_complete() && !plan.params.repeat;
    return is_done ? made() : made() + 1;
}

DatasetNews BoundaryProgram::news(const model::BoundaryParams& params, const BoundaryPlan& plan)
{
    if (made() == 0) return dataset_.look_for_news(params.follow, plan.time_of(0));
    if (!progress_.is_complete()) return DatasetNews::None;
    return dataset_.look_for_news(
        params.follow, params.repeat ? std::optional{plan.time_of(progress_.answer + 1)} : std::nullopt);
}

void BoundaryProgram::begin_answer(const BoundaryPlan& plan)
{
    if (progress_.is_complete()) ++progress_.answer;
    progress_.next = 0;
    progress_.shown = plan.found;
    if (!plan.grid_changes || progress_.answer == 0) return;
    progress_.shown = find(plan, plan.time_of(progress_.answer));
    expect_fit(*progress_.shown, limits_of(plan.params, room_, progress_.shown->boundaries.size()));
}

BoundaryProgram::Result BoundaryProgram::compute(const BoundaryPlan& plan, const Task& task)
{
    if (task.index == 0) progress_ = {};
    if (progress_.shown == nullptr || progress_.is_complete()) begin_answer(plan);
    const FoundBoundaries& found = *progress_.shown;
    const auto [boundary, part] = part_of_answer(found.boundaries, progress_.next);
    const double time = plan.time_of(progress_.answer);
    const auto payload = task.buffer.first(compute::bytes_of(part.count, boundary.elements.per_element));
    model::encode_preamble({.vertices = static_cast<std::uint32_t>(part.count.vertices),
                            .elements = static_cast<std::uint32_t>(part.count.elements),
                            .time = time,
                            .part = static_cast<std::uint32_t>(progress_.next),
                            .parts = static_cast<std::uint32_t>(found.parts),
                            .surface = boundary.surface,
                            .kind = boundary.kind,
                            .corners = static_cast<std::uint32_t>(boundary.elements.per_element),
                            .block = boundary.block},
                           payload.first<model::surface_preamble_bytes>());
    const compute::ScalarField* colour = plan.colours ? &plan.colours->at(time).finest() : nullptr;
    compute::write_part(boundary.elements, part, found.grid->finest(), colour, payload);
    ++progress_.next;
    return net::Made{net::MessageType::Surface, payload};
}

std::unique_ptr<net::Program> start_boundary(Node& node, const net::ProgramStart& start,
                                             const std::stop_token& cancel)
{
    return std::make_unique<BoundaryProgram>(node.open_dataset(start.dataset, start.velocity, cancel),
                                             node.scalars(), start, node.settings().max_surface_bytes);
}

}  // namespace farfield::node
