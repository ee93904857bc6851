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

std::vector<PlannedBoundary> BoundaryProgram::find(const BoundaryPlan& plan) const
{
    const auto series = dataset_->series();
    const compute::GridData data = slice_data(*series, 0);
    const compute::VolumeGrid& volume = plan.grid->finest();
    const auto source = compute::boundary_source(data, *series->first().grid(), volume);
    const auto surfaces =
        plan.params.surfaces.listed ? *plan.params.surfaces.listed : suggested_boundary(source);
    const auto region = region_of(plan.params, dataset_->info());
    std::vector<PlannedBoundary> found;
    for (std::uint32_t n = 0; n < surfaces.size(); ++n) {
        const compute::BoundaryPatch patch = std::visit(
            [&](const auto& surface) { return compute::find_faces(source, surface); }, surfaces[n].surface);
        const std::uint32_t block =
            volume.lattices.size() > 1 && patch.block ? *patch.block : model::no_surface_block;
        const auto kind = kind_of(surfaces[n]);
        const bool has_segments = kind == model::SurfaceKind::Land || !patch.segments.empty();
        if (!patch.faces.empty() || !has_segments || kind == model::SurfaceKind::Land)  // else a flat mesh
            found.push_back({n, kind, block, compute::triangles_of(patch, volume, region), {}});
        if (has_segments) found.push_back({n, kind, block, compute::segments_of(patch, volume, region), {}});
    }
    if (found.empty()) found.emplace_back();  // nothing is suggested: an empty part
    for (PlannedBoundary& boundary : found)
        boundary.parts = compute::parts_of(boundary.elements, room_.slot_bytes);
    return found;
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
        plan.grid = fields_.grid(*dataset_);
        const std::string scalar = plan.params.scalar.value_or("");
        if (change.before != nullptr) plan.colours = change.before->colours;
        if (scalar.empty()) plan.colours.reset();
        if (!scalar.empty() && change.named.contains("scalar"))
            plan.colours = std::make_shared<ScalarAtTime>(fields_, dataset_.shared(), scalar);
        plan.times = plan.colours ? plan.colours->times() : std::vector<double>{};
        if (plan.colours) plan.scalar = scalar_of(plan.colours->at(plan.time_of(0)).finest());
        const bool is_same = change.before != nullptr && !change.named.contains("surfaces") &&
                             !change.named.contains("region");
        plan.boundaries = is_same ? change.before->boundaries
                                  : std::make_shared<const std::vector<PlannedBoundary>>(find(plan));
    });
    plan.parts = static_cast<std::uint32_t>(parts_in(*plan.boundaries));
    const auto limits = limits_of(plan.params, room_, plan.boundaries->size());
    const std::uint64_t bytes = bytes_in(*plan.boundaries);
    if (bytes > limits.all_bytes) throw model::LimitError("max_surface_bytes", limits.all_bytes, bytes);
    if (plan.parts > limits.parts) throw model::LimitError("parts", limits.parts, plan.parts);
    plan.frame_bytes = room_.slot_bytes;
    if (plan.params.repeat) plan.results = std::numeric_limits<std::uint64_t>::max();
    return plan;
}

DatasetNews BoundaryProgram::news(const model::BoundaryParams& params, const BoundaryPlan& plan)
{
    if (made() % plan.parts != 0) return DatasetNews::None;
    const std::uint64_t next = made() / plan.parts;
    return dataset_.look_for_news(params.follow,
                                  next < plan.results ? std::optional{plan.time_of(next)} : std::nullopt);
}

BoundaryProgram::Result BoundaryProgram::compute(const BoundaryPlan& plan, const Task& task)
{
    const auto [boundary, part] = part_of_answer(*plan.boundaries, task.part);
    const double time = plan.time_of(task.index);
    const auto payload = task.buffer.first(compute::bytes_of(part.count, boundary.elements.per_element));
    model::encode_preamble({.vertices = static_cast<std::uint32_t>(part.count.vertices),
                            .elements = static_cast<std::uint32_t>(part.count.elements),
                            .time = time,
                            .part = task.part,
                            .parts = plan.parts,
                            .surface = boundary.surface,
                            .kind = boundary.kind,
                            .corners = static_cast<std::uint32_t>(boundary.elements.per_element),
                            .block = boundary.block},
                           payload.first<model::surface_preamble_bytes>());
    const compute::ScalarField* colour = plan.colours ? &plan.colours->at(time).finest() : nullptr;
    compute::write_part(boundary.elements, part, plan.grid->finest(), colour, payload);
    return net::Made{net::MessageType::Surface, payload};
}

std::unique_ptr<net::Program> start_boundary(Node& node, const net::ProgramStart& start,
                                             const std::stop_token& cancel)
{
    return std::make_unique<BoundaryProgram>(node.open_dataset(start.dataset, start.velocity, cancel),
                                             node.scalars(), start, node.settings().max_surface_bytes);
}

}  // namespace farfield::node
