#include "compute_node/node/programs/planes/glyphs.h"

#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/programs/invalid_params.h"
#include "compute_node/node/programs/table.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace farfield::node {

GlyphProgram::GlyphProgram(std::shared_ptr<const compute::OpenDataset> dataset,
                           const net::ProgramStart& start, int threads)
    : ResultProgram{start.slot_bytes}, dataset_{std::move(dataset)}, sampler_{threads}
{
    expect_velocity(dataset_->info());
    begin(start.params);
}

SlicePlan GlyphProgram::plan(const Change& change)
{
    const model::GlyphParams& params = change.params;
    SlicePlan plan;
    if (change.before != nullptr) plan.field = change.before->field;
    if (change.before == nullptr || change.named.contains("scalar") || change.named.contains("vector"))
        as_invalid_params([&] {
            plan.field =
                dataset_->chosen({.vector = params.vector.value_or(""), .scalar = params.scalar.value_or("")},
                                 plan.field.window);
        });
    // Blocks have one vector.
    const std::string& vector = plan.field.field->info().vector_name;
    if (params.vector && *params.vector != vector)
        throw model::FieldError("vector", fmt::format("'{}', the only one that is held in blocks", vector),
                                fmt::format("'{}'", *params.vector));
    plan.scalar = scalar_of(*plan.field.field);
    plan.components = model::glyph_components;
    plan.region = params.region;
    plan_times(params.time, params.time_step, params.repeat, plan);
    plan_planes(params.planes, {.values = params.size}, plan);
    return plan;
}

GlyphProgram::Result GlyphProgram::compute(const SlicePlan& plan, const Task& task)
{
    const auto payload = sampler_.write(plan, task.index, task.part, task.buffer, task.cancel);
    if (task.cancel) return std::nullopt;
    return net::Made{net::MessageType::Slice, payload};
}

std::unique_ptr<net::Program> start_glyphs(Node& node, const net::ProgramStart& start,
                                           const std::stop_token& cancel)
{
    return std::make_unique<GlyphProgram>(node.open_dataset(start.dataset, start.velocity, cancel), start,
                                          node.settings().threads);
}

}  // namespace farfield::node
