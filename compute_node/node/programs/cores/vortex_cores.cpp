#include "compute_node/node/programs/cores/vortex_cores.h"

#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/programs/invalid_params.h"
#include "compute_node/node/programs/line_frame.h"
#include "compute_node/node/programs/surfaces/scalar_at_time.h"
#include "compute_node/node/programs/table.h"
#include "compute_node/support/long_task.h"
#include "model/programs/polylines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

constexpr std::uint64_t bytes_of_segment =
    model::polyline_payload_bytes(3, 1) -
    model::polyline_preamble_bytes;  // two points, one that ends the line

std::size_t segments_in(std::uint64_t slot_bytes)
{
    return static_cast<std::size_t>((slot_bytes - model::polyline_preamble_bytes) / bytes_of_segment);
}

void expect_room(std::uint64_t slot_bytes)
{
    const std::uint64_t least = model::polyline_preamble_bytes + bytes_of_segment;
    if (slot_bytes < least) throw net::limit_error("slot_bytes", slot_bytes, least);
}

void expect_times_of(const model::VortexCoreParams& params)
{
    for (const auto& [name, seconds] :
         {std::pair{"time", params.time.value_or(0.0)}, {"time_step", params.time_step}})
        if (!model::fits_binary32(seconds))
            throw model::FieldError(name, "a number that binary32 holds", fmt::format("{}", seconds));
}

/// Throws std::runtime_error for grids on which no cores are found, with the reason.
void expect_suitable(const compute::OpenDataset& dataset, const compute::VolumeGrid& grid)
{
    const compute::DatasetInfo& info = dataset.info();
    if (info.geographic)
        throw std::runtime_error(
            fmt::format("'{}' lies over longitudes and latitudes; vortex cores need x, y "
                        "and z in one unit",
                        info.name));
    if (grid.is_flat)
        throw std::runtime_error(
            fmt::format("'{}' has one layer of nodes; vortex cores need cells with a volume", info.name));
    if (dataset.default_field()->grid_changes())
        throw std::runtime_error(fmt::format(
            "the grid of '{}' changes with time; vortex cores are found on a grid that stays", info.name));
}

std::optional<compute::CellRegion> positions_of(const std::optional<model::Region>& region,
                                                const glm::dvec3& origin)
{
    if (!region) return std::nullopt;
    return compute::CellRegion{glm::vec3{model::vec_of(region->lo) - origin},
                               glm::vec3{model::vec_of(region->hi) - origin}};
}

/// The scalar of segments: their swirl, in the unit of vorticity.
model::ScalarInfo scalar_of(const std::vector<compute::CoreSegment>& segments,
                            const compute::DatasetInfo& info)
{
    model::ScalarInfo scalar{"swirl", {}};
    const auto vorticity = std::ranges::find(info.derived, "vorticity", &compute::ArrayInfo::name);
    if (vorticity != info.derived.end()) scalar.units = vorticity->units;
    if (segments.empty()) return scalar;
    const auto [least, greatest] = std::ranges::minmax(segments, {}, &compute::CoreSegment::swirl);
    scalar.range = std::array<double, 2>{least.swirl, greatest.swirl};
    return scalar;
}

/// Segments as lines of two points.
compute::LineBlock lines_of(std::span<const compute::CoreSegment> segments)
{
    compute::LineBlock block;
    block.lines.reserve(segments.size());
    block.points.reserve(2 * segments.size());
    for (const compute::CoreSegment& segment : segments) {
        block.lines.push_back(
            {.first_point = block.points.size(), .points = 2, .reason = compute::Termination::LengthLimit});
        block.points.emplace_back(segment.from, segment.swirl);
        block.points.emplace_back(segment.to, segment.swirl);
    }
    block.elapsed.assign(block.points.size(), 0.0F);
    return block;
}

std::vector<LineOwner> numbered(std::size_t first, std::size_t count)
{
    std::vector<LineOwner> owners(count);
    for (std::size_t n = 0; n < count; ++n) owners[n].seed = static_cast<std::uint32_t>(first + n);
    return owners;
}

}  // namespace

double VortexCorePlan::time_of(std::uint64_t answer) const
{
    return time_of_answer(times, params.time.value_or(times.empty() ? 0.0 : times.front()), params.time_step,
                          answer);
}

