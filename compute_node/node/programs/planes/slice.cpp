#include "compute_node/node/programs/planes/slice.h"

#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/programs/invalid_params.h"
#include "compute_node/node/programs/table.h"
#include "compute_node/support/parallel.h"

#include <utility>

namespace farfield::node {

namespace {

/// Values that a thread computes before a coarse result is worth its while.
constexpr std::uint64_t values_of_thread = 200'000;

std::uint64_t values_of(const SlicePlan& plan)
{
    std::uint64_t values = 0;
    for (const PlannedSlice& slice : plan.planes)
        values += std::uint64_t{slice.preamble.width} * slice.preamble.height;
    return values;
}

}  // namespace

SliceProgram::SliceProgram(std::shared_ptr<const compute::OpenDataset> dataset,
                           const net::ProgramStart& start, int threads)
    : ResultProgram{start.slot_bytes}, dataset_{std::move(dataset)}, sampler_{threads}
{
    begin(start.params);
}

SlicePlan SliceProgram::plan(const Change& change)
{
    const model::SliceParams& params = change.params;
    SlicePlan plan;
    if (change.before != nullptr) plan.field = change.before->field;
    if (change.before == nullptr || change.named.contains("scalar"))
        as_invalid_params(
            [&] { plan.field = dataset_->chosen(scalar_alone(params.scalar), plan.field.window); });
    plan.scalar = scalar_of(*plan.field.field);
    plan.interpolation = params.interpolation == model::SliceInterpolation::Nearest
                             ? compute::Interpolation::Nearest
                             : compute::Interpolation::Linear;
    if (plan.interpolation == compute::Interpolation::Nearest && plan.field.distributed != nullptr)
        throw model::FieldError("interpolation", "\"linear\", for the dataset is held in blocks",
                                "\"nearest\"");
    plan.region = params.region;
    plan.level = params.level.fixed.value_or(0);
    plan_times(dataset_.shown_time(params.follow, params.repeat, params.time), params.time_step,
               params.repeat, plan);
    plan.times = times_to_go_round(*dataset_, std::move(plan.times));
    plan_planes(params.planes, params.size, plan);
    const auto threads = static_cast<std::uint64_t>(thread_count(sampler_.threads()));
    plan.is_coarse_first = params.coarse_first && !params.repeat && !params.level.fixed &&
                           values_of(plan) > threads * values_of_thread;
    if (plan.is_coarse_first) plan.results = 2;
    return plan;
}

DatasetNews SliceProgram::news(const model::SliceParams& params, const SlicePlan& plan)
{
    if (made() % plan.parts != 0) return DatasetNews::None;
    const std::uint64_t next = made() / plan.parts;
    return dataset_.look_for_news(params.follow,
                                  next < plan.results ? std::optional{plan.time_of(next)} : std::nullopt);
}

SliceProgram::Result SliceProgram::compute(const SlicePlan& plan, const Task& task)
{
    const auto payload = sampler_.write(plan, task.index, task.part, task.buffer, task.cancel);
    if (task.cancel) return std::nullopt;
    return net::Made{net::MessageType::Slice, payload};
}

std::unique_ptr<net::Program> start_slice(Node& node, const net::ProgramStart& start,
                                          const std::stop_token& cancel)
{
    return std::make_unique<SliceProgram>(node.open_dataset(start.dataset, start.velocity, cancel), start,
                                          node.settings().threads);
}

}  // namespace farfield::node
