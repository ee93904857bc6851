#include "compute_node/node/programs/surfaces/isosurface.h"

#include "compute_node/node/programs/invalid_params.h"
#include "compute_node/node/programs/surfaces/surface_limits.h"
#include "compute_node/node/programs/table.h"
#include "model/programs/surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace farfield::node {

namespace {

void expect_numbers(const model::IsosurfaceParams& params)
{
    for (std::size_t i = 0; i < params.values.size(); ++i)
        if (!model::fits_binary32(params.values[i]))
            throw model::FieldError(fmt::format("values[{}]", i), "a number that binary32 holds",
                                    fmt::format("{}", params.values[i]));
}

}  // namespace

IsosurfaceProgram::IsosurfaceProgram(std::shared_ptr<const compute::OpenDataset> dataset,
                                     ScalarFields& fields, const net::ProgramStart& start, int threads,
                                     std::uint64_t max_surface_bytes)
    : ResultProgram{start.slot_bytes},
      dataset_{std::move(dataset)},
      fields_{fields},
      room_{start.slot_bytes, max_surface_bytes},
      threads_{threads}
{
    begin(start.params);
}

IsosurfacePlan IsosurfaceProgram::plan(const Change& change)
{
    const model::IsosurfaceParams& params = change.params;
    expect_slot(room_.slot_bytes);
    expect_numbers(params);
    expect_times(params);
    IsosurfacePlan plan;
    plan.params = params;
    plan.params.time = dataset_.shown_time(params.follow, params.repeat, params.time);
    plan.region = region_of(params, dataset_->info());
    plan.limits = limits_of(params, room_, params.values.size());
    plan.frame_bytes = room_.slot_bytes;
    as_invalid_params([&] {
        if (change.before != nullptr)
            plan.values = change.before->values, plan.colours = change.before->colours;
        if (change.before == nullptr || change.named.contains("scalar"))
            plan.values =
                std::make_shared<ScalarAtTime>(fields_, dataset_.shared(), params.scalar.value_or(""));
        const std::string colour = params.colour.value_or("");
        if (colour.empty())
            plan.colours.reset();
        else if (change.named.contains("colour"))
            plan.colours = std::make_shared<ScalarAtTime>(fields_, dataset_.shared(), colour);
        const compute::ScalarLevels& shown = plan.values->at(plan.time_of(0));
        if (shown.finest().grid->is_flat)
            throw std::runtime_error(
                fmt::format("'{}' is flat and has no isosurfaces", dataset_->info().name));
        plan.scalar = scalar_of(plan.colours ? plan.colours->at(plan.time_of(0)).finest() : shown.finest());
        if (params.level.fixed.value_or(0) > shown.grid()->coarsest())
            throw model::FieldError(
                "level", fmt::format("at most {}, the coarsest of this grid", shown.grid()->coarsest()),
                fmt::format("{}", *params.level.fixed));
    });
    if (params.level.fixed) {
        plan.first = count_answer(plan, 0, *params.level.fixed, cutter_, threads_, nullptr);
        expect_fit(plan, *plan.first);
    }
    return plan;
}

void IsosurfaceProgram::complete_answer(const IsosurfacePlan& plan, model::ProgramAnswer& answer) const
{
    if (!plan.first) return;
    answer.level = plan.first->level;
    answer.vertices = plan.first->count.vertices;
    answer.elements = plan.first->count.elements;
}

std::uint64_t IsosurfaceProgram::results(const IsosurfacePlan& /*plan*/) const
{
    return made() == 0 || !progress_.is_done ? made() + 1 : made();
}

DatasetNews IsosurfaceProgram::news(const model::IsosurfaceParams& params, const IsosurfacePlan& plan)
{
    if (made() == 0) return dataset_.look_for_news(params.follow, plan.time_of(0));
    if (progress_.next < progress_.surfaces.parts.size()) return DatasetNews::None;
    if (progress_.is_done) return dataset_.look_for_news(params.follow, std::nullopt);
    return dataset_.look_for_news(params.follow,
                                  plan.time_of(progress_.answer + (progress_.is_coarse ? 0 : 1)));
}

/// Chooses between coarse and whole, and the level. False when it was cancelled.
bool IsosurfaceProgram::begin_answer(const IsosurfacePlan& plan, const std::atomic<bool>& cancel)
{
    const unsigned coarsest = plan.values->at(plan.time_of(progress_.answer)).grid()->coarsest();
    const unsigned finest = plan.params.level.fixed.value_or(0);
    unsigned level = finest;
    if (plan.params.coarse_first && !progress_.had_coarse)
        level = std::max(finest, quick_level(plan, progress_.answer, threads_));
    progress_.is_coarse = level > finest;
    for (;; ++level) {
        auto counted = count_answer(plan, progress_.answer, level, cutter_, threads_, &cancel);
        if (!counted) return false;
        const bool is_refused =
            !counted->fits && (level == coarsest || (plan.params.level.fixed && !progress_.is_coarse));
        if (is_refused) expect_fit(plan, *counted);
        if (!counted->fits) continue;
        progress_.surfaces = *std::move(counted);
        progress_.next = 0;
        return true;
    }
}

void IsosurfaceProgram::end_answer(const IsosurfacePlan& plan)
{
    progress_.next = 0;
    progress_.surfaces.parts.clear();
    progress_.had_coarse = progress_.is_coarse;
    if (progress_.is_coarse) return;
    ++progress_.answer;
    progress_.is_done = !plan.params.repeat;
}

IsosurfaceProgram::Result IsosurfaceProgram::compute(const IsosurfacePlan& plan, const Task& task)
{
    if (task.index == 0) progress_ = {};
    if (progress_.next == progress_.surfaces.parts.size()) {
        if (!progress_.surfaces.parts.empty()) end_answer(plan);
        if (!begin_answer(plan, task.cancel)) return std::nullopt;
    }
    const SurfaceAnswer& answer = progress_.surfaces;
    const PlannedPart& planned = answer.parts[progress_.next];
    const double time = plan.time_of(progress_.answer);
    const compute::ScalarField& field = plan.values->at(time).at(answer.level);
    const compute::ScalarField* colour = plan.colours ? &plan.colours->at(time).at(answer.level) : nullptr;
    const auto payload = task.buffer.first(compute::bytes_of(planned.part.count));
    model::encode_preamble({.vertices = static_cast<std::uint32_t>(planned.part.count.vertices),
                            .elements = static_cast<std::uint32_t>(planned.part.count.elements),
                            .time = time,
                            .part = static_cast<std::uint32_t>(progress_.next),
                            .parts = static_cast<std::uint32_t>(answer.parts.size()),
                            .surface = static_cast<std::uint32_t>(planned.value),
                            .level = answer.level,
                            .value = plan.params.values[planned.value]},
                           payload.first<model::surface_preamble_bytes>());
    if (!cutter_.write(plan.request(field, planned.value, threads_, &task.cancel),
                       answer.slabs[planned.value], planned.part, colour, payload))
        return std::nullopt;
    if (++progress_.next == answer.parts.size() && !progress_.is_coarse && !plan.params.repeat)
        progress_.is_done = true;
    return net::Made{net::MessageType::Surface, payload};
}

std::unique_ptr<net::Program> start_isosurface(Node& node, const net::ProgramStart& start,
                                               const std::stop_token& cancel)
{
    return std::make_unique<IsosurfaceProgram>(node.open_dataset(start.dataset, start.velocity, cancel),
                                               node.scalars(), start, node.settings().threads,
                                               node.settings().max_surface_bytes);
}

}  // namespace farfield::node