VortexCoreProgram::VortexCoreProgram(std::shared_ptr<const compute::OpenDataset> dataset,
                                     ScalarFields& fields, const net::ProgramStart& start, int threads,
                                     const std::shared_ptr<MemoryBudget>& memory)
    : ResultProgram{start.slot_bytes},
      dataset_{std::move(dataset)},
      slot_bytes_{start.slot_bytes},
      threads_{threads},
      memory_{memory}
{
    expect_velocity(dataset_->info());
    expect_room(slot_bytes_);
    as_invalid_params([&] {
        grid_ = fields.grid(*dataset_);  // throws where there is no grid in this process
        expect_suitable(*dataset_, grid_->finest());
        field_ = dataset_->chosen({});
    });
    begin(start.params);
}

std::size_t VortexCoreProgram::parts_of(const Segments& segments) const
{
    const std::size_t in_part = segments_in(slot_bytes_);
    return std::max<std::size_t>((segments.size() + in_part - 1) / in_part, 1);
}

/// Throws model::LimitError where an answer has no room for all segments.
std::shared_ptr<const VortexCoreProgram::Segments>
VortexCoreProgram::found_at(const VortexCorePlan& plan, double time, const std::atomic<bool>* cancelled) const
{
    const auto seconds = static_cast<float>(time);
    const compute::NodeVelocities velocities{compute::shown_at(field_, seconds), seconds};
    auto found = compute::vortex_cores(grid_->finest(), velocities, plan.settings, cancelled);
    if (!found) throw model::LimitError("parts", plan.params.parts, plan.params.parts + std::uint64_t{1});
    return std::make_shared<const Segments>(*std::move(found));
}

VortexCorePlan VortexCoreProgram::plan(const Change& change)
{
    expect_times_of(change.params);
    VortexCorePlan plan;
    plan.params = change.params;
    plan.times = times_to_go_round(*dataset_, times_of_slices(*dataset_));
    plan.settings = {.min_swirl = plan.params.min_swirl,
                     .region = positions_of(plan.params.region, dataset_->info().origin),
                     .most_segments = plan.params.parts * segments_in(slot_bytes_)};
    // The segments of an answer, while they are found and while they are written, take less than its frames.
    memory_.hold("vortex cores", 2 * plan.params.parts * slot_bytes_);
    as_invalid_params([&] { plan.segments = found_at(plan, plan.time_of(0), nullptr); });
    plan.scalar = scalar_of(*plan.segments, dataset_->info());
    plan.frame_bytes = slot_bytes_;
    return plan;
}

std::uint64_t VortexCoreProgram::results(const VortexCorePlan& plan) const
{
    const bool is_complete = progress_.shown != nullptr && progress_.next == parts_of(*progress_.shown);
    return made() > 0 && is_complete && !plan.params.repeat ? made() : made() + 1;
}

VortexCoreProgram::Result VortexCoreProgram::compute(const VortexCorePlan& plan, const Task& task)
{
    if (task.index == 0) progress_ = {.shown = plan.segments};
    if (progress_.next == parts_of(*progress_.shown)) {
        auto found = found_at(plan, plan.time_of(progress_.answer + 1), &task.cancel);
        if (task.cancel) return std::nullopt;
        progress_ = {.answer = progress_.answer + 1, .shown = std::move(found)};
    }
    const Segments& all = *progress_.shown;
    const std::size_t in_part = segments_in(slot_bytes_), first = progress_.next * in_part;
    const std::size_t count = std::min(in_part, all.size() - first);
    const compute::LineBlock block = lines_of(std::span(all).subspan(first, count));
    model::PolylinePreamble preamble{.time = plan.time_of(progress_.answer),
                                     .part = static_cast<std::uint32_t>(progress_.next),
                                     .parts = static_cast<std::uint32_t>(parts_of(all))};
    const auto payload =
        write_line_frame({&block, 1}, numbered(first, count), threads_, preamble, task.buffer, &task.cancel);
    model::encode_preamble(preamble, task.buffer.first<model::polyline_preamble_bytes>());
    ++progress_.next;
    return net::Made{net::MessageType::Polylines, payload};
}

std::unique_ptr<net::Program> start_vortex_cores(Node& node, const net::ProgramStart& start,
                                                 const std::stop_token& cancel)
{
    const compute::LongTask task{cancel};
    return std::make_unique<VortexCoreProgram>(node.open_dataset(start.dataset, start.velocity, cancel),
                                               node.scalars(), start, node.settings().threads,
                                               node.program_memory());
}

}  // namespace farfield::node
